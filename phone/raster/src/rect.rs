//! Rectangles in whole pixels.

use serde::{Deserialize, Serialize};

/// A rectangle in whole pixels; right and bottom are just outside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Rect {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Rect {
    /// Coordinates beyond this are clamped, so that sums cannot overflow.
    pub const FAR: i32 = 1 << 20;

    /// Creates a rectangle from its edges.
    pub fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    /// Returns the width, never negative.
    pub fn width(&self) -> i32 {
        (self.right - self.left).max(0)
    }

    /// Returns the height, never negative.
    pub fn height(&self) -> i32 {
        (self.bottom - self.top).max(0)
    }

    /// Whether it has no area.
    pub fn is_empty(&self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// Whether it contains a point.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        x >= self.left && x < self.right && y >= self.top && y < self.bottom
    }

    /// Whether it contains another rectangle completely.
    pub fn holds(&self, other: &Self) -> bool {
        other.left >= self.left && other.top >= self.top && other.right <= self.right && other.bottom <= self.bottom
    }

    /// Returns the intersection, which may be empty.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        let left = self.left.max(other.left);
        let top = self.top.max(other.top);
        Self { left, top, right: self.right.min(other.right).max(left), bottom: self.bottom.min(other.bottom).max(top) }
    }

    /// Returns the rectangle with its edges moved inwards.
    #[must_use]
    pub fn inset(&self, left: i32, top: i32, right: i32, bottom: i32) -> Self {
        let (l, t) = (self.left + left, self.top + top);
        Self { left: l, top: t, right: (self.right - right).max(l), bottom: (self.bottom - bottom).max(t) }
    }

    /// Returns the rectangle mirrored about the vertical middle of `room`.
    #[must_use]
    pub fn mirrored(&self, room: &Self) -> Self {
        let turn = |x: i32| room.left + room.right - x;
        Self { left: turn(self.right), right: turn(self.left), ..*self }
    }

    /// Returns the centre.
    pub fn center(&self) -> (i32, i32) {
        (i32::midpoint(self.left, self.right), i32::midpoint(self.top, self.bottom))
    }
}
