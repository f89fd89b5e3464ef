//! The sync protocol: stat, list, send and receive files, both sides.
//!
//! A request is a word of four letters, a length and a path; answers are little-endian structs that
//! begin with a word (AOSP `packages/modules/adb/file_sync_protocol.h`). [`FileSync`] is the host's side,
//! [`serve`] the phone's, over whatever [`Files`] it has.

mod client;
mod server;
#[cfg(test)]
mod tests;
mod wire;

pub use self::client::FileSync;
pub use self::server::{FileError, Files, serve};

/// The most that one `DATA` may carry.
pub const MAX_DATA: usize = 64 * 1024;
/// The longest path that adbd takes.
pub const MAX_PATH: usize = 1024;

/// The bits of a mode that say what a file is.
const KIND: u32 = 0o170_000;
/// A regular file.
pub const REGULAR: u32 = 0o100_000;
/// A folder.
pub const FOLDER: u32 = 0o040_000;
/// A symbolic link.
pub const LINK: u32 = 0o120_000;

/// What is known of a file. Version 1 knows only mode, size and modification time, in 32 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// The device it is on.
    pub dev: u64,
    /// Its number there.
    pub ino: u64,
    /// Kind and permissions.
    pub mode: u32,
    /// How many names it has.
    pub nlink: u32,
    /// Its owner.
    pub uid: u32,
    /// Its group.
    pub gid: u32,
    /// Its size in bytes.
    pub size: u64,
    /// When it was read, in seconds since 1970.
    pub atime: i64,
    /// When it was written.
    pub mtime: i64,
    /// When its attributes changed.
    pub ctime: i64,
}

impl Stat {
    /// Whether it is a folder.
    pub fn is_folder(&self) -> bool {
        self.mode & KIND == FOLDER
    }

    /// Whether it is a regular file.
    pub fn is_regular(&self) -> bool {
        self.mode & KIND == REGULAR
    }
}

/// One entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in the folder.
    pub name: String,
    /// What is known of it, links not followed.
    pub stat: Stat,
}
