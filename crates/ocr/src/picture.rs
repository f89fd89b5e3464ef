//! A picture, and parts of it in the networks' format: scaled, blue first, from -1 to 1. Pure.

use crate::{OcrError, Region};

/// The longest side that is accepted.
const MAX_SIDE: u32 = 16_384;

/// Pixels of three bytes: red, green, blue, row by row from the top.
#[derive(Clone, Copy)]
pub struct Picture<'p> {
    rgb: &'p [u8],
    width: u32,
    height: u32,
}

impl std::fmt::Debug for Picture<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({} x {})", self.width, self.height)
    }
}

impl<'p> Picture<'p> {
    /// Wraps the pixels of a picture of this size.
    pub fn new(rgb: &'p [u8], width: u32, height: u32) -> Result<Self, OcrError> {
        if width == 0 || height == 0 || width.max(height) > MAX_SIDE {
            return Err(OcrError::Picture(format!(
                "a picture of {width} x {height} cannot be read; each side has 1 to {MAX_SIDE} pixels"
            )));
        }
        if rgb.len() as u64 != u64::from(width) * u64::from(height) * 3 {
            return Err(OcrError::Picture(format!("{} bytes are not a picture of {width} x {height}", rgb.len())));
        }
        Ok(Self { rgb, width, height })
    }

    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    pub(crate) fn height(&self) -> u32 {
        self.height
    }

    pub(crate) fn whole(&self) -> Region {
        Region { left: 0, top: 0, right: self.width, bottom: self.height }
    }

    /// Scales a part of the picture and returns it as three planes.
    pub(crate) fn planes(&self, part: Region, width: usize, height: usize) -> Vec<f32> {
        let across = taps(part.left, part.right.min(self.width), width);
        let down = taps(part.top, part.bottom.min(self.height), height);
        let row_bytes = self.width as usize * 3;
        let (from, to) = (part.left as usize * 3, part.right.min(self.width) as usize * 3);
        let mut planes = vec![0.0; width * height * 3];
        let mut mixed = vec![0.0_f32; to.saturating_sub(from)];
        for (y, tap) in down.iter().enumerate() {
            mixed.fill(0.0);
            for (row, weight) in tap.weighted() {
                let row = self.rgb.get(row * row_bytes + from..row * row_bytes + to).unwrap_or_default();
                mixed.iter_mut().zip(row).for_each(|(sum, value)| *sum += f32::from(*value) * weight);
            }
            for (x, tap) in across.iter().enumerate() {
                let mut pixel = [0.0_f32; 3];
                for (column, weight) in tap.weighted() {
                    let at = (column * 3).saturating_sub(from);
                    let source = mixed.get(at..).unwrap_or_default();
                    pixel.iter_mut().zip(source).for_each(|(sum, value)| *sum += value * weight);
                }
                // The networks were trained on OpenCV pictures, which have blue first.
                for (plane, value) in pixel.iter().rev().enumerate() {
                    if let Some(place) = planes.get_mut((plane * height + y) * width + x) {
                        *place = value / 127.5 - 1.0;
                    }
                }
            }
        }
        planes
    }
}

/// The source pixels of one target pixel; their weights add up to 1.
struct Tap {
    first: usize,
    weights: Vec<f32>,
}

impl Tap {
    fn weighted(&self) -> impl Iterator<Item = (usize, f32)> {
        self.weights.iter().enumerate().map(|(offset, weight)| (self.first + offset, *weight))
    }
}

/// Along one axis: a triangle filter over the source, as wide as one target pixel, and at least two source pixels. It
/// blurs when scaling down and interpolates when scaling up.
fn taps(start: u32, end: u32, size: usize) -> Vec<Tap> {
    let length = end.saturating_sub(start).max(1) as f32;
    let scale = length / size.max(1) as f32;
    let radius = scale.max(1.0);
    (0..size)
        .map(|place| {
            let centre = (place as f32 + 0.5) * scale - 0.5;
            let first = (centre - radius).floor().max(0.0);
            let last = (centre + radius).ceil().min(length - 1.0);
            let mut weights = Vec::new();
            let mut at = first;
            while at <= last {
                weights.push((1.0 - (at - centre).abs() / radius).max(0.0));
                at += 1.0;
            }
            let sum: f32 = weights.iter().sum();
            weights.iter_mut().for_each(|weight| *weight /= sum.max(f32::MIN_POSITIVE));
            Tap { first: start as usize + first as usize, weights }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_as_many_bytes_as_it_claims() {
        assert!(Picture::new(&[0; 12], 2, 2).is_ok());
        for (bytes, width, height) in [(11, 2, 2), (0, 0, 0), (0, 5, 0), (0, u32::MAX, u32::MAX), (3, 20_000, 1)] {
            let pixels = vec![0; bytes];
            assert!(Picture::new(&pixels, width, height).is_err(), "{bytes} for {width} x {height}");
        }
    }

    #[test]
    fn one_colour_stays_one_colour_in_every_size() {
        let rgb: Vec<u8> = [255, 0, 51].repeat(7 * 5);
        let picture = Picture::new(&rgb, 7, 5).unwrap();
        for (width, height) in [(1, 1), (7, 5), (3, 9), (64, 2)] {
            let planes = picture.planes(picture.whole(), width, height);
            assert_eq!(planes.len(), width * height * 3);
            for (plane, expected) in planes.chunks_exact(width * height).zip([-0.6, -1.0, 1.0]) {
                assert!(
                    plane.iter().all(|value: &f32| (value - expected).abs() < 1e-4),
                    "{width} x {height}: {plane:?}"
                );
            }
        }
    }

    #[test]
    fn a_part_is_only_that_part() {
        // Left half black, right half white.
        let row: Vec<u8> = [[0; 6], [255; 6]].concat();
        let picture = Picture::new(&row, 4, 1).unwrap();
        let right = Region { left: 2, top: 0, right: 4, bottom: 1 };
        assert!(picture.planes(right, 5, 3).iter().all(|value| (value - 1.0).abs() < 1e-4));
        let left = Region { left: 0, top: 0, right: 2, bottom: 1 };
        assert!(picture.planes(left, 5, 3).iter().all(|value| (value + 1.0).abs() < 1e-4));
        // An area outside the picture must not panic.
        let beyond = Region { left: 9, top: 9, right: 12, bottom: 12 };
        assert_eq!(picture.planes(beyond, 2, 2).len(), 12);
    }
}
