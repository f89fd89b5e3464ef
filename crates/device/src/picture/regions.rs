//! Finds the changed parts of a picture: compares tiles, and covers the changes with a few rectangles, each encoded as
//! a PNG. Pure, and work for a blocking thread; a picture whose size does not match its data is not compared.

use bytes::Bytes;

use super::PictureError;
use super::pixels::encode_rgb;

/// The side of a tile, in pixels. Small enough that one letter does not cost a line, large enough that a screen has
/// only some thousands.
const TILE: u32 = 32;
/// The most rectangles of a change. Each is a separate picture for the viewer.
const MOST: usize = 16;

/// A rectangle of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Region {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// The tiles of a picture, each with the number of the picture in which it last changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    width: u32,
    height: u32,
    columns: usize,
    since: Vec<u32>,
}

impl Tiles {
    /// Creates the tiles of a picture of this size, all last changed at this number.
    pub fn new(width: u32, height: u32, number: u32) -> Self {
        let (columns, rows) = (width.div_ceil(TILE) as usize, height.div_ceil(TILE) as usize);
        Self { width, height, columns, since: vec![number; columns * rows] }
    }

    /// Compares the pixels of two pictures of this size, four bytes each, and marks the differing tiles with this
    /// number. Returns whether any differs.
    pub fn compare(&mut self, before: &[u8], after: &[u8], number: u32) -> bool {
        let row = self.width as usize * 4;
        let band = row * TILE as usize;
        let whole = row * self.height as usize;
        if before.len() != whole || after.len() != whole {
            self.since.fill(number);
            return true;
        }
        let mut any = false;
        let bands = before.chunks(band).zip(after.chunks(band)).zip(self.since.chunks_mut(self.columns));
        for ((before, after), since) in bands.filter(|((before, after), _)| before != after) {
            any = true;
            for (before, after) in before.chunks(row).zip(after.chunks(row)).filter(|(before, after)| before != after) {
                let tiles = before.chunks(TILE as usize * 4).zip(after.chunks(TILE as usize * 4));
                let differ = tiles.zip(since.iter_mut()).filter(|((before, after), _)| before != after);
                differ.for_each(|(_, since)| *since = number);
            }
        }
        any
    }

    /// Returns the changes after the picture of this number: a few rectangles that do not overlap.
    pub fn changed_after(&self, number: u32) -> Vec<Region> {
        let mut done: Vec<Run> = Vec::new();
        let mut open: Vec<Run> = Vec::new();
        for (row, tiles) in self.since.chunks(self.columns.max(1)).enumerate() {
            let mut next = Vec::new();
            for (from, to) in runs(tiles, number) {
                // A run of the same width directly above is extended.
                let above = open.iter().position(|run| (run.from, run.to) == (from, to));
                let top = above.map_or(row, |at| open.swap_remove(at).top);
                next.push(Run { from, to, top, bottom: row + 1 });
            }
            done.append(&mut open);
            open = next;
        }
        done.append(&mut open);
        if done.len() > MOST {
            done = merged(&done);
        }
        let mut regions: Vec<Region> = done.iter().map(|run| self.region(run)).collect();
        regions.sort_unstable_by_key(|region| (region.y, region.x));
        regions
    }

    /// Returns the whole picture as a region.
    pub fn whole(&self) -> Region {
        Region { x: 0, y: 0, width: self.width, height: self.height }
    }

    fn region(&self, run: &Run) -> Region {
        let pixel = |tile: usize, most: u32| u32::try_from(tile).unwrap_or(u32::MAX).saturating_mul(TILE).min(most);
        let (x, y) = (pixel(run.from, self.width), pixel(run.top, self.height));
        Region { x, y, width: pixel(run.to, self.width) - x, height: pixel(run.bottom, self.height) - y }
    }
}

/// Adjacent tiles, over some rows.
#[derive(Clone, Copy)]
struct Run {
    from: usize,
    to: usize,
    top: usize,
    bottom: usize,
}

