//! Finds text in a picture: a network gives each pixel a probability, and each connected area is a text.
//!
//! The network uses "differentiable binarization" (Liao et al. 2020): it marks the core of each text, which is then
//! grown by the margin that training removed.

use std::path::Path;

use crate::network::Network;
use crate::region::{in_reading_order, join};
use crate::{OcrError, Picture, Region};

/// The longest side of the network's input, in pixels. Below it, small print on a screen of 2400 pixels is lost; above
/// it, only the time grows.
const LONGEST_SIDE: u32 = 1_600;
/// The network halves its picture five times.
const STEP: u32 = 32;
/// The threshold for a pixel to belong to a text.
const PIXEL: f32 = 0.3;
/// The threshold for a text, as the average over its box.
const TEXT: f32 = 0.5;
/// How far a core is grown: this factor times its area, divided by its perimeter.
const GROWTH: f32 = 1.6;
/// Narrower cores are noise.
const THINNEST: u32 = 3;
/// The most texts that are examined.
const MOST_CORES: usize = 1_000;

/// Finds text.
#[derive(Debug)]
pub(crate) struct Detector(Network);

impl Detector {
    pub(crate) fn open(file: &Path) -> Result<Self, OcrError> {
        Network::open("detection", file).map(Self)
    }

    /// Returns the lines of a picture in reading order.
    pub(crate) fn regions(&self, picture: &Picture<'_>) -> Result<Vec<Region>, OcrError> {
        let (width, height) = size_for_network(picture.width(), picture.height());
        let (across, down) = (width as usize, height as usize);
        let planes = picture.planes(picture.whole(), across, down);
        let (sizes, chances) = self.0.run::<4>(&planes, across, down)?;
        if sizes != [1, 1, down, across] {
            return Err(self.0.failed(format!("it returned a map of {sizes:?} instead of [1, 1, {down}, {across}]")));
        }
        let grown = cores(&chances, width).into_iter().map(|core| {
            let by = growth(core);
            core.grown(by, width, height).scaled((width, height), (picture.width(), picture.height()))
        });
        Ok(in_reading_order(join(grown.collect())))
    }
}

/// The size of the network's input for a picture: at most [`LONGEST_SIDE`], in multiples of [`STEP`].
fn size_for_network(width: u32, height: u32) -> (u32, u32) {
    let longest = width.max(height).max(1);
    let shrink = |side: u32| u64::from(side) * u64::from(LONGEST_SIDE.min(longest)) / u64::from(longest);
    let step = u64::from(STEP);
    let whole = |side: u32| u32::try_from(((shrink(side) + step / 2) / step).max(1) * step).unwrap_or(STEP);
    (whole(width), whole(height))
}

/// How far a core is grown on every side.
fn growth(core: Region) -> u32 {
    let (width, height) = (core.width() as f32, core.height() as f32);
    // A cast from float to integer never panics, and these numbers are small.
    (width * height * GROWTH / (2.0 * (width + height)).max(1.0)).round() as u32
}

/// Returns the boxes around connected areas of text in a probability map of this width.
fn cores(chances: &[f32], width: u32) -> Vec<Region> {
    let across = width as usize;
    let mut left_over: Vec<bool> = chances.iter().map(|chance| *chance > PIXEL).collect();
    let mut cores = Vec::new();
    let mut stack = Vec::new();
    for start in 0..left_over.len() {
        if !take(&mut left_over, start) {
            continue;
        }
        if cores.len() == MOST_CORES {
            break;
        }
        let mut core = pixel(start, width);
        stack.push(start);
        while let Some(at) = stack.pop() {
            let here = pixel(at, width);
            core = Region {
                left: core.left.min(here.left),
                top: core.top,
                right: core.right.max(here.right),
                bottom: core.bottom.max(here.bottom),
            };
            let (from, to) = (usize::from(here.left > 0), usize::from(here.right < width));
            for row in [at.checked_sub(across), Some(at), at.checked_add(across)].into_iter().flatten() {
                let beside = row.saturating_sub(from)..=row.saturating_add(to);
                stack.extend(beside.filter(|next| take(&mut left_over, *next)));
            }
        }
        let is_thin = core.width().min(core.height()) < THINNEST;
        if !is_thin && average(chances, width, core) >= TEXT {
            cores.push(core);
        }
    }
    cores
}

