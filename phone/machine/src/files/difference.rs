//! The difference between two trees as data to save: what was changed on a phone since its initial state.
//!
//! Applying a difference validates it like any other external data: names, depth, capacity. It never follows a link, so
//! a saved difference cannot reach outside the tree.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::node::{Body, Node};
use super::owner::SHELL;
use super::{Files, MAX_DEPTH, MAX_NAME, MAX_PATH};

/// The maximum number of saved content bytes. A phone used by hand has a few kilobytes. Its file is read and written
/// with every command, so it has to stay far below the phone's capacity.
pub const MAX_CONTENTS: usize = 32 << 20;
/// The maximum number of saved entries.
const MAX_ENTRIES: usize = 50_000;

/// A difference, with folders before their contents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Difference {
    changed: Vec<Entry>,
    /// Removed paths.
    removed: Vec<String>,
    /// The last inode number that was assigned.
    serial: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    path: String,
    mode: u32,
    uid: u32,
    gid: u32,
    mtime_ms: i64,
    inode: u64,
    #[serde(flatten)]
    contents: Contents,
}

/// The contents of a changed entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Contents {
    /// The initial contents.
    Unchanged(bool),
    Directory(bool),
    Link(String),
    Text(String),
    Base64(String),
}

impl Difference {
    /// Computes what `files` has beyond `base`. Also returns the paths that exceed the limits.
    pub fn between(base: &Files, files: &Files) -> (Self, Vec<String>) {
        let mut writer =
            Writer { bytes: 0, found: Self { serial: files.serial, ..Self::default() }, left_out: Vec::new() };
        writer.compare("", Some(&base.root), &files.root);
        (writer.found, writer.left_out)
    }

    /// Returns a digest, equal for equal differences of any length.
    pub fn digest(&self) -> String {
        let mut hasher = DefaultHasher::new();
        let entries = self.changed.iter().filter(|entry| !matches!(entry.contents, Contents::Directory(_)));
        for entry in entries {
            (&entry.path, entry.mode, entry.uid, entry.gid).hash(&mut hasher);
            serde_json::to_string(&entry.contents).unwrap_or_default().hash(&mut hasher);
        }
        self.removed.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    /// Applies the difference to `base`; the error names the entry that failed.
    pub fn apply(self, base: &mut Files) -> Result<(), String> {
        let mut root = (*base.root).clone();
        for path in &self.removed {
            let names = names(path)?;
            if let Some((last, above)) = names.split_last()
                && let Some(Body::Directory(entries)) = descend(&mut root, above).map(|node| &mut node.body)
            {
                entries.remove(*last);
            }
        }
        for entry in self.changed {
            put(&mut root, entry)?;
        }
        let used = root.cost();
        if used > base.capacity {
            return Err(format!("its files take {used} bytes, but the phone has only {}", base.capacity));
        }
        base.used = used;
        base.root = Arc::new(root);
        // Keeps far below the maximum, whatever was saved.
        base.serial = base.serial.max(self.serial.min(u64::from(u32::MAX)));
        Ok(())
    }
}

struct Writer {
    found: Difference,
    bytes: usize,
    left_out: Vec<String>,
}

impl Writer {
    fn compare(&mut self, path: &str, base: Option<&Arc<Node>>, node: &Arc<Node>) {
        if base.is_some_and(|base| Arc::ptr_eq(base, node)) {
            return;
        }
        let was = base.map(|base| &base.body);
        let contents = match (&node.body, was) {
            (Body::File(new), Some(Body::File(old))) if Arc::ptr_eq(new, old) || new == old => {
                Contents::Unchanged(true)
            }
            (Body::Device(new), Some(Body::Device(old))) if new == old => Contents::Unchanged(true),
            // Only the phone itself creates devices and kernel files.
            (Body::Device(_), _) => return,
            (Body::File(contents), _) => written(contents),
            (Body::Link(target), _) => Contents::Link(target.clone()),
            (Body::Directory(_), _) => Contents::Directory(true),
        };
        let same = base.is_some_and(|base| {
            let outside = |node: &Node| (node.permissions, node.uid, node.gid, node.mtime_ms, node.inode);
            let inside = match (&node.body, &base.body) {
                (Body::Directory(_), Body::Directory(_)) => true,
                (Body::Link(new), Body::Link(old)) => new == old,
                _ => contents == Contents::Unchanged(true),
            };
            inside && outside(base) == outside(node)
        });
        if !same && !self.write(path, node, contents) {
            return;
        }
        if let Body::Directory(entries) = &node.body {
            let none = BTreeMap::new();
            let before = match was {
                Some(Body::Directory(before)) => before,
                _ => &none,
            };
            for name in before.keys().filter(|name| !entries.contains_key(*name)) {
                self.found.removed.push(format!("{path}/{name}"));
            }
            for (name, entry) in entries {
                self.compare(&format!("{path}/{name}"), before.get(name), entry);
            }
        }
    }

