//! What the writers of the dialects share: numbers, points and texts as models spell them.

use super::coordinates::{Grid, Point};
use super::reply_context::ReplyContext;
use crate::number::Finite;

/// A number without needless digits.
pub(super) fn number(value: f64) -> String {
    Finite::new(value).map_or_else(|| "0".to_owned(), |value| value.to_string())
}

/// Milliseconds as seconds.
pub(super) fn seconds(millis: Finite) -> String {
    number(millis.get() / 1000.0)
}

/// `x` and `y` in the dialect's own numbers.
pub(super) fn pair(grid: Grid, x: Finite, y: Finite, context: &ReplyContext<'_>) -> Option<(String, String)> {
    let (x, y) = grid.of_pixels(Point { x, y }, context)?;
    Some((number(x), number(y)))
}

/// `[x,y]` in the dialect's own numbers.
pub(super) fn list(grid: Grid, x: Finite, y: Finite, context: &ReplyContext<'_>) -> Option<String> {
    pair(grid, x, y, context).map(|(x, y)| format!("[{x},{y}]"))
}

/// A text as JSON.
pub(super) fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A text in single quotes as programs write it.
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

/// A text in double quotes as programs write it.
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
