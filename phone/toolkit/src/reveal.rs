//! Brings a field into sight when the keyboard comes up over it: by how much the list that it is in must move.

use super::Rect;
use super::layout::{Laid, Placed};

/// A movement of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reveal {
    /// By what its scrolling is remembered.
    pub list: String,
    /// By how many pixels it moves, down for more than 0.
    pub by: i32,
    /// How far it can be scrolled.
    pub max: i32,
}

/// How the list moves that a field is in, so that the field is in sight; nothing if it is, or in no list. A list lays out
/// only what is seen of it, so the field may have a place only in the window as it was before the keyboard came.
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
    // Of what is higher than the list its beginning is seen.
    let by = if above < 0 { above } else { below.clamp(0, above) };
    (by != 0).then(|| Reveal { list, by, max: placed.scrolled.map_or(0, |scrolled| scrolled.max) })
}

/// A field and the nearest list around it.
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

    /// Ten fields of 100 pixels in a list that is 1000 high and scrolled by so much; then only so high. By how much it
    /// moves, and whether all of the field is in sight then.
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
        // Lower than one field: its beginning is seen.
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
