//! Atomic file writes, and reads of versioned JSON: a reader finds either the old file or the new one.
//!
//! Every file that a person names, and every file of the data folder, is written here. [`Destination`] decides how.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::FolderError;
use super::destination::Destination;
use super::private::create_private_folder;

/// How many temporary names are tried. A killed process may have left some behind, and in a container the next process
/// has the same pid.
const MOST_NAMES: usize = 100;

/// Writes a file at a path that a person named, and creates its folder.
///
/// A regular file is replaced as a whole and keeps its permissions: a killed process leaves the old one. A symbolic
/// link stays, and its target is written. A device or a FIFO receives the bytes. A folder is an error. Blocks while a
/// FIFO has no reader.
pub fn write_output(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, Readers::AsUsual)
}

/// Writes a file of the data folder by the same rules, readable only by its owner. Folders that it creates are private
/// too.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, Readers::Owner)
}

/// Who may read a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// Everyone the umask allows.
    AsUsual,
    /// Only the owner.
    Owner,
}

/// Reads a JSON object with a `version`; `None` if there is no such file. A file with a newer version than `known`, or
/// one that cannot be parsed, is an error and stays unchanged.
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
    // Check the version first: a newer file may have any other shape.
    let Versioned { version: found } = serde_json::from_slice(&text).map_err(unreadable)?;
    if found > known {
        return Err(FolderError::Newer { path: path.to_owned(), found, known });
    }
    serde_json::from_slice(&text).map(Some).map_err(unreadable)
}

fn write(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    match Destination::of(path)? {
        Destination::Stream(path) => {
            // Neither creates nor truncates. Appends, so that a redirected descriptor keeps its content.
            let mut stream = OpenOptions::new().append(true).open(path)?;
            stream.write_all(bytes)?;
            stream.flush()
        }
        Destination::Regular { path, before } => replace(&path, before.as_ref(), bytes, readers),
    }
}

/// Writes the bytes to a temporary file next to the path, flushes them, and renames it into place.
fn replace(path: &Path, before: Option<&Metadata>, bytes: &[u8], readers: Readers) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    match readers {
        Readers::AsUsual => std::fs::create_dir_all(folder)?,
        Readers::Owner => create_private_folder(folder)?,
    }
    let (beside, file) = create_beside(path, before.is_some() || readers == Readers::Owner)?;
    let written = fill(file, before, bytes, readers).and_then(|()| std::fs::rename(&beside, path));
    if let Err(error) = written {
        let _ = std::fs::remove_file(&beside);
        return Err(error);
    }
    // The new name is on disk only after its folder is synced.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(())
}

/// Creates a file with an unused name: two writers do not share a temporary file, and a planted link is not followed.
fn create_beside(path: &Path, private: bool) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let Some(name) = path.file_name() else {
        let problem = format!("`{}` is not a file name", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut tried = 0;
    loop {
        let mut beside = name.to_owned();
        beside.push(format!(".{}.{}.new", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
        let beside = path.with_file_name(beside);
        match options.open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tried < MOST_NAMES => tried += 1,
            Err(error) => return Err(error),
        }
    }
}

fn fill(mut file: File, before: Option<&Metadata>, bytes: &[u8], readers: Readers) -> io::Result<()> {
    file.write_all(bytes)?;
    #[cfg(unix)]
    if let Some(before) = before {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        // Only root may give a file away. For everyone else it becomes the writer's, as with any editor.
        let _ = fchown(&file, Some(before.uid()), Some(before.gid()));
        if readers == Readers::AsUsual {
            file.set_permissions(std::fs::Permissions::from_mode(before.mode() & 0o777))?;
        }
    }
    file.sync_all()
}
