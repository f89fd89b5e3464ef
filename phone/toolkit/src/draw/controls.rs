//! Draws interactive views: switches, checkboxes, sliders and text fields.

use super::super::Rect;
use super::super::field::{shown_caret, shown_selection, text_area, text_room};
use super::super::layout::Placed;
use super::super::style::{Align, Color, Icon};
use super::super::text;
use super::super::theme::{Rgba, Type};
use super::super::touch::slider_track;
use super::super::view::Kind;
use super::{Drawing, square};

/// The alpha of the text selection highlight.
const SELECTED_ALPHA: u8 = 80;

impl Drawing<'_> {
    /// Returns a colour, faded if the view is disabled.
    fn faded(&self, placed: &Placed<'_>, color: Rgba) -> Rgba {
        if placed.view.enabled { color } else { color.alpha(color.3 / 3) }
    }

    pub(super) fn switch(&mut self, placed: &Placed<'_>, inner: Rect, on: bool, paper: Rgba) {
        let (width, height) = (self.display.px(52.0), self.display.px(32.0));
        let top = inner.top + (inner.height() - height) / 2;
        let turned = self.display.right_to_left;
        let left = if turned { inner.left } else { inner.right - width };
        let track = Rect::new(left, top, left + width, top + height);
        let radius = height as f32 / 2.0;
        let (x, y) = (if on != turned { track.right - height / 2 } else { track.left + height / 2 }, top + height / 2);
        let thumb = |side: i32| square(Rect::new(x, y, x, y), side);
        if on {
            self.canvas.fill(track, radius, self.faded(placed, self.theme.primary), placed.clip);
            let side = self.display.px(24.0);
            self.canvas.fill(thumb(side), side as f32 / 2.0, self.theme.on_primary, placed.clip);
            let tick = self.display.px(14.0);
            self.canvas.icon(Icon::Check, thumb(tick), self.faded(placed, self.theme.primary), placed.clip);
        } else {
            let line = self.faded(placed, self.theme.muted);
            self.canvas.fill(track, radius, self.faded(placed, self.theme.surface_variant), placed.clip);
            self.canvas.outline(track, radius, 2.0 * self.display.scale(), line, placed.clip);
            let side = self.display.px(16.0);
            self.canvas.fill(thumb(side), side as f32 / 2.0, line, placed.clip);
        }
        let gap = self.display.px(8.0);
        let rest = match turned {
            true => Rect { left: track.right + gap, ..inner },
            false => Rect { right: track.left - gap, ..inner },
        };
        self.label(placed, rest, paper);
    }

    pub(super) fn check_box(&mut self, placed: &Placed<'_>, inner: Rect, on: bool, paper: Rgba) {
        let (field, text) = self.box_and_label(placed, inner);
        let side = square(field, self.display.px(18.0));
        let radius = 3.0 * self.display.scale();
        if on {
            self.canvas.fill(side, radius, self.faded(placed, self.theme.primary), placed.clip);
            self.canvas.icon(Icon::Check, side.inset(2, 2, 2, 2), self.theme.on_primary, placed.clip);
        } else {
            let line = self.faded(placed, self.theme.muted);
            self.canvas.outline(side, radius, 2.0 * self.display.scale(), line, placed.clip);
        }
        self.label(placed, text, paper);
    }

    pub(super) fn radio(&mut self, placed: &Placed<'_>, inner: Rect, on: bool, paper: Rgba) {
        let (field, text) = self.box_and_label(placed, inner);
        let side = self.display.px(20.0);
        let color = self.faded(placed, if on { self.theme.primary } else { self.theme.muted });
        self.canvas.outline(square(field, side), side as f32 / 2.0, 2.0 * self.display.scale(), color, placed.clip);
        if on {
            let dot = self.display.px(10.0);
            self.canvas.fill(square(field, dot), dot as f32 / 2.0, color, placed.clip);
        }
        self.label(placed, text, paper);
    }

    fn box_and_label(&self, placed: &Placed<'_>, inner: Rect) -> (Rect, Rect) {
        if placed.view.text.is_empty() {
            return (inner, inner);
        }
        if self.display.right_to_left {
            let middle = inner.right - self.display.px(32.0);
            return (Rect { left: middle, ..inner }, Rect { right: middle - self.display.px(8.0), ..inner });
        }
        let middle = inner.left + self.display.px(32.0);
        (Rect { right: middle, ..inner }, Rect { left: middle + self.display.px(8.0), ..inner })
    }

    fn label(&mut self, placed: &Placed<'_>, area: Rect, paper: Rgba) {
        let Some(shaped) = placed.text.as_ref().filter(|_| !placed.view.text.is_empty()) else { return };
        let ink = self.ink(placed.view, Color::OnSurface, paper);
        let top = area.top + (area.height() - shaped.height).max(0) / 2;
        let at = (area.left as f32, top as f32);
        let align = self.aligned(Align::Start);
        self.canvas.text(shaped, at, ink, placed.clip, (align, area.width() as f32));
    }

    pub(super) fn slider(&mut self, placed: &Placed<'_>, value: u32, max: u32) {
        let bounds = placed.bounds;
        let (left, right) = slider_track(bounds, self.display.px(12.0));
        let turned = self.display.right_to_left;
        let part = f64::from(value.min(max)) / f64::from(max.max(1));
        let part = if turned { 1.0 - part } else { part };
        let x = left + (f64::from(right - left) * part).round() as i32;
        let (_, y) = bounds.center();
        let half = self.display.px(2.0).max(1);
        let track = |from: i32, to: i32| Rect::new(from, y - half, to, y + half);
        let color = self.faded(placed, self.theme.primary);
        self.canvas.fill(track(left, right), half as f32, self.theme.outline, placed.clip);
        let done = if turned { track(x, right) } else { track(left, x) };
        self.canvas.fill(done, half as f32, color, placed.clip);
        let thumb = self.display.px(20.0);
        self.canvas.fill(square(Rect::new(x, y, x, y), thumb), thumb as f32 / 2.0, color, placed.clip);
    }

    pub(super) fn progress(&mut self, placed: &Placed<'_>, inner: Rect, percent: u8) {
        let radius = inner.height() as f32 / 2.0;
        self.canvas.fill(inner, radius, self.theme.outline, placed.clip);
        let done = inner.width() * i32::from(percent.min(100)) / 100;
        let done = match self.display.right_to_left {
            true => Rect { left: inner.right - done, ..inner },
            false => Rect { right: inner.left + done, ..inner },
        };
        self.canvas.fill(done, radius, self.theme.primary, placed.clip);
    }

    pub(super) fn field(&mut self, placed: &Placed<'_>, hint: &str, paper: Rgba) {
        let view = placed.view;
        let focused = self.state.has_focus(&view.id);
        if view.style.background.is_none() {
            let (width, color) = if focused { (2.0, self.theme.primary) } else { (1.0, self.theme.muted) };
            let radius = if view.style.radius > 0.0 { view.style.radius } else { 8.0 } * self.display.scale();
            let line = (width * self.display.scale()).max(1.0);
            self.canvas.outline(placed.bounds, radius, line, self.faded(placed, color), placed.clip);
        }
        let room = text_room(self.display, placed);
        let clip = placed.clip.intersect(&room.inset(-self.display.px(1.0), 0, -self.display.px(1.0), 0));
        let area = text_area(self.display, Some(self.state), placed);
        let Some(shaped) = &placed.text else { return };
        if view.text.is_empty() && !hint.is_empty() {
            let kind = Type::of(view.style.text);
            let spec = text::Spec {
                size: (self.display.sp(kind.size) * 64.0).round() as u32,
                line: shaped.line_height,
                weight: kind.weight,
                width: Some(room.width().max(1)),
                max_lines: 1,
            };
            let ink = self.theme.ink(Color::Muted, paper);
            let at = (room.left as f32, area.top as f32);
            let align = self.aligned(Align::Start);
            self.canvas.text(&text::shape(hint, spec), at, ink, clip, (align, room.width() as f32));
        }
        let selected = shown_selection(self.state, view);
        if let Some(selected) = &selected {
            let mark = self.theme.primary.alpha(SELECTED_ALPHA);
            for (line, from, to) in shaped.spans(selected.clone()) {
                let top = area.top + line as i32 * shaped.line_height;
                let (left, right) = (area.left + from.floor() as i32, area.left + to.ceil() as i32);
                self.canvas.fill(Rect::new(left, top, right, top + shaped.line_height), 0.0, mark, clip);
            }
        }
        let ink = self.ink(view, Color::OnSurface, paper);
        let at = (area.left as f32, area.top as f32);
        self.canvas.text(shaped, at, ink, clip, (Align::Start, area.width() as f32));
        if selected.is_some() {
            return;
        }
        if let Some(caret) = shown_caret(Some(self.state), view).filter(|_| matches!(view.kind, Kind::Field { .. })) {
            let (x, line) = shaped.caret(caret);
            let left = area.left + x.round() as i32 - self.display.px(0.5);
            let top = area.top + line as i32 * shaped.line_height + shaped.line_height / 8;
            let bar = Rect::new(left, top, left + self.display.px(2.0).max(1), top + shaped.line_height * 3 / 4);
            self.canvas.fill(bar, 0.0, self.theme.primary, clip);
        }
    }
}
