//! Straight lines with round caps, row by row. Maps consist mostly of these, and a general rasteriser is several times
//! slower at them. Only for opaque colours, because the segments of a bent line overlap.

use crate::Rect;

/// A straight line with round caps.
pub(super) struct Line {
    from: (f32, f32),
    to: (f32, f32),
    /// Half its width.
    radius: f32,
    /// The vector from start to end, and its length.
    way: (f32, f32),
    length: f32,
}

impl Line {
    /// Creates a line between two points.
    pub(super) fn new(one: (f32, f32), other: (f32, f32), width: f32) -> Self {
        let (from, to) = if one.1 <= other.1 { (one, other) } else { (other, one) };
        let way = (to.0 - from.0, to.1 - from.1);
        Self { from, to, radius: width / 2.0, way, length: way.0.hypot(way.1) }
    }

    /// Draws it onto a surface `stride` pixels wide; the clip is within the surface.
    pub(super) fn draw(&self, color: [u8; 4], surface: &mut [[u8; 4]], stride: usize, clip: Rect) {
        if !(self.length.is_finite() && self.radius.is_finite()) {
            return;
        }
        // A pixel is fully covered if its centre is half a pixel inside, and not at all if it is half a pixel outside.
        let (whole, some) = (self.radius - 0.5, self.radius + 0.5);
        let top = ((self.from.1 - some).floor() as i32).max(clip.top);
        let bottom = ((self.to.1 + some).ceil() as i32).min(clip.bottom);
        let columns = |range: Option<(f32, f32)>| {
            let (left, right) = range.unwrap_or((0.0, -1.0));
            let left = ((left - 0.5).ceil() as i32).clamp(clip.left, clip.right);
            (left, ((right + 0.5).floor() as i32).clamp(left, clip.right))
        };
        for y in top..bottom {
            let middle = y as f32 + 0.5;
            let (left, right) = columns(self.across(some, middle));
            let (solid, end) = columns(self.across(whole, middle).filter(|_| whole > 0.0));
            let (solid, end) = (solid.max(left), end.min(right));
            let (solid, end) = if solid < end { (solid, end) } else { (right, right) };
            let start = y as usize * stride;
            let Some(row) = surface.get_mut(start..start + stride) else { return };
            for x in (left..solid).chain(end..right) {
                let cover = (some - self.distance(x as f32 + 0.5, middle)).min(2.0 * self.radius).clamp(0.0, 1.0);
                lay(color, (cover * 256.0) as u32, &mut row[x as usize]);
            }
            row[solid as usize..end as usize].fill(color);
        }
    }

    /// Returns the range of a row that is within a distance of the line.
    fn across(&self, near: f32, y: f32) -> Option<(f32, f32)> {
        let lean = if self.length > 0.0 { self.way.0.abs() / self.length * near } else { 0.0 };
        // Between the caps the width is constant.
        if self.way.1 > 0.0 && y >= self.from.1 + lean && y <= self.to.1 - lean {
            let x = self.from.0 + (y - self.from.1) * self.way.0 / self.way.1;
            let half = near * self.length / self.way.1;
            return Some((x - half, x + half));
        }
        let mut range: Option<(f32, f32)> = None;
        let mut add = |left: f32, right: f32| {
            let (least, most) = range.unwrap_or((left, right));
            range = Some((least.min(left), most.max(right)));
        };
        for (x, end) in [self.from, self.to] {
            let square = near * near - (y - end) * (y - end);
            if square >= 0.0 {
                add(x - square.sqrt(), x + square.sqrt());
            }
        }
        if self.length > 0.0 {
            let aside = (-self.way.1 / self.length * near, self.way.0 / self.length * near);
            let corner = |(x, y): (f32, f32), side: f32| (x + aside.0 * side, y + aside.1 * side);
            let corners =
                [corner(self.from, 1.0), corner(self.to, 1.0), corner(self.to, -1.0), corner(self.from, -1.0)];
            for number in 0..4 {
                let (one, other) = (corners[number], corners[(number + 1) % 4]);
                if (one.1 <= y) != (other.1 <= y) {
                    let x = one.0 + (y - one.1) / (other.1 - one.1) * (other.0 - one.0);
                    add(x, x);
                }
            }
        }
        range
    }

    /// Returns the distance of a point from the line.
    fn distance(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (x - self.from.0, y - self.from.1);
        let along = x * self.way.0 + y * self.way.1;
        let part = if self.length > 0.0 { (along / (self.length * self.length)).clamp(0.0, 1.0) } else { 0.0 };
        (x - part * self.way.0).hypot(y - part * self.way.1)
    }
}

fn lay(color: [u8; 4], cover: u32, pixel: &mut [u8; 4]) {
    for (channel, ink) in pixel.iter_mut().zip(color) {
        *channel = ((u32::from(ink) * cover + u32::from(*channel) * (256 - cover) + 128) / 256) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: i32 = 24;

    /// Draws a white line on black, and compares every pixel with its exact coverage.
    #[track_caller]
    fn check(from: (f32, f32), to: (f32, f32), width: f32) {
        let mut surface = vec![[0, 0, 0, 255]; (SIDE * SIDE) as usize];
        let line = Line::new(from, to, width);
        line.draw([255; 4], &mut surface, SIDE as usize, Rect::new(0, 0, SIDE, SIDE));
        const PARTS: i32 = 8;
        for (number, pixel) in (0..).zip(&surface) {
            let (x, y) = (number % SIDE, number / SIDE);
            let parts = (0..PARTS * PARTS).filter(|part| {
                let at = |whole: i32, part: i32| whole as f32 + (part as f32 + 0.5) / PARTS as f32;
                line.distance(at(x, part % PARTS), at(y, part / PARTS)) <= width / 2.0
            });
            let covered = parts.count() as f32 / (PARTS * PARTS) as f32;
            let drawn = f32::from(pixel[0]) / 255.0;
            assert!((covered - drawn).abs() < 0.2, "{x},{y} of {from:?} to {to:?}: {covered} covered, {drawn} drawn");
        }
    }

    #[test]
    fn pixels_are_as_dark_as_they_are_covered() {
        for width in [1.0, 3.0, 6.5, 14.0] {
            check((4.0, 4.0), (20.0, 20.0), width);
            check((20.0, 4.0), (4.0, 9.0), width);
            check((12.3, -8.0), (13.9, 40.0), width);
            check((-30.0, 11.0), (60.0, 11.5), width);
            check((5.0, 12.0), (19.0, 12.0), width);
            check((12.0, 19.0), (12.0, 5.0), width);
            check((12.5, 12.5), (12.5, 12.5), width);
            check((12.0, 12.0), (12.4, 12.1), width);
        }
    }

    #[test]
    fn nothing_is_drawn_beside_a_clip_or_far_away() {
        let clip = Rect::new(6, 7, 10, 11);
        for (from, to) in [((0.0, 0.0), (24.0, 24.0)), ((-4e5, 8.0), (4e5, 9.0)), ((900.0, 5.0), (990.0, 9.0))] {
            let mut surface = vec![[7; 4]; (SIDE * SIDE) as usize];
            Line::new(from, to, 9.0).draw([255; 4], &mut surface, SIDE as usize, clip);
            for (number, pixel) in (0..).zip(&surface) {
                assert!(clip.contains(number % SIDE, number / SIDE) || *pixel == [7; 4], "{number}");
            }
        }
    }
}
