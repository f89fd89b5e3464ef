//! Resolves paths to entries: links, `.` and `..`, and permissions.

use std::collections::VecDeque;

use super::node::{Body, Node};
use super::owner::{ROOT, SHELL, SHELL_GROUPS};
use super::{FileError, Files, MAX_DEPTH, MAX_NAME, MAX_PATH};

/// The maximum number of links on a path, as in Linux.
const MAX_LINKS: usize = 40;

/// A resolved path: its names without links, and its node, if it exists.
pub(super) struct ResolvedPath<'a> {
    pub(super) parts: Vec<String>,
    pub(super) node: Option<&'a Node>,
}

impl<'a> ResolvedPath<'a> {
    pub(super) fn found(&self) -> Result<&'a Node, FileError> {
        self.node.ok_or(FileError::Missing)
    }
}

impl Files {
    /// Resolves `path` from the root. Only its last name may be missing; if it is a link, it is followed if `follow` is
    /// set or the path ends in a slash.
    pub(super) fn walk(&self, path: &str, follow: bool) -> Result<ResolvedPath<'_>, FileError> {
        if path.is_empty() {
            return Err(FileError::Missing);
        }
        if path.len() > MAX_PATH {
            return Err(FileError::NameTooLong);
        }
        let must_be_directory = path.ends_with('/') || path.ends_with("/.");
        let mut ahead: VecDeque<String> = names(path).collect();
        let mut trail: Vec<(String, &Node)> = Vec::new();
        let mut links = 0;
        while let Some(name) = ahead.pop_front() {
            let current: &Node = trail.last().map_or(&self.root, |(_, node)| node);
            let Body::Directory(entries) = &current.body else { return Err(FileError::NotDirectory) };
            let parts = || trail.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
            self.allowed(&parts(), current, 1)?;
            match name.as_str() {
                "." => continue,
                ".." => {
                    trail.pop();
                    continue;
                }
                _ => {}
            }
            if name.len() > MAX_NAME || trail.len() >= MAX_DEPTH {
                return Err(FileError::NameTooLong);
            }
            let mounted = if trail.is_empty() { self.kernel.mounted(&name) } else { None };
            let Some(node) = mounted.or_else(|| entries.get(&name)) else {
                if ahead.is_empty() {
                    let mut parts = parts();
                    parts.push(name);
                    return Ok(ResolvedPath { parts, node: None });
                }
                return Err(FileError::Missing);
            };
            match &node.body {
                Body::Link(target) if follow || must_be_directory || !ahead.is_empty() => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Err(FileError::Loop);
                    }
                    if target.starts_with('/') {
                        trail.clear();
                    }
                    for name in names(target).collect::<Vec<_>>().into_iter().rev() {
                        ahead.push_front(name);
                    }
                }
                _ => trail.push((name, node)),
            }
        }
        let node = trail.last().map_or(&*self.root, |(_, node)| node);
        if must_be_directory && !matches!(node.body, Body::Directory(_)) {
            return Err(FileError::NotDirectory);
        }
        Ok(ResolvedPath { parts: trail.into_iter().map(|(name, _)| name).collect(), node: Some(node) })
    }

    /// Checks the rights `wanted` (4 read, 2 write, 1 execute) on `node`.
    pub(super) fn allowed(&self, parts: &[String], node: &Node, wanted: u32) -> Result<(), FileError> {
        if self.all_rights() || shared(parts) {
            return Ok(());
        }
        let shift = if node.uid == self.user {
            6
        } else if node.gid == self.user || self.user == SHELL && SHELL_GROUPS.contains(&node.gid) {
            3
        } else {
            0
        };
        if (node.permissions >> shift) & wanted == wanted { Ok(()) } else { Err(FileError::Denied) }
    }

    /// Whether the acting user bypasses all permissions.
    pub(super) fn all_rights(&self) -> bool {
        self.system || self.user == ROOT
    }

    /// Returns the owner of a new entry.
    pub(super) fn owner(&self) -> u32 {
        if self.system { ROOT } else { self.user }
    }

    /// Checks whether the partition of `parts` is mounted for writing.
    pub(super) fn writable(&self, parts: &[String]) -> Result<(), FileError> {
        let mounted = ["data", "storage", "dev", "mnt", "proc", "sys", "cache", "metadata", "config"];
        match parts.first() {
            _ if self.system => Ok(()),
            Some(first) if mounted.contains(&first.as_str()) => Ok(()),
            _ => Err(FileError::ReadOnly),
        }
    }
}

/// Whether `parts` is in shared storage, where a daemon decides and `shell` may do everything.
pub(super) fn shared(parts: &[String]) -> bool {
    matches!(parts, [storage, emulated, zero, ..] if storage == "storage" && emulated == "emulated" && zero == "0")
}

fn names(path: &str) -> impl Iterator<Item = String> + '_ {
    path.split('/').filter(|name| !name.is_empty()).map(str::to_owned)
}
