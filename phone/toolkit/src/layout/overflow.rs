//! What becomes of a column that is too high for its room: on a screen that is held sideways, on a small one, with large
//! letters, over the keyboard.

use super::Placing;
use super::measure::{greedy, grid_cell, share};
use crate::Rect;
use crate::style::Size;
use crate::view::{Kind, View};

/// A part of a column that takes what is left and would get less than this is as good as gone: a line of text and the room
/// around it.
const LEAST_SHARE_DP: f32 = 32.0;
/// What such a part gets when the column scrolls: two rows of a list.
const SHARE_DP: f32 = 96.0;
/// What is left at least of a part that scrolls while the rest of the screen stays.
const LEAST_SCROLLED_DP: f32 = 88.0;
/// How low a line of keys can be made: what a finger hits for sure.
const LEAST_LINE_DP: f32 = 48.0;
/// What rounding to whole pixels may take.
const ROUNDING: i32 = 2;

impl Placing<'_, '_> {
    /// Changes the heights of a column's children so that they fit, or says by how much they do not: so far it scrolls.
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

    /// Where a button that floats over a stack stands: it is never squeezed, the room around it gives way first.
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

    /// How low a view can be made: a grid of keys, which say themselves how high they are, until their content fills them
    /// or a finger would miss them.
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

    /// The heights of a grid's lines, which are all alike where there is not enough room for them.
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

    /// What a part that takes the rest gets where nothing is left.
    fn wanted_share(&self, child: &View, inner: Rect, depth: usize) -> i32 {
        let [left, _, right, _] = self.measure.margin(child);
        let width = self.measure.width(child, (inner.width() - left - right).max(0), depth + 1);
        self.measure.height(child, width, None, depth + 1).min(self.measure.display.px(SHARE_DP))
    }

    /// How high the children of a column are together, with what is between them.
    fn taken(&self, view: &View, heights: &[i32]) -> i32 {
        let between =
            view.children.iter().map(|child| self.measure.margin(child)).map(|[_, top, _, bottom]| top + bottom);
        let gaps = self.measure.gaps(view, view.children.len());
        between.chain(heights.iter().copied()).fold(gaps, i32::saturating_add)
    }

    /// Whether a view, or something that it is in, says itself how high it is: then it is no part of a screen that could
    /// scroll.
    fn has_fixed_height(&self, me: usize) -> bool {
        self.laid.ancestors(me).any(|number| matches!(self.laid.nodes[number].view.style.height, Size::Dp(_)))
    }
}

/// The height of the highest column among the children that are as high as their content.
fn highest_column<'a>(view: &View, heights: &'a mut [i32]) -> Option<&'a mut i32> {
    let columns = view.children.iter().zip(heights).filter(|(child, _)| {
        matches!(child.kind, Kind::Column) && child.style.height == Size::Wrap && !greedy(child, 0)
    });
    columns.map(|(_, height)| height).max_by_key(|height| **height)
}
