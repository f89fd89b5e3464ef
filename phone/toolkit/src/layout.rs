//! Layout: turns a tree of views into a flat list of boxes in whole pixels, parents before children. `measure` computes
//! the size a view wants; this module places it.
//!
//! Rules that differ from Android's:
//! - `Fill` in the direction a parent lays its children in is `Weight(1.0)`; `Weight` across it is `Fill`.
//! - A column, row or stack of height `Wrap` that contains a list takes the remaining room, so a list scrolls wherever
//!   an app puts it. A list has no remaining room to share: `Fill` and `Weight` are `Wrap` inside it. But an only child
//!   that fills is at least as high as the list ([`View::scroll`]).
//! - A list lays out only its visible children; of the others it knows only the heights.
//! - A column that is too high for its room scrolls, so that everything stays reachable on a small screen or in
//!   landscape. On a whole screen or in a dialog only the highest column inside it scrolls, if that is enough: bars and
//!   buttons stay visible.

mod measure;
mod overflow;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub(super) use self::measure::bullets;
use self::measure::{MAX_DEPTH, Measure, greedy, share};
use super::Rect;
use super::screen::Display;
use super::state::UiState;
use super::style::{Align, Size};
use super::text::Shaped;
use super::view::{Kind, View};

/// From this width on, in dp, two panes fit side by side.
const WIDE_DP: f32 = 480.0;

/// The result of laying out a screen.
#[derive(Debug, Default)]
pub struct Laid<'a> {
    /// The boxes, parents before children, siblings in order.
    pub nodes: Vec<Placed<'a>>,
}

/// A view with its position.
#[derive(Debug)]
pub struct Placed<'a> {
    /// The view.
    pub view: &'a View,
    /// The bounds; may extend beyond the visible area.
    pub bounds: Rect,
    /// The visible part: its bounds within those of all its ancestors.
    pub clip: Rect,
    /// The index of its parent in [`Laid::nodes`].
    pub parent: Option<usize>,
    /// The index among its siblings.
    pub index: usize,
    /// The scroll position and range, if it is a list.
    pub scrolled: Option<Scrolled>,
    /// The shaped text, as it was measured.
    pub(super) text: Option<Arc<Shaped>>,
}

/// The scroll position and range of a list, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Scrolled {
    pub offset: i32,
    pub max: i32,
}

impl Laid<'_> {
    /// Returns the sibling indices of a view and its ancestors, from the root.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> = self.ancestors(node).map(|number| self.nodes[number].index).collect();
        path.reverse();
        path
    }

    /// Returns the view at a path.
    pub(super) fn at(&self, path: &[usize]) -> Option<&Placed<'_>> {
        (0..self.nodes.len()).find(|&number| self.path(number) == path).map(|number| &self.nodes[number])
    }

    /// Mirrors all boxes about the middle of a rectangle. Views that are left-to-right in every language are only
    /// moved: their contents are mirrored a second time about their own middle.
    pub(super) fn mirror(&mut self, room: &Rect) {
        let mut kept: Vec<Option<Rect>> = Vec::with_capacity(self.nodes.len());
        for placed in &mut self.nodes {
            (placed.bounds, placed.clip) = (placed.bounds.mirrored(room), placed.clip.mirrored(room));
            let outer = placed.parent.and_then(|parent| kept.get(parent).copied().flatten());
            if let Some(outer) = outer {
                (placed.bounds, placed.clip) = (placed.bounds.mirrored(&outer), placed.clip.mirrored(&outer));
            }
            kept.push(outer.or_else(|| placed.view.left_to_right.then_some(placed.bounds)));
        }
    }

    /// Returns a view and its ancestors, innermost first.
    pub fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |&number| self.nodes.get(number).and_then(|placed| placed.parent))
            .take_while(|&number| number < self.nodes.len())
    }

    /// Returns the key under which the scroll position of a view is stored: its id, or else its path in the tree.
    pub(super) fn scroll_key(&self, node: usize) -> String {
        match self.nodes.get(node).map(|placed| placed.view.id.as_str()) {
            Some(id) if !id.is_empty() => id.to_owned(),
            _ => format!("@{:?}", self.path(node)),
        }
    }

    /// Returns the scrolling view with this key.
    pub(super) fn scrolling(&self, key: &str) -> Option<&Placed<'_>> {
        let number = (0..self.nodes.len()).find(|&it| self.nodes[it].scrolled.is_some() && self.scroll_key(it) == key);
        number.map(|number| &self.nodes[number])
    }

    /// Returns the view with an id.
    pub fn find(&self, id: &str) -> Option<&Placed<'_>> {
        self.nodes.iter().find(|placed| placed.view.id == id)
    }
}

