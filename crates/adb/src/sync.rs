//! The sync protocol: stat, list, send and receive files, both sides.
//!
//! A request is a word of four letters, a length and a path; answers are little-endian structs that begin with a word
//! (AOSP `packages/modules/adb/file_sync_protocol.h`). [`FileSync`] is the host's side, [`serve`] the phone's, over any
//! [`Files`].

mod client;
mod server;
#[cfg(test)]
mod tests;
mod wire;

pub use self::client::FileSync;
pub use self::server::{FileError, Files, serve};

/// The most bytes of one `DATA`.
pub const MAX_DATA: usize = 64 * 1024;
/// The longest path that adbd accepts.
pub const MAX_PATH: usize = 1024;

/// The bits of a mode that give the file type.
const KIND: u32 = 0o170_000;
/// A regular file.
pub const REGULAR: u32 = 0o100_000;
/// A folder.
pub const FOLDER: u32 = 0o040_000;
/// A symbolic link.
pub const LINK: u32 = 0o120_000;

/// The metadata of a file. Version 1 has only mode, size and modification time, in 32 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// The device it is on.
    pub dev: u64,
    /// Its inode number.
    pub ino: u64,
    /// Its type and permissions.
    pub mode: u32,
    /// The number of its hard links.
    pub nlink: u32,
    /// Its owner.
    pub uid: u32,
    /// Its group.
    pub gid: u32,
    /// Its size in bytes.
    pub size: u64,
    /// Its access time, in seconds since 1970.
    pub atime: i64,
    /// Its modification time.
    pub mtime: i64,
    /// The time when its attributes changed.
    pub ctime: i64,
}

impl Stat {
    /// Whether it is a folder.
    pub fn is_folder(&self) -> bool {
        self.mode & KIND == FOLDER
    }
}

/// One entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in the folder.
    pub name: String,
    /// Its metadata, without following links.
    pub stat: Stat,
}
