//! Where a caret can stand in a text: between letters as people count them (grapheme clusters), never inside one.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// The nearest place at or before `index` where a caret can stand.
pub(super) fn boundary(text: &str, index: usize) -> usize {
    let index = text.floor_char_boundary(index);
    let mut cursor = GraphemeCursor::new(index, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(true) => index,
        _ => before(text, index),
    }
}

/// The place one letter before `index`.
pub(super) fn before(text: &str, index: usize) -> usize {
    text[..index].grapheme_indices(true).next_back().map_or(0, |(start, _)| start)
}

/// The place one letter after `index`.
pub(super) fn after(text: &str, index: usize) -> usize {
    text[index..].graphemes(true).next().map_or(index, |letter| index + letter.len())
}