/// Lays a view out so that it fills `rect`.
pub fn lay_out<'a>(view: &'a View, display: &Display, rect: Rect, state: &UiState, now_ms: u64) -> Laid<'a> {
    let measure = Measure { display };
    let mut placing = Placing { measure, state, now_ms, laid: Laid::default() };
    placing.place(view, rect, rect, None, 0, 0);
    placing.laid
}

/// Returns the size a view wants, limited to the given room.
pub(super) fn natural_size(view: &View, display: &Display, width: i32, height: i32) -> (i32, i32) {
    let measure = Measure { display };
    let width = measure.width(view, width, 0);
    (width, measure.height(view, width, Some(height), 0).min(height))
}

struct Placing<'a, 'b> {
    measure: Measure<'b>,
    state: &'b UiState,
    now_ms: u64,
    laid: Laid<'a>,
}

impl<'a> Placing<'a, '_> {
    fn place(&mut self, view: &'a View, bounds: Rect, clip: Rect, parent: Option<usize>, index: usize, depth: usize) {
        let clip = clip.intersect(&bounds);
        let text = self.measure.text(view, bounds.width());
        let me = self.laid.nodes.len();
        self.laid.nodes.push(Placed { view, bounds, clip, parent, index, scrolled: None, text });
        if depth >= MAX_DEPTH || view.children.is_empty() {
            return;
        }
        let [left, top, right, bottom] = self.measure.padding(view);
        let inner = bounds.inset(left, top, right, bottom);
        match view.kind {
            Kind::Row => self.row(view, inner, clip, me, depth),
            Kind::Panes if self.is_wide(inner) => self.row(view, inner, clip, me, depth),
            Kind::Stack => self.stack(view, inner, clip, me, depth),
            Kind::Grid { columns } => self.grid(view, columns.max(1), inner, clip, me, depth),
            Kind::List => self.list(view, inner, bounds, clip, me, depth),
            // Children of a view that is not a container are laid out as in a column, so that none is lost.
            _ => self.column(view, inner, clip, me, depth),
        }
    }

    /// Whether panes are placed side by side.
    fn is_wide(&self, room: Rect) -> bool {
        room.width() > room.height() && room.width() >= self.measure.display.px(WIDE_DP)
    }

    fn column(&mut self, view: &'a View, inner: Rect, clip: Rect, me: usize, depth: usize) {
        let mut heights = self.column_heights(view, inner, depth);
        let beyond = self.make_room(view, inner, &mut heights, me, depth);
        let mut offset = 0;
        if beyond > 0 {
            offset = self.state.offset(&self.laid.scroll_key(me), self.now_ms, beyond);
            self.laid.nodes[me].scrolled = Some(Scrolled { offset, max: beyond });
        }
        let gap = self.measure.gap(view);
        let mut y = inner.top - offset;
        for (index, (child, height)) in view.children.iter().zip(heights).enumerate() {
            let [left, top, right, bottom] = self.measure.margin(child);
            let room = (inner.width() - left - right).max(0);
            let width = self.measure.width(child, room, depth + 1).min(room.max(0)).max(0);
            let x = inner.left + left + lead(view.style.align, room - width);
            y = on(y, top);
            self.place(child, Rect::new(x, y, x + width, y + height), clip, Some(me), index, depth + 1);
            y = on(y, height + bottom + gap);
        }
    }

    fn column_heights(&self, view: &View, inner: Rect, depth: usize) -> Vec<i32> {
        let measure = &self.measure;
        let gaps = measure.gaps(view, view.children.len());
        let mut left = inner.height() - gaps;
        let mut weights = Vec::with_capacity(view.children.len());
        let mut heights = Vec::with_capacity(view.children.len());
        for child in &view.children {
            let margin = measure.margin(child);
            left = left.saturating_sub(margin[1] + margin[3]);
            // A column that wraps its content has no remaining room to share.
            let weight = if view.style.height == Size::Wrap && !greedy(view, 0) && depth > 0 {
                None
            } else {
                child.style.height.weight().or_else(|| greedy(child, 0).then_some(1.0))
            };
            weights.push(weight);
            let height = if weight.is_some() {
                0
            } else {
                let room = (inner.width() - margin[0] - margin[2]).max(0);
                let width = measure.width(child, room, depth + 1);
                measure.height(child, width, Some(left.max(0)), depth + 1)
            };
            left = left.saturating_sub(height);
            heights.push(height);
        }
        share(&weights, left, &mut heights);
        heights
    }

    fn row(&mut self, view: &'a View, inner: Rect, clip: Rect, me: usize, depth: usize) {
        let widths = self.measure.row_widths(view, inner.width(), depth);
        let gap = self.measure.gap(view);
        let mut x = inner.left;
        for (index, (child, width)) in view.children.iter().zip(widths).enumerate() {
            let [left, top, right, bottom] = self.measure.margin(child);
            let room = (inner.height() - top - bottom).max(0);
            let height = self.measure.height(child, width, Some(room), depth + 1).min(room);
            let y = inner.top + top + lead(view.style.align, room - height);
            x = on(x, left);
            self.place(child, Rect::new(x, y, x + width, y + height), clip, Some(me), index, depth + 1);
            x = on(x, width + right + gap);
        }
    }

    fn stack(&mut self, view: &'a View, inner: Rect, clip: Rect, me: usize, depth: usize) {
        for (index, child) in view.children.iter().enumerate() {
            let [left, top, right, bottom] = self.measure.margin(child);
            let room = inner.inset(left, top, right, bottom);
            let width = self.measure.width(child, room.width(), depth + 1).min(room.width());
            let height = if greedy(child, 0) {
                room.height()
            } else {
                self.measure.height(child, width, Some(room.height()), depth + 1).min(room.height())
            };
            let x = room.left + lead(view.style.align, room.width() - width);
            let y = room.top + lead(view.style.align, room.height() - height);
            let bounds = Rect::new(x, y, x + width, y + height);
            let bounds = if matches!(child.kind, Kind::Fab(_)) { self.floating(child, bounds, inner) } else { bounds };
            self.place(child, bounds, clip, Some(me), index, depth + 1);
        }
    }

    fn grid(&mut self, view: &'a View, columns: usize, inner: Rect, clip: Rect, me: usize, depth: usize) {
        let gap = self.measure.gap(view);
        let mut y = inner.top;
        let heights = self.line_heights(view, columns, inner, depth);
        for (number, (line, height)) in view.children.chunks(columns).zip(heights).enumerate() {
            for (place, child) in line.iter().enumerate() {
                let (from, to) = measure::grid_cell(inner.width(), gap, columns, place);
                let [left, top, right, bottom] = self.measure.margin(child);
                let cell = Rect::new(inner.left + from, y, inner.left + to, y + height).inset(left, top, right, bottom);
                let width = self.measure.width(child, cell.width(), depth + 1).min(cell.width());
                let high = self.measure.height(child, width, None, depth + 1).min(cell.height());
                let x = cell.left + lead(view.style.align, cell.width() - width);
                let index = number * columns + place;
                self.place(child, Rect::new(x, cell.top, x + width, cell.top + high), clip, Some(me), index, depth + 1);
            }
            y = on(y, height + gap);
        }
    }

    fn list(&mut self, view: &'a View, inner: Rect, bounds: Rect, clip: Rect, me: usize, depth: usize) {
        let (mut heights, mut total) = self.measure.list_heights(view, inner.width(), depth);
        if let ([child], [height]) = (view.children.as_slice(), heights.as_mut_slice())
            && child.style.height == Size::Fill
        {
            let [_, above, _, below] = self.measure.margin(child);
            *height = (*height).max(inner.height() - above - below);
            total = total.max(inner.height());
        }
        let max = (total - inner.height()).max(0);
        let offset = self.state.offset(&view.id, self.now_ms, max);
        self.laid.nodes[me].scrolled = Some(Scrolled { offset, max });
        let gap = self.measure.gap(view);
        let mut y = inner.top - offset;
        for (index, (child, height)) in view.children.iter().zip(heights).enumerate() {
            let [left, top, right, bottom] = self.measure.margin(child);
            y = on(y, top);
            if y >= bounds.bottom {
                break;
            }
            if y + height > bounds.top {
                let room = (inner.width() - left - right).max(0);
                let width = self.measure.width(child, room, depth + 1).min(room);
                let x = inner.left + left + lead(view.style.align, room - width);
                self.place(child, Rect::new(x, y, x + width, y + height), clip, Some(me), index, depth + 1);
            }
            y = on(y, height + bottom + gap);
        }
    }
}

/// Advances along an axis without overflow.
fn on(place: i32, by: i32) -> i32 {
    place.saturating_add(by).min(Rect::FAR * 256)
}

/// Returns the space before a child, given the free room.
fn lead(align: Align, free: i32) -> i32 {
    match align {
        Align::Start => 0,
        Align::Center => free.max(0) / 2,
        Align::End => free.max(0),
    }
}
