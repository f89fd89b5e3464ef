//! The dialogue that carries over from one task to the next. This is the only writer of `config/dialogue.json`.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use agent::{Dialogues, Remembered};
use serde::{Deserialize, Serialize};

use crate::folder::{read_versioned, write_private};

/// The version of the file format.
const VERSION: u64 = 1;

/// The remembered dialogue, in memory and on disk.
#[derive(Debug)]
pub(crate) struct LastSaid {
    path: PathBuf,
    known: Mutex<Option<Remembered>>,
}

#[derive(Deserialize, Serialize)]
struct File {
    version: u64,
    #[serde(flatten)]
    remembered: Remembered,
}

impl LastSaid {
    /// Keeps the dialogue in this file, which need not exist.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, known: Mutex::new(None) }
    }
}

impl Dialogues for LastSaid {
    fn recall(&self) -> Remembered {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || match read_versioned::<File>(&self.path, VERSION) {
            Ok(file) => file.map(|file| file.remembered).unwrap_or_default(),
            Err(error) => {
                tracing::warn!(%error, "couldn't read the remembered dialogue");
                Remembered::default()
            }
        };
        known.get_or_insert_with(read).clone()
    }

    fn keep(&self, remembered: &Remembered) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref() == Some(remembered) {
            return;
        }
        *known = Some(remembered.clone());
        let file = File { version: VERSION, remembered: remembered.clone() };
        let written = serde_json::to_vec(&file).map_err(std::io::Error::from);
        if let Err(error) = written.and_then(|text| write_private(&self.path, &text)) {
            tracing::warn!(%error, "couldn't save the remembered dialogue");
        }
    }
}
