//! The folder of a task: created for a new task, reopened for a resumed one, rebuilt from the record for one that
//! another process began.

use std::path::Path;

use agent::record::{Folder, journal_file, trajectory_file};
use agent::{Journal, JournalEntry, Resume};

use crate::error::TaskError;
use crate::folder::{create_new_private_folder, create_private_folder};
use crate::spec::TaskFile;

/// Creates the folder of a new task. Leaves nothing behind on failure.
pub(super) fn create(folder: &Path, file: &TaskFile) -> Result<Folder, TaskError> {
    let disk = |error| TaskError::disk(folder, error);
    folder.parent().map_or(Ok(()), create_private_folder).map_err(disk)?;
    create_new_private_folder(folder).map_err(disk)?;
    let made = file.write(folder);
    let made = made.and_then(|()| Folder::create(folder).map_err(disk));
    made.inspect_err(|_| discard(folder))
}

/// Removes the remains of a task that could not be created.
pub(super) fn discard(folder: &Path) {
    if let Err(error) = std::fs::remove_dir_all(folder)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(%error, "couldn't remove the remains of a task that was not created");
    }
}

/// Reopens the folder of a task that was cut off and returns where to continue; `None` if it never began.
pub(super) fn reopen(folder: &Path) -> Result<(Folder, Option<Resume>), TaskError> {
    if !journal_file(folder).exists() {
        // Killed while the folder was being created: the request is there, its journal is not.
        return Ok((Folder::create(folder).map_err(|error| TaskError::disk(folder, error))?, None));
    }
    let mut resume = Resume::default();
    let mut began = false;
    let record = Folder::reopen(folder, |line| {
        began |= matches!(line, JournalEntry::Started(_));
        resume.read(&line);
    })?;
    Ok((record, began.then_some(resume)))
}

/// Rebuilds the folder of a task from its record. Replaces the files of an earlier run, except its screenshots: no
/// record has those.
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
