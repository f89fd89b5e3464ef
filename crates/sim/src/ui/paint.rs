//! A canvas: filled and stroked shapes, shadows, icons and text onto pixels, within a clip.

use std::borrow::Cow;

use cosmic_text::SwashContent;
use tiny_skia::{
    Color as SkiaColor, FillRule, FilterQuality, IntSize, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap,
    PixmapPaint, PixmapRef, Stroke, Transform,
};

use super::frame::Pixels;
use super::icons::{self, Mark};
use super::screen::Rect;
use super::text::{Fonts, Shaped, with_fonts};
use super::theme::Rgba;
use super::view::{Align, Icon};

/// Pixels to draw on.
pub(super) struct Canvas {
    pixmap: Pixmap,
}

impl Canvas {
    /// A canvas of one colour; `None` if there is not enough memory or nothing to draw on.
    pub(super) fn new(width: i32, height: i32, color: Rgba) -> Option<Self> {
        let mut pixmap = Pixmap::new(u32::try_from(width).ok()?, u32::try_from(height).ok()?)?;
        pixmap.fill(SkiaColor::from_rgba8(color.0, color.1, color.2, color.3));
        Some(Self { pixmap })
    }

    /// Its pixels, red, green, blue, alpha.
    pub(super) fn into_rgba(self) -> Vec<u8> {
        self.pixmap.take()
    }

    /// The colour of a pixel.
    pub(super) fn pixel(&self, x: i32, y: i32) -> Rgba {
        let pixel = u32::try_from(x).ok().zip(u32::try_from(y).ok()).and_then(|(x, y)| self.pixmap.pixel(x, y));
        pixel.map_or(Rgba(0, 0, 0, 255), |pixel| Rgba(pixel.red(), pixel.green(), pixel.blue(), 255))
    }

    /// Draws within a clip: straight onto the canvas if nothing can stick out, else by way of a sheet of
    /// the clip's size. (A mask of tiny-skia is as large as the canvas and several times slower.)
    fn within(&mut self, reach: Rect, clip: Rect, draw: impl Fn(&mut Pixmap, Transform)) {
        let whole = Rect::new(0, 0, self.pixmap.width() as i32, self.pixmap.height() as i32);
        let clip = clip.intersect(&whole);
        if clip.holds(&reach.intersect(&whole)) {
            draw(&mut self.pixmap, Transform::identity());
            return;
        }
        self.sheet(reach, clip, draw);
    }

    /// Draws onto a sheet of the clip's size, and that onto the canvas: nothing can stick out.
    pub(super) fn sheet(&mut self, reach: Rect, clip: Rect, draw: impl Fn(&mut Pixmap, Transform)) {
        let part = reach.intersect(&clip);
        let Some(size) = IntSize::from_wh(part.width() as u32, part.height() as u32) else { return };
        let Some(mut sheet) = Pixmap::new(size.width(), size.height()) else { return };
        draw(&mut sheet, Transform::from_translate(-part.left as f32, -part.top as f32));
        let paint = PixmapPaint::default();
        self.pixmap.draw_pixmap(part.left, part.top, sheet.as_ref(), &paint, Transform::identity(), None);
    }

    /// Lays another canvas onto this one, its top left at a point.
    pub(super) fn lay(&mut self, sheet: &Self, left: i32, top: i32) {
        let paint = PixmapPaint::default();
        self.pixmap.draw_pixmap(left, top, sheet.pixmap.as_ref(), &paint, Transform::identity(), None);
    }

    /// Fills a rectangle with round corners.
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

    /// Fills what these points go around.
    pub(super) fn polygon(&mut self, points: &[(f32, f32)], color: Rgba, clip: Rect) {
        let Some(path) = path_through(points, true) else { return };
        self.within(reach(&path, 0.0), clip, |pixmap, transform| {
            pixmap.fill_path(&path, &paint(color), FillRule::Winding, transform, None);
        });
    }

    /// Draws a line through these points, with round ends and corners.
    pub(super) fn polyline(&mut self, points: &[(f32, f32)], width: f32, color: Rgba, clip: Rect) {
        let Some(path) = path_through(points, false) else { return };
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        self.within(reach(&path, width), clip, |pixmap, transform| {
            pixmap.stroke_path(&path, &paint(color), &stroke, transform, None);
        });
    }

    /// Draws a picture in the middle of a rectangle, as large as fits.
    pub(super) fn picture(&mut self, pixels: &Pixels, rect: Rect, clip: Rect) {
        let Some(picture) = PixmapRef::from_bytes(&pixels.rgba, pixels.width, pixels.height) else { return };
        let (width, height) = (pixels.width as f32, pixels.height as f32);
        let scale = (rect.width() as f32 / width).min(rect.height() as f32 / height);
        let left = rect.left as f32 + (rect.width() as f32 - width * scale) / 2.0;
        let top = rect.top as f32 + (rect.height() as f32 - height * scale) / 2.0;
        let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        self.within(rect, clip, |pixmap, transform| {
            let transform = transform.pre_translate(left, top).pre_scale(scale, scale);
            pixmap.draw_pixmap(0, 0, picture, &paint, transform, None);
        });
    }

