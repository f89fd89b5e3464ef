//! The repairs of the loose reader, each for a mistake that real models make.
//!
//! A repair may never invent a value: text that was cut off inside a string or a number is refused, because the rest is
//! missing.

use super::cursor::Cursor;
use super::key_ends::colon;
use super::{Json, JsonError};
use crate::slice::Slice as _;

/// Returns the ASCII equivalent of full-width punctuation: `{“a”：1，“b”：2}` is common in Chinese models.
pub(super) fn narrow(c: char) -> Option<char> {
    match c {
        '：' => Some(':'),
        '，' | '、' => Some(','),
        _ => None,
    }
}

/// Skips text that may occur where JSON has white space.
pub(super) fn space(parser: &mut Cursor<'_>) {
    loop {
        let Some(next) = parser.peek() else { return };
        if next.is_whitespace() || matches!(next, '\u{feff}' | '\u{200b}') {
            parser.at += next.len_utf8();
        } else {
            return;
        }
    }
}

/// Reads `True`, `False`, `None` and similar words.
pub(super) fn python_literal(rest: &str) -> Option<(Json<'static>, usize)> {
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let value = match rest.head(length) {
        "True" | "TRUE" => Json::Bool(true),
        "False" | "FALSE" => Json::Bool(false),
        "None" | "Null" | "NULL" | "undefined" => Json::Null,
        _ => return None,
    };
    Some((value, length))
}

/// Returns the length of an unquoted key (`{action: "tap"}`).
pub(super) fn bare_key(rest: &str) -> Option<usize> {
    let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(rest.len());
    (length > 0 && length <= 64).then_some(length)
}

/// The position of a string, which decides what may follow it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StringPosition {
    /// It is the whole value.
    Whole,
    /// It is a key.
    Key,
    /// It is the value of a key.
    Field,
    /// It is an item of a list.
    Item,
}

/// Whether the quote of this length at the parser's position ends its string: structure must follow.
///
/// In well-formed text it always does. In `"a contact named "Tom", there"`, words follow the inner quotes, and no key
/// follows the comma.
pub(super) fn closes_string(parser: &mut Cursor<'_>, quote: usize, position: StringPosition) -> bool {
    let text = parser.text;
    let rest = text.tail(parser.at + quote).trim_start();
    let Some(next) = rest.chars().next() else { return true };
    let behind = rest.tail(next.len_utf8()).trim_start();
    match (position, next) {
        (StringPosition::Whole, _) => true,
        (StringPosition::Key, ':' | '：') => true,
        (StringPosition::Key, _) => false,
        (_, '}' | ']' | ')' | '`') => true,
        (_, '<') => rest.starts_with("</") || rest.starts_with("<|"),
        (StringPosition::Field, ',' | '，') => {
            behind.is_empty() || behind.starts_with('}') || starts_like_key(parser, text.len() - behind.len())
        }
        (StringPosition::Item, ',' | '，') => behind.is_empty() || starts_like_value(behind),
        _ => false,
    }
}

/// Whether a key begins at `at`: `"name":`, `name:`.
fn starts_like_key(parser: &mut Cursor<'_>, at: usize) -> bool {
    let rest = parser.text.tail(at);
    let Some(open) = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '“' | '‘' | '`')) else {
        return bare_key(rest).is_some_and(|length| colon(rest.tail(length)));
    };
    parser.keys.ends_with_colon(parser.text, at + open.len_utf8(), closing_quote(open))
}

/// Returns the quote that closes `open`.
pub(super) fn closing_quote(open: char) -> char {
    match open {
        '“' => '”',
        '‘' => '’',
        other => other,
    }
}

/// Whether `rest` begins like a value.
fn starts_like_value(rest: &str) -> bool {
    let word = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    matches!(rest.head(word), "true" | "false" | "null")
        || python_literal(rest).is_some()
        || rest.starts_with(['"', '\'', '“', '{', '[', '(', '-', '+', ']'])
        || rest.starts_with(|c: char| c.is_ascii_digit())
}

/// Handles the text after an item if neither a comma nor the closing bracket follows.
/// Returns `true` if another item follows, `false` if the list or object has ended.
pub(super) fn after_item(parser: &mut Cursor<'_>, close: char) -> Result<bool, JsonError> {
    match parser.peek() {
        // Brackets are missing at the end of the text: `{"a":{"b":"c"}`.
        None if parser.ended_cleanly() => {
            parser.repair("closing brackets were missing at the end");
            Ok(false)
        }
        // `[480,320]","duration":1000}`: a quote without an opening one.
        Some('"') if followed_by(parser, 1, &[',', '}', ']']) => {
            parser.repair("a quote without an opening one was skipped");
            parser.at += 1;
            if parser.peek() == Some(close) {
                parser.at += close.len_utf8();
                return Ok(false);
            }
            if parser.peek() == Some(',') {
                parser.at += 1;
                return Ok(true);
            }
            Err(parser.error("`,` or a closing bracket"))
        }
        // `[100,200)`: closed by another kind of bracket. This never applies to an object, because the brace may belong
        // to the enclosing object.
        Some(')' | ']') if close == ']' || close == ')' => {
            parser.repair("a list was closed by another kind of bracket");
            parser.at += 1;
            Ok(false)
        }
        // A list is left open inside an object: `{"coordinate":[1,2}`.
        Some('}') if close != '}' => {
            parser.repair("a closing bracket was missing");
            Ok(false)
        }
        // The markup around the value begins: brackets are missing before it.
        Some('<') if close == '}' && parser.rest().starts_with("</") => {
            parser.repair("closing brackets were missing before the tag");
            Ok(false)
        }
        _ => Err(parser.error(&format!("`,` or `{close}`"))),
    }
}

fn followed_by(parser: &Cursor<'_>, skip: usize, allowed: &[char]) -> bool {
    parser.rest().tail(skip).trim_start().starts_with(allowed)
}
