//! Draws graphics: their shapes in order, around the middle of their view.

use super::super::Rect;
use super::super::graphic::{Graphic, MAX_SHAPES, Point, Shape, near};
use super::super::paint::Canvas;
use super::super::style::{Color, TextStyle};
use super::super::text::{self, Spec};
use super::super::theme::{Rgba, Type};
use super::Drawing;

impl Drawing<'_> {
    /// Draws a graphic clipped to its view: directly if the clip is as wide as the screen, otherwise onto a layer of
    /// the visible size that is then composited. One layer for all shapes avoids a layer for each shape.
    pub(super) fn graphic(&mut self, graphic: &Graphic, room: Rect, clip: Rect) {
        let seen = room.intersect(&clip);
        if self.canvas.is_as_wide_as(seen) {
            return self.shapes(graphic, room.center(), seen);
        }
        let Some(mut sheet) = Canvas::clear(seen.width(), seen.height()) else { return };
        let (x, y) = room.center();
        std::mem::swap(self.canvas, &mut sheet);
        self.shapes(graphic, (x - seen.left, y - seen.top), Rect::new(0, 0, seen.width(), seen.height()));
        std::mem::swap(self.canvas, &mut sheet);
        self.canvas.lay(&sheet, seen.left, seen.top);
    }

    fn shapes(&mut self, graphic: &Graphic, (middle_x, middle_y): (i32, i32), clip: Rect) {
        let scale = self.display.scale();
        let to = |at: Point| near(at).map(|(x, y)| (middle_x as f32 + x * scale, middle_y as f32 + y * scale));
        let place = |points: &[Point]| points.iter().filter_map(|at| to(*at)).collect::<Vec<_>>();
        for shape in graphic.shapes().iter().take(MAX_SHAPES) {
            match shape {
                Shape::Area { points, color } => {
                    let color = self.theme.color(*color);
                    self.canvas.polygon(&place(points), color, clip);
                }
                Shape::Line { points, width, color } => {
                    let color = self.theme.color(*color);
                    self.canvas.polyline(&place(points), width.clamp(0.1, 400.0) * scale, color, clip);
                }
                Shape::Dot { at, radius, color } => {
                    let Some((x, y)) = to(*at) else { continue };
                    let radius = (radius.clamp(0.5, 400.0) * scale).round() as i32;
                    let (x, y) = (x.round() as i32, y.round() as i32);
                    let disc = Rect::new(x - radius, y - radius, x + radius, y + radius);
                    let color = self.theme.color(*color);
                    self.canvas.fill(disc, radius as f32, color, clip);
                }
                Shape::Label { at, text, style, color, edge } => {
                    let Some(at) = to(*at) else { continue };
                    self.words(at, text, *style, (*color, *edge), clip);
                }
            }
        }
    }

    fn words(&mut self, at: (f32, f32), text: &str, style: TextStyle, colors: (Color, Color), clip: Rect) {
        let kind = Type::of(style);
        let line = self.display.sp(kind.line).round() as i32;
        let size = (self.display.sp(kind.size) * 64.0).round() as u32;
        let shaped = text::shape(text, Spec { size, line, weight: kind.weight.max(500), width: None, max_lines: 1 });
        let (left, top) = (at.0 - shaped.width as f32 / 2.0, at.1 - shaped.height as f32 / 2.0);
        let (ink, edge): (Rgba, Rgba) = (self.theme.color(colors.0), self.theme.color(colors.1));
        self.canvas.edged_text(&shaped, (left, top), (ink, edge), self.display.scale(), clip);
    }
}
