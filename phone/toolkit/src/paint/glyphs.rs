//! Draws text on a canvas: the fonts give each glyph as a coverage mask.

use std::borrow::Cow;

use cosmic_text::SwashContent;
use raster::Cover;

use super::super::Rect;
use super::super::style::Align;
use super::super::text::{Shaped, with_fonts};
use super::super::theme::Rgba;
use super::Canvas;

impl Canvas {
    /// Draws a text with the top left of its first line at a point; lines are aligned within the given width.
    pub(in super::super) fn text(
        &mut self,
        shaped: &Shaped,
        at: (f32, f32),
        color: Rgba,
        clip: Rect,
        align: (Align, f32),
    ) {
        let Some(mut raster) = self.raster() else { return };
        letters(shaped, at, align, clip, |place, covered| raster.cover(place, covered, color.into(), clip));
    }

    /// Draws a text with an outline of this many pixels in another colour.
    pub(in super::super) fn edged_text(
        &mut self,
        shaped: &Shaped,
        at: (f32, f32),
        (color, edge): (Rgba, Rgba),
        width: f32,
        clip: Rect,
    ) {
        let clip = clip.intersect(&self.whole());
        // Glyphs may extend a little beyond their line.
        let out = width.ceil() as i32 + shaped.line_height / 4;
        let (left, top) = (at.0.floor() as i32, at.1.floor() as i32);
        let place = Rect::new(left - out, top - out, left + shaped.width + out, top + shaped.height + out);
        if clip.intersect(&place).is_empty() {
            return;
        }
        let place = place.intersect(&clip.inset(-out, -out, -out, -out));
        let mut cover = Cover::clear(place);
        letters(shaped, at, (Align::Start, shaped.width as f32), place, |letter, own| cover.add(letter, own));
        let Some(mut raster) = self.raster() else { return };
        raster.cover(place, cover.rim(width).covered(), edge.into(), clip);
        raster.cover(place, cover.covered(), color.into(), clip);
    }
}

/// Calls `each` with the bounds and the coverage mask of every glyph that the clip may show.
fn letters(shaped: &Shaped, at: (f32, f32), align: (Align, f32), clip: Rect, mut each: impl FnMut(Rect, &[u8])) {
    let ((x, y), (align, room)) = (at, align);
    if clip.is_empty() {
        return;
    }
    with_fonts(|fonts| {
        for line in &shaped.lines {
            let baseline = (y + line.baseline).round();
            let high = shaped.line_height as f32;
            if baseline + high < clip.top as f32 || baseline - high * 2.0 > clip.bottom as f32 {
                continue;
            }
            // A right-to-left line already starts at the right edge.
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
                let Some(image) = fonts.images.get_image(&mut fonts.system, physical.cache_key) else { continue };
                let (left, top) = (physical.x + image.placement.left, physical.y - image.placement.top);
                let (width, height) = (image.placement.width as i32, image.placement.height as i32);
                // All bundled fonts are monochrome; of a colour glyph only the alpha would be used.
                let cover: Cow<'_, [u8]> = match image.content {
                    SwashContent::Mask => Cow::Borrowed(&image.data),
                    SwashContent::Color | SwashContent::SubpixelMask => {
                        image.data.chunks(4).map(|pixel| pixel[pixel.len() - 1]).collect()
                    }
                };
                each(Rect::new(left, top, left + width, top + height), &cover);
            }
        }
    });
}
