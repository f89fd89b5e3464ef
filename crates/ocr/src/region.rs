//! Text regions: upright rectangles, which of them belong together, and their reading order. Pure.

/// An upright rectangle in pixels; right and bottom are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The first column.
    pub left: u32,
    /// The first row.
    pub top: u32,
    /// The column after the last.
    pub right: u32,
    /// The row after the last.
    pub bottom: u32,
}

impl Region {
    pub(crate) fn width(&self) -> u32 {
        self.right.saturating_sub(self.left)
    }

    pub(crate) fn height(&self) -> u32 {
        self.bottom.saturating_sub(self.top)
    }

    /// Grown on every side, within the picture.
    pub(crate) fn grown(self, by: u32, width: u32, height: u32) -> Self {
        Self {
            left: self.left.saturating_sub(by),
            top: self.top.saturating_sub(by),
            right: self.right.saturating_add(by).min(width),
            bottom: self.bottom.saturating_add(by).min(height),
        }
    }

    /// The same region in a picture of another size. Never loses a pixel that it touches.
    pub(crate) fn scaled(self, from: (u32, u32), to: (u32, u32)) -> Self {
        let down = |value: u32, from: u32, to: u32| u64::from(value) * u64::from(to) / u64::from(from.max(1));
        let up = |value: u32, from: u32, to: u32| (u64::from(value) * u64::from(to)).div_ceil(u64::from(from.max(1)));
        let within = |value: u64, most: u32| u32::try_from(value).unwrap_or(u32::MAX).min(most);
        Self {
            left: within(down(self.left, from.0, to.0), to.0),
            top: within(down(self.top, from.1, to.1), to.1),
            right: within(up(self.right, from.0, to.0), to.0),
            bottom: within(up(self.bottom, from.1, to.1), to.1),
        }
    }

    /// The number of common rows.
    fn common_rows(&self, other: &Self) -> u32 {
        self.bottom.min(other.bottom).saturating_sub(self.top.max(other.top))
    }

    /// The number of common columns.
    fn common_columns(&self, other: &Self) -> u32 {
        self.right.min(other.right).saturating_sub(self.left.max(other.left))
    }

    /// Whether both are in one row of text: they share more than half of the smaller height.
    fn is_beside(&self, other: &Self) -> bool {
        self.common_rows(other) * 2 > self.height().min(other.height())
    }

    /// Whether both are pieces of the same text: in one row, of similar height, and overlapping by a quarter of it.
    /// Regions that merely touch after growing stay apart.
    fn is_same_text(&self, other: &Self) -> bool {
        let (low, high) = (self.height().min(other.height()), self.height().max(other.height()));
        self.is_beside(other) && low * 2 > high && self.common_columns(other) * 4 > low
    }

    fn joined(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// Joins the pieces of one text. Takes quadratic time: the input is bounded.
pub(crate) fn join(regions: Vec<Region>) -> Vec<Region> {
    let mut joined: Vec<Region> = Vec::with_capacity(regions.len());
    for mut region in regions {
        // The joined region may now reach the next.
        while let Some(at) = joined.iter().position(|other| region.is_same_text(other)) {
            region = region.joined(&joined.swap_remove(at));
        }
        joined.push(region);
    }
    joined
}

/// Sorts from top to bottom, and within a row from left to right.
pub(crate) fn in_reading_order(mut regions: Vec<Region>) -> Vec<Region> {
    regions.sort_by_key(|region| (region.top, region.left));
    let mut rows: Vec<Vec<Region>> = Vec::new();
    for region in regions {
        // Only the last rows can still be open, because the regions come from the top. A row is as high as its first
        // text.
        let row = rows.iter_mut().rev().take(3).find(|row| row.first().is_some_and(|first| first.is_beside(&region)));
        match row {
            Some(row) => row.push(region),
            None => rows.push(vec![region]),
        }
    }
    rows.iter_mut().for_each(|row| row.sort_by_key(|region| (region.left, region.top)));
    rows.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region([left, top, right, bottom]: [u32; 4]) -> Region {
        Region { left, top, right, bottom }
    }

    #[track_caller]
    fn check(work: fn(Vec<Region>) -> Vec<Region>, given: &[[u32; 4]], expected: &[[u32; 4]]) {
        let given = given.iter().copied().map(region).collect();
        let found: Vec<[u32; 4]> =
            work(given).iter().map(|found| [found.left, found.top, found.right, found.bottom]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn rows_are_read_from_the_left_and_pages_from_the_top() {
        let title = [40, 10, 300, 60];
        let (left, right) = ([40, 104, 200, 140], [700, 100, 800, 136]);
        check(in_reading_order, &[right, left, title], &[title, left, right]);
        // A tall number beside two short lines: each line keeps its place.
        let (tall, first, second) = ([600, 100, 700, 200], [40, 100, 400, 140], [40, 160, 400, 200]);
        check(in_reading_order, &[second, tall, first], &[first, tall, second]);
        check(in_reading_order, &[], &[]);
    }

    #[test]
    fn pieces_of_one_text_are_joined_and_neighbours_are_not() {
        // They overlap: one text.
        check(join, &[[10, 10, 110, 50], [90, 12, 200, 50]], &[[10, 10, 200, 50]]);
        // They touch, as two tabs do after their boxes have grown.
        check(join, &[[10, 10, 110, 50], [105, 10, 200, 50]], &[[10, 10, 110, 50], [105, 10, 200, 50]]);
        // Lines of a paragraph.
        check(join, &[[10, 10, 110, 50], [10, 45, 110, 85]], &[[10, 10, 110, 50], [10, 45, 110, 85]]);
        // The third joins the first two.
        check(join, &[[0, 0, 50, 40], [100, 0, 150, 40], [30, 0, 120, 40]], &[[0, 0, 150, 40]]);
        // A small text inside a large one is another text.
        check(join, &[[0, 0, 200, 100], [50, 40, 150, 70]], &[[0, 0, 200, 100], [50, 40, 150, 70]]);
    }

    #[test]
    fn a_region_grows_and_scales_within_its_picture() {
        assert_eq!(region([5, 5, 10, 10]).grown(7, 12, 100), region([0, 0, 12, 17]));
        assert_eq!(region([1, 1, 3, 3]).scaled((4, 4), (1080, 2400)), region([270, 600, 810, 1800]));
        assert_eq!(region([1, 1, 2, 2]).scaled((3, 3), (10, 10)), region([3, 3, 7, 7]));
        assert_eq!(region([0, 0, 9, 9]).scaled((0, 0), (4, 4)), region([0, 0, 4, 4]));
        let most = u32::MAX;
        assert_eq!(region([most, most, most, most]).grown(9, 50, 50).width(), 0);
    }
}
