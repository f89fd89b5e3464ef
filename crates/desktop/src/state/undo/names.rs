//! Names of items for messages to people, cut if they are long.

use crate::state::slots::Entry;

/// The longest name, in letters.
const MOST: usize = 60;

/// Returns a name, cut if it is long.
pub(super) fn short(name: &str) -> String {
    let mut short: String = name.chars().take(MOST).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

/// Returns a window's title.
pub(super) fn named(entry: &Entry) -> String {
    let title = short(&entry.window.frame.title);
    if title.trim().is_empty() { "the window".to_owned() } else { format!("the window “{title}”") }
}
