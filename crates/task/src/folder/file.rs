//! Whole files: written so that a reader finds the old one or the new one, read with their version.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::FolderError;
use super::private::create_private_folder;

/// Written beside, flushed, then moved into place: whoever is killed in between leaves the old file.
/// Makes the folder it goes into. For files that people asked for; those of the data folder are
/// [private](write_private).
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_beside(path, bytes, Readers::AsUsual)
}

/// The same, for what only the person themselves may read: everything in the data folder. A folder that it
/// has to make is private too.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_beside(path, bytes, Readers::Owner)
}

/// Who may read a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// Whoever the person's umask lets.
    AsUsual,
    /// The person alone.
    Owner,
}

/// Reads a JSON object with a `version`; nothing if there is no such file. A file of a newer version than
/// `known`, or one that cannot be read, is an error and stays as it is.
pub fn read_versioned<T: DeserializeOwned>(path: &Path, known: u64) -> Result<Option<T>, FolderError> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u64,
    }
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(FolderError::disk(path, error)),
    };
    let unreadable =
        |error: serde_json::Error| FolderError::Unreadable { path: path.to_owned(), problem: error.to_string() };
    // The version comes first: a newer file may have any shape beside it.
    let Versioned { version: found } = serde_json::from_slice(&text).map_err(unreadable)?;
    if found > known {
        return Err(FolderError::Newer { path: path.to_owned(), found, known });
    }
    serde_json::from_slice(&text).map(Some).map_err(unreadable)
}

fn write_beside(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    match readers {
        Readers::AsUsual => std::fs::create_dir_all(folder)?,
        Readers::Owner => create_private_folder(folder)?,
    }
    let beside = name_beside(path)?;
    let written = write_new(&beside, bytes, readers).and_then(|()| std::fs::rename(&beside, path));
    if let Err(error) = written {
        let _ = std::fs::remove_file(&beside);
        return Err(error);
    }
    // The new name is on disk only when the folder is.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// A name that nobody else uses: two writers of one file do not write into each other's half.
fn name_beside(path: &Path) -> io::Result<PathBuf> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let Some(name) = path.file_name() else {
        let problem = format!("`{}` is no name for a file", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    };
    let mut beside = name.to_owned();
    beside.push(format!(".{}.{}.new", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    Ok(path.with_file_name(beside))
}

fn write_new(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    let mut file = match readers {
        Readers::AsUsual => File::create(path)?,
        Readers::Owner => super::private::open(path)?,
    };
    file.set_len(0)?;
    file.write_all(bytes)?;
    file.sync_all()
}
