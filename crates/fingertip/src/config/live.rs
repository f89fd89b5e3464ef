//! The configuration of a process that runs while it is changed: what holds now, and the one way to change it.
//!
//! A change is made to the file as it is then, so what somebody wrote with an editor meanwhile is kept, and counts from
//! then on. Either all of it is on disk and holds, or nothing has changed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use anyhow::{Context, Result};
use model::Key;
use task::folder::write_private;

use super::{Config, Edit, TEMPLATE, keys};

/// The configuration that holds now.
#[derive(Debug)]
pub(crate) struct LiveConfig {
    data: PathBuf,
    now: RwLock<Arc<Config>>,
    /// One change at a time: each begins with what the one before left.
    changing: Mutex<()>,
}

impl LiveConfig {
    /// The configuration of this data folder, as it was loaded.
    pub(crate) fn new(data: &Path, config: Config) -> Self {
        Self { data: data.to_owned(), now: RwLock::new(Arc::new(config)), changing: Mutex::default() }
    }

    /// What holds now.
    pub(crate) fn now(&self) -> Arc<Config> {
        Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Where the file is.
    pub(crate) fn file(&self) -> PathBuf {
        Config::file(&self.data)
    }

    /// Where everything is.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// What is to be done, decided on what holds when it is done, and then in force. Waits for the disk.
    pub(crate) fn change(&self, decide: impl FnOnce(&Config) -> Result<Vec<Change>>) -> Result<Arc<Config>> {
        let _alone = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.file();
        let text = super::text(&self.data)?.unwrap_or_else(|| TEMPLATE.to_owned());
        let stored = keys::load(&self.data)?;
        let mut before = Config::read(&path, &text)?;
        before.take_keys(&stored);
        let (mut changed, mut kept) = (text.clone(), stored.clone());
        for change in decide(&before)? {
            match change {
                Change::File(edit) => changed = edit.apply(&changed)?,
                Change::Key(model, key) => kept.set(&model, key),
            }
        }
        let mut config = Config::read(&path, &changed)?;
        config.take_keys(&kept);
        if kept != stored {
            keys::store(&self.data, &kept)?;
        }
        let written = if changed == text { Ok(()) } else { write_private(&path, changed.as_bytes()) };
        if let Err(error) = written {
            if kept != stored {
                keys::store(&self.data, &stored)?;
            }
            return Err(error).with_context(|| format!("cannot write the configuration `{}`", path.display()));
        }
        let config = Arc::new(config);
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&config);
        Ok(config)
    }
}

/// A change to what is on disk.
pub(crate) enum Change {
    /// To the file.
    File(Edit),
    /// To the key that is kept for a model.
    Key(String, Option<Key>),
}
