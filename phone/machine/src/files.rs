//! The phone's file system: a tree in memory with modes, owners, times, links and devices, and the errors that Android
//! reports to the user `shell`.
//!
//! The shell's programs and the sync service call it; apps write through [`Files::as_system`]. A clone costs one
//! reference count, since directories and contents are shared until one of them changes. It never touches the host's
//! disk or clock: times are passed in, in milliseconds since 1970.

mod change;
mod difference;
mod image;
mod kernel;
mod node;
mod owner;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;

pub use self::difference::Difference;
pub use self::difference::MAX_CONTENTS;
pub use self::kernel::KernelState;
pub use self::node::{Device, Kind, Stat};
pub use self::owner::{ROOT, SHELL, SHELL_GROUPS, group_name, mode_text, user_name};

use self::node::{Body, Node};

/// The default capacity of a phone in bytes, for contents plus [`NODE_COST`] per entry.
pub const CAPACITY: u64 = 512 * 1024 * 1024;
/// The cost of an entry besides its contents.
pub const NODE_COST: u64 = 512;
/// Maximum nesting depth of directories.
pub const MAX_DEPTH: usize = 64;
/// Maximum length of a name, in bytes.
pub const MAX_NAME: usize = 255;
/// Maximum length of a path, in bytes.
pub const MAX_PATH: usize = 4095;

/// Why an operation failed, with Android's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// ENOENT
    #[error("No such file or directory")]
    Missing,
    /// EACCES
    #[error("Permission denied")]
    Denied,
    /// EPERM
    #[error("Operation not permitted")]
    NotPermitted,
    /// EEXIST
    #[error("File exists")]
    Exists,
    /// ENOTDIR
    #[error("Not a directory")]
    NotDirectory,
    /// EISDIR
    #[error("Is a directory")]
    IsDirectory,
    /// EINVAL
    #[error("Invalid argument")]
    Invalid,
    /// ENOSPC
    #[error("No space left on device")]
    Full,
    /// EROFS
    #[error("Read-only file system")]
    ReadOnly,
    /// ENAMETOOLONG
    #[error("File name too long")]
    NameTooLong,
    /// ENOTEMPTY
    #[error("Directory not empty")]
    NotEmpty,
    /// ELOOP
    #[error("Too many symbolic links encountered")]
    Loop,
    /// EXDEV
    #[error("Cross-device link")]
    CrossDevice,
}

impl FileError {
    /// Returns Linux's error number, as the sync service sends it.
    pub fn errno(self) -> u32 {
        match self {
            Self::NotPermitted => 1,
            Self::Missing => 2,
            Self::Denied => 13,
            Self::Exists => 17,
            Self::CrossDevice => 18,
            Self::NotDirectory => 20,
            Self::IsDirectory => 21,
            Self::Invalid => 22,
            Self::Full => 28,
            Self::ReadOnly => 30,
            Self::NameTooLong => 36,
            Self::NotEmpty => 39,
            Self::Loop => 40,
        }
    }
}

/// The file system of one phone.
#[derive(Clone, Debug)]
pub struct Files {
    root: Arc<Node>,
    used: u64,
    capacity: u64,
    serial: u64,
    boot_ms: i64,
    /// The acting user.
    user: u32,
    /// Whether the system itself acts at the moment.
    system: bool,
    /// The mounts at `/proc` and `/sys`.
    kernel: kernel::Kernel,
}

impl Default for Files {
    /// An empty tree.
    fn default() -> Self {
        Self::bare(0)
    }
}

impl Files {
    /// Returns the attributes of the entry at `path`, following links.
    pub fn stat(&self, path: &str) -> Result<Stat, FileError> {
        self.walk(path, true)?.found().map(Node::stat)
    }

    /// Returns the attributes of the entry at `path`, without following a link.
    pub fn lstat(&self, path: &str) -> Result<Stat, FileError> {
        self.walk(path, false)?.found().map(Node::stat)
    }

    /// Returns the entries of a directory by name, without `.` and `..`. Links are not followed.
    pub fn list(&self, path: &str) -> Result<Vec<(String, Stat)>, FileError> {
        let place = self.walk(path, true)?;
        let node = place.found()?;
        let Body::Directory(entries) = &node.body else { return Err(FileError::NotDirectory) };
        self.allowed(&place.parts, node, 4)?;
        Ok(entries.iter().map(|(name, entry)| (name.clone(), entry.stat())).collect())
    }

    /// Returns the contents of a file, or the first 64 KiB of an endless device.
    pub fn read(&self, path: &str) -> Result<Arc<Vec<u8>>, FileError> {
        self.read_up_to(path, 64 * 1024)
    }

    /// Returns the contents of a file, or the first `limit` bytes of an endless device.
    pub fn read_up_to(&self, path: &str, limit: usize) -> Result<Arc<Vec<u8>>, FileError> {
        let place = self.walk(path, true)?;
        let node = place.found()?;
        self.allowed(&place.parts, node, 4)?;
        match &node.body {
            Body::File(contents) => Ok(Arc::clone(contents)),
            Body::Directory(_) => Err(FileError::IsDirectory),
            Body::Link(_) => Err(FileError::Loop),
            Body::Device(device) => Ok(Arc::new(device.read(limit))),
        }
    }

    /// Returns the contents of a file regardless of the acting user, for the app that owns it.
    pub fn read_as_system(&self, path: &str) -> Result<Arc<Vec<u8>>, FileError> {
        let root = Arc::clone(&self.root);
        let disk = Self { root, system: true, kernel: kernel::Kernel::default(), ..*self };
        disk.read(path)
    }

    /// Returns the target of a link.
    pub fn read_link(&self, path: &str) -> Result<String, FileError> {
        match &self.walk(path, false)?.found()?.body {
            Body::Link(target) => Ok(target.clone()),
            _ => Err(FileError::Invalid),
        }
    }

    /// Resolves links, `.` and `..` in a path; its last name need not exist.
    pub fn real_path(&self, path: &str) -> Result<String, FileError> {
        Ok(format!("/{}", self.walk(path, true)?.parts.join("/")))
    }

    /// Checks whether the user may read (4), write (2) or execute (1) the entry at `path`.
    pub fn access(&self, path: &str, wanted: u32) -> Result<(), FileError> {
        let place = self.walk(path, true)?;
        let node = place.found()?;
        if wanted & 2 != 0 {
            self.writable(&place.parts)?;
        }
        self.allowed(&place.parts, node, wanted)
    }

    /// Runs `act` as the system, which may read and write everything.
    pub fn as_system<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.system, true);
        let result = act(self);
        self.system = before;
        result
    }

    /// Sets the acting user: `shell`, `root`, or an app.
    pub fn act_as(&mut self, user: u32) {
        self.user = user;
    }

    /// Returns the acting user.
    pub fn user(&self) -> u32 {
        self.user
    }

    /// Returns the capacity in bytes.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Sets the capacity, including the existing contents.
    pub fn set_capacity(&mut self, bytes: u64) {
        self.capacity = bytes.max(self.used);
    }

    /// Returns the uptime.
    pub fn uptime_ms(&self) -> i64 {
        self.kernel.state().up_ms
    }

    /// Returns how many bytes are in use.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Returns the time of the last boot.
    pub fn boot_ms(&self) -> i64 {
        self.boot_ms
    }
}
