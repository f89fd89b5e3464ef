//! Splits Markdown into top-level blocks, line by line.
//!
//! A wrong cut would look wrong but still be safe, so this knows just enough of the grammar to look right: fences,
//! lists that continue after blank lines, indented code, tables, elements that contain Markdown (`<details>`).

use super::{HARD, SOFT, break_before};
use crate::safe::markup::tags::is_block;

/// The longest table header that is repeated.
const MAX_HEAD: usize = 2048;

/// The construct that a block continues because it was cut for its length.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Carried {
    /// Nothing.
    #[default]
    Nothing,
    /// A fence: its opening line.
    Fence(String),
    /// A table: its header and the line below.
    Table(String),
}

/// The kind of a block.
#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Fence {
        mark: u8,
        count: usize,
    },
    /// An element, and its nesting depth.
    Element {
        name: String,
        open: usize,
    },
    Comment,
    List,
    Indented,
    Text,
}

/// Returns the length of the first block, whether it is settled, and what the next one continues.
pub(super) fn cut(rest: &str, carried: &Carried) -> (usize, bool, Carried) {
    let mut kind = match carried {
        Carried::Nothing => None,
        Carried::Fence(line) => kind_of(line),
        Carried::Table(_) => Some(Kind::Text),
    };
    // The opening line of a fence, or the header of a table.
    let mut repeated = carried.clone();
    let (mut at, mut lines, mut after_blank) = (0, 0_usize, false);
    while at < rest.len() {
        let Some((line, whole)) = line_at(rest, at) else {
            // This line is too long: it is cut, and the text before it is a block.
            let len = if at > 0 { at } else { break_before(rest, HARD) };
            return (len, true, if at > 0 { Carried::Nothing } else { in_fence(&kind, &repeated) });
        };
        let blank = line.trim_ascii().is_empty();
        match &kind {
            None if !blank => {
                kind = kind_of(line);
                lines = 0;
                if matches!(kind, Some(Kind::Fence { .. })) {
                    repeated = Carried::Fence(line.to_owned());
                }
            }
            Some(kind) if !blank && at > 0 && begins_another(kind, line, after_blank, at) => {
                return (at, whole, Carried::Nothing);
            }
            _ => {}
        }
        if let (Some(Kind::Text), false, Carried::Nothing) = (&kind, blank, &repeated) {
            if lines == 1 && is_below_head(line) && at + line.len() <= MAX_HEAD {
                let head = rest.get(..at + line.len()).unwrap_or_default().trim_start_matches(['\n', '\r']);
                repeated = Carried::Table(head.to_owned());
            } else if lines > 0 && is_item(line.trim_start_matches(' ')) {
                kind = Some(Kind::List);
            }
        }
        let first_of_fence = lines == 0 && *carried == Carried::Nothing;
        at += line.len();
        lines += usize::from(kind.is_some());
        after_blank = blank;
        match &mut kind {
            Some(Kind::Fence { mark, count }) if !first_of_fence && closes_fence(line, *mark, *count) => {
                return (at, whole, Carried::Nothing);
            }
            Some(Kind::Element { name, open }) => {
                *open = (*open + opens(line, name)).saturating_sub(closes(line, name))
            }
            Some(Kind::Comment) if line.contains("-->") => kind = Some(Kind::Text),
            Some(Kind::Text) if is_heading(line) => return (at, whole, Carried::Nothing),
            _ => {}
        }
        if whole && at >= SOFT {
            match kind {
                Some(Kind::Element { .. } | Kind::List) if at < HARD => {}
                Some(Kind::Fence { .. }) => return (at, true, repeated),
                Some(Kind::Text) if matches!(repeated, Carried::Table(_)) && !blank => return (at, true, repeated),
                _ => return (at, true, Carried::Nothing),
            }
        }
    }
    (rest.len(), false, Carried::Nothing)
}

/// Returns the line at a place with its line break, and whether it has one; `None` if it is longer than the limit of a
/// block.
fn line_at(rest: &str, at: usize) -> Option<(&str, bool)> {
    let tail = rest.get(at..)?;
    let view = tail.as_bytes().get(..HARD).unwrap_or(tail.as_bytes());
    match view.iter().position(|byte| *byte == b'\n') {
        Some(end) => tail.get(..=end).map(|line| (line, true)),
        None if tail.len() > HARD => None,
        None => Some((tail, false)),
    }
}

