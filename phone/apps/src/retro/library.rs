//! The songs on the phone: the mp3 files in `/sdcard/Music`, with their tags.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use machine::files::Kind;
use state::documents;
use state::shared::Shared;

use super::tags::{self, Tags};

/// The music folder.
pub(super) const MUSIC: &str = "/storage/emulated/0/Music";
/// The most files, and the deepest folders, that are scanned.
const MOST_SONGS: usize = 5000;
const DEEPEST: usize = 6;

/// A song.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Song {
    pub(super) id: i64,
    pub(super) path: String,
    pub(super) modified_ms: i64,
    pub(super) size: u64,
    pub(super) tags: Tags,
}

/// The songs and a cache of their tags: each file is read once until it changes.
#[derive(Debug, Default)]
pub(super) struct Library {
    read: RefCell<BTreeMap<String, Read>>,
}

/// A file and its tags.
type Read = (Arc<Vec<u8>>, Tags);

/// A clone starts with an empty cache.
impl Clone for Library {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Returns a number for a text: the same on every phone and after every start (FNV-1a).
pub(super) fn number_of(text: &str) -> i64 {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    i64::from((hash ^ hash >> 32) as u32 >> 1)
}

impl Library {
    /// Returns all songs, by title.
    pub(super) fn songs(&self, shared: &Shared) -> Vec<Song> {
        let mut songs = Vec::new();
        self.scan(MUSIC, 0, shared, &mut songs);
        let mut read = self.read.borrow_mut();
        if read.len() > songs.len() {
            // Drop deleted files from the cache.
            read.retain(|path, _| songs.iter().any(|song: &Song| song.path == *path));
        }
        songs.sort_by_cached_key(|song| song.tags.title.to_lowercase());
        songs
    }

    fn scan(&self, folder: &str, depth: usize, shared: &Shared, songs: &mut Vec<Song>) {
        let Ok(entries) = shared.files.list(folder) else { return };
        for (name, stat) in entries {
            let path = format!("{folder}/{name}");
            match stat.kind {
                _ if songs.len() >= MOST_SONGS => return,
                Kind::Directory if depth < DEEPEST => self.scan(&path, depth + 1, shared, songs),
                Kind::File if documents::ending(&name).as_deref() == Some("mp3") => {
                    if let Some(tags) = self.tags(&path, shared) {
                        let id = number_of(&path);
                        songs.push(Song { id, path, modified_ms: stat.mtime_ms, size: stat.size, tags });
                    }
                }
                _ => {}
            }
        }
    }

    fn tags(&self, path: &str, shared: &Shared) -> Option<Tags> {
        let file = shared.files.read_as_system(path).ok()?;
        let mut read = self.read.borrow_mut();
        if let Some((known, tags)) = read.get(path)
            && Arc::ptr_eq(known, &file)
        {
            return Some(tags.clone());
        }
        let mut tags = tags::read(&file);
        let or = |text: &mut String, other: &str| {
            if text.is_empty() {
                other.clone_into(text);
            }
        };
        let name = documents::name(path);
        or(&mut tags.title, name.rsplit_once('.').map_or(name, |(stem, _)| stem));
        or(&mut tags.artist, "Unknown artist");
        or(&mut tags.album, "Music");
        read.insert(path.to_owned(), (file, tags.clone()));
        Some(tags)
    }
}
