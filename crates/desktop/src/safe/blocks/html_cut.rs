//! Splits HTML into blocks: between block-level elements, at the top level.
//!
//! An element longer than the limit of a block is closed at the cut and reopened after it.

use super::{HARD, SOFT, break_before};
use crate::safe::address::MAX_DATA_PICTURE;
use crate::safe::markup::Within;
use crate::safe::markup::tags::{is_block, is_part};
use crate::safe::markup::tidy::{Open, Writer};
use crate::safe::markup::tokens::{Kind, Skip, Tokens};

/// The longest tag: it may contain a picture.
const MAX_TAG: usize = MAX_DATA_PICTURE + 4096;
/// How much text is examined to find a cut.
const VIEW: usize = MAX_TAG + 2 * HARD;
/// How many bytes decide what a `<` begins.
const LOOKAHEAD: usize = 8;
/// The longest start tag that is repeated with its attributes after a cut.
const MAX_REOPENED: usize = 256;

/// Returns the length of the first block, whether it is settled, and the state in which the next one begins.
pub(super) fn cut(rest: &str, within: &Within) -> (usize, bool, Within) {
    let view = rest.get(..rest.floor_char_boundary(VIEW)).unwrap_or(rest);
    let mut writer = Writer::new(&within.open);
    for token in Tokens::new(view, within.skip) {
        let length = token.to - token.from;
        match token.kind {
            Kind::Start(name, _) if token.from > 0 && begins_block(name, writer.open()) => {
                return (token.from, token.whole, Within::default());
            }
            Kind::Passed(skip) if length > HARD + LOOKAHEAD => {
                let open = reopened(&writer);
                return (inside(view, token.from + HARD, skip), true, Within { open, skip: Some(skip) });
            }
            Kind::Start(..) | Kind::End(_) if length > MAX_TAG => {
                let open = reopened(&writer);
                let len = view.floor_char_boundary(token.from + MAX_TAG);
                return (len, true, Within { open, skip: Some(Skip::Tag) });
            }
            Kind::Text if token.to > HARD && view.len() > HARD + LOOKAHEAD => {
                let len = break_before(view, HARD).max(view.ceil_char_boundary(token.from + 1));
                return (len, true, Within { open: reopened(&writer), skip: None });
            }
            _ => {}
        }
        if !token.whole && token.kind != Kind::Text {
            break;
        }
        writer.token(token.kind, view.get(token.from..token.to).unwrap_or_default());
        let ended = match token.kind {
            Kind::End(name) => Some(name.to_ascii_lowercase()),
            Kind::Start(name, _) if name.eq_ignore_ascii_case("hr") => Some("hr".to_owned()),
            _ => None,
        };
        if let Some(name) = ended {
            let at_top = writer.open().is_empty() && is_block(&name);
            if at_top || token.to >= SOFT && (is_block(&name) || is_part(&name)) {
                return (token.to, true, Within { open: reopened(&writer), skip: None });
            }
        }
        if token.whole && token.to >= HARD {
            return (token.to, true, Within { open: reopened(&writer), skip: None });
        }
    }
    (view.len(), view.len() < rest.len(), Within { open: reopened(&writer), skip: None })
}

/// Returns whether an element begins its own block: at the top level, or inside an unclosed paragraph.
fn begins_block(name: &str, open: &[Open]) -> bool {
    let at_top = match open {
        [] => true,
        [only] => only.name == "p",
        _ => false,
    };
    at_top && is_block(&name.to_ascii_lowercase())
}

fn reopened(writer: &Writer) -> Vec<Open> {
    let again = |open: &Open| {
        let tag = if open.tag.len() <= MAX_REOPENED { open.tag.clone() } else { format!("<{}>", open.name) };
        Open { name: open.name.clone(), tag }
    };
    writer.open().iter().map(again).collect()
}

/// Returns a place near `limit` that is not inside the end mark of the skipped construct.
fn inside(view: &str, limit: usize, skip: Skip) -> usize {
    let bytes = view.as_bytes();
    let begins_mark = |at: usize| match skip {
        Skip::Comment => bytes.get(at).is_some_and(|byte| !matches!(byte, b'-' | b'!' | b'>')),
        Skip::Element(_) => bytes.get(at) == Some(&b'<'),
        Skip::Tag => true,
    };
    // Searches as far back as the longest mark; if none is found, any place will do.
    let found = (limit.saturating_sub(24)..=limit).rev().find(|at| begins_mark(*at));
    view.floor_char_boundary(found.unwrap_or(limit)).max(1)
}