fn in_fence(kind: &Option<Kind>, repeated: &Carried) -> Carried {
    if matches!(kind, Some(Kind::Fence { .. })) { repeated.clone() } else { Carried::Nothing }
}

fn kind_of(line: &str) -> Option<Kind> {
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    if indent >= 4 || text.starts_with('\t') {
        return Some(Kind::Indented);
    }
    if let Some((mark, count)) = fence(text) {
        return Some(Kind::Fence { mark, count });
    }
    if text.starts_with("<!--") {
        return Some(Kind::Comment);
    }
    if let Some(name) = element(text) {
        return Some(Kind::Element { name, open: 0 });
    }
    Some(if is_item(text) { Kind::List } else { Kind::Text })
}

/// Returns whether a line cannot belong to the current block.
fn begins_another(kind: &Kind, line: &str, after_blank: bool, at: usize) -> bool {
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    match kind {
        Kind::Fence { .. } | Kind::Comment => false,
        Kind::Element { open, .. } if *open > 0 => false,
        Kind::List => {
            let item = is_item(text);
            if at >= SOFT && indent == 0 && item {
                return true;
            }
            let inside = indent > 0 || text.starts_with('\t');
            !inside && (after_blank && !item || interrupts(text))
        }
        Kind::Indented => !(indent >= 4 || text.starts_with('\t')),
        Kind::Element { .. } => after_blank,
        Kind::Text => after_blank || indent <= 3 && interrupts(text),
    }
}

/// Returns whether a line ends a paragraph without a blank line, and begins its own block.
fn interrupts(text: &str) -> bool {
    fence(text).is_some() || is_heading(text) || text.starts_with("<!--") || element(text).is_some()
}

fn is_heading(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    let rest = text.trim_start_matches('#');
    let count = text.len() - rest.len();
    line.len() - text.len() <= 3
        && (1..=6).contains(&count)
        && (rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']))
}

/// Returns the character of a fence, and how many.
fn fence(text: &str) -> Option<(u8, usize)> {
    let mark = text.bytes().next().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let count = text.bytes().take_while(|byte| *byte == mark).count();
    let info = text.get(count..)?;
    (count >= 3 && !(mark == b'`' && info.contains('`'))).then_some((mark, count))
}

fn closes_fence(line: &str, mark: u8, count: usize) -> bool {
    let text = line.trim_start_matches(' ');
    line.len() - text.len() <= 3
        && fence(text).is_some_and(|(found, many)| {
            found == mark && many >= count && text.get(many..).is_some_and(|rest| rest.trim_ascii().is_empty())
        })
}

/// Returns the name of an element that may contain blank lines, if the line begins with one.
fn element(text: &str) -> Option<String> {
    let rest = text.strip_prefix('<')?;
    let len = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let name = rest.get(..len).filter(|name| name.len() <= 16)?.to_ascii_lowercase();
    let ends = rest.get(len..).is_some_and(|tail| tail.starts_with(['>', ' ', '\t', '\n', '\r', '/']));
    let holds =
        is_block(&name) && !matches!(name.as_str(), "p" | "hr") || matches!(name.as_str(), "script" | "style" | "svg");
    (ends && holds).then_some(name)
}

fn opens(line: &str, name: &str) -> usize {
    marks(line, name, "<")
}

fn closes(line: &str, name: &str) -> usize {
    marks(line, name, "</")
}

fn marks(line: &str, name: &str, sign: &str) -> usize {
    let named = |(at, _): &(usize, &str)| {
        let rest = line.get(at + sign.len()..).unwrap_or_default();
        let after = rest.as_bytes().get(name.len());
        rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
            && !after.is_some_and(u8::is_ascii_alphanumeric)
    };
    line.match_indices(sign).filter(named).count()
}

/// Returns whether a line begins with a list marker.
fn is_item(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = match (digits, text.as_bytes().get(digits)) {
        (0, Some(b'-' | b'+' | b'*')) => 1,
        (1..=9, Some(b'.' | b')')) => digits + 1,
        _ => return false,
    };
    text.get(after..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']))
}

/// Returns whether a line is `| --- | :-: |`, below the header of a table.
fn is_below_head(line: &str) -> bool {
    let line = line.trim_ascii();
    line.contains('-')
        && line.contains('|')
        && line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}
