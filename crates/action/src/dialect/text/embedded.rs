//! Finds JSON objects in prose, tags and fences.

use crate::finding::Code;
use crate::json::{Json, JsonError, Parsed};
use crate::slice::Slice as _;

/// How many opening brackets are tried before the text counts as prose.
const TRIES: usize = 8;

/// An object found in a text.
pub(crate) struct EmbeddedObject<'a> {
    /// The parsed value with its repairs.
    pub(crate) parsed: Parsed<'a>,
    /// Its offset.
    pub(crate) start: usize,
}

/// Returns the first object (or, with `lists`, list of objects) in `text` that is readable and that `wanted` accepts.
///
/// If nothing is readable, the error describes the first attempt; `Ok(None)` means that there was nothing to try.
pub(crate) fn first_object<'a>(
    text: &'a str,
    lists: bool,
    wanted: impl Fn(&Json<'_>) -> bool,
) -> Result<Option<EmbeddedObject<'a>>, JsonError> {
    let mut at = 0;
    let mut first_error = None;
    for _ in 0..TRIES {
        let Some(offset) = text.tail(at).find(|c: char| c == '{' || (lists && c == '[')) else { break };
        let start = at + offset;
        match Json::loose(text.tail(start)) {
            Ok(mut parsed) => {
                let end = start + parsed.end;
                if wanted(&parsed.value) {
                    let around = text.head(start).trim().len() + text.tail(end).trim().len();
                    if around > 0 && text.tail(end).trim_start().starts_with(|c: char| !matches!(c, '<' | '`' | '#')) {
                        parsed.repairs.whole(Code::Markup, "text after the object was ignored");
                    }
                    return Ok(Some(EmbeddedObject { parsed, start }));
                }
                at = end;
            }
            Err(error) => {
                first_error.get_or_insert(error);
                at = start + 1;
            }
        }
    }
    first_error.map_or(Ok(None), Err)
}
