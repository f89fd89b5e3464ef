//! Fills the places of a text, and reads files of JSON lines.

use std::path::Path;

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;

/// Replaces each `{name}` that has a value, in one pass: braces inside of a value stay.
pub(super) fn fill_text(text: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        match after.split_once('}').and_then(|(name, later)| Some((value(name)?, later))) {
            Some((value, later)) => {
                filled.push_str(&value);
                rest = later;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled + rest
}

/// Reads a file of JSON lines.
pub(super) fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let content = std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let lines = content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line).with_context(|| format!("`{}` line {}", path.display(), number + 1))
        })
        .collect()
}
