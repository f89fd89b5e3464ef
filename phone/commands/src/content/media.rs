//! `content://media/external/images/media` and related tables: the files of shared storage by type. There is no
//! separate index: a photo that was taken or pushed is listed, and a removed one is not.

use super::row::{Row, row, text};
use machine::files::{Files, Kind, Stat};
use state::documents::{self, STORAGE};
use state::shared::Shared;
use toolkit::picture_size;

/// The maximum number of listed files, and their maximum depth.
const MOST: usize = 10_000;
const DEEPEST: usize = 12;

/// Returns the rows below `content://media`; `None` if the provider does not know the path.
pub(super) fn rows(path: &[&str], shared: &Shared) -> Option<Vec<Row>> {
    let (family, id) = match path {
        ["external" | "external_primary" | "internal", "images", "media", rest @ ..] => ("image/", rest.first()),
        ["external" | "external_primary" | "internal", "video", "media", rest @ ..] => ("video/", rest.first()),
        ["external" | "external_primary" | "internal", "audio", "media", rest @ ..] => ("audio/", rest.first()),
        ["external" | "external_primary" | "internal", "file" | "downloads", rest @ ..] => ("", rest.first()),
        _ => return Some(Vec::new()),
    };
    if path.first() == Some(&"internal") {
        return Some(Vec::new());
    }
    let mut found = Vec::new();
    walk(&shared.files, STORAGE, 0, &mut found);
    let found = found.into_iter().filter(|(path, _)| kind(path).is_some_and(|kind| kind.starts_with(family)));
    let rows = found.filter(|(_, stat)| id.is_none_or(|id| *id == stat.inode.to_string()));
    Some(rows.map(|(path, stat)| media(&path, &stat, &shared.files)).collect())
}

/// Returns the path of a row's file.
pub(super) fn path_of(row: &Row) -> Option<String> {
    row.iter().find(|(name, _)| name == "_data").map(|(_, path)| path.to_string())
}

fn walk(files: &Files, folder: &str, depth: usize, found: &mut Vec<(String, Stat)>) {
    let entries = files.list(folder).unwrap_or_default();
    for (name, stat) in entries.into_iter().filter(|(name, _)| !name.starts_with('.')) {
        let path = format!("{folder}/{name}");
        match stat.kind {
            Kind::Directory if depth < DEEPEST => walk(files, &path, depth + 1, found),
            Kind::File if found.len() < MOST => found.push((path, stat)),
            _ => {}
        }
    }
}

fn kind(path: &str) -> Option<&'static str> {
    Some(documents::kind(documents::name(path))).filter(|kind| *kind != "application/octet-stream")
}

fn media(path: &str, stat: &Stat, files: &Files) -> Row {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let relative = folder.strip_prefix(STORAGE).unwrap_or(folder).trim_start_matches('/');
    let (width, height) = size(path, files).unwrap_or((0, 0));
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    row([
        ("_id", number(stat.inode).into()),
        ("_data", text(path)),
        ("_display_name", text(name)),
        ("title", text(name.rsplit_once('.').map_or(name, |(title, _)| title))),
        ("mime_type", text(kind(path).unwrap_or("application/octet-stream"))),
        ("_size", number(stat.size).into()),
        ("date_added", (stat.mtime_ms / 1000).into()),
        ("date_modified", (stat.mtime_ms / 1000).into()),
        ("datetaken", stat.mtime_ms.into()),
        ("relative_path", text(&format!("{relative}/"))),
        ("bucket_display_name", text(folder.rsplit('/').next().unwrap_or_default())),
        ("width", i64::from(width).into()),
        ("height", i64::from(height).into()),
    ])
}

/// Reads the width and height of a PNG from its header.
fn size(path: &str, files: &Files) -> Option<(u32, u32)> {
    picture_size(&files.read(path).ok()?)
}
