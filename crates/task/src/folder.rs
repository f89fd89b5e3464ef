//! The data folder: its layout, and the process that owns it.
//!
//! `fingertip serve` and every command that works on the folder directly open it. A command that finds it taken asks
//! [`Folder::owner`] for the address and becomes a client. Ownership is a kernel lock on the file `lock`. A killed
//! process loses it at once, so nothing needs cleaning up, and no process trusts the contents of a dead process's file.

mod destination;
mod file;
mod paths;
mod private;
#[cfg(test)]
mod tests;

use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

pub use self::file::{read_versioned, write_output, write_private};
pub use self::paths::Paths;
pub(crate) use self::private::create_new_private_folder;
pub use self::private::create_private_folder;

/// The version of the lock file's format.
const VERSION: u64 = 1;
/// The lock's line has a few hundred bytes; a longer file is not ours.
const MOST_BYTES: u64 = 64 << 10;
/// How often to retry while another process peeks at the lock. A peek takes microseconds, so this is some hundredths of
/// a second.
const GLANCES: usize = 10_000;

/// Why the data folder, or a file in it, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another process owns the folder: become its client.
    #[error("the data folder `{}` is in use by {owner}; wait until it ends, stop it, or choose another folder with `--data DIR`", path.display())]
    Taken {
        /// The folder.
        path: PathBuf,
        /// Its owner.
        owner: Owner,
    },
    /// A file has a newer format: stop, and leave it alone.
    #[error("`{}` has format {found}, but this version supports formats up to {known}; update fingertip, or move the file away", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The file's format.
        found: u64,
        /// The newest known format.
        known: u64,
    },
    /// A file cannot be parsed: a person has to look. It was not changed.
    #[error("`{}` cannot be read: {problem}; repair the file, or move it away to start over", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        problem: String,
    },
    /// An I/O error.
    #[error("cannot use `{}`: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
}

impl FolderError {
    fn disk(path: &Path, source: io::Error) -> Self {
        Self::Disk { path: path.to_owned(), source }
    }
}

/// The process that owns a data folder.
#[derive(Clone, PartialEq, Eq)]
pub struct Owner {
    /// The process id; 0 if not announced yet.
    pub pid: u32,
    /// The server's address, once it listens.
    pub url: Option<String>,
    /// The secret that admits other commands of the same person.
    pub secret: Option<String>,
    /// The local address of the built-in phone's adbd, if it runs on this machine.
    pub phone: Option<String>,
}

impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Owner({self})")
    }
}

impl fmt::Display for Owner {
    /// Omits the secret, because the text goes into messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.url, self.pid) {
            (Some(url), pid) => write!(f, "process {pid} at {url}"),
            (None, 0) => f.write_str("a process that is starting"),
            (None, pid) => write!(f, "process {pid}"),
        }
    }
}

/// The data folder, owned by this process until it is dropped. [`Paths`] has its layout.
#[derive(Debug)]
pub struct Folder {
    paths: Paths,
    lock: File,
    announced: Mutex<Announcement>,
}

/// The owner's announcement: the lock file's only line.
#[derive(Serialize, Deserialize)]
struct Announcement {
    version: u64,
    pid: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
}

impl fmt::Debug for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Announcement(…)")
    }
}

impl Folder {
    /// Takes the folder, and creates it if needed.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, FolderError> {
        let paths = Paths::new(path);
        create_private_folder(paths.root()).map_err(|source| FolderError::disk(paths.root(), source))?;
        let at = paths.lock_file();
        let lock = private::open(&at).map_err(|source| FolderError::disk(&at, source))?;
        if !take(&lock).map_err(|source| FolderError::disk(&at, source))? {
            let owner = read_owner(lock);
            return Err(FolderError::Taken { path: paths.root().to_owned(), owner });
        }
        private::tighten(&paths);
        let announced = Announcement { version: VERSION, pid: std::process::id(), url: None, token: None, phone: None };
        let folder = Self { paths, lock, announced: Mutex::new(announced) };
        folder.change(|_| {})?;
        Ok(folder)
    }

    /// Announces the address of this process, and the secret that admits other commands of the same person.
    pub fn announce(&self, url: &str, secret: Option<&str>) -> Result<(), FolderError> {
        self.change(|announced| {
            announced.url = Some(url.to_owned());
            announced.token = secret.map(str::to_owned);
        })
    }

    /// Announces the local address of the built-in phone's adbd, so that other commands use the same phone.
    pub fn announce_phone(&self, address: &str) -> Result<(), FolderError> {
        self.change(|announced| announced.phone = Some(address.to_owned()))
    }

    /// Returns the folder's current owner, if any. Takes no lock and creates nothing.
    pub fn owner(path: impl Into<PathBuf>) -> Option<Owner> {
        let lock = File::open(Paths::new(path).lock_file()).ok()?;
        // A shared lock succeeds exactly when the folder has no owner.
        match lock.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Some(read_owner(lock)),
            Ok(()) | Err(TryLockError::Error(_)) => None,
        }
    }

    /// Rewrites the announcement in place, because the lock belongs to this very file. Overwrites the old line before
    /// truncating, so that a reader never finds the file empty.
    fn change(&self, change: impl FnOnce(&mut Announcement)) -> Result<(), FolderError> {
        let mut announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut announced);
        let write = || {
            let mut text = serde_json::to_vec(&*announced)?;
            text.push(b'\n');
            let mut lock = &self.lock;
            lock.rewind()?;
            lock.write_all(&text)?;
            lock.set_len(text.len() as u64)
        };
        write().map_err(|source| FolderError::disk(&self.paths.lock_file(), source))
    }
}

impl Deref for Folder {
    type Target = Paths;
    fn deref(&self) -> &Paths {
        &self.paths
    }
}

impl Drop for Folder {
    /// Removes the secret from the file. The kernel releases the lock when the file is closed.
    fn drop(&mut self) {
        let _ = self.lock.set_len(0);
    }
}

/// Tries to take the lock. A process that only peeks holds it shared for a moment; that is not ownership.
fn take(lock: &File) -> io::Result<bool> {
    for _ in 0..GLANCES {
        match lock.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => {}
        }
        match lock.try_lock_shared() {
            Ok(()) => lock.unlock()?,
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => return Ok(false),
        }
        std::thread::yield_now();
    }
    Ok(false)
}

/// Reads the owner's announcement. The owner may be writing it right now; then the next read gets it.
fn read_owner(mut lock: File) -> Owner {
    for _ in 0..GLANCES {
        let mut text = String::new();
        let read = lock.rewind().and_then(|()| Read::by_ref(&mut lock).take(MOST_BYTES).read_to_string(&mut text));
        if read.is_ok()
            && let Some(first) = text.lines().next()
            && let Ok(said) = serde_json::from_str::<Announcement>(first)
        {
            return Owner { pid: said.pid, url: said.url, secret: said.token, phone: said.phone };
        }
        std::thread::yield_now();
    }
    Owner { pid: 0, url: None, secret: None, phone: None }
}
