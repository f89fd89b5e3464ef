//! Reads a line: scales its part of the picture to the height that the network expects, and decodes the characters.

use std::path::Path;

use crate::characters::Characters;
use crate::network::Network;
use crate::{OcrError, Picture, Region};

/// The line height that the network was trained on.
const HEIGHT: usize = 48;
/// The narrowest input; shorter lines are padded with grey, as in training.
const NARROWEST: usize = 320;
/// The widest input, for some four hundred characters. Longer lines are squeezed.
const WIDEST: usize = 4_800;
/// The network processes columns in steps.
const STEP: usize = 8;
/// Results below this confidence are more often icons than text.
const SURE: f32 = 0.5;
/// The same limit for a single character, which many icons look like.
const SURE_OF_ONE: f32 = 0.9;

/// Reads lines.
#[derive(Debug)]
pub(crate) struct Recognizer {
    network: Network,
    characters: Characters,
}

impl Recognizer {
    /// Opens a model with the characters it contains, or those of the file beside it.
    pub(crate) fn open(file: &Path, dictionary: Option<&Path>) -> Result<Self, OcrError> {
        let network = Network::open("recognition", file)?;
        let characters = match (network.note("character"), dictionary) {
            (Some(characters), _) => Characters::parse(characters),
            (None, Some(dictionary)) => Characters::from_file(dictionary)?,
            (None, None) => {
                let folder = file.parent().unwrap_or(file).to_owned();
                return Err(OcrError::Missing {
                    folder,
                    what: "dictionary of the recognition model",
                    wanted: "`*dict*.txt`",
                });
            }
        };
        Ok(Self { network, characters })
    }

    /// Reads a part of the picture. Returns the text and its confidence, or `None` if that is too low.
    pub(crate) fn read(&self, picture: &Picture<'_>, region: Region) -> Result<Option<(String, f32)>, OcrError> {
        let (written, width) = widths(region);
        let planes = beside_grey(&picture.planes(region, written, HEIGHT), written, width);
        let ([_, _, classes], scores) = self.network.run::<3>(&planes, width, HEIGHT)?;
        let read = self.characters.decode(&scores, classes).map_err(|why| self.network.failed(why))?;
        Ok(read.filter(|(text, confidence)| *confidence >= least_confidence(text)))
    }
}

/// The required confidence for a text.
fn least_confidence(text: &str) -> f32 {
    if text.chars().nth(1).is_some() { SURE } else { SURE_OF_ONE }
}

/// The width of a scaled line, and of the input that contains it.
fn widths(region: Region) -> (usize, usize) {
    let written = (region.width() as usize * HEIGHT).div_ceil(region.height().max(1) as usize).clamp(1, WIDEST);
    (written, written.max(NARROWEST).next_multiple_of(STEP))
}

/// Places a line's planes at the left of wider, grey ones.
fn beside_grey(planes: &[f32], written: usize, width: usize) -> Vec<f32> {
    let mut wide = vec![0.0; width * HEIGHT * 3];
    for (to, from) in wide.chunks_exact_mut(width).zip(planes.chunks_exact(written)) {
        to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_shape_within_bounds() {
        let of = |width, height| widths(Region { left: 0, top: 0, right: width, bottom: height });
        assert_eq!(of(100, 48), (100, 320));
        assert_eq!(of(1000, 50), (960, 960));
        assert_eq!(of(1001, 50), (961, 968));
        assert_eq!(of(16_384, 3), (4800, 4800));
        assert_eq!(of(0, 0), (1, 320));
    }

    #[test]
    fn short_lines_stand_beside_grey() {
        let wide = beside_grey(&vec![1.0; 2 * HEIGHT * 3], 2, 5);
        assert_eq!(wide.len(), 5 * HEIGHT * 3);
        assert!(wide.chunks_exact(5).all(|row| row == [1.0, 1.0, 0.0, 0.0, 0.0]));
    }
}
