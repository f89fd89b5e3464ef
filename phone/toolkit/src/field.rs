//! Where the text of a field lies on the screen, and its caret and selection with it. Drawing, touching and the text
//! toolbar all ask here, so that they agree.

use std::ops::Range;

use super::Rect;
use super::caret::boundary;
use super::layout::{Laid, Placed};
use super::screen::Display;
use super::selection;
use super::state::UiState;
use super::view::{Kind, View};

/// Before which byte of a field's text the caret stands when this point is touched.
pub fn caret_at(display: &Display, state: Option<&UiState>, placed: &Placed<'_>, x: i32, y: i32) -> usize {
    let Kind::Field { password, .. } = placed.view.kind else { return 0 };
    let Some(shaped) = &placed.text else { return 0 };
    let area = text_area(display, state, placed);
    let index = shaped.index_at((x - area.left) as f32, (y - area.top) as f32);
    if password {
        // Each letter is shown as a bullet of three bytes.
        let letters = index / '•'.len_utf8();
        return placed.view.text.char_indices().nth(letters).map_or(placed.view.text.len(), |(byte, _)| byte);
    }
    boundary(&placed.view.text, index)
}

/// Where what is selected (or the caret) lies on the screen, if it can be seen.
pub(super) fn selected_bounds(display: &Display, state: &UiState, laid: &Laid<'_>) -> Option<Rect> {
    let focus = state.focus.as_ref()?;
    let placed = laid.find(&focus.id).filter(|placed| !placed.clip.is_empty())?;
    let shaped = placed.text.as_ref()?;
    let area = text_area(display, Some(state), placed);
    let part = shown_selection(state, placed.view).unwrap_or_else(|| {
        let caret = boundary(&placed.view.text, focus.caret);
        caret..caret
    });
    let ((from, first), (to, last)) = (shaped.caret(part.start), shaped.caret(part.end));
    let x = |place: f32| area.left + place.round() as i32;
    let line = |number: usize| area.top + number as i32 * shaped.line_height;
    let (left, right) = if first == last { (x(from.min(to)), x(from.max(to))) } else { (area.left, area.right) };
    let whole = Rect::new(left, line(first), right, line(last + 1));
    let clip = placed.clip;
    let within = |place: i32, low: i32, high: i32| place.clamp(low, high.max(low));
    Some(Rect {
        left: within(whole.left, clip.left, clip.right),
        right: within(whole.right, clip.left, clip.right),
        top: within(whole.top, clip.top, clip.bottom),
        bottom: within(whole.bottom, clip.top, clip.bottom),
    })
}

/// The caret of a field as a byte of what it shows; `None` without the focus.
pub(super) fn shown_caret(state: Option<&UiState>, view: &View) -> Option<usize> {
    let focus = state?.focus.as_ref().filter(|focus| focus.id == view.id && !view.id.is_empty())?;
    Some(shown_byte(view, boundary(&view.text, focus.caret)))
}

/// The part of what a field shows that is selected.
pub(super) fn shown_selection(state: &UiState, view: &View) -> Option<Range<usize>> {
    let focus = state.focus.as_ref().filter(|focus| focus.id == view.id && !view.id.is_empty())?;
    let part = selection::range(&view.text, focus)?;
    Some(shown_byte(view, part.start)..shown_byte(view, part.end))
}

/// A byte of a field's text as a byte of what it shows.
fn shown_byte(view: &View, byte: usize) -> usize {
    match view.kind {
        Kind::Field { password: true, .. } => view.text[..byte].chars().count() * '•'.len_utf8(),
        _ => byte,
    }
}

/// Where the text of a field lies: its left top is where its first line begins. It is moved so that the
/// caret can be seen.
pub(super) fn text_area(display: &Display, state: Option<&UiState>, placed: &Placed<'_>) -> Rect {
    let inner = text_room(display, placed);
    let Some(shaped) = &placed.text else { return inner };
    let (caret_x, line) = shown_caret(state, placed.view).map_or((0.0, 0), |caret| shaped.caret(caret));
    let beyond = (caret_x.ceil() as i32 + display.px(2.0) - inner.width()).max(0);
    let multiline = matches!(placed.view.kind, Kind::Field { multiline: true, .. });
    let spare = inner.height() - shaped.height;
    let top = if spare < 0 {
        let below = (line as i32 + 1) * shaped.line_height - inner.height();
        inner.top - below.max(0)
    } else if multiline && inner.height() > shaped.line_height * 3 {
        inner.top
    } else {
        inner.top + spare / 2
    };
    let left = match multiline {
        true => inner.left,
        // What is short begins at the right; what is long is moved as ever.
        false if display.right_to_left => inner.left + (inner.width() - shaped.width).max(0) - beyond,
        false => inner.left - beyond,
    };
    Rect::new(left, top, left + inner.width(), top + shaped.height)
}

/// The part of a field that its text may take.
pub(super) fn text_room(display: &Display, placed: &Placed<'_>) -> Rect {
    let style = &placed.view.style;
    let multiline = matches!(placed.view.kind, Kind::Field { multiline: true, .. });
    let own = [16.0, if multiline { 12.0 } else { 0.0 }, 16.0, if multiline { 12.0 } else { 0.0 }];
    let padding = if style.padding == [0.0; 4] { own } else { style.padding };
    display.inside(placed.bounds, padding)
}
