//! Markor's files: lists, creates, moves, copies and deletes them.

use super::{HOME, LONGEST, LONGEST_NAME, Preferences, Sort};
use machine::files::{FileError, Files, Kind};
use state::shared::Shared;

/// The most files one copy may create.
const MOST_COPIED: usize = 2_000;

/// Returns the path of a file or folder below the notes; `None` if it would lead out of them.
pub(super) fn path(below: &str) -> Option<String> {
    let parts: Vec<&str> = below.split('/').filter(|part| !part.is_empty()).collect();
    let fine = parts.iter().all(|part| !matches!(*part, "." | ".."));
    fine.then(|| std::iter::once(HOME).chain(parts).collect::<Vec<_>>().join("/"))
}

/// Joins a folder and a name.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Returns the parent folder.
pub(super) fn parent(below: &str) -> &str {
    below.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the last part of a path.
pub(super) fn name_of(below: &str) -> &str {
    below.rsplit('/').next().unwrap_or(below)
}

/// Cuts a text to the length limit of a note.
pub(super) fn cut(text: &str) -> String {
    text.get(..text.floor_char_boundary(LONGEST)).unwrap_or_default().to_owned()
}

/// Returns a valid file name.
pub(super) fn file_name(name: &str) -> String {
    let fit = |letter: char| if letter.is_control() || "/\\:*?\"<>|".contains(letter) { '_' } else { letter };
    let name: String = name.trim().trim_start_matches('.').chars().take(LONGEST_NAME).map(fit).collect();
    name.trim().to_owned()
}

/// Reads a note, or returns a message why it cannot be shown.
pub(super) fn read(below: &str, shared: &Shared) -> Result<String, String> {
    let path = path(below).ok_or("Cannot open this file")?;
    let contents = shared.files.read(&path).map_err(|error| format!("Cannot open: {error}"))?;
    if contents.len() > LONGEST {
        return Err("The file is too large".to_owned());
    }
    Ok(String::from_utf8_lossy(&contents).into_owned())
}

/// An entry of a folder.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) folder: bool,
    pub(super) modified_ms: i64,
    pub(super) size: u64,
}

/// Returns the entries of a folder, sorted as the user prefers.
pub(super) fn entries(below: &str, wanted: &Preferences, shared: &Shared) -> Vec<Entry> {
    let listed = path(below).and_then(|path| shared.files.list(&path).ok()).unwrap_or_default();
    let mut entries: Vec<Entry> = listed
        .into_iter()
        .filter(|(name, _)| wanted.hidden || !name.starts_with('.'))
        .map(|(name, stat)| Entry {
            name,
            folder: stat.kind == Kind::Directory,
            modified_ms: stat.mtime_ms,
            size: stat.size,
        })
        .collect();
    entries.sort_by_cached_key(|entry| entry.name.to_lowercase());
    match wanted.sort {
        Sort::Name => {}
        Sort::Date => entries.sort_by_key(|entry| std::cmp::Reverse(entry.modified_ms)),
        Sort::Size => entries.sort_by_key(|entry| std::cmp::Reverse(entry.size)),
    }
    if wanted.reverse {
        entries.reverse();
    }
    if wanted.folders_first {
        entries.sort_by_key(|entry| !entry.folder);
    }
    entries
}

/// Moves or copies a file or folder into a folder; returns a message if it fails.
pub(super) fn transfer(place: &str, folder: &str, copies: bool, shared: &mut Shared) -> Result<(), String> {
    let target = join(folder, name_of(place));
    let (Some(from), Some(to)) = (path(place), path(&target)) else { return Err("Cannot go there".to_owned()) };
    if target == place {
        return Ok(());
    }
    if target.starts_with(&format!("{place}/")) {
        return Err(format!("{} cannot be put into itself", name_of(place)));
    }
    if shared.files.stat(&to).is_ok() {
        return Err(format!("There is a {} there already", name_of(place)));
    }
    let now = shared.clock.now_ms;
    let mut left = MOST_COPIED;
    let done = match copies {
        true => copy(&mut shared.files, &from, &to, now, &mut left),
        false => shared.files.rename(&from, &to, now),
    };
    done.map_err(|error| format!("Cannot {} {}: {error}", if copies { "copy" } else { "move" }, name_of(place)))
}

fn copy(files: &mut Files, from: &str, to: &str, now: i64, left: &mut usize) -> Result<(), FileError> {
    *left = left.checked_sub(1).ok_or(FileError::Full)?;
    if files.stat(from)?.kind != Kind::Directory {
        let contents = files.read(from)?.to_vec();
        return files.write(to, contents, now);
    }
    files.make_dirs(to, now)?;
    for (name, _) in files.list(from)? {
        copy(files, &format!("{from}/{name}"), &format!("{to}/{name}"), now, left)?;
    }
    Ok(())
}
