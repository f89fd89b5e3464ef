//! How much of everything there may be, in one place, and how it is said when there is too much.

use action::{Code, Finding};

/// Windows on all monitors together.
pub(super) const WINDOWS: usize = 20_000;
/// Bytes of content a window.
pub(super) const CONTENT: usize = 16 << 20;
/// Bytes of content of all windows together.
pub(super) const ALL_CONTENT: usize = 256 << 20;
/// Bytes of a title.
pub(super) const TITLE: usize = 4 << 10;
/// CSS properties a window.
pub(super) const STYLES: usize = 64;
/// Bytes of a CSS property with its value.
pub(super) const STYLE: usize = 4 << 10;
/// Notifications, toasts, dialogs, questions, shortcuts and badges: this many of each.
pub(super) const EACH: usize = 1_000;
/// Bytes of all texts of one of these.
pub(super) const TEXTS: usize = 64 << 10;
/// Entries of the history.
pub(super) const HISTORY: usize = 200;
/// Changes of people that can be taken back, and as many that can be done again.
pub(super) const UNDO: usize = 100;
/// Changes of windows by agents that can be taken back.
pub(super) const EDITS: usize = 1_000;
/// Bytes kept in order to take changes of people back, and as many for changes of agents.
pub(super) const UNDO_BYTES: usize = 16 << 20;
/// Pixels of a side of a viewport.
pub(super) const SIDE: u32 = 65_535;
/// Faults of one command that are listed.
pub(super) const FAULTS: usize = 32;

/// Refuses one more of `things` when there are `count` already.
pub(super) fn room(count: usize, most: usize, things: &str, path: &'static str) -> Result<(), Finding> {
    if count < most {
        return Ok(());
    }
    Err(Finding::new(
        Code::Full,
        path,
        format!("there are {count} {things} already, which is the most; remove some first"),
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
    let message = format!("all texts of it together must have at most {TEXTS} bytes, got {length}");
    Err(Finding::new(Code::OutOfRange, path, message))
}
