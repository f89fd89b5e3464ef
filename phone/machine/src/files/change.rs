//! Operations that change the tree: write, make, remove, rename, chmod.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::node::{Body, Device, Node};
use super::owner::{MEDIA_PROVIDER, MEDIA_RW, ROOT, SHELL};
use super::walk::shared;
use super::{CAPACITY, FileError, Files, MAX_DEPTH, NODE_COST};

impl Files {
    /// Replaces the contents of a file, or creates it with mode 0666. Writing to a device succeeds.
    pub fn write(&mut self, path: &str, contents: Vec<u8>, now_ms: i64) -> Result<(), FileError> {
        self.put(path, contents, now_ms, false)
    }

    /// Appends to a file, or creates it.
    pub fn append(&mut self, path: &str, contents: &[u8], now_ms: i64) -> Result<(), FileError> {
        self.put(path, contents.to_vec(), now_ms, true)
    }

    fn put(&mut self, path: &str, contents: Vec<u8>, now_ms: i64, keep: bool) -> Result<(), FileError> {
        let resolved = self.walk(path, true)?;
        let parts = resolved.parts.clone();
        let Some(node) = resolved.node else {
            return self.create(parts, Body::File(Arc::new(contents)), 0o666, now_ms);
        };
        let before = match &node.body {
            Body::Directory(_) => return Err(FileError::IsDirectory),
            Body::Device(_) => return Ok(()),
            Body::Link(_) => return Err(FileError::Loop),
            Body::File(old) => old.len() as u64,
        };
        self.writable(&parts)?;
        self.allowed(&parts, node, 2)?;
        let freed = if keep { 0 } else { before };
        self.reserve((contents.len() as u64).saturating_sub(freed))?;
        self.used = self.used - freed + contents.len() as u64;
        if let Some(node) = self.node_mut(&parts) {
            node.mtime_ms = now_ms;
            if let Body::File(old) = &mut node.body {
                if keep {
                    Arc::make_mut(old).extend_from_slice(&contents);
                } else {
                    *old = Arc::new(contents);
                }
            }
        }
        Ok(())
    }

    /// Makes a directory with mode 0777.
    pub fn make_dir(&mut self, path: &str, now_ms: i64) -> Result<(), FileError> {
        let trimmed = path.trim_end_matches('/');
        let resolved = self.walk(if trimmed.is_empty() { path } else { trimmed }, false)?;
        if resolved.node.is_some() {
            return Err(FileError::Exists);
        }
        self.create(resolved.parts.clone(), Body::Directory(BTreeMap::new()), 0o777, now_ms)
    }