    fn write(&mut self, path: &str, node: &Node, contents: Contents) -> bool {
        let bytes = match &contents {
            Contents::Text(text) | Contents::Base64(text) => text.len(),
            Contents::Unchanged(_) | Contents::Directory(_) | Contents::Link(_) => 0,
        };
        if self.bytes + bytes > MAX_CONTENTS || self.found.changed.len() >= MAX_ENTRIES {
            self.left_out.push(path.to_owned());
            return false;
        }
        self.bytes += bytes;
        let Node { permissions, uid, gid, mtime_ms, inode, .. } = *node;
        self.found.changed.push(Entry {
            path: path.to_owned(),
            mode: permissions,
            uid,
            gid,
            mtime_ms,
            inode,
            contents,
        });
        true
    }
}

/// Keeps text readable, but encodes contents that JSON would have to escape heavily.
fn written(contents: &[u8]) -> Contents {
    let plain = |byte: &u8| matches!(byte, b'\n' | b'\t' | b'\r') || (*byte >= b' ' && *byte != 0x7f);
    match std::str::from_utf8(contents) {
        Ok(text) if contents.iter().all(plain) => Contents::Text(text.to_owned()),
        _ => Contents::Base64(STANDARD.encode(contents)),
    }
}

/// Splits a path into names that a tree may contain.
fn names(path: &str) -> Result<Vec<&str>, String> {
    let names: Vec<&str> = path.split('/').skip(1).collect();
    let good = |name: &&str| !name.is_empty() && name.len() <= MAX_NAME && !matches!(*name, "." | "..");
    let rooted = path.is_empty() || path.starts_with('/');
    if !rooted || path.len() > MAX_PATH || names.len() > MAX_DEPTH || !names.iter().all(good) {
        return Err(format!("`{}` is not a valid file path", path.chars().take(80).collect::<String>()));
    }
    Ok(names)
}

fn descend<'n>(root: &'n mut Node, names: &[&str]) -> Option<&'n mut Node> {
    let mut node = root;
    for name in names {
        let Body::Directory(entries) = &mut node.body else { return None };
        node = Arc::make_mut(entries.get_mut(*name)?);
    }
    Some(node)
}

fn put(root: &mut Node, entry: Entry) -> Result<(), String> {
    let Entry { path, mode, uid, gid, mtime_ms, inode, contents } = entry;
    let refused = |why: &str| format!("the file `{path}` {why}");
    let body = match contents {
        Contents::Unchanged(_) => None,
        Contents::Directory(_) => Some(Body::Directory(BTreeMap::new())),
        Contents::Link(target) if target.len() > MAX_PATH => return Err(refused("has a link target that is too long")),
        Contents::Link(target) => Some(Body::Link(target)),
        Contents::Text(text) => Some(Body::File(Arc::new(text.into_bytes()))),
        Contents::Base64(text) => {
            Some(Body::File(Arc::new(STANDARD.decode(text).map_err(|error| refused(&error.to_string()))?)))
        }
    };
    let names = names(&path)?;
    let outside = |node: &mut Node| {
        (node.permissions, node.uid, node.gid, node.mtime_ms, node.inode) = (mode & 0o7777, uid, gid, mtime_ms, inode);
    };
    let Some((last, above)) = names.split_last() else {
        outside(root);
        return Ok(());
    };
    let mut parent = root;
    for name in above {
        let Body::Directory(entries) = &mut parent.body else { return Err(refused("is not in a folder")) };
        // A folder that this version no longer creates.
        let folder = || {
            let body = Body::Directory(BTreeMap::new());
            Arc::new(Node { permissions: 0o771, uid: SHELL, gid: SHELL, mtime_ms, inode, body })
        };
        parent = Arc::make_mut(entries.entry((*name).to_owned()).or_insert_with(folder));
    }
    let Body::Directory(entries) = &mut parent.body else { return Err(refused("is not in a folder")) };
    match (entries.get_mut(*last), body) {
        // An existing folder keeps its contents.
        (Some(node), Some(Body::Directory(_))) if matches!(node.body, Body::Directory(_)) => {
            outside(Arc::make_mut(node))
        }
        (Some(node), None) => outside(Arc::make_mut(node)),
        // The initial tree had it, but this version's no longer does.
        (None, None) => {}
        (_, Some(body)) => {
            let mut node = Node { permissions: 0, uid: 0, gid: 0, mtime_ms, inode, body };
            outside(&mut node);
            entries.insert((*last).to_owned(), Arc::new(node));
        }
    }
    Ok(())
}
