//! Text handling shared by the dialects: thoughts in tags, calls, JSON in prose.
//!
//! Every function passes over the reply once, and none knows a verb.

use crate::slice::Slice as _;

pub(super) mod calls;
pub(super) mod embedded;
pub(super) mod tags;

/// Returns the offset of `needle` in `text` from `from` on, ignoring ASCII case.
pub(super) fn find_ignoring_case(text: &str, needle: &str, from: usize) -> Option<usize> {
    let (haystack, needle) = (text.as_bytes(), needle.as_bytes());
    let last = haystack.len().checked_sub(needle.len())?;
    let first = needle.first()?;
    (from..=last).find(|at| {
        haystack[*at].eq_ignore_ascii_case(first) && haystack[*at..at + needle.len()].eq_ignore_ascii_case(needle)
    })
}

/// Returns the content of the first code fence, if there is one.
pub(super) fn unfenced(text: &str) -> Option<&str> {
    let open = text.find("```")?;
    let inside = text.tail(open + 3);
    // The rest of the fence's line is its language, unless the content begins there.
    let line = inside.find('\n').unwrap_or(inside.len());
    let language = inside.head(line).trim();
    let from = if language.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') { line } else { 0 };
    let inside = inside.tail(from);
    Some(inside.find("```").map_or(inside, |close| inside.head(close)).trim())
}

/// Returns the JSON part of a reply: all of it, or the content of a code fence in prose.
pub(super) fn json_part(reply: &str) -> Option<&str> {
    let starts_as_json = |text: &str| text.starts_with(['{', '[']);
    let reply = reply.trim();
    if starts_as_json(reply) { Some(reply) } else { unfenced(reply).filter(|inner| starts_as_json(inner)) }
}

/// Returns a word without case, spaces, dashes and underscores, for comparing names.
pub(super) fn folded(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, ' ' | '_' | '-' | '\t')).flat_map(char::to_lowercase).collect()
}
