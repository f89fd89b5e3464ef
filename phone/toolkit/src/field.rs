//! The position of a field's text, caret and selection on the screen. Drawing, touch handling and the text toolbar all
//! use this module, so that they agree.

use std::ops::Range;

use super::Rect;
use super::caret::boundary;
use super::layout::{Laid, Placed};
use super::screen::Display;
use super::selection;
use super::state::UiState;
use super::view::{Kind, View};

/// Returns the byte of a field's text before which a touch at this point puts the caret.
pub fn caret_at(display: &Display, state: Option<&UiState>, placed: &Placed<'_>, x: i32, y: i32) -> usize {
    let Kind::Field { password, .. } = placed.view.kind else { return 0 };
    let Some(shaped) = &placed.text else { return 0 };
    let area = text_area(display, state, placed);
    let index = shaped.index_at((x - area.left) as f32, (y - area.top) as f32);
    if password {
        // A password shows each letter as a bullet of three bytes.
        let letters = index / '•'.len_utf8();
        return placed.view.text.char_indices().nth(letters).map_or(placed.view.text.len(), |(byte, _)| byte);
    }
    boundary(&placed.view.text, index)
}

/// Returns the visible bounds of the selection, or of the caret if nothing is selected.
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

/// Returns the caret as a byte offset in the displayed text; `None` without the focus.
pub(super) fn shown_caret(state: Option<&UiState>, view: &View) -> Option<usize> {
    let focus = state?.focus.as_ref().filter(|focus| focus.id == view.id && !view.id.is_empty())?;
    Some(shown_byte(view, boundary(&view.text, focus.caret)))
}

/// Returns the selected range of the displayed text.
pub(super) fn shown_selection(state: &UiState, view: &View) -> Option<Range<usize>> {
    let focus = state.focus.as_ref().filter(|focus| focus.id == view.id && !view.id.is_empty())?;
    let part = selection::range(&view.text, focus)?;
    Some(shown_byte(view, part.start)..shown_byte(view, part.end))
}

/// Converts a byte offset in a field's text to one in its displayed text.
fn shown_byte(view: &View, byte: usize) -> usize {
    match view.kind {
        Kind::Field { password: true, .. } => view.text[..byte].chars().count() * '•'.len_utf8(),
        _ => byte,
    }
}

/// Returns the area of a field's text; its top left is the start of the first line. The area is shifted so that the
/// caret is visible.
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
        // Short text is right-aligned; long text is shifted as in left-to-right layouts.
        false if display.right_to_left => inner.left + (inner.width() - shaped.width).max(0) - beyond,
        false => inner.left - beyond,
    };
    Rect::new(left, top, left + inner.width(), top + shaped.height)
}

/// Returns the part of a field that is available to its text.
pub(super) fn text_room(display: &Display, placed: &Placed<'_>) -> Rect {
    let style = &placed.view.style;
    let multiline = matches!(placed.view.kind, Kind::Field { multiline: true, .. });
    let own = [16.0, if multiline { 12.0 } else { 0.0 }, 16.0, if multiline { 12.0 } else { 0.0 }];
    let padding = if style.padding == [0.0; 4] { own } else { style.padding };
    display.inside(placed.bounds, padding)
}
