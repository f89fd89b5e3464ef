//! The pictures and videos in shared storage, by folder. There is no index: the folders are scanned.

use machine::files::Kind;
use state::documents::{self, STORAGE};
use state::shared::Shared;

/// The most files collected, and the deepest folder searched.
const MOST: usize = 5_000;
const DEEPEST: usize = 12;
/// The comparison of a sort by size or date.
pub(crate) type Order = fn(&Medium, &Medium) -> std::cmp::Ordering;

/// A picture or a video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Medium {
    pub(crate) path: String,
    pub(crate) size: u64,
    pub(crate) modified_ms: i64,
}

impl Medium {
    pub(crate) fn name(&self) -> &str {
        documents::name(&self.path)
    }

    pub(crate) fn folder(&self) -> &str {
        documents::folder(&self.path)
    }

    pub(crate) fn is_video(&self) -> bool {
        documents::kind(self.name()).starts_with("video/")
    }
}

/// A folder with pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Album {
    pub(crate) path: String,
    /// Its media, newest first.
    pub(crate) media: Vec<Medium>,
}

impl Album {
    pub(crate) fn name(&self) -> &str {
        folder_name(&self.path)
    }
}

/// Returns the name of a folder.
pub(crate) fn folder_name(path: &str) -> &str {
    if path == STORAGE { "Internal" } else { documents::name(path) }
}

/// Returns all pictures and videos, newest first.
pub(crate) fn media(shared: &Shared) -> Vec<Medium> {
    let mut found = Vec::new();
    walk(shared, STORAGE, 0, &mut found);
    newest_first(&mut found);
    found
}

/// Returns the media of one folder, newest first.
pub(crate) fn media_in(shared: &Shared, folder: &str) -> Vec<Medium> {
    let mut found = Vec::new();
    list(shared, folder, &mut found);
    newest_first(&mut found);
    found
}

/// Returns the folders with pictures or videos, the one with the newest first.
pub(crate) fn albums(shared: &Shared) -> Vec<Album> {
    let mut albums: Vec<Album> = Vec::new();
    for medium in media(shared) {
        match albums.iter_mut().find(|album| album.path == medium.folder()) {
            Some(album) => album.media.push(medium),
            None => albums.push(Album { path: medium.folder().to_owned(), media: vec![medium] }),
        }
    }
    albums
}

fn newest_first(media: &mut [Medium]) {
    media.sort_by(|one, other| other.modified_ms.cmp(&one.modified_ms).then_with(|| one.path.cmp(&other.path)));
}

/// Collects the media of a folder. Returns its subfolders.
fn list(shared: &Shared, folder: &str, found: &mut Vec<Medium>) -> Vec<String> {
    let mut folders = Vec::new();
    for (name, stat) in shared.files.list(folder).unwrap_or_default() {
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{folder}/{name}");
        let kind = documents::kind(&name);
        match stat.kind {
            Kind::Directory => folders.push(path),
            Kind::File if found.len() < MOST && (kind.starts_with("image/") || kind.starts_with("video/")) => {
                found.push(Medium { path, size: stat.size, modified_ms: stat.mtime_ms });
            }
            _ => {}
        }
    }
    folders
}

fn walk(shared: &Shared, folder: &str, depth: usize, found: &mut Vec<Medium>) {
    // Apps' private folders are not shown.
    if depth > DEEPEST || folder == format!("{STORAGE}/Android") {
        return;
    }
    for below in list(shared, folder, found) {
        walk(shared, &below, depth + 1, found);
    }
}
