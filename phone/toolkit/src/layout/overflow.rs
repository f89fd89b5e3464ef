//! Handles columns that are too high for their room: in landscape, on a small screen, with a large font scale, or above
//! the keyboard.

use super::Placing;
use super::measure::{greedy, grid_cell, share};
use crate::Rect;
use crate::style::Size;
use crate::view::{Kind, View};

/// A weighted part of a column that gets less than this counts as invisible: a line of text and the space around it.
const LEAST_SHARE_DP: f32 = 32.0;
/// The height such a part gets when the column scrolls: two rows of a list.
const SHARE_DP: f32 = 96.0;
/// The least height of a part that scrolls while the rest of the screen stays in place.
const LEAST_SCROLLED_DP: f32 = 88.0;
/// The least height of a row of keys: the smallest touch target.
const LEAST_LINE_DP: f32 = 48.0;
/// The tolerance for rounding to whole pixels.
const ROUNDING: i32 = 2;

impl Placing<'_, '_> {
    /// Adjusts the heights of a column's children so that they fit. Returns the height that does not fit, by which the
    /// column scrolls.
    pub(super) fn make_room(&self, view: &View, inner: Rect, heights: &mut [i32], me: usize, depth: usize) -> i32 {
        if !matches!(view.kind, Kind::Column | Kind::Panes) || self.has_fixed_height(me) {
            return 0;
        }
        let mut beyond = self.taken(view, heights) - inner.height();
        let starved = |(child, height): (&View, &i32)| self.takes_the_rest(child) && *height < self.least_share();
        if beyond <= ROUNDING && !view.children.iter().zip(heights.iter()).any(starved) {
            return 0;
        }
        for (child, height) in view.children.iter().zip(heights.iter_mut()) {
            if starved((child, height)) {
                *height = self.wanted_share(child, inner, depth).max(*height);
            }
        }
        beyond = self.taken(view, heights) - inner.height();
        for (child, height) in view.children.iter().zip(heights.iter_mut()) {
            let gives = (*height).saturating_sub(self.lowest(child, inner.width(), depth)).clamp(0, beyond.max(0));
            (*height, beyond) = (*height - gives, beyond - gives);
        }
        let is_frame = depth == 0 || view.style.height == Size::Fill;
        if is_frame
            && beyond > ROUNDING
            && let Some(highest) = highest_column(view, heights)
        {
            let left = *highest - beyond;
            if left >= self.measure.display.px(LEAST_SCROLLED_DP) {
                *highest = left;
                return 0;
            }
        }
        if beyond > ROUNDING { beyond } else { 0 }
    }

    /// Places a floating action button over a stack. The button is never squeezed; the space around it shrinks first.
    pub(super) fn floating(&self, fab: &View, bounds: Rect, inner: Rect) -> Rect {
        let width = self.measure.width(fab, Rect::FAR, 0);
        let height = self.measure.height(fab, width, None, 0);
        let mut stands = bounds;
        if bounds.height() < height {
            (stands.top, stands.bottom) = (inner.bottom - height, inner.bottom);
        }
        if bounds.width() < width {
            (stands.left, stands.right) = (inner.right - width, inner.right);
        }
        stands
    }

    /// Returns the least height of a view. Only a grid of keys with explicit heights can shrink, until its content
    /// fills the keys or they would be too small to touch.
    fn lowest(&self, view: &View, width: i32, depth: usize) -> i32 {
        let Kind::Grid { columns } = view.kind else { return i32::MAX };
        let lines = view.children.len().div_ceil(columns.max(1));
        let [left, top, right, bottom] = self.measure.padding(view);
        let (_, cell) = grid_cell(width - left - right, self.measure.gap(view), columns, 0);
        let keys = view.children.iter().map(|key| match key.style.height {
            Size::Dp(_) => self.measure.natural_height(key, cell, None, depth + 1),
            _ => Rect::FAR,
        });
        let line = keys.max().unwrap_or(0).max(self.measure.display.px(LEAST_LINE_DP));
        let together = i32::try_from(lines).unwrap_or(Rect::FAR).saturating_mul(line);
        together.saturating_add(self.measure.gaps(view, lines)).saturating_add(top + bottom)
    }

    /// Returns the heights of a grid's lines; all lines are equal if there is too little room.
    pub(super) fn line_heights(&self, view: &View, columns: usize, inner: Rect, depth: usize) -> Vec<i32> {
        let lines = view.children.chunks(columns);
        let heights: Vec<i32> =
            lines.map(|line| self.measure.grid_line_height(view, columns, line, inner.width(), depth)).collect();
        let room = inner.height() - self.measure.gaps(view, heights.len());
        if heights.iter().copied().fold(0, i32::saturating_add) <= room + ROUNDING {
            return heights;
        }
        let mut alike = vec![0; heights.len()];
        share(&vec![Some(1.0); heights.len()], room, &mut alike);
        alike
    }

    fn least_share(&self) -> i32 {
        self.measure.display.px(LEAST_SHARE_DP)
    }

    fn takes_the_rest(&self, child: &View) -> bool {
        child.style.height.weight().is_some() || greedy(child, 0)
    }

    /// Returns the height of a weighted part if no room remains.
    fn wanted_share(&self, child: &View, inner: Rect, depth: usize) -> i32 {
        let [left, _, right, _] = self.measure.margin(child);
        let width = self.measure.width(child, (inner.width() - left - right).max(0), depth + 1);
        self.measure.height(child, width, None, depth + 1).min(self.measure.display.px(SHARE_DP))
    }

    /// Returns the total height of a column's children, with the gaps between them.
    fn taken(&self, view: &View, heights: &[i32]) -> i32 {
        let between =
            view.children.iter().map(|child| self.measure.margin(child)).map(|[_, top, _, bottom]| top + bottom);
        let gaps = self.measure.gaps(view, view.children.len());
        between.chain(heights.iter().copied()).fold(gaps, i32::saturating_add)
    }

    /// Whether a view or one of its ancestors has an explicit height; such a view is not a part of a screen that could
    /// scroll.
    fn has_fixed_height(&self, me: usize) -> bool {
        self.laid.ancestors(me).any(|number| matches!(self.laid.nodes[number].view.style.height, Size::Dp(_)))
    }
}

/// Returns the height of the highest column among the children that wrap their content.
fn highest_column<'a>(view: &View, heights: &'a mut [i32]) -> Option<&'a mut i32> {
    let columns = view.children.iter().zip(heights).filter(|(child, _)| {
        matches!(child.kind, Kind::Column) && child.style.height == Size::Wrap && !greedy(child, 0)
    });
    columns.map(|(_, height)| height).max_by_key(|height| **height)
}
