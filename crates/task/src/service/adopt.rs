//! Taking over a task that was asked for elsewhere, and perhaps begun by another process: a fleet's.
//!
//! The record that others see is the truth; the folder here is made from it before anything runs, and what is written
//! from then on goes through whoever keeps that record.

use std::path::Path;
use std::sync::Arc;

use agent::record::{Folder, journal_file, trajectory_file};
use agent::{Journal, JournalEntry};

use super::Service;
use super::start::{Making, Origin, create, whole};
use crate::error::TaskError;
use crate::id::is_name;
use crate::spec::{Spec, TaskFile};
use crate::text::shown;

/// Puts the record that others see in front of the folder.
pub type Recorder = Box<dyn FnOnce(Folder) -> Box<dyn Journal> + Send>;

/// A task of a fleet, as a worker takes it over.
pub struct Adopted {
    /// Its name everywhere.
    pub id: String,
    /// What was asked for; its phone is one of this process.
    pub spec: Spec,
    /// What is on record of it; nothing if nobody began it.
    pub entries: Vec<JournalEntry>,
    /// Where the rest is written.
    pub recorder: Recorder,
}

impl std::fmt::Debug for Adopted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Adopted").field("id", &self.id).field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

impl Service {
    /// Runs a task of a fleet as soon as its phone is free, from where its record ends. Its end is told by the
    /// recorder's journal, which is dropped when the loop is over.
    pub async fn adopt(self: &Arc<Self>, adopted: Adopted) -> Result<(), TaskError> {
        let service = Arc::clone(self);
        whole(async move {
            let Adopted { id, spec, entries, recorder } = adopted;
            if !is_name(&id) {
                return Err(TaskError::NoTask(shown(&id)));
            }
            service.begin_making(&mut service.tasks(), &id)?;
            let making = Making { service: &service, id: &id };
            let spec = Spec { fleet: true, ..spec };
            service.make(&id, spec, None, Origin::Elsewhere { entries, recorder }).await?;
            drop(making);
            Ok(())
        })
        .await
    }
}

/// The folder of a task as its record has it. What an earlier run left here is replaced, but for its pictures: those
/// are in no record.
pub(super) fn rebuild(folder: &Path, file: &TaskFile, entries: &[JournalEntry]) -> Result<(), TaskError> {
    let disk = |error| TaskError::disk(folder, error);
    let mut record = if folder.exists() {
        for old in [journal_file(folder), trajectory_file(folder)] {
            match std::fs::remove_file(&old) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(TaskError::disk(old, error)),
                _ => {}
            }
        }
        file.write(folder)?;
        Folder::create(folder).map_err(disk)?
    } else {
        create(folder, file)?
    };
    entries.iter().try_for_each(|entry| record.write(entry)).map_err(disk)
}
