//! One entry of the file system and its attributes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::NODE_COST;

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A character device.
    Device,
}

/// The attributes that `stat` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// Its kind.
    pub kind: Kind,
    /// Permission bits, including set-id and sticky bits.
    pub permissions: u32,
    /// Owner.
    pub uid: u32,
    /// Group.
    pub gid: u32,
    /// Size of the contents in bytes; for a link, of its target.
    pub size: u64,
    /// Time of the last write, in milliseconds since 1970.
    pub mtime_ms: i64,
    /// Inode number.
    pub inode: u64,
    /// Number of hard links; for a directory, two plus one for each subdirectory.
    pub links: u32,
}

impl Stat {
    /// Returns `st_mode`: the kind's bits with the permissions.
    pub fn mode(&self) -> u32 {
        let kind = match self.kind {
            Kind::File => 0o100_000,
            Kind::Directory => 0o040_000,
            Kind::Link => 0o120_000,
            Kind::Device => 0o020_000,
        };
        kind | self.permissions
    }
}

/// The devices of `/dev` that scripts use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// Discards writes and is empty.
    Null,
    /// Endless zeros.
    Zero,
    /// Endless noise, the same on every phone.
    Random,
    /// The terminal; the shell writes it to its own output.
    Terminal,
}

impl Device {
    /// Returns its first `limit` bytes.
    pub(super) fn read(self, limit: usize) -> Vec<u8> {
        match self {
            Self::Null | Self::Terminal => Vec::new(),
            Self::Zero => vec![0; limit],
            Self::Random => {
                let mut state = 0x9e37_79b9_7f4a_7c15_u64;
                std::iter::repeat_with(|| {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    (state >> 32) as u8
                })
                .take(limit)
                .collect()
            }
        }
    }
}

/// The content of an entry.
#[derive(Clone, Debug)]
pub(super) enum Body {
    File(Arc<Vec<u8>>),
    Directory(BTreeMap<String, Arc<Node>>),
    Link(String),
    Device(Device),
}

/// An entry.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) permissions: u32,
    pub(super) uid: u32,
    pub(super) gid: u32,
    pub(super) mtime_ms: i64,
    pub(super) inode: u64,
    pub(super) body: Body,
}

impl Node {
    pub(super) fn stat(&self) -> Stat {
        let (kind, size, links) = match &self.body {
            Body::File(contents) => (Kind::File, contents.len() as u64, 1),
            Body::Directory(entries) => {
                let inside = entries.values().filter(|entry| matches!(entry.body, Body::Directory(_))).count();
                (Kind::Directory, 3452, 2 + inside as u32)
            }
            Body::Link(target) => (Kind::Link, target.len() as u64, 1),
            Body::Device(_) => (Kind::Device, 0, 1),
        };
        Stat {
            kind,
            permissions: self.permissions,
            uid: self.uid,
            gid: self.gid,
            size,
            mtime_ms: self.mtime_ms,
            inode: self.inode,
            links,
        }
    }

    /// Returns how much capacity the entry takes with everything inside it.
    pub(super) fn cost(&self) -> u64 {
        NODE_COST
            + match &self.body {
                Body::File(contents) => contents.len() as u64,
                Body::Directory(entries) => entries.values().map(|entry| entry.cost()).sum(),
                Body::Link(_) | Body::Device(_) => 0,
            }
    }

    /// Returns the nesting depth of directories below this entry.
    pub(super) fn height(&self) -> usize {
        match &self.body {
            Body::Directory(entries) => 1 + entries.values().map(|entry| entry.height()).max().unwrap_or(0),
            Body::File(_) | Body::Link(_) | Body::Device(_) => 1,
        }
    }
}
