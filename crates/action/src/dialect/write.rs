//! Shared writers of the dialects: numbers, points and texts in the models' spelling.

use super::coordinates::{Grid, Point};
use super::reply_context::ReplyContext;
use crate::number::Finite;

/// Formats a number without needless digits.
pub(super) fn number(value: f64) -> String {
    Finite::new(value).map_or_else(|| "0".to_owned(), |value| value.to_string())
}

/// Formats milliseconds as seconds.
pub(super) fn seconds(millis: Finite) -> String {
    number(millis.get() / 1000.0)
}

/// Formats `x` and `y` in the dialect's coordinates.
pub(super) fn pair(grid: Grid, x: Finite, y: Finite, context: &ReplyContext<'_>) -> Option<(String, String)> {
    let (x, y) = grid.of_pixels(Point { x, y }, context)?;
    Some((number(x), number(y)))
}

/// Formats `[x,y]` in the dialect's coordinates.
pub(super) fn list(grid: Grid, x: Finite, y: Finite, context: &ReplyContext<'_>) -> Option<String> {
    pair(grid, x, y, context).map(|(x, y)| format!("[{x},{y}]"))
}

/// Formats a text as JSON.
pub(super) fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Formats a text in single quotes, in program notation.
pub(super) fn single(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('\'');
    for c in text.chars() {
        match c {
            '\'' => written.push_str("\\'"),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            other => written.push(other),
        }
    }
    written.push('\'');
    written
}

/// Formats a text in double quotes, in program notation.
pub(super) fn double(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for c in text.chars() {
        match c {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            other => written.push(other),
        }
    }
    written.push('"');
    written
}
