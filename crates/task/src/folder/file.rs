//! Whole files: written so that a reader finds the old one or the new one, read with their version.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::FolderError;

/// Written beside, flushed, then moved into place: whoever is killed in between leaves the old file.
/// Makes the folder it goes into.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_beside(path, bytes, false)
}

/// The same, for what only the person themselves may read.
pub fn write_secretly(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_beside(path, bytes, true)
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

/// A folder that others cannot look into, if it has to be made.
pub(super) fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

fn write_beside(path: &Path, bytes: &[u8], secret: bool) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    std::fs::create_dir_all(folder)?;
    let beside = name_beside(path)?;
    let written = write_new(&beside, bytes, secret).and_then(|()| std::fs::rename(&beside, path));
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

fn write_new(path: &Path, bytes: &[u8], secret: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if secret {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = secret;
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
