//! What things are called in a sentence for people, cut where a name is long.

use crate::state::slots::Entry;

/// How many letters of a name are told.
const MOST: usize = 60;

/// A name, cut where it is long.
pub(super) fn short(name: &str) -> String {
    let mut short: String = name.chars().take(MOST).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

/// A window by its title.
pub(super) fn named(entry: &Entry) -> String {
    let title = short(&entry.window.frame.title);
    if title.trim().is_empty() { "the window".to_owned() } else { format!("the window “{title}”") }
}
