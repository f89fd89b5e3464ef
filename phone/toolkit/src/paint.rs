//! A canvas: draws filled and stroked shapes, shadows, icons, text and pictures onto pixels, within a clip.

mod glyphs;

use tiny_skia::{
    FillRule, IntSize, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapMut, PixmapPaint, Stroke, Transform,
};

use super::icons::{self, Mark};
use super::style::Icon;
use super::theme::Rgba;
use super::{Pixels, Rect};

/// A pixel buffer to draw on.
pub(super) struct Canvas {
    pixmap: Pixmap,
}

impl Canvas {
    /// Creates a canvas of one colour, reusing `spare` memory if it has the right size; `None` if the canvas would be
    /// empty.
    pub(super) fn filled(width: i32, height: i32, color: Rgba, spare: Vec<u8>) -> Option<Self> {
        let size = IntSize::from_wh(u32::try_from(width).ok()?, u32::try_from(height).ok()?)?;
        let bytes = (size.width() as usize).checked_mul(size.height() as usize)?.checked_mul(4)?;
        let spare = if spare.len() == bytes { spare } else { vec![0; bytes] };
        let mut canvas = Self { pixmap: Pixmap::from_vec(spare, size)? };
        canvas.raster()?.fill([color.0, color.1, color.2]);
        Some(canvas)
    }

    /// Returns the pixels as a surface of the `raster` crate, for drawing that tiny-skia cannot do or does more slowly.
    fn raster(&mut self) -> Option<raster::Surface<'_>> {
        let (width, height) = (self.pixmap.width(), self.pixmap.height());
        raster::Surface::new(self.pixmap.data_mut(), width, height)
    }

    /// Creates a transparent canvas; `None` if it would be empty.
    pub(super) fn clear(width: i32, height: i32) -> Option<Self> {
        Some(Self { pixmap: Pixmap::new(u32::try_from(width).ok()?, u32::try_from(height).ok()?)? })
    }

    /// Returns the pixels as red, green, blue, alpha.
    pub(super) fn into_rgba(self) -> Vec<u8> {
        self.pixmap.take()
    }

    /// Returns the colour of a pixel.
    pub(super) fn pixel(&self, x: i32, y: i32) -> Rgba {
        let pixel = u32::try_from(x).ok().zip(u32::try_from(y).ok()).and_then(|(x, y)| self.pixmap.pixel(x, y));
        pixel.map_or(Rgba(0, 0, 0, 255), |pixel| Rgba(pixel.red(), pixel.green(), pixel.blue(), 255))
    }

    /// Draws within a clip: directly if nothing can extend beyond it, onto the rows of the clip if nothing can extend
    /// beyond its sides, otherwise through a layer of the clip's size. (A tiny-skia mask is as large as the canvas and
    /// several times slower.)
    pub(super) fn within(&mut self, reach: Rect, clip: Rect, draw: impl Fn(&mut PixmapMut<'_>, Transform)) {
        let whole = self.whole();
        let (clip, reach) = (clip.intersect(&whole), reach.intersect(&whole));
        let part = reach.intersect(&clip);
        if part.is_empty() {
            return;
        }
        if clip.holds(&reach) {
            draw(&mut self.pixmap.as_mut(), Transform::identity());
        } else if clip.left <= reach.left && reach.right <= clip.right {
            let row = whole.width() as usize * 4;
            let rows = self.pixmap.data_mut().get_mut(part.top as usize * row..part.bottom as usize * row);
            let band = rows.and_then(|rows| PixmapMut::from_bytes(rows, whole.width() as u32, part.height() as u32));
            let Some(mut band) = band else { return };
            draw(&mut band, Transform::from_translate(0.0, -part.top as f32));
        } else {
            let Some(mut sheet) = Pixmap::new(part.width() as u32, part.height() as u32) else { return };
            draw(&mut sheet.as_mut(), Transform::from_translate(-part.left as f32, -part.top as f32));
            let paint = PixmapPaint::default();
            self.pixmap.draw_pixmap(part.left, part.top, sheet.as_ref(), &paint, Transform::identity(), None);
        }
    }

    /// Returns the bounds of the canvas.
    fn whole(&self) -> Rect {
        Rect::new(0, 0, self.pixmap.width() as i32, self.pixmap.height() as i32)
    }

    /// Whether a clip spans the full width, so that drawing within it needs no layer.
    pub(super) fn is_as_wide_as(&self, clip: Rect) -> bool {
        clip.left <= 0 && clip.right >= self.pixmap.width() as i32
    }

    /// Composites another canvas onto this one with its top left at a point.
    pub(super) fn lay(&mut self, sheet: &Self, left: i32, top: i32) {
        let paint = PixmapPaint::default();
        self.pixmap.draw_pixmap(left, top, sheet.pixmap.as_ref(), &paint, Transform::identity(), None);
    }

    /// Fills a rectangle with rounded corners.
    pub(super) fn fill(&mut self, rect: Rect, radius: f32, color: Rgba, clip: Rect) {
        if rect.is_empty() || color.3 == 0 {
            return;
        }
        if radius <= 0.0 {
            let Some(area) = skia(rect.intersect(&clip)) else { return };
            self.pixmap.fill_rect(area, &paint(color), Transform::identity(), None);
            return;
        }
        let Some(path) = rounded_path(rect, radius) else { return };
        self.within(rect, clip, |pixmap, transform| {
            pixmap.fill_path(&path, &paint(color), FillRule::Winding, transform, None);
        });
    }

    /// Fills the polygon with these corners.
    pub(super) fn polygon(&mut self, points: &[(f32, f32)], color: Rgba, clip: Rect) {
        let Some(path) = path_through(points, true) else { return };
        self.within(reach(&path, 0.0), clip, |pixmap, transform| {
            pixmap.fill_path(&path, &paint(color), FillRule::Winding, transform, None);
        });
    }

    /// Draws a line through these points, with round caps and joins.
    pub(super) fn polyline(&mut self, points: &[(f32, f32)], width: f32, color: Rgba, clip: Rect) {
        if color.3 == u8::MAX
            && let Some(mut raster) = self.raster()
        {
            return raster.line(points, width, [color.0, color.1, color.2], clip);
        }
        let Some(path) = path_through(points, false) else { return };
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.within(reach(&path, width), clip, |pixmap, transform| {
            pixmap.stroke_path(&path, &paint(color), &stroke, transform, None);
        });
    }

    /// Draws a picture in the middle of a rectangle, as large as fits.
    pub(super) fn picture(&mut self, pixels: &Pixels, rect: Rect, clip: Rect) {
        let (width, height) = (pixels.width as f32, pixels.height as f32);
        let scale = (rect.width() as f32 / width).min(rect.height() as f32 / height);
        let (width, height) = ((width * scale).round() as i32, (height * scale).round() as i32);
        let left = rect.left + (rect.width() - width) / 2;
        let top = rect.top + (rect.height() - height) / 2;
        let place = Rect::new(left, top, left + width, top + height);
        if let Some(mut raster) = self.raster() {
            raster.picture(pixels, place, clip.intersect(&rect));
        }
    }

    /// Draws the outline of a rectangle with rounded corners, inside its edges.
    pub(super) fn outline(&mut self, rect: Rect, radius: f32, width: f32, color: Rgba, clip: Rect) {
        let Some(area) = skia(rect).and_then(|area| area.inset(width / 2.0, width / 2.0)) else { return };
        let mut builder = PathBuilder::new();
        icons::rounded(&mut builder, area, radius - width / 2.0);
        let Some(path) = builder.finish() else { return };
        let stroke = Stroke { width, ..Stroke::default() };
        self.within(rect, clip, |pixmap, transform| {
            pixmap.stroke_path(&path, &paint(color), &stroke, transform, None);
        });
    }

    /// Draws a soft shadow around a rectangle, `depth` pixels wide.
    pub(super) fn shadow(&mut self, rect: Rect, radius: f32, depth: f32, dark: bool, clip: Rect) {
        if let Some(mut raster) = self.raster() {
            raster.shadow(rect, radius, depth, if dark { 90 } else { 36 }, clip);
        }
    }

    /// Draws an icon, designed on a grid of 24, into a square.
    pub(super) fn icon(&mut self, icon: Icon, square: Rect, color: Rgba, clip: Rect) {
        self.icon_turned(icon, square, color, clip, false);
    }

    /// Draws an icon, mirrored if `turned`.
    pub(super) fn icon_turned(&mut self, icon: Icon, square: Rect, color: Rgba, clip: Rect, turned: bool) {
        let scale = square.width().min(square.height()) as f32 / 24.0;
        if scale <= 0.0 {
            return;
        }
        let (across, left) =
            if turned { (-scale, square.left as f32 + scale * 24.0) } else { (scale, square.left as f32) };
        let place = Transform::from_row(across, 0.0, 0.0, scale, left, square.top as f32);
        for mark in icons::marks(icon) {
            let (notation, line) = match mark {
                Mark::Fill(notation) => (notation, false),
                Mark::Line(notation) => (notation, true),
            };
            let Some(path) = icons::path(notation) else { continue };
            self.within(square, clip, |pixmap, transform| {
                draw_path(pixmap, &path, line, color, place.post_concat(transform))
            });
        }
    }
}