    /// Draws the outline of a rectangle with round corners, inside its edges.
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
        let steps = (depth.ceil() as i32).clamp(1, 8);
        let alpha = ((if dark { 90.0 } else { 36.0 }) / steps as f32).ceil() as u8;
        for step in 1..=steps {
            let grow = depth * step as f32 / steps as f32;
            let Some(area) = skia(rect).and_then(|area| area.outset(grow, grow)) else { return };
            let Some(area) = area.transform(Transform::from_translate(0.0, depth * 0.4)) else { return };
            let mut builder = PathBuilder::new();
            icons::rounded(&mut builder, area, radius + grow);
            // What is below the thing itself is covered anyway.
            if let Some(inner) = skia(rect).and_then(|area| area.inset(1.0, 1.0)) {
                icons::rounded(&mut builder, inner, (radius - 1.0).max(0.0));
            }
            let Some(path) = builder.finish() else { return };
            let reach = (depth * 1.5).ceil() as i32;
            self.within(rect.inset(-reach, -reach, -reach, -reach), clip, |pixmap, transform| {
                pixmap.fill_path(&path, &paint(Rgba(0, 0, 0, alpha)), FillRule::EvenOdd, transform, None);
            });
        }
    }

    /// Fills or strokes a path of a drawing on a grid of 24 into a square.
    pub(super) fn icon(&mut self, icon: Icon, square: Rect, color: Rgba, clip: Rect) {
        self.icon_turned(icon, square, color, clip, false);
    }

    /// The same as seen in a mirror, where it is turned.
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

    /// Draws a text with its first line's top left at a point; its lines are aligned in some room.
    pub(super) fn text(&mut self, shaped: &Shaped, at: (f32, f32), color: Rgba, clip: Rect, align: (Align, f32)) {
        let (x, y) = at;
        let (align, room) = align;
        let whole = Rect::new(0, 0, self.pixmap.width() as i32, self.pixmap.height() as i32);
        let clip = clip.intersect(&whole);
        if clip.is_empty() {
            return;
        }
        let pixels = &mut self.pixmap;
        with_fonts(|fonts| {
            for line in &shaped.lines {
                let baseline = (y + line.baseline).round();
                let high = shaped.line_height as f32;
                if baseline + high < clip.top as f32 || baseline - high * 2.0 > clip.bottom as f32 {
                    continue;
                }
                // A line that runs from right to left already begins at the right edge.
                let first = line.glyphs.iter().map(|glyph| glyph.x).fold(f32::INFINITY, f32::min);
                let x = match align {
                    Align::Start => x,
                    Align::Center => x + ((room - line.width) / 2.0).max(0.0) - first.min(room),
                    Align::End => x + (room - line.width).max(0.0) - first.min(room),
                };
                for glyph in &line.glyphs {
                    let left = x + glyph.x;
                    if left > clip.right as f32 || left + glyph.w + high < clip.left as f32 {
                        continue;
                    }
                    let physical = glyph.physical((x, baseline), 1.0);
                    draw_glyph(fonts, pixels, physical.cache_key, (physical.x, physical.y), color, clip);
                }
            }
        });
    }
}

fn draw_glyph(
    fonts: &mut Fonts,
    pixmap: &mut Pixmap,
    key: cosmic_text::CacheKey,
    at: (i32, i32),
    color: Rgba,
    clip: Rect,
) {
    let Some(image) = fonts.images.get_image(&mut fonts.system, key) else { return };
    let (left, top) = (at.0 + image.placement.left, at.1 - image.placement.top);
    let (width, height) = (image.placement.width as i32, image.placement.height as i32);
    let stride = pixmap.width() as i32;
    // All fonts of the house have one colour; should one have more, its alpha is taken.
    let mask: Cow<'_, [u8]> = match image.content {
        SwashContent::Mask => Cow::Borrowed(&image.data),
        SwashContent::Color | SwashContent::SubpixelMask => {
            image.data.chunks(4).map(|pixel| pixel[pixel.len() - 1]).collect()
        }
    };
    let part = Rect::new(left, top, left + width, top + height).intersect(&clip);
    let data = pixmap.data_mut();
    for y in part.top..part.bottom {
        for x in part.left..part.right {
            let Some(&cover) = mask.get(((y - top) * width + (x - left)) as usize) else { continue };
            let alpha = u32::from(cover) * u32::from(color.3) / 255;
            if alpha == 0 {
                continue;
            }
            let start = ((y * stride + x) * 4) as usize;
            let Some(pixel) = data.get_mut(start..start + 4) else { continue };
            for (channel, ink) in pixel.iter_mut().zip([color.0, color.1, color.2, 255]) {
                *channel = ((u32::from(ink) * alpha + u32::from(*channel) * (255 - alpha) + 127) / 255) as u8;
            }
        }
    }
}

fn draw_path(pixmap: &mut Pixmap, path: &Path, line: bool, color: Rgba, transform: Transform) {
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

/// What a path covers, with its pen.
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