/// Takes a pixel if it is still unvisited.
fn take(left_over: &mut [bool], at: usize) -> bool {
    left_over.get_mut(at).is_some_and(std::mem::take)
}

/// The box of one pixel.
fn pixel(at: usize, width: u32) -> Region {
    let at = u32::try_from(at).unwrap_or(u32::MAX);
    let (left, top) = (at % width.max(1), at / width.max(1));
    Region { left, top, right: left.saturating_add(1), bottom: top.saturating_add(1) }
}

/// The average over a box.
fn average(chances: &[f32], width: u32, core: Region) -> f32 {
    let rows = chances.chunks_exact(width.max(1) as usize).skip(core.top as usize).take(core.height() as usize);
    let sum: f32 = rows.flat_map(|row| row.iter().skip(core.left as usize).take(core.width() as usize)).sum();
    sum / (core.width() * core.height()).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map as text: `#` is certain, `-` is half certain, anything else is nothing.
    #[track_caller]
    fn check(map: &[&str], expected: &[[u32; 4]]) {
        let chance = |letter| match letter {
            '#' => 0.95,
            '-' => 0.4,
            _ => 0.0,
        };
        let chances: Vec<f32> = map.iter().flat_map(|row| row.chars().map(chance)).collect();
        let width = map.first().map_or(1, |row| row.len() as u32);
        let found: Vec<[u32; 4]> =
            cores(&chances, width).iter().map(|core| [core.left, core.top, core.right, core.bottom]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_hangs_together_is_one_text() {
        check(&["........", ".###....", ".####...", ".###...."], &[[1, 1, 5, 4]]);
        // Diagonal neighbours are connected.
        check(&["###....", "####...", "####...", "...###."], &[[0, 0, 6, 4]]);
        check(&["###.###", "###.###", "###.###"], &[[0, 0, 3, 3], [4, 0, 7, 3]]);
        // The end of a row and the beginning of the next are not.
        check(&["....###", "###.###", "###.###", "###...."], &[[4, 0, 7, 3], [0, 1, 3, 4]]);
    }

    #[test]
    fn dirt_and_doubt_are_no_text() {
        // A slanted stroke fills too little of its box.
        check(&["###......", "###......", "...###...", "...###...", "......###", "......###"], &[]);
        check(&["......", "####..", "####..", "......"], &[]);
        check(&["------", "------", "------"], &[]);
        check(&[], &[]);
    }

    #[test]
    fn there_is_an_end_to_texts() {
        // A page full of small texts.
        let row: String = "###.".repeat(400);
        let gap = " ".repeat(row.len());
        let rows: Vec<&str> = (0..40).map(|at| if at % 4 == 3 { gap.as_str() } else { row.as_str() }).collect();
        let chances: Vec<f32> = rows.concat().chars().map(|letter| if letter == '#' { 1.0 } else { 0.0 }).collect();
        assert_eq!(cores(&chances, 1_600).len(), MOST_CORES);
        assert!(cores(&vec![f32::NAN; 100], 10).is_empty());
    }

    #[test]
    fn every_picture_gets_a_size_that_the_network_can_halve() {
        for (width, height, expected) in [
            (1080, 2400, (736, 1600)),
            (2400, 1080, (1600, 736)),
            (320, 640, (320, 640)),
            (1, 1, (32, 32)),
            (16_384, 1, (1600, 32)),
        ] {
            assert_eq!(size_for_network(width, height), expected, "{width} x {height}");
        }
    }

    #[test]
    fn a_core_grows_by_what_was_taken_off() {
        // A long line grows by 0.8 of its height, a square by 0.4.
        assert_eq!(growth(Region { left: 0, top: 0, right: 1000, bottom: 10 }), 8);
        assert_eq!(growth(Region { left: 0, top: 0, right: 10, bottom: 10 }), 4);
        assert_eq!(growth(Region { left: 0, top: 0, right: 0, bottom: 0 }), 0);
    }
}
