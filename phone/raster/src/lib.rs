//! Operations on many pixels at once: filling, scaling, shadows, lines, coverage masks, PNG files.
//!
//! All of it is arithmetic in loops. It is a separate crate so that it is optimised even in debug builds: the tests
//! draw thousands of frames. It knows nothing of screens, phones or fonts. Everything is clipped to the given clip and
//! to the surface; no position within [`Rect::FAR`] and no length makes it panic.

mod cover;
mod line;
mod pixels;
mod rect;
mod scaled;
mod shadow;

pub use self::cover::Cover;
use self::line::Line;
pub use self::pixels::{Pixels, PngError};
pub use self::rect::Rect;
use self::shadow::Caster;

/// A pixel buffer to draw on: premultiplied red, green and blue, and alpha.
#[derive(Debug)]
pub struct Surface<'a> {
    pixels: &'a mut [[u8; 4]],
    whole: Rect,
}

impl<'a> Surface<'a> {
    /// Wraps these bytes, row by row; `None` if their number does not match the size.
    pub fn new(rgba: &'a mut [u8], width: u32, height: u32) -> Option<Self> {
        let pixels = rgba.as_chunks_mut().0;
        let fits = pixels.len() == (width as usize).checked_mul(height as usize)?;
        let whole = Rect::new(0, 0, i32::try_from(width).ok()?, i32::try_from(height).ok()?);
        fits.then_some(Self { pixels, whole })
    }

    /// Fills the surface with an opaque colour.
    pub fn fill(&mut self, [red, green, blue]: [u8; 3]) {
        self.pixels.fill([red, green, blue, u8::MAX]);
    }

    /// Draws a picture scaled to fill a rectangle, with smoothing.
    pub fn picture(&mut self, picture: &Pixels, place: Rect, clip: Rect) {
        let (clip, stride) = self.part(clip);
        scaled::draw(picture, place, self.pixels.as_flattened_mut(), stride, clip);
    }

    /// Draws a shadow around a rectangle with rounded corners: `depth` pixels wide, darkest next to the edge.
    pub fn shadow(&mut self, rect: Rect, radius: f32, depth: f32, darkest: u8, clip: Rect) {
        let (clip, stride) = self.part(clip);
        if depth > 0.0 {
            shadow::draw(Caster { rect, radius }, depth, darkest, self.pixels.as_flattened_mut(), stride, clip);
        }
    }

    /// Draws a line through these points with round caps and joins, in an opaque colour.
    pub fn line(&mut self, points: &[(f32, f32)], width: f32, [red, green, blue]: [u8; 3], clip: Rect) {
        let (clip, stride) = self.part(clip);
        for pair in points.windows(2) {
            Line::new(pair[0], pair[1], width).draw([red, green, blue, u8::MAX], self.pixels, stride, clip);
        }
    }

    /// Draws a coverage mask in a colour; `covered` holds the coverage of each pixel, row by row.
    pub fn cover(&mut self, place: Rect, covered: &[u8], color: [u8; 4], clip: Rect) {
        let (clip, stride) = self.part(clip);
        cover::draw(place, covered, color, self.pixels, stride, clip);
    }

    fn part(&self, clip: Rect) -> (Rect, usize) {
        (clip.intersect(&self.whole), self.whole.width() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No input makes it panic or draw outside the clip.
    #[test]
    fn nothing_can_be_drawn_that_breaks_it() {
        const FAR: f32 = Rect::FAR as f32;
        let lengths = [0.0, 0.3, 1.0, 7.5, 60.0, -3.0, FAR, -FAR, f32::MAX, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
        let edges = [0, 1, 9, 20, -5, Rect::FAR, -Rect::FAR];
        let mut state = 1_u64;
        let mut next = |most: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % most
        };
        let clip = Rect::new(3, 4, 15, 16);
        for _ in 0..20_000 {
            let mut rgba = [9, 9, 9, 255].repeat(400);
            let mut surface = Surface::new(&mut rgba, 20, 20).unwrap();
            let kind = next(4);
            let mut edge = || edges[next(edges.len())];
            let rect = Rect::new(edge(), edge(), edge(), edge());
            let mut length = || lengths[next(lengths.len())];
            match kind {
                0 => surface.shadow(rect, length(), length(), 90, clip),
                1 => surface.line(&[(length(), length()), (length(), length())], length(), [1, 2, 3], clip),
                2 => surface.cover(rect, &[7; 90], [1, 2, 3, 200], clip),
                _ => surface.picture(&Pixels { width: 3, height: 2, rgba: vec![50; 24] }, rect, clip),
            }
            for (number, pixel) in (0..).zip(rgba.chunks(4)) {
                assert!(clip.contains(number % 20, number / 20) || pixel == [9, 9, 9, 255], "{number} {rect:?}");
            }
        }
    }

    #[test]
    fn a_surface_is_as_large_as_it_says() {
        assert!(Surface::new(&mut [0; 24], 3, 2).is_some());
        assert!(Surface::new(&mut [0; 24], 3, 3).is_none());
        assert!(Surface::new(&mut [], u32::MAX, u32::MAX).is_none());
    }
}
