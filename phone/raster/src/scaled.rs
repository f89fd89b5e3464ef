//! Scales a picture onto a surface with bilinear interpolation: each row of the picture is stretched once, and each row
//! of the surface is mixed from two of those. Integer arithmetic, and no second copy of the result.

use crate::{Pixels, Rect};

/// The weight 1.0.
const ONE: u16 = 256;

/// The source position of a surface pixel: between this picture pixel and the next, and the weight of the second.
#[derive(Clone, Copy)]
struct Between {
    first: usize,
    weight: u16,
}

/// Draws a picture scaled to fill a rectangle; `stride` is the surface's width, and the clip is within the surface.
pub(super) fn draw(picture: &Pixels, place: Rect, surface: &mut [u8], stride: usize, clip: Rect) {
    let (wide, high) = (picture.width as usize, picture.height as usize);
    let seen = place.intersect(&clip);
    if seen.is_empty() || wide == 0 || high == 0 || picture.rgba.len() < wide.saturating_mul(high).saturating_mul(4) {
        return;
    }
    let columns = between(place.left, place.width(), wide, seen.left, seen.right);
    let rows = between(place.top, place.height(), high, seen.top, seen.bottom);
    let source = |row: usize| &picture.rgba[row * wide * 4..(row + 1) * wide * 4];
    // The two picture rows that are currently mixed.
    let mut stretched = [Row::new(columns.len()), Row::new(columns.len())];
    let mut pairs = Pairs::new(&columns);
    let mut mixed = vec![0_u8; columns.len() * 4];
    for (y, row) in (seen.top as usize..).zip(rows) {
        if stretched[0].number != Some(row.first) {
            stretched.swap(0, 1);
        }
        for (stretched, number) in stretched.iter_mut().zip([row.first, (row.first + 1).min(high - 1)]) {
            if stretched.number != Some(number) {
                pairs.stretch(source(number), &columns, &mut stretched.pixels);
                let pixels = stretched.pixels.as_chunks().0.iter();
                let common = pixels.fold(u32::MAX, |all, pixel| all & u32::from_le_bytes(*pixel));
                stretched.opaque = common >> 24 == 255;
                stretched.number = Some(number);
            }
        }
        let start = (y * stride + seen.left as usize) * 4;
        let Some(out) = surface.get_mut(start..start + mixed.len()) else { return };
        let [first, second] = &stretched;
        if first.opaque && second.opaque {
            mix(&first.pixels, &second.pixels, row.weight, out);
        } else {
            mix(&first.pixels, &second.pixels, row.weight, &mut mixed);
            lay(&mixed, out);
        }
    }
}

/// A row of the picture, as wide as the visible part of its rectangle.
struct Row {
    number: Option<usize>,
    pixels: Vec<u8>,
    /// Whether all its pixels are opaque.
    opaque: bool,
}

impl Row {
    fn new(width: usize) -> Self {
        Self { number: None, pixels: vec![0; width * 4], opaque: false }
    }
}

/// Returns the source positions of the pixels from `from` to `to`, for a picture of this many pixels stretched over a
/// length.
fn between(start: i32, length: i32, pixels: usize, from: i32, to: i32) -> Vec<Between> {
    let last = pixels as i64 - 1;
    let (length, most) = (i64::from(length.max(1)), last * i64::from(ONE));
    (from..to)
        .map(|at| {
            // The centre of the pixel, in picture pixels from the centre of the first one.
            let twice = 2 * i64::from(at - start) + 1;
            let middle = twice * pixels as i64 * i64::from(ONE) / (2 * length) - i64::from(ONE) / 2;
            let middle = middle.clamp(0, most);
            // The last position is entirely the second pixel of the last pair.
            let first = (middle / i64::from(ONE)).min((last - 1).max(0));
            Between { first: first as usize, weight: (middle - first * i64::from(ONE)) as u16 }
        })
        .collect()
}

/// The pixels of each pair in separate buffers, so that all pairs can be mixed at once.
struct Pairs {
    first: Vec<[u8; 4]>,
    second: Vec<[u8; 4]>,
    /// A weight for each channel of a pixel.
    weights: Vec<[u16; 4]>,
}

