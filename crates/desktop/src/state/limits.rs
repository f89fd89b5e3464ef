//! All limits of the desktop, and their error messages.

use action::{Code, Finding};

/// Windows on all monitors together.
pub(super) const WINDOWS: usize = 20_000;
/// Bytes of content per window.
pub(super) const CONTENT: usize = 16 << 20;
/// Bytes of content of all windows together.
pub(super) const ALL_CONTENT: usize = 256 << 20;
/// Bytes of a title.
pub(super) const TITLE: usize = 4 << 10;
/// CSS properties per window.
pub(super) const STYLES: usize = 64;
/// Bytes of a CSS property with its value.
pub(super) const STYLE: usize = 4 << 10;
/// Notifications, toasts, dialogs, questions, shortcuts and badges: this many of each.
pub(super) const EACH: usize = 1_000;
/// Bytes of all texts of one of these.
pub(super) const TEXTS: usize = 64 << 10;
/// Entries of the history.
pub(super) const HISTORY: usize = 200;
/// Changes by people that can be undone, and as many that can be redone.
pub(super) const UNDO: usize = 100;
/// Changes of windows by agents that can be undone.
pub(super) const EDITS: usize = 1_000;
/// Bytes kept to undo changes by people, and as many for changes by agents.
pub(super) const UNDO_BYTES: usize = 16 << 20;
/// Pixels per side of a viewport.
pub(super) const SIDE: u32 = 65_535;
/// Faults listed per command.
pub(super) const FAULTS: usize = 32;

/// Refuses one more of `things` if there are already too many.
pub(super) fn room(count: usize, most: usize, things: &str, path: &'static str) -> Result<(), Finding> {
    if count < most {
        return Ok(());
    }
    Err(Finding::new(
        Code::Full,
        path,
        format!("there are already {count} {things}, which is the limit; remove some first"),
    ))
}

/// Refuses a text that is too long.
pub(super) fn short(length: usize, most: usize, path: &'static str) -> Result<(), Finding> {
    if length <= most {
        return Ok(());
    }
    Err(Finding::new(Code::OutOfRange, path, format!("`{path}` must have at most {most} bytes, got {length}")))
}

/// Refuses texts that are too long together.
pub(super) fn brief(texts: &[&str], path: &'static str) -> Result<(), Finding> {
    let length = texts.iter().map(|text| text.len()).sum::<usize>();
    if length <= TEXTS {
        return Ok(());
    }
    let message = format!("all its texts together must have at most {TEXTS} bytes, got {length}");
    Err(Finding::new(Code::OutOfRange, path, message))
}