    /// Makes a directory and its missing parents.
    pub fn make_dirs(&mut self, path: &str, now_ms: i64) -> Result<(), FileError> {
        let mut prefix = String::new();
        for name in path.split('/').filter(|name| !name.is_empty()) {
            prefix.push('/');
            prefix.push_str(name);
            match self.stat(&prefix) {
                Ok(stat) if stat.kind == super::Kind::Directory => {}
                Ok(_) => return Err(FileError::Exists),
                Err(FileError::Missing) => self.make_dir(&prefix, now_ms)?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Makes a symbolic link at `path` to `target`.
    pub fn link(&mut self, target: &str, path: &str, now_ms: i64) -> Result<(), FileError> {
        let resolved = self.walk(path, false)?;
        if resolved.node.is_some() {
            return Err(FileError::Exists);
        }
        if target.is_empty() {
            return Err(FileError::Missing);
        }
        if target.len() > super::MAX_PATH {
            return Err(FileError::NameTooLong);
        }
        self.create(resolved.parts.clone(), Body::Link(target.to_owned()), 0o777, now_ms)
    }

    pub(super) fn make_device(&mut self, path: &str, device: Device, now_ms: i64) -> Result<(), FileError> {
        let parts = self.walk(path, false)?.parts;
        self.create(parts, Body::Device(device), 0o666, now_ms)
    }

    /// Removes a file, a link or an empty directory.
    pub fn remove(&mut self, path: &str, now_ms: i64) -> Result<(), FileError> {
        let resolved = self.walk(path, false)?;
        let node = resolved.found()?;
        let full = matches!(&node.body, Body::Directory(entries) if !entries.is_empty());
        let parts = resolved.parts.clone();
        self.may_change_entry(&parts)?;
        if full {
            return Err(FileError::NotEmpty);
        }
        self.take(&parts, now_ms).map(|_| ())
    }

    /// Removes an entry with everything inside it.
    pub fn remove_all(&mut self, path: &str, now_ms: i64) -> Result<(), FileError> {
        let resolved = self.walk(path, false)?;
        let node = resolved.found()?;
        let parts = resolved.parts.clone();
        if matches!(&node.body, Body::Directory(entries) if !entries.is_empty()) {
            self.allowed(&parts, node, 6)?;
        }
        self.may_change_entry(&parts)?;
        self.take(&parts, now_ms).map(|_| ())
    }

    /// Renames an entry and replaces an existing target, like `rename(2)`.
    pub fn rename(&mut self, from: &str, to: &str, now_ms: i64) -> Result<(), FileError> {
        let source = self.walk(from, false)?;
        let node = source.found()?;
        let target = self.walk(to.trim_end_matches('/'), false)?;
        let (source_parts, target_parts) = (source.parts.clone(), target.parts.clone());
        if source_parts == target_parts {
            return Ok(());
        }
        if target_parts.starts_with(&source_parts) {
            return Err(FileError::Invalid);
        }
        if target_parts.len() + node.height() > MAX_DEPTH {
            return Err(FileError::NameTooLong);
        }
        let directory = matches!(node.body, Body::Directory(_));
        match target.node.map(|old| &old.body) {
            Some(Body::Directory(entries)) if directory && !entries.is_empty() => return Err(FileError::NotEmpty),
            Some(Body::Directory(_)) if !directory => return Err(FileError::IsDirectory),
            Some(body) if directory && !matches!(body, Body::Directory(_)) => return Err(FileError::NotDirectory),
            _ => {}
        }
        let replaces = target.node.is_some();
        self.may_change_entry(&source_parts)?;
        self.may_change_entry(&target_parts)?;
        let mut moved = self.take(&source_parts, now_ms)?;
        if replaces {
            self.take(&target_parts, now_ms)?;
        }
        if shared(&target_parts) != shared(&source_parts) {
            let node = Arc::make_mut(&mut moved);
            (node.uid, node.gid, node.permissions) =
                ownership(&target_parts, directory, node.permissions, self.owner());
        }
        self.insert(&target_parts, moved, now_ms)
    }

    /// Sets the permission bits. In shared storage this succeeds without effect.
    pub fn chmod(&mut self, path: &str, permissions: u32) -> Result<(), FileError> {
        let parts = self.own(path)?;
        if !shared(&parts)
            && let Some(node) = self.node_mut(&parts)
        {
            node.permissions = permissions & 0o7777;
        }
        Ok(())
    }

    /// Sets the time of the last change.
    pub fn set_mtime(&mut self, path: &str, mtime_ms: i64) -> Result<(), FileError> {
        let parts = self.own(path)?;
        if let Some(node) = self.node_mut(&parts) {
            node.mtime_ms = mtime_ms;
        }
        Ok(())
    }

    /// Sets owner and group; only the system may.
    pub fn chown(&mut self, path: &str, uid: u32, gid: u32) -> Result<(), FileError> {
        let resolved = self.walk(path, true)?;
        resolved.found()?;
        let parts = resolved.parts.clone();
        self.writable(&parts)?;
        if !self.all_rights() {
            return Err(FileError::NotPermitted);
        }
        if let Some(node) = self.node_mut(&parts) {
            (node.uid, node.gid) = (uid, gid);
        }
        Ok(())
    }

    /// Resolves an entry that the user owns.
    fn own(&self, path: &str) -> Result<Vec<String>, FileError> {
        let resolved = self.walk(path, true)?;
        let node = resolved.found()?;
        self.writable(&resolved.parts)?;
        if self.all_rights() || node.uid == self.user || shared(&resolved.parts) {
            Ok(resolved.parts)
        } else {
            Err(FileError::NotPermitted)
        }
    }

    fn create(&mut self, parts: Vec<String>, body: Body, permissions: u32, now_ms: i64) -> Result<(), FileError> {
        self.may_change_entry(&parts)?;
        let directory = matches!(body, Body::Directory(_));
        let (uid, gid, permissions) = ownership(&parts, directory, permissions, self.owner());
        self.serial += 1;
        let node = Node { permissions, uid, gid, mtime_ms: now_ms, inode: self.serial, body };
        self.insert(&parts, Arc::new(node), now_ms)
    }

    /// Checks whether the entry `parts` may be created, removed or renamed in its directory.
    fn may_change_entry(&self, parts: &[String]) -> Result<(), FileError> {
        let Some((name, above)) = parts.split_last() else { return Err(FileError::Exists) };
        debug_assert!(!name.is_empty());
        self.writable(parts)?;
        let mut node = &*self.root;
        for name in above {
            let Body::Directory(entries) = &node.body else { return Err(FileError::NotDirectory) };
            node = entries.get(name).ok_or(FileError::Missing)?;
        }
        self.allowed(above, node, 3)
    }

    fn reserve(&self, more: u64) -> Result<(), FileError> {
        if self.used.saturating_add(more) > self.capacity { Err(FileError::Full) } else { Ok(()) }
    }

    fn insert(&mut self, parts: &[String], node: Arc<Node>, now_ms: i64) -> Result<(), FileError> {
        let Some((name, above)) = parts.split_last() else { return Err(FileError::Exists) };
        let cost = node.cost();
        self.reserve(cost)?;
        let parent = self.node_mut(above).ok_or(FileError::Missing)?;
        let Body::Directory(entries) = &mut parent.body else { return Err(FileError::NotDirectory) };
        entries.insert(name.clone(), node);
        parent.mtime_ms = now_ms;
        self.used += cost;
        Ok(())
    }

    fn take(&mut self, parts: &[String], now_ms: i64) -> Result<Arc<Node>, FileError> {
        let Some((name, above)) = parts.split_last() else { return Err(FileError::Denied) };
        let parent = self.node_mut(above).ok_or(FileError::Missing)?;
        let Body::Directory(entries) = &mut parent.body else { return Err(FileError::NotDirectory) };
        let node = entries.remove(name).ok_or(FileError::Missing)?;
        parent.mtime_ms = now_ms;
        self.used -= node.cost();
        Ok(node)
    }

    /// Returns the entry at `parts`, unshared from clones.
    fn node_mut(&mut self, parts: &[String]) -> Option<&mut Node> {
        let mut node = Arc::make_mut(&mut self.root);
        for name in parts {
            let Body::Directory(entries) = &mut node.body else { return None };
            node = Arc::make_mut(entries.get_mut(name)?);
        }
        Some(node)
    }

    /// Creates an empty tree: only `/`.
    pub(super) fn bare(now_ms: i64) -> Self {
        let body = Body::Directory(BTreeMap::new());
        let root = Node { permissions: 0o755, uid: 0, gid: 0, mtime_ms: now_ms, inode: 1, body };
        Self {
            root: Arc::new(root),
            used: NODE_COST,
            capacity: CAPACITY,
            serial: 1,
            boot_ms: now_ms,
            user: SHELL,
            system: false,
            kernel: Default::default(),
        }
    }
}

/// Returns owner, group and permissions of a new entry: the daemon's in shared storage, otherwise the user's.
fn ownership(parts: &[String], directory: bool, permissions: u32, owner: u32) -> (u32, u32, u32) {
    match (shared(parts), directory) {
        (true, true) => (MEDIA_PROVIDER, MEDIA_RW, 0o2770),
        (true, false) => (MEDIA_PROVIDER, MEDIA_RW, 0o660),
        (false, _) if owner == ROOT => (ROOT, ROOT, permissions & 0o755),
        (false, _) => (owner, owner, permissions),
    }
}
