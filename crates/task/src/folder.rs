//! The data folder: where everything lies, and which process owns it.
//!
//! `fingertip serve` and every command that works on the folder itself open it; a command that finds it
//! taken asks [`Folder::owner`] for the address and becomes a client. Ownership is a lock of the kernel
//! on the file `lock`: a process that is killed loses it at once, so there is nothing to clean up, and
//! what a dead process left in the file is not believed.

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

/// The format of the lock's content.
const VERSION: u64 = 1;
/// The lock's line has some hundred bytes; whatever is longer than this is not ours.
const MOST_BYTES: u64 = 64 << 10;
/// How often somebody else's glance at the lock is waited out. A glance takes microseconds, so this is some
/// hundredths of a second.
const GLANCES: usize = 10_000;

/// Why the data folder, or a file in it, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Another process owns it: become its client.
    #[error("the data folder `{}` is in use by {owner}; wait until it ends, stop it, or choose another folder with `--data DIR`", path.display())]
    Taken {
        /// The folder.
        path: PathBuf,
        /// Who.
        owner: Owner,
    },
    /// A file is of a newer format: stop, and leave it alone.
    #[error("`{}` has format {found}, and this version knows formats up to {known}; update fingertip, or move the file away", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u64,
        /// The newest one that is known here.
        known: u64,
    },
    /// A file does not say what it should: a person has to look. It was not changed.
    #[error("`{}` cannot be read: {problem}; repair the file, or move it away to begin anew", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        problem: String,
    },
    /// The disk says no.
    #[error("cannot use `{}`: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// Why.
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
    /// Its number; 0 if it has not said yet.
    pub pid: u32,
    /// Where it answers, once it does.
    pub url: Option<String>,
    /// What lets a command of the same person in.
    pub secret: Option<String>,
    /// Where the adbd of the built-in phone listens on this machine, if it runs there.
    pub phone: Option<String>,
}

impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Owner({self})")
    }
}

impl fmt::Display for Owner {
    /// Without the secret: this goes into messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.url, self.pid) {
            (Some(url), pid) => write!(f, "process {pid} at {url}"),
            (None, 0) => f.write_str("a process that is starting"),
            (None, pid) => write!(f, "process {pid}"),
        }
    }
}

/// The data folder, owned by this process until it is dropped. Its places are those of [`Paths`].
#[derive(Debug)]
pub struct Folder {
    paths: Paths,
    lock: File,
    announced: Mutex<Announcement>,
}

/// What the owner says of itself: the lock's one line.
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
    /// Makes the folder if need be, and takes it.
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

    /// Says where this process answers, and what lets the same person's other commands in.
    pub fn announce(&self, url: &str, secret: Option<&str>) -> Result<(), FolderError> {
        self.change(|announced| {
            announced.url = Some(url.to_owned());
            announced.token = secret.map(str::to_owned);
        })
    }

    /// Says where the built-in phone's adbd listens on this machine, so that other commands use the same phone.
    pub fn announce_phone(&self, address: &str) -> Result<(), FolderError> {
        self.change(|announced| announced.phone = Some(address.to_owned()))
    }

    /// Who owns the folder now, if anybody does. Takes nothing and makes nothing.
    pub fn owner(path: impl Into<PathBuf>) -> Option<Owner> {
        let lock = File::open(Paths::new(path).lock_file()).ok()?;
        // A shared lock can be had exactly when nobody owns the folder.
        match lock.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Some(read_owner(lock)),
            Ok(()) | Err(TryLockError::Error(_)) => None,
        }
    }

    /// In place, since the lock belongs to this very file. Over the old line first and cut after it, so
    /// that a reader never finds the file empty.
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
    /// The secret does not stay behind; the kernel takes the lock back when the file is closed.
    fn drop(&mut self) {
        let _ = self.lock.set_len(0);
    }
}

/// Whether the lock is ours now. Somebody who only looks holds it for a moment, shared: that is no owner.
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

/// What the owner says of itself. It may be writing right now: then the next reading has it.
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
