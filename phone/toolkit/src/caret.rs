//! Valid caret positions in a text: between grapheme clusters (letters as people count them), never inside one.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

/// Returns the nearest valid caret position at or before `index`.
pub(super) fn boundary(text: &str, index: usize) -> usize {
    let index = text.floor_char_boundary(index);
    let mut cursor = GraphemeCursor::new(index, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(true) => index,
        _ => before(text, index),
    }
}

/// Returns the caret position one letter before `index`.
pub(super) fn before(text: &str, index: usize) -> usize {
    text[..index].grapheme_indices(true).next_back().map_or(0, |(start, _)| start)
}

/// Returns the caret position one letter after `index`.
pub(super) fn after(text: &str, index: usize) -> usize {
    text[index..].graphemes(true).next().map_or(index, |letter| index + letter.len())
}
