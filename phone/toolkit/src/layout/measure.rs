//! Measures views. Widths are computed from the outside in, and heights follow from widths. A text is shaped at most
//! once per width.

use std::sync::Arc;

use super::super::Rect;
use super::super::screen::Display;
use super::super::style::{Size, TextStyle};
use super::super::text::{self, Shaped, Spec};
use super::super::theme::Type;
use super::super::view::{Kind, View};

/// Views nested deeper than this are not laid out. A bound on recursion, far beyond any real screen.
pub(super) const MAX_DEPTH: usize = 48;

/// Measures for one display.
pub(super) struct Measure<'a> {
    pub(super) display: &'a Display,
}

/// Whether a view of height `Wrap` contains a list, which takes the remaining room.
pub(super) fn greedy(view: &View, depth: usize) -> bool {
    depth < MAX_DEPTH
        && view.style.height == Size::Wrap
        && matches!(view.kind, Kind::Column | Kind::Row | Kind::Stack)
        && view.children.iter().any(|child| match child.kind {
            Kind::List => child.style.height.weight().is_some(),
            _ => greedy(child, depth + 1),
        })
}

/// Distributes the remaining room by weight; the last weighted child gets the remainder of the division.
pub(super) fn share(weights: &[Option<f32>], left: i32, sizes: &mut [i32]) {
    let total: f32 = weights.iter().flatten().sum();
    let left = left.max(0);
    let mut given = 0;
    let mut so_far = 0.0;
    for (weight, size) in weights.iter().zip(sizes) {
        if let Some(weight) = weight {
            so_far += weight;
            let until = if total > 0.0 { (left as f32 * (so_far / total)).round() as i32 } else { 0 };
            *size = (until - given).max(0);
            given = until;
        }
    }
}

/// Returns the start and end of a grid cell.
pub(super) fn grid_cell(width: i32, gap: i32, columns: usize, place: usize) -> (i32, i32) {
    let columns = columns.clamp(1, 1000) as i32;
    let place = place as i32;
    let free = (width - gap * (columns - 1)).max(0);
    (free * place / columns + gap * place, free * (place + 1) / columns + gap * place)
}

