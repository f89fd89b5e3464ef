//! Coverage masks: how much of each pixel a shape such as a glyph covers. A mask has no colour.

use crate::Rect;

/// The offsets at which copies of a mask are combined into an outline one pixel wide.
const AROUND: [(f32, f32); 8] =
    [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)];

/// The coverage of each pixel in a rectangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    place: Rect,
    covered: Vec<u8>,
}

impl Cover {
    /// Creates an empty mask.
    pub fn clear(place: Rect) -> Self {
        Self { place, covered: vec![0; place.width() as usize * place.height() as usize] }
    }

    /// Returns the coverage of each pixel, row by row.
    pub fn covered(&self) -> &[u8] {
        &self.covered
    }

    /// Adds another mask, clipped to this one's bounds.
    pub fn add(&mut self, place: Rect, covered: &[u8]) {
        let seen = place.intersect(&self.place);
        let length = seen.width() as usize;
        for y in seen.top..seen.bottom {
            let (from, to) = (offset(place, seen.left, y), offset(self.place, seen.left, y));
            let rows = covered.get(from..from + length).zip(self.covered.get_mut(to..to + length));
            let Some((from, to)) = rows else { return };
            most(from, to);
        }
    }

    /// Returns the mask grown by `width` pixels in all directions.
    #[must_use]
    pub fn rim(&self, width: f32) -> Self {
        let mut rim = Self::clear(self.place);
        let (wide, high) = (self.place.width() as usize, self.place.height() as usize);
        for (x, y) in AROUND {
            let (x, y) = ((x * width).round() as isize, (y * width).round() as isize);
            let skip = x.unsigned_abs().min(wide);
            for row in 0..high {
                let Some(from) = row.checked_add_signed(-y).filter(|from| *from < high) else { continue };
                let (from, to) = (&self.covered[from * wide..][..wide], &mut rim.covered[row * wide..][..wide]);
                if x < 0 { most(&from[skip..], to) } else { most(from, &mut to[skip..]) }
            }
        }
        rim
    }
}

fn offset(place: Rect, x: i32, y: i32) -> usize {
    (y - place.top) as usize * place.width() as usize + (x - place.left) as usize
}

fn most(from: &[u8], to: &mut [u8]) {
    for (from, to) in from.iter().zip(to) {
        *to = (*to).max(*from);
    }
}

/// Draws a mask in a colour; `stride` is the surface's width, and the clip is within the surface.
pub(crate) fn draw(place: Rect, covered: &[u8], color: [u8; 4], surface: &mut [[u8; 4]], stride: usize, clip: Rect) {
    let seen = place.intersect(&clip);
    let [red, green, blue, alpha] = color;
    let (ink, length) = ([red, green, blue, u8::MAX], seen.width() as usize);
    for y in seen.top..seen.bottom {
        let (from, to) = (offset(place, seen.left, y), y as usize * stride + seen.left as usize);
        let Some((covered, pixels)) = covered.get(from..from + length).zip(surface.get_mut(to..to + length)) else {
            return;
        };
        for (covered, pixel) in covered.iter().zip(pixels) {
            match u32::from(*covered) * u32::from(alpha) / 255 {
                0 => {}
                255 => *pixel = ink,
                alpha => {
                    for (channel, ink) in pixel.iter_mut().zip(ink) {
                        let sum = u32::from(ink) * alpha + u32::from(*channel) * (255 - alpha) + 127;
                        *channel = (sum / 255) as u8;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(cover: &Cover) -> Vec<String> {
        let row = |row: &[u8]| row.iter().map(|it| if *it == 0 { '.' } else { '#' }).collect();
        cover.covered.chunks(cover.place.width() as usize).map(row).collect()
    }

    #[test]
    fn a_rim_is_around_what_is_covered() {
        let mut cover = Cover::clear(Rect::new(10, 20, 17, 25));
        cover.add(Rect::new(13, 22, 14, 23), &[255]);
        assert_eq!(shown(&cover.rim(1.0)), [".......", "..###..", "..#.#..", "..###..", "......."]);
        assert_eq!(shown(&cover.rim(3.0)), [".#...#.", ".......", "#.....#", ".......", ".#...#."]);
    }

    #[test]
    fn what_is_outside_of_the_place_is_left_out() {
        let mut cover = Cover::clear(Rect::new(0, 0, 3, 2));
        cover.add(Rect::new(-1, -1, 1, 1), &[1, 2, 3, 4]);
        cover.add(Rect::new(2, 1, 9, 9), &[7; 56]);
        cover.add(Rect::new(40, 40, 41, 41), &[9]);
        // Fewer bytes than the rectangle needs.
        cover.add(Rect::new(0, 0, 3, 2), &[5]);
        assert_eq!(cover.covered, [4, 0, 0, 0, 0, 7]);
    }

    #[test]
    fn the_more_is_covered_the_more_is_coloured() {
        let mut surface = [[0, 0, 0, 255]; 4];
        draw(Rect::new(0, 0, 4, 1), &[0, 128, 255, 255], [200, 100, 50, 255], &mut surface, 4, Rect::new(0, 0, 3, 1));
        assert_eq!(surface, [[0, 0, 0, 255], [100, 50, 25, 255], [200, 100, 50, 255], [0, 0, 0, 255]]);
    }
}
