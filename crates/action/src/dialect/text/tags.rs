//! Thoughts and blocks in angle brackets, as models really write them: in other case, with spaces inside, closed by
//! another tag of the family, or without an opening or closing tag.

use super::find_ignoring_case;
use crate::slice::Slice as _;

/// A reply in two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split<'a> {
    /// The content of thinking tags, trimmed; several are joined by a line break.
    pub(crate) thought: String,
    /// The rest.
    pub(crate) body: &'a str,
    /// Whether a tag was missing or misnamed.
    pub(crate) mended: bool,
}

/// A tag of the thinking family, with its position in the text.
#[derive(Clone, Copy)]
struct ThinkTag<'a> {
    start: usize,
    end: usize,
    name: &'a str,
    closing: bool,
}

/// Removes the thinking tags (`<think>`, `<thinking>`, `<thought>`, `<THINK>`, `<TINK>`, `<think_never_used_…>`) from
/// the front of a reply.
///
/// `markers` are the words at which the answer begins. A thought that is never closed ends at the first of them;
/// without any marker the whole reply is thought, so that a call in it does not run.
pub(crate) fn split_thought<'a>(reply: &'a str, markers: &[&str]) -> Split<'a> {
    let mut thoughts: Vec<&str> = Vec::new();
    let mut body = reply;
    let mut mended = false;
    while let Some(tag) = next_think_tag(body, 0) {
        let before = body.head(tag.start).trim();
        // After the start of the answer, a tag is part of the answer, for example in a text to be typed.
        if markers.iter().any(|marker| find_ignoring_case(before, marker, 0).is_some()) {
            break;
        }
        if !before.is_empty() {
            thoughts.push(before);
        }
        if tag.closing {
            // Closed but never opened: everything before it is thought.
            body = body.tail(tag.end);
            mended = true;
            continue;
        }
        let closing = closing_tag(body, tag.end);
        match closing {
            Some(close) => {
                mended |= close.name != tag.name;
                thoughts.push(body.part(tag.end, close.start).trim());
                body = body.tail(close.end);
                // Another thought may follow directly; a later tag belongs to the answer.
                if think_tag_at(body.trim_start(), 0).is_none() {
                    break;
                }
            }
            None => {
                mended = true;
                let rest = body.tail(tag.end);
                let at =
                    markers.iter().filter_map(|marker| find_ignoring_case(rest, marker, 0)).min().unwrap_or(rest.len());
                thoughts.push(rest.head(at).trim());
                body = rest.tail(at);
                break;
            }
        }
    }
    thoughts.retain(|thought| !thought.is_empty());
    Split { thought: thoughts.join("\n"), body: body.trim(), mended }
}

fn closing_tag(text: &str, from: usize) -> Option<ThinkTag<'_>> {
    let mut at = from;
    while let Some(tag) = next_think_tag(text, at) {
        if tag.closing {
            return Some(tag);
        }
        at = tag.end;
    }
    None
}

fn next_think_tag(text: &str, from: usize) -> Option<ThinkTag<'_>> {
    let mut at = from;
    while let Some(offset) = text.tail(at).find('<') {
        let start = at + offset;
        if let Some(tag) = think_tag_at(text, start) {
            return Some(tag);
        }
        at = start + 1;
    }
    None
}

fn think_tag_at(text: &str, start: usize) -> Option<ThinkTag<'_>> {
    const LONGEST: usize = 80;
    let inside = text.tail(start).strip_prefix('<')?;
    let close = inside.bytes().take(LONGEST).position(|byte| byte == b'>' || byte == b'\n' || byte == b'<')?;
    if inside.as_bytes()[close] != b'>' {
        return None;
    }
    let name = inside.get(..close)?.trim();
    let (closing, name) = match name.strip_prefix('/') {
        Some(name) => (true, name.trim()),
        None => (false, name),
    };
    let lower = name.to_ascii_lowercase();
    let family = ["think", "tink", "thought", "grounding_think"].iter().any(|stem| lower.starts_with(stem));
    let plain = lower.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (family && plain).then_some(ThinkTag { start, end: start + 1 + close + 1, name, closing })
}

/// A block `<name …>…</name>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block<'a> {
    /// The text before it.
    pub(crate) before: &'a str,
    /// The text inside, trimmed.
    pub(crate) inside: &'a str,
    /// The text after it.
    pub(crate) after: &'a str,
    /// Whether it was opened and closed properly.
    pub(crate) whole: bool,
}

/// Returns the first block of that name. Without a closing tag it ends at the end of the text; without an opening tag
/// it begins at the start.
pub(crate) fn block<'a>(text: &'a str, name: &str) -> Option<Block<'a>> {
    let open = find_tag(text, name, false, 0);
    let close = find_tag(text, name, true, open.map_or(0, |(_, end)| end));
    let (before, from) = match open {
        Some((start, end)) => (text.head(start), end),
        None => ("", 0),
    };
    match (open, close) {
        (None, None) => None,
        (_, Some((start, end))) => {
            Some(Block { before, inside: text.part(from, start).trim(), after: text.tail(end), whole: open.is_some() })
        }
        (Some(_), None) => Some(Block { before, inside: text.tail(from).trim(), after: "", whole: false }),
    }
}

/// Finds `<name>` (or `</name>`) and returns its start and the offset behind its `>`.
pub(crate) fn find_tag(text: &str, name: &str, closing: bool, from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    while let Some(offset) = text.get(at..)?.find('<') {
        let start = at + offset;
        let inside = text.tail(start + 1);
        let rest = inside.trim_start();
        let rest = if closing { rest.strip_prefix('/').map(str::trim_start) } else { Some(rest) };
        if let Some(rest) = rest
            && rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
        {
            let tail = rest.tail(name.len());
            let ends = tail.trim_start_matches([' ', '\t']);
            if ends.starts_with('>') {
                let end = text.len() - ends.len() + 1;
                return Some((start, end));
            }
        }
        at = start + 1;
    }
    None
}
