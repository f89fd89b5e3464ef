//! Titles before names: `Doctor Patel` is the contact `Dr. Patel`. The list is `grammar/titles.txt`, for all languages,
//! because a directory belongs to no language.

use std::collections::HashMap;
use std::sync::LazyLock;

static TITLES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("../../grammar/titles.txt").lines().filter(|line| !line.starts_with('#'));
    let rows = lines.filter_map(|line| line.split_once(" = "));
    rows.flat_map(|(short, long)| long.split(" | ").map(move |long| (long.trim(), short.trim()))).collect()
});

/// Returns the short form of a title, and any other word as it is.
pub(super) fn untitled(word: &str) -> &str {
    TITLES.get(word).copied().unwrap_or(word)
}