/// Returns the changed tiles of a row, with adjacent ones joined.
fn runs(tiles: &[u32], number: u32) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in tiles.iter().enumerate().filter(|(_, since)| **since > number) {
        match runs.last_mut() {
            Some((_, to)) if *to == at => *to = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

/// Merges too many runs: into bands of the screen, each as wide as its changes, or into one if even the bands are many.
fn merged(runs: &[Run]) -> Vec<Run> {
    let around = |a: Run, b: &Run| Run {
        from: a.from.min(b.from),
        to: a.to.max(b.to),
        top: a.top.min(b.top),
        bottom: a.bottom.max(b.bottom),
    };
    let mut sorted = runs.to_vec();
    sorted.sort_unstable_by_key(|run| run.top);
    let mut bands: Vec<Run> = Vec::new();
    for run in &sorted {
        match bands.last_mut() {
            Some(band) if run.top < band.bottom => *band = around(*band, run),
            _ => bands.push(*run),
        }
    }
    if bands.len() > MOST {
        bands = bands.iter().copied().reduce(|a, b| around(a, &b)).into_iter().collect();
    }
    bands
}

/// Encodes a part of a picture's pixels as a PNG without transparency: the fourth byte from a phone has no meaning.
pub fn encode_region(pixels: &[u8], width: u32, region: Region) -> Result<Bytes, PictureError> {
    let row = width as usize * 4;
    let (left, right) = (region.x as usize * 4, (region.x as usize + region.width as usize) * 4);
    let rows = pixels.chunks_exact(row.max(4)).skip(region.y as usize).take(region.height as usize);
    let mut rgb = Vec::with_capacity(region.width as usize * region.height as usize * 3);
    for row in rows {
        let part = row.get(left..right).unwrap_or_default();
        part.as_chunks::<4>().0.iter().for_each(|[red, green, blue, _]| rgb.extend_from_slice(&[*red, *green, *blue]));
    }
    Ok(encode_rgb(&rgb, region.width, region.height)?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 100;
    const HEIGHT: u32 = 70;

    fn blank() -> Vec<u8> {
        vec![9; WIDTH as usize * HEIGHT as usize * 4]
    }

    fn with(points: &[(u32, u32)]) -> Vec<u8> {
        let mut pixels = blank();
        points.iter().for_each(|(x, y)| pixels[(y * WIDTH + x) as usize * 4] = 200);
        pixels
    }

    /// Checks the regions for these differing pixels: x, y, width and height.
    fn check(points: &[(u32, u32)], expected: &[(u32, u32, u32, u32)]) {
        let mut tiles = Tiles::new(WIDTH, HEIGHT, 1);
        assert_eq!(tiles.compare(&blank(), &with(points), 2), !points.is_empty(), "{points:?}");
        let found: Vec<_> = tiles.changed_after(1).iter().map(|r| (r.x, r.y, r.width, r.height)).collect();
        assert_eq!(found, expected, "{points:?}");
        assert!(tiles.changed_after(2).is_empty());
    }

    #[test]
    fn what_changed_is_covered_by_few_rectangles() {
        check(&[], &[]);
        check(&[(0, 0)], &[(0, 0, 32, 32)]);
        // The last column and row are narrower than a tile.
        check(&[(99, 69)], &[(96, 64, 4, 6)]);
        // Side by side, and one below the other.
        check(&[(31, 0), (32, 0)], &[(0, 0, 64, 32)]);
        check(&[(40, 10), (40, 40), (40, 69)], &[(32, 0, 32, 70)]);
        check(&[(0, 0), (99, 0), (0, 40)], &[(0, 0, 32, 64), (96, 0, 4, 32)]);
    }

    #[test]
    fn every_changed_pixel_is_covered_once_however_many_there_are() {
        let (width, height) = (1000, 1000);
        let before = vec![0; width as usize * height as usize * 4];
        let mut after = before.clone();
        let points: Vec<(u32, u32)> = (0..400).map(|n| ((n * 577) % width, (n * 331) % height)).collect();
        points.iter().for_each(|(x, y)| after[(y * width + x) as usize * 4] = 1);
        let mut tiles = Tiles::new(width, height, 0);
        assert!(tiles.compare(&before, &after, 1));
        let regions = tiles.changed_after(0);
        assert!(regions.len() <= MOST, "{}", regions.len());
        let inside =
            |r: &Region, (x, y): (u32, u32)| (r.x..r.x + r.width).contains(&x) && (r.y..r.y + r.height).contains(&y);
        for point in points {
            assert_eq!(regions.iter().filter(|region| inside(region, point)).count(), 1, "{point:?}");
        }
    }

    #[test]
    fn a_picture_of_another_size_has_changed_everywhere() {
        let mut tiles = Tiles::new(WIDTH, HEIGHT, 1);
        assert!(tiles.compare(&blank(), &[0; 16], 2));
        assert_eq!(tiles.changed_after(1), vec![tiles.whole()]);
    }

    #[test]
    fn a_region_is_a_png_of_its_pixels() {
        let mut pixels = with(&[(40, 20)]);
        pixels.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 0);
        let region = Region { x: 32, y: 0, width: 32, height: 32 };
        let png = encode_region(&pixels, WIDTH, region).unwrap();
        let decoded = super::super::pixels::decode(&png).unwrap();
        assert_eq!(decoded.len(), 32 * 32 * 4);
        assert_eq!(decoded[(20 * 32 + 8) * 4..][..4], [200, 9, 9, 255]);
        assert_eq!(decoded[..4], [9, 9, 9, 255]);
        // A region outside the picture is an error, not a panic.
        assert!(encode_region(&pixels, WIDTH, Region { x: 90, y: 60, width: 32, height: 32 }).is_err());
    }
}
