//! Scrolls a field into view when the keyboard would cover it: computes how far its list must move.

use super::Rect;
use super::layout::{Laid, Placed};

/// A scroll of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reveal {
    /// The key under which the list's scroll position is stored.
    pub list: String,
    /// The distance in pixels; positive scrolls down.
    pub by: i32,
    /// The end of the scroll range.
    pub max: i32,
}

/// Returns the scroll that makes a field visible; `None` if it already is, or is in no list. A list lays out only its
/// visible part, so the field may have a position only in the layout from before the keyboard appeared.
pub fn reveal(before: &Laid<'_>, now: &Laid<'_>, field: &str) -> Option<Reveal> {
    let (list, bounds) = match in_list(now, field) {
        Some((list, field)) => (list, field.bounds),
        None => {
            let (list, field) = in_list(before, field)?;
            let (old, new) = (before.scrolling(&list)?, now.scrolling(&list)?);
            let moved = top_of_content(new) - top_of_content(old);
            (list, Rect { top: field.bounds.top + moved, bottom: field.bounds.bottom + moved, ..field.bounds })
        }
    };
    let placed = now.scrolling(&list)?;
    let view = placed.bounds.intersect(&placed.clip);
    let (above, below) = (bounds.top - view.top, bounds.bottom - view.bottom);
    // Of a field that is higher than the list, show the beginning.
    let by = if above < 0 { above } else { below.clamp(0, above) };
    (by != 0).then(|| Reveal { list, by, max: placed.scrolled.map_or(0, |scrolled| scrolled.max) })
}

/// Returns a field and the nearest list around it.
fn in_list<'a, 'b>(laid: &'b Laid<'a>, field: &str) -> Option<(String, &'b Placed<'a>)> {
    let number = laid.nodes.iter().position(|placed| placed.view.id == field)?;
    let list = laid.ancestors(number).find(|&it| laid.nodes.get(it).is_some_and(|placed| placed.scrolled.is_some()))?;
    Some((laid.scroll_key(list), laid.nodes.get(number)?))
}

fn top_of_content(list: &Placed<'_>) -> i32 {
    list.bounds.top - list.scrolled.map_or(0, |scrolled| scrolled.offset)
}

#[cfg(test)]
mod tests {
    use super::super::layout::lay_out;
    use super::super::state::UiState;
    use super::super::{Display, Size, View};
    use super::*;

    /// A list 1000 pixels high holds ten fields of 100 pixels and is scrolled by `scrolled`; then it shrinks to `high`.
    /// Checks how far it moves, and that the whole field is visible afterwards.
    #[track_caller]
    fn check(scrolled: i32, high: i32, field: &str, by: i32) {
        let display = Display { width: 400, height: 1400, density_dpi: 160, ..Display::default() };
        let field_of = |number| View::field(&format!("f{number}"), "", "", "typed").height(Size::Dp(100.0));
        let view = View::list("list", (0..14).map(field_of).collect());
        let mut state = UiState::default();
        state.scroll_by("list", scrolled, 0, 400);
        let lay = |state: &UiState, bottom| lay_out(&view, &display, Rect::new(0, 0, 400, bottom), state, 0);
        let found = reveal(&lay(&state, 1000), &lay(&state, high), field);
        assert_eq!(found.as_ref().map_or(0, |reveal| reveal.by), by, "{found:?}");
        if let Some(reveal) = found {
            state.scroll_by(&reveal.list, reveal.by, 0, reveal.max);
        }
        let now = lay(&state, high);
        let place = now.find(field).unwrap_or_else(|| panic!("{field} is out of sight"));
        assert_eq!(place.clip.top, place.bounds.top, "{field} is cut");
    }

    #[test]
    fn a_field_comes_into_sight_and_what_is_in_sight_stays() {
        check(0, 500, "f2", 0);
        check(0, 500, "f4", 0);
        check(0, 500, "f5", 100);
        check(0, 500, "f9", 500);
        check(250, 500, "f11", 450);
        // Its upper half was hidden before.
        check(250, 500, "f2", -50);
        // The list is lower than one field: the beginning is visible.
        check(0, 60, "f3", 300);
    }

    #[test]
    fn what_is_nowhere_moves_nothing() {
        let (display, state) = (Display::default(), UiState::default());
        let view = View::column(vec![View::text("Hello").id("hello")]);
        let laid = lay_out(&view, &display, display.content(), &state, 0);
        assert_eq!(reveal(&laid, &laid, "hello"), None);
        assert_eq!(reveal(&laid, &laid, "nobody"), None);
    }
}
