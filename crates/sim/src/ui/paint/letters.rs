//! Text onto a canvas: the letters' shapes come from the fonts as how much of each pixel they cover.

use std::borrow::Cow;

use cosmic_text::SwashContent;
use tiny_skia::Pixmap;

use super::super::screen::Rect;
use super::super::text::{Shaped, with_fonts};
use super::super::theme::Rgba;
use super::super::view::Align;
use super::Canvas;

/// Where letters are laid to make their edge, for an edge of one pixel.
const EDGE: [(f32, f32); 8] =
    [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)];

impl Canvas {
    /// Draws a text with its first line's top left at a point; its lines are aligned in some room.
    pub(in super::super) fn text(
        &mut self,
        shaped: &Shaped,
        at: (f32, f32),
        color: Rgba,
        clip: Rect,
        align: (Align, f32),
    ) {
        let clip = clip.intersect(&self.whole());
        letters(shaped, at, align, clip, |place, cover| ink(&mut self.pixmap, place, cover, color, clip));
    }

    /// Draws a text of one colour with an edge of another around its letters, so many pixels wide.
    pub(in super::super) fn edged_text(
        &mut self,
        shaped: &Shaped,
        at: (f32, f32),
        (color, edge): (Rgba, Rgba),
        width: f32,
        clip: Rect,
    ) {
        let clip = clip.intersect(&self.whole());
        // Letters may reach a little out of their line.
        let out = width.ceil() as i32 + shaped.line_height / 4;
        let (left, top) = (at.0.floor() as i32, at.1.floor() as i32);
        let place = Rect::new(left - out, top - out, left + shaped.width + out, top + shaped.height + out);
        if clip.intersect(&place).is_empty() {
            return;
        }
        let place = place.intersect(&clip.inset(-out, -out, -out, -out));
        let (wide, high) = (place.width() as usize, place.height() as usize);
        let mut cover = vec![0_u8; wide * high];
        letters(shaped, at, (Align::Start, shaped.width as f32), place, |letter, own| {
            let seen = letter.intersect(&place);
            for y in seen.top..seen.bottom {
                let from = ((y - letter.top) * letter.width() + seen.left - letter.left) as usize;
                let to = (y - place.top) as usize * wide + (seen.left - place.left) as usize;
                let length = seen.width() as usize;
                let (Some(own), Some(row)) = (own.get(from..from + length), cover.get_mut(to..to + length)) else {
                    return;
                };
                most(own, row);
            }
        });
        let mut rim = vec![0_u8; wide * high];
        for (x, y) in EDGE {
            let (x, y) = ((x * width).round() as isize, (y * width).round() as isize);
            for row in 0..high {
                let Some(from) = row.checked_add_signed(-y).filter(|from| *from < high) else { continue };
                let (from, to) = (&cover[from * wide..][..wide], &mut rim[row * wide..][..wide]);
                let skip = x.unsigned_abs().min(wide);
                if x < 0 { most(&from[skip..], to) } else { most(from, &mut to[skip..]) }
            }
        }
        ink(&mut self.pixmap, place, &rim, edge, clip);
        ink(&mut self.pixmap, place, &cover, color, clip);
    }
}

/// Lays one cover over another: where either is.
fn most(from: &[u8], to: &mut [u8]) {
    for (from, to) in from.iter().zip(to) {
        *to = (*to).max(*from);
    }
}

/// Tells of each letter that a clip may show where it is and how much of each pixel there it covers.
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
                let Some(image) = fonts.images.get_image(&mut fonts.system, physical.cache_key) else { continue };
                let (left, top) = (physical.x + image.placement.left, physical.y - image.placement.top);
                let (width, height) = (image.placement.width as i32, image.placement.height as i32);
                // All fonts of the house have one colour; should one have more, its alpha is taken.
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

/// Colours what is covered in a place.
fn ink(pixmap: &mut Pixmap, place: Rect, cover: &[u8], color: Rgba, clip: Rect) {
    let stride = pixmap.width() as usize;
    let seen = place.intersect(&clip);
    let (ink, length) = ([color.0, color.1, color.2, u8::MAX], seen.width() as usize);
    let data = pixmap.data_mut().as_chunks_mut::<4>().0;
    for y in seen.top..seen.bottom {
        let from = ((y - place.top) * place.width() + seen.left - place.left) as usize;
        let to = y as usize * stride + seen.left as usize;
        let (Some(cover), Some(pixels)) = (cover.get(from..from + length), data.get_mut(to..to + length)) else {
            return;
        };
        for (cover, pixel) in cover.iter().zip(pixels) {
            let alpha = u32::from(*cover) * u32::from(color.3) / 255;
            match alpha {
                0 => {}
                255 => *pixel = ink,
                _ => {
                    for (channel, ink) in pixel.iter_mut().zip(ink) {
                        let sum = u32::from(ink) * alpha + u32::from(*channel) * (255 - alpha) + 127;
                        *channel = (sum / 255) as u8;
                    }
                }
            }
        }
    }
}
