//! Finds a place for a new window where it covers the least of the others. Pure arithmetic.

use std::cmp::Ordering;

/// The space between two windows.
const GAP: f64 = 12.0;
/// With more windows than this the desktop is full anyway, and the search would be slow.
const MOST: usize = 24;

/// A rectangle in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) w: f64,
    pub(super) h: f64,
}

impl Rect {
    /// Returns the area that two rectangles share.
    fn shared(self, other: Self) -> f64 {
        let w = (self.x + self.w).min(other.x + other.w) - self.x.max(other.x);
        let h = (self.y + self.h).min(other.y + other.h) - self.y.max(other.y);
        w.max(0.0) * h.max(0.0)
    }

    fn centre(self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}

/// Returns the place in `area` for a window of this size that covers the least of `taken`, and of these the one nearest
/// to the middle. `None` if every place covers a quarter of its size, or there are too many windows.
pub(super) fn free_place(area: Rect, (w, h): (f64, f64), taken: &[Rect]) -> Option<(f64, f64)> {
    if taken.len() > MOST {
        return None;
    }
    let (right, bottom) = (area.x + area.w - w, area.y + area.h - h);
    // The best place touches the edge of the area or of a window, or is the middle.
    let across = taken.iter().flat_map(|one| [one.x + one.w + GAP, one.x - w - GAP]);
    let along = taken.iter().flat_map(|one| [one.y + one.h + GAP, one.y - h - GAP]);
    let within = |from: f64, to: f64| move |at: &f64| *at >= from && *at <= to.max(from);
    let middle = |from: f64, to: f64| f64::midpoint(from, to.max(from)).floor();
    let columns: Vec<f64> =
        [middle(area.x, right), area.x, right].into_iter().chain(across).filter(within(area.x, right)).collect();
    let rows: Vec<f64> =
        [middle(area.y, bottom), area.y, bottom].into_iter().chain(along).filter(within(area.y, bottom)).collect();
    let (cx, cy) = area.centre();
    let cost = |x: f64, y: f64| {
        let place = Rect { x, y, w, h };
        let covered: f64 = taken.iter().map(|one| place.shared(*one)).sum();
        let (px, py) = place.centre();
        (covered, (px - cx).hypot(py - cy))
    };
    let places = columns.iter().flat_map(|x| rows.iter().map(|y| (*x, *y)));
    let best = places.map(|(x, y)| ((x, y), cost(x, y))).min_by(|(_, one), (_, other)| {
        let covered = one.0.partial_cmp(&other.0).unwrap_or(Ordering::Equal);
        covered.then(one.1.partial_cmp(&other.1).unwrap_or(Ordering::Equal))
    });
    best.filter(|(_, (covered, _))| *covered < w * h / 4.0).map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { x: 0.0, y: 0.0, w: 1440.0, h: 820.0 };

    fn rect(x: f64, y: f64, w: f64, h: f64) -> Rect {
        Rect { x, y, w, h }
    }

    #[test]
    fn a_window_comes_where_it_covers_nothing() {
        let phone = rect(148.0, 24.0, 420.0, 772.0);
        type Case<'a> = (&'a [Rect], (f64, f64), Option<(f64, f64)>);
        let cases: [Case<'_>; 7] = [
            (&[], (640.0, 480.0), Some((400.0, 170.0))),
            (&[phone], (720.0, 560.0), Some((580.0, 130.0))),
            // Nothing is free for it: it covers as little as possible.
            (&[phone], (900.0, 560.0), Some((540.0, 0.0))),
            (&[phone, rect(580.0, 0.0, 860.0, 400.0)], (700.0, 400.0), Some((580.0, 412.0))),
            (&[rect(0.0, 0.0, 1440.0, 820.0)], (640.0, 480.0), None),
            // Larger than the area.
            (&[], (2000.0, 480.0), Some((0.0, 170.0))),
            (&[phone; MOST + 1], (100.0, 100.0), None),
        ];
        for (taken, size, expected) in cases {
            assert_eq!(free_place(AREA, size, taken), expected, "{taken:?} {size:?}");
        }
    }
}