fn draw_path(pixmap: &mut PixmapMut<'_>, path: &Path, line: bool, color: Rgba, transform: Transform) {
    if line {
        let stroke = Stroke { width: 2.0, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        pixmap.stroke_path(path, &paint(color), &stroke, transform, None);
    } else {
        pixmap.fill_path(path, &paint(color), FillRule::EvenOdd, transform, None);
    }
}

fn rounded_path(rect: Rect, radius: f32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    icons::rounded(&mut builder, skia(rect)?, radius);
    builder.finish()
}

fn path_through(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let ((x, y), rest) = points.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(*x, *y);
    for (x, y) in rest {
        builder.line_to(*x, *y);
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

/// Returns the bounds of a path, including its stroke.
fn reach(path: &Path, width: f32) -> Rect {
    let bounds = path.bounds();
    let out = width / 2.0 + 1.0;
    Rect::new(
        (bounds.left() - out).floor() as i32,
        (bounds.top() - out).floor() as i32,
        (bounds.right() + out).ceil() as i32,
        (bounds.bottom() + out).ceil() as i32,
    )
}

fn skia(rect: Rect) -> Option<tiny_skia::Rect> {
    tiny_skia::Rect::from_ltrb(rect.left as f32, rect.top as f32, rect.right as f32, rect.bottom as f32)
        .filter(|area| area.width() > 0.0 && area.height() > 0.0)
}

fn paint(color: Rgba) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.0, color.1, color.2, color.3);
    paint
}
