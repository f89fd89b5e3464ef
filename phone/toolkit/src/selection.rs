//! The selection in a field: the selected bytes of its text, and the word under a finger. `field` computes its position
//! on the screen.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::caret::boundary;
use super::state::Focus;
use super::view::{Kind, View};

/// Returns the selected range of a field's text; `None` if it is empty.
pub fn range(text: &str, focus: &Focus) -> Option<Range<usize>> {
    let (caret, anchor) = (boundary(text, focus.caret), boundary(text, focus.anchor?));
    (caret != anchor).then(|| caret.min(anchor)..caret.max(anchor))
}

/// Returns the word at an index, or else the one before it on the same line; `None` if no letters are near.
pub fn word_at(text: &str, index: usize) -> Option<Range<usize>> {
    let is_word = |part: &str| part.chars().any(char::is_alphanumeric);
    let before = text.split_word_bound_indices().take_while(|(start, _)| *start <= index);
    let words = before.filter(|(_, part)| is_word(part)).map(|(start, part)| start..start + part.len());
    let mut last = None;
    for word in words {
        if word.end >= index {
            return Some(word);
        }
        last = Some(word);
    }
    last.filter(|word| text.get(word.end..index).is_some_and(|between| !between.contains('\n')))
}

/// Returns the selection after a long press or double tap before this byte: a word, or everything in a password field.
pub(super) fn held(view: &View, caret: usize) -> Focus {
    let hidden = matches!(view.kind, Kind::Field { password: true, .. });
    let part = if hidden { Some(0..view.text.len()) } else { word_at(&view.text, caret) };
    match part.filter(|part| !part.is_empty()) {
        Some(part) => Focus { id: view.id.clone(), caret: part.end, anchor: Some(part.start) },
        None => Focus::at(&view.id, caret),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finger_means_the_word_that_it_touches() {
        for (text, index, word) in [
            ("one two three", 0, Some("one")),
            ("one two three", 2, Some("one")),
            ("one two three", 3, Some("one")),
            ("one two three", 4, Some("two")),
            ("one two three", 99, Some("three")),
            ("it's 4 o'clock.", 1, Some("it's")),
            ("Grüße, Zoë", 9, Some("Zoë")),
            ("Lunch at noon?", 14, Some("noon")),
            ("a\n\nb", 2, None),
            ("…", 0, None),
            ("", 0, None),
        ] {
            let index = boundary(text, index);
            assert_eq!(word_at(text, index).map(|range| &text[range]), word, "{text} {index}");
        }
    }

    #[test]
    fn a_selection_is_the_same_from_either_end_and_stays_within_its_text() {
        for (caret, anchor, selected) in [
            (0, Some(2), Some(0..2)),
            (2, Some(0), Some(0..2)),
            (99, Some(1), Some(1..3)),
            (1, Some(1), None),
            (1, None, None),
        ] {
            let focus = Focus { id: "name".to_owned(), caret, anchor };
            assert_eq!(range("abc", &focus), selected, "{caret} {anchor:?}");
        }
    }
}