impl Pairs {
    fn new(columns: &[Between]) -> Self {
        let none = vec![[0; 4]; columns.len()];
        let weights = columns.iter().map(|column| [column.weight; 4]).collect();
        Self { first: none.clone(), second: none, weights }
    }

    fn stretch(&mut self, row: &[u8], columns: &[Between], out: &mut [u8]) {
        let row = row.as_chunks::<4>().0;
        for ((column, first), second) in columns.iter().zip(&mut self.first).zip(&mut self.second) {
            (*first, *second) = match row.get(column.first..column.first + 2) {
                Some(pair) => (pair[0], pair[1]),
                None => (row[column.first], row[column.first]),
            };
        }
        let pairs = self.first.as_flattened().iter().zip(self.second.as_flattened());
        for (((first, second), weight), out) in pairs.zip(self.weights.as_flattened()).zip(out) {
            *out = between_two(*first, *second, *weight);
        }
    }
}

fn mix(first: &[u8], second: &[u8], weight: u16, out: &mut [u8]) {
    for ((first, second), out) in first.iter().zip(second).zip(out) {
        *out = between_two(*first, *second, weight);
    }
}

/// Mixes two values in sixteen bits, which is enough and vectorises well.
fn between_two(first: u8, second: u8, weight: u16) -> u8 {
    ((u16::from(first) * (ONE - weight) + u16::from(second) * weight + ONE / 2) / ONE) as u8
}

/// Composites a row of premultiplied pixels over another.
fn lay(row: &[u8], out: &mut [u8]) {
    for (pixel, out) in row.chunks_exact(4).zip(out.chunks_exact_mut(4)) {
        let rest = u32::from(u8::MAX - pixel[3]);
        for (over, out) in pixel.iter().zip(out) {
            let sum = u32::from(*over) + (u32::from(*out) * rest + 127) / 255;
            *out = sum.min(255) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a picture of two by two into a rectangle on a grey surface of six by four, and compares the red channel.
    #[track_caller]
    fn check(place: [i32; 4], clip: [i32; 4], alpha: u8, expected: [[u8; 6]; 4]) {
        let red = |red: u8| [red, 0, 0, alpha];
        let rgba = [red(0), red(alpha), red(alpha), red(0)].concat();
        let rect = |[left, top, right, bottom]: [i32; 4]| Rect::new(left, top, right, bottom);
        let mut surface = [100, 0, 0, 255].repeat(24);
        draw(&Pixels { width: 2, height: 2, rgba }, rect(place), &mut surface, 6, rect(clip));
        let reds: Vec<Vec<u8>> = surface.chunks(24).map(|row| row.iter().step_by(4).copied().collect()).collect();
        assert_eq!(reds, expected);
        assert!(surface.chunks(4).all(|pixel| pixel[3] == 255), "{surface:?}");
    }

    const ALL: [i32; 4] = [0, 0, 6, 4];

    #[test]
    fn a_picture_as_large_as_its_place_is_copied() {
        let row = [100; 6];
        check([1, 1, 3, 3], ALL, 255, [row, [100, 0, 255, 100, 100, 100], [100, 255, 0, 100, 100, 100], row]);
    }

    #[test]
    fn a_larger_place_is_filled_smoothly_and_nothing_beside_it() {
        let row = [100, 0, 64, 191, 255, 100];
        let inner = [100, 64, 96, 159, 191, 100];
        let back = |row: [u8; 6]| [row[0], row[4], row[3], row[2], row[1], row[5]];
        check([1, 0, 5, 4], ALL, 255, [row, inner, back(inner), back(row)]);
    }

    #[test]
    fn what_is_outside_of_the_clip_stays() {
        let row = [100; 6];
        check([1, 1, 3, 3], [2, 0, 6, 2], 255, [row, [100, 100, 255, 100, 100, 100], row, row]);
        check([-9, -9, -1, -1], ALL, 255, [row; 4]);
    }

    #[test]
    fn what_is_behind_shines_through() {
        let row = [100; 6];
        check([1, 1, 3, 3], ALL, 51, [row, [100, 80, 131, 100, 100, 100], [100, 131, 80, 100, 100, 100], row]);
    }
}
