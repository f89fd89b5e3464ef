//! The media in shared storage: files with a video or audio extension.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use machine::files::Kind;
use state::documents;
use state::shared::Shared;

use super::mp4;

/// The most files, and the deepest folders, that are scanned.
const MOST_FILES: usize = 2000;
const DEEPEST: usize = 5;

/// A video or audio file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MediaFile {
    pub(super) path: String,
    pub(super) size: u64,
    pub(super) video: bool,
}

impl MediaFile {
    pub(super) fn name(&self) -> &str {
        documents::name(&self.path)
    }
}

/// Whether a name is that of a video (`Some(true)`), audio (`Some(false)`) or neither.
pub(super) fn is_video(name: &str) -> Option<bool> {
    let kind = documents::kind(name);
    match kind.split_once('/')? {
        ("video", _) => Some(true),
        ("audio", kind) if kind != "x-mpegurl" => Some(false),
        _ => None,
    }
}

/// Returns all media in shared storage, by name.
pub(super) fn all(shared: &Shared) -> Vec<MediaFile> {
    let mut found = Vec::new();
    scan(documents::STORAGE, 0, shared, &mut found);
    found.sort_by_cached_key(|file| file.name().to_lowercase());
    found
}

fn scan(folder: &str, depth: usize, shared: &Shared, found: &mut Vec<MediaFile>) {
    let Ok(entries) = shared.files.list(folder) else { return };
    for (name, stat) in entries {
        let path = format!("{folder}/{name}");
        match stat.kind {
            _ if found.len() >= MOST_FILES => return,
            Kind::Directory if depth < DEEPEST && !name.starts_with('.') && path != "/storage/emulated/0/Android" => {
                scan(&path, depth + 1, shared, found);
            }
            Kind::File => {
                if let Some(video) = is_video(&name) {
                    found.push(MediaFile { path, size: stat.size, video });
                }
            }
            _ => {}
        }
    }
}

/// Returns the folders and media of a folder, by name: path and whether it is a folder.
pub(super) fn entries(folder: &str, shared: &Shared) -> Vec<(String, bool)> {
    let listed = shared.files.list(folder).unwrap_or_default();
    let mut entries: Vec<(String, bool)> = listed
        .into_iter()
        .filter(|(name, stat)| !name.starts_with('.') && (stat.kind == Kind::Directory || is_video(name).is_some()))
        .map(|(name, stat)| (format!("{folder}/{name}"), stat.kind == Kind::Directory))
        .collect();
    entries.sort_by_cached_key(|(path, folder)| (!folder, path.to_lowercase()));
    entries
}

/// A cache of video lengths: each file is read once until it changes.
#[derive(Debug, Default)]
pub(super) struct Lengths {
    read: RefCell<BTreeMap<String, Read>>,
}

/// A file and its length.
type Read = (Arc<Vec<u8>>, Option<i64>);

/// A clone starts with an empty cache.
impl Clone for Lengths {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Lengths {
    /// Returns the length in milliseconds, if the file has it.
    pub(super) fn of(&self, path: &str, shared: &Shared) -> Option<i64> {
        let file = shared.files.read_as_system(path).ok()?;
        let mut read = self.read.borrow_mut();
        if let Some((known, length)) = read.get(path)
            && Arc::ptr_eq(known, &file)
        {
            return *length;
        }
        if read.len() >= MOST_FILES {
            read.clear();
        }
        let length = mp4::duration_ms(&file);
        read.insert(path.to_owned(), (file, length));
        length
    }
}
