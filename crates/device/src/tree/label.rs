//! The rule for an element's whole label. [`Tree::whole_label`](super::Tree::whole_label) applies it for models and
//! people; the gate's evidence applies it with another limit.

use super::Role;

/// How many bytes of its descendants' labels are enough to identify an element.
pub const ENOUGH_LABEL: usize = 200;

/// Where a label ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelLimit {
    /// After the text that reaches this many bytes; no text is cut.
    WholeTexts(usize),
    /// At this many bytes, even in the middle of a text.
    Bytes(usize),
}

/// Returns an element's whole label, and whether there was more: its own label, or `texts` if it has none. A list has
/// only its own label, since its rows are elements themselves.
///
/// `texts` are the labels of descendants that cannot be touched, in document order; none is empty.
pub fn whole_label<'t>(
    own: &'t str,
    role: Role,
    texts: impl Iterator<Item = &'t str>,
    limit: LabelLimit,
) -> (String, bool) {
    if !own.is_empty() || role == Role::List { joined(std::iter::once(own), limit) } else { joined(texts, limit) }
}

fn joined<'t>(texts: impl Iterator<Item = &'t str>, limit: LabelLimit) -> (String, bool) {
    let mut label = String::new();
    for text in texts {
        let separator = if label.is_empty() { "" } else { ", " };
        let end = match limit {
            LabelLimit::WholeTexts(most) if label.len() < most => text.len(),
            LabelLimit::WholeTexts(_) => 0,
            LabelLimit::Bytes(most) => text.floor_char_boundary(most.saturating_sub(label.len() + separator.len())),
        };
        if end > 0 {
            label.push_str(separator);
            label.push_str(text.get(..end).unwrap_or_default());
        }
        if end < text.len() {
            return (label, true);
        }
    }
    (label, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_its_own_or_that_of_the_texts_inside() {
        use LabelLimit::{Bytes, WholeTexts};
        let inside = ["Anna", "größer"];
        let rows = [
            ("Save", Role::Button, WholeTexts(2), "Save", false),
            ("Save", Role::Button, Bytes(2), "Sa", true),
            ("", Role::List, Bytes(9), "", false),
            ("", Role::Group, WholeTexts(5), "Anna, größer", false),
            ("", Role::Group, WholeTexts(4), "Anna", true),
            ("", Role::Group, Bytes(14), "Anna, größer", false),
            ("", Role::Group, Bytes(9), "Anna, gr", true),
            ("", Role::Group, Bytes(6), "Anna", true),
        ];
        for (own, role, limit, expected, more) in rows {
            assert_eq!(whole_label(own, role, inside.into_iter(), limit), (expected.to_owned(), more), "{limit:?}");
        }
    }
}