impl Measure<'_> {
    pub(super) fn padding(&self, view: &View) -> [i32; 4] {
        let [left, top, right, bottom] = view.style.padding;
        let own = match view.kind {
            // Material's default padding.
            Kind::Button { .. } => [20.0, 0.0, 20.0, 0.0],
            Kind::Field { .. } => [16.0, 0.0, 16.0, 0.0],
            _ => [0.0; 4],
        };
        let given = if view.style.padding == [0.0; 4] { own } else { [left, top, right, bottom] };
        given.map(|dp| self.room(dp))
    }

    pub(super) fn margin(&self, view: &View) -> [i32; 4] {
        view.style.margin.map(|dp| self.room(dp))
    }

    /// Converts a padding or gap to pixels: never negative, never larger than a screen.
    fn room(&self, dp: f32) -> i32 {
        self.display.px(dp).clamp(0, Display::MAX_EDGE)
    }

    /// Returns the gap between two children.
    pub(super) fn gap(&self, view: &View) -> i32 {
        self.room(view.style.gap)
    }

    /// Returns the sum of the gaps between this many children.
    pub(super) fn gaps(&self, view: &View, children: usize) -> i32 {
        let between = i32::try_from(children.saturating_sub(1)).unwrap_or(i32::MAX);
        self.gap(view).saturating_mul(between).min(Rect::FAR)
    }

    /// Returns how a view's text is to be shaped.
    pub(super) fn spec(&self, view: &View, width: Option<i32>, max_lines: usize) -> Spec {
        let style = match view.kind {
            Kind::Button { .. } if view.style.text == TextStyle::Body => TextStyle::Label,
            _ => view.style.text,
        };
        let kind = Type::of(style);
        let size = (self.display.sp(kind.size) * 64.0).round() as u32;
        let line = self.display.sp(kind.line).round() as i32;
        let weight = if view.selected && matches!(view.kind, Kind::Text) { kind.weight.max(500) } else { kind.weight };
        Spec { size, line, weight, width, max_lines }
    }

    /// Returns the text of a view, shaped for its width; `None` for views without text.
    pub(super) fn text(&self, view: &View, width: i32) -> Option<Arc<Shaped>> {
        let [left, _, right, _] = self.padding(view);
        let room = (width - left - right).max(1);
        match &view.kind {
            Kind::Text => Some(text::shape(&view.text, self.spec(view, Some(room), view.style.max_lines))),
            Kind::Button { .. } => Some(text::shape(&view.text, self.spec(view, Some(room), 1))),
            Kind::Switch { .. } | Kind::CheckBox { .. } | Kind::Radio { .. } if !view.text.is_empty() => {
                let room = (room - self.control(view).0 - self.display.px(8.0)).max(1);
                Some(text::shape(&view.text, self.spec(view, Some(room), view.style.max_lines)))
            }
            Kind::Field { password, multiline, .. } => {
                let shown = if *password { bullets(&view.text) } else { view.text.clone() };
                Some(text::shape(&shown, self.spec(view, multiline.then_some(room), 0)))
            }
            _ => None,
        }
    }

    /// Returns the size of a control without text and padding, in pixels.
    fn control(&self, view: &View) -> (i32, i32) {
        let (width, height) = match view.kind {
            Kind::Icon(_) => (24.0, 24.0),
            Kind::Avatar => (40.0, 40.0),
            Kind::Canvas { .. } | Kind::Picture(_) | Kind::Graphic(_) => (160.0, 160.0),
            Kind::Fab(_) => (56.0, 56.0),
            Kind::IconButton(_) => (48.0, 48.0),
            Kind::Switch { .. } => (52.0, 32.0),
            Kind::CheckBox { .. } | Kind::Radio { .. } => (32.0, 32.0),
            Kind::Slider { .. } => (200.0, 48.0),
            Kind::Progress(_) => (160.0, 4.0),
            Kind::Divider => (1.0, 1.0),
            _ => (0.0, 0.0),
        };
        (self.display.px(width), self.display.px(height).max(1))
    }

    /// Returns the width of a view within the given room.
    pub(super) fn width(&self, view: &View, room: i32, depth: usize) -> i32 {
        let room = room.clamp(0, Rect::FAR);
        match (view.style.width, &view.kind) {
            (Size::Dp(dp), _) => self.display.px(dp).clamp(0, room),
            (Size::Fill | Size::Weight(_), _) => room,
            (Size::Wrap, Kind::Divider) if view.style.height == Size::Wrap => room,
            (Size::Wrap, _) => self.natural_width(view, room, depth),
        }
    }

    /// Returns the width of the content if nothing has to fill its parent.
    fn natural_width(&self, view: &View, room: i32, depth: usize) -> i32 {
        let [left, _, right, _] = self.padding(view);
        let inside = (room - left - right).max(0);
        let of_child = |child: &View| {
            let [l, _, r, _] = self.margin(child);
            let child_room = (inside - l - r).max(0);
            l + r
                + match child.style.width {
                    Size::Dp(dp) => self.display.px(dp).clamp(0, child_room),
                    _ if matches!(child.kind, Kind::List) => child_room,
                    _ => self.natural_width(child, child_room, depth + 1),
                }
        };
        let content = match &view.kind {
            _ if depth >= MAX_DEPTH => 0,
            Kind::Row => {
                let gaps = self.gaps(view, view.children.len());
                view.children.iter().map(of_child).fold(gaps, i32::saturating_add)
            }
            Kind::Grid { .. } => inside,
            Kind::Text => {
                let spec = self.spec(view, Some(inside.max(1)), view.style.max_lines);
                text::shape(&view.text, spec).width
            }
            Kind::Button { .. } => text::shape(&view.text, self.spec(view, Some(inside.max(1)), 1)).width,
            Kind::Field { .. } => self.display.px(200.0),
            _ if view.children.is_empty() => {
                let text = self.text(view, room).map_or(0, |text| text.width + self.display.px(8.0));
                self.control(view).0 + text
            }
            _ => view.children.iter().map(of_child).max().unwrap_or(0),
        };
        content.saturating_add(left + right).clamp(0, room)
    }

    /// Returns the height of a view at a given width. `room` is `None` inside a list, which has no end.
    pub(super) fn height(&self, view: &View, width: i32, room: Option<i32>, depth: usize) -> i32 {
        match (view.style.height, room) {
            (Size::Dp(dp), _) => self.display.px(dp).clamp(0, Rect::FAR),
            (Size::Fill | Size::Weight(_), Some(room)) => room,
            _ => self.natural_height(view, width, room, depth),
        }
    }

    pub(super) fn natural_height(&self, view: &View, width: i32, room: Option<i32>, depth: usize) -> i32 {
        if depth >= MAX_DEPTH {
            return 0;
        }
        let [left, top, right, bottom] = self.padding(view);
        let inside = (width - left - right).max(0);
        let content = match &view.kind {
            Kind::Row => {
                let widths = self.row_widths(view, inside, depth);
                let heights = view.children.iter().zip(widths).map(|(child, width)| {
                    let [_, t, _, b] = self.margin(child);
                    self.wrapped_height(child, width, depth + 1) + t + b
                });
                heights.max().unwrap_or(0)
            }
            Kind::Stack => view.children.iter().map(|child| self.child_height(child, inside, depth)).max().unwrap_or(0),
            Kind::Grid { columns } => {
                let columns = (*columns).max(1);
                let lines = view.children.chunks(columns);
                let gaps = self.gaps(view, lines.len());
                lines
                    .map(|line| self.grid_line_height(view, columns, line, inside, depth))
                    .fold(gaps, i32::saturating_add)
            }
            Kind::List => self.list_heights(view, inside, depth).1,
            Kind::Text => self.text(view, width).map_or(0, |text| text.height),
            Kind::Button { .. } => self.display.px(48.0),
            Kind::Field { multiline: true, .. } => {
                // At most six lines; longer text scrolls inside the field.
                let text = self.text(view, width).map_or(0, |text| text.height.min(text.line_height * 6));
                if view.style.padding == [0.0; 4] {
                    (text + self.display.px(24.0)).max(self.display.px(56.0))
                } else {
                    text
                }
            }
            Kind::Field { .. } if view.style.padding == [0.0; 4] => self.display.px(56.0),
            Kind::Field { .. } => {
                let [_, above, _, below] = view.style.padding.map(|dp| self.display.px(dp).max(0));
                self.spec(view, None, 1).line.max(self.display.px(48.0) - above - below)
            }
            Kind::Space => 0,
            _ if view.children.is_empty() && !matches!(view.kind, Kind::Column) => {
                self.control(view).1.max(self.text(view, width).map_or(0, |text| text.height))
            }
            _ => {
                let gaps = self.gaps(view, view.children.len());
                view.children
                    .iter()
                    .map(|child| self.child_height(child, inside, depth))
                    .fold(gaps, i32::saturating_add)
            }
        };
        let full = content.saturating_add(top + bottom).clamp(0, Rect::FAR);
        // A list is never higher than its room; other views may be, and are clipped.
        match (&view.kind, room) {
            (Kind::List, Some(room)) => full.min(room),
            _ => full,
        }
    }

    fn wrapped_height(&self, child: &View, width: i32, depth: usize) -> i32 {
        self.height(child, width, None, depth)
    }

    fn child_height(&self, child: &View, inside: i32, depth: usize) -> i32 {
        let [left, top, right, bottom] = self.margin(child);
        let width = self.width(child, (inside - left - right).max(0), depth + 1);
        self.wrapped_height(child, width, depth + 1) + top + bottom
    }

    /// Returns the widths of a row's children: the measured ones, and the rest by weight.
    pub(super) fn row_widths(&self, view: &View, inside: i32, depth: usize) -> Vec<i32> {
        let gaps = self.gaps(view, view.children.len());
        let margins = view.children.iter().map(|child| self.margin(child)).map(|[l, _, r, _]| l + r);
        let mut left = margins.fold(inside - gaps, i32::saturating_sub);
        let mut weights = Vec::with_capacity(view.children.len());
        let mut widths = Vec::with_capacity(view.children.len());
        for child in &view.children {
            let weight = child.style.width.weight();
            let upright = matches!(child.kind, Kind::Divider) && child.style.width == Size::Wrap;
            let width = match weight {
                Some(_) => 0,
                None if upright => self.display.px(1.0).max(1),
                None => self.width(child, left.max(0), depth + 1),
            };
            left = left.saturating_sub(width);
            weights.push(weight);
            widths.push(width);
        }
        share(&weights, left, &mut widths);
        widths
    }

    /// Returns the height of one line of a grid, which is that of its highest cell.
    pub(super) fn grid_line_height(
        &self,
        view: &View,
        columns: usize,
        line: &[View],
        inside: i32,
        depth: usize,
    ) -> i32 {
        let gap = self.gap(view);
        let heights = line.iter().enumerate().map(|(place, child)| {
            let (from, to) = grid_cell(inside, gap, columns, place);
            self.child_height(child, to - from, depth)
        });
        heights.max().unwrap_or(0)
    }

    /// Returns the heights of a list's children without their margins, and of the whole content.
    pub(super) fn list_heights(&self, view: &View, inside: i32, depth: usize) -> (Vec<i32>, i32) {
        let mut total = self.gaps(view, view.children.len());
        let heights = view
            .children
            .iter()
            .map(|child| {
                let [left, top, right, bottom] = self.margin(child);
                let room = (inside - left - right).max(0);
                let height = self.quick_height(child, room, depth + 1).unwrap_or_else(|| {
                    let width = self.width(child, room, depth + 1);
                    self.wrapped_height(child, width, depth + 1)
                });
                total = total.saturating_add(height + top + bottom);
                height
            })
            .collect();
        (heights, total)
    }

    /// Returns the height of a view that is at least this wide, if it is known without shaping text. This keeps a list
    /// of ten thousand rows fast.
    fn quick_height(&self, view: &View, width: i32, depth: usize) -> Option<i32> {
        if let Size::Dp(dp) = view.style.height {
            return Some(self.display.px(dp).clamp(0, Rect::FAR));
        }
        let [left, top, right, bottom] = self.padding(view);
        let inside = width - left - right;
        let plus_margin = |child: &View, height: i32| {
            let [_, t, _, b] = self.margin(child);
            height + t + b
        };
        let content = match &view.kind {
            _ if depth >= MAX_DEPTH => return None,
            Kind::Text => {
                let spec = self.spec(view, None, 1);
                let fits = || text::widest_possible(&view.text, spec.size as f32 / 64.0) <= inside;
                let one_line = view.style.max_lines == 1 || (!view.text.contains('\n') && fits());
                one_line.then_some(spec.line)?
            }
            Kind::Column if !view.children.is_empty() => {
                let mut sum = self.gaps(view, view.children.len());
                for child in &view.children {
                    let [l, _, r, _] = self.margin(child);
                    sum = sum.saturating_add(plus_margin(child, self.quick_height(child, inside - l - r, depth + 1)?));
                }
                sum
            }
            Kind::Row => {
                let mut taken = 0_i32;
                for child in &view.children {
                    taken = taken.saturating_add(self.widest(child, depth + 1)?).min(Rect::FAR);
                }
                let shares = view.children.iter().filter(|child| child.style.width.weight().is_some()).count();
                let gaps = self.gaps(view, view.children.len());
                let rest = inside - taken - gaps;
                let mut highest = 0;
                for child in &view.children {
                    let wide = if child.style.width.weight().is_none() {
                        self.widest(child, depth + 1)?
                    } else if shares == 1 {
                        rest
                    } else {
                        return None;
                    };
                    if rest < 0 {
                        return None;
                    }
                    highest = highest.max(plus_margin(child, self.quick_height(child, wide, depth + 1)?));
                }
                highest
            }
            Kind::Icon(_) | Kind::Avatar | Kind::IconButton(_) | Kind::Divider | Kind::Space | Kind::Fab(_) => {
                return Some(self.natural_height(view, width.max(0), None, depth));
            }
            Kind::Switch { .. } | Kind::CheckBox { .. } | Kind::Radio { .. } if view.text.is_empty() => {
                return Some(self.natural_height(view, width.max(0), None, depth));
            }
            _ => return None,
        };
        Some(content.saturating_add(top + bottom).clamp(0, Rect::FAR))
    }

    /// Returns the most width a child takes in a row, margins included; 0 if it takes the remaining room.
    fn widest(&self, view: &View, depth: usize) -> Option<i32> {
        let [left, _, right, _] = self.margin(view);
        let padding = self.padding(view);
        let own = match (view.style.width, &view.kind) {
            _ if depth >= MAX_DEPTH => return None,
            (Size::Fill | Size::Weight(_), _) => 0,
            (Size::Dp(dp), _) => self.display.px(dp),
            (Size::Wrap, Kind::Text) => {
                let spec = self.spec(view, None, 1);
                text::widest_possible(&view.text, spec.size as f32 / 64.0) + padding[0] + padding[2]
            }
            (Size::Wrap, Kind::Column | Kind::Row | Kind::Stack | Kind::List | Kind::Grid { .. }) => return None,
            (Size::Wrap, Kind::Button { .. } | Kind::Field { .. }) => return None,
            (Size::Wrap, _) if view.text.is_empty() => self.control(view).0 + padding[0] + padding[2],
            (Size::Wrap, Kind::Avatar | Kind::Icon(_) | Kind::IconButton(_)) => {
                self.control(view).0 + padding[0] + padding[2]
            }
            (Size::Wrap, _) => return None,
        };
        Some(own + left + right)
    }
}

/// Returns a password as it is displayed.
pub(in super::super) fn bullets(text: &str) -> String {
    "•".repeat(text.chars().count())
}
