//! Text recognition: finds the text in a picture of a screen, and reads it.
//!
//! Loads two networks of the PP-OCR family from a folder ([`Files`]): one finds text ([`detect`]), one reads a line
//! ([`recognize`]). Nothing is downloaded, and nothing works without the files: [`Ocr::open`] says which one is
//! missing. Reading takes a second or more and blocks: run it on a thread of its own.
//!
//! Assumes upright text, as on screens; text rotated by more than a few degrees is not read.

mod characters;
mod detect;
mod error;
mod files;
mod network;
mod picture;
mod recognize;
mod region;

use std::path::Path;

pub use self::error::OcrError;
pub use self::files::Files;
pub use self::picture::Picture;
pub use self::region::Region;

use self::detect::Detector;
use self::recognize::Recognizer;

/// The most lines that are read in one picture: a screen full of small print has about a hundred.
pub const MOST_LINES: usize = 400;

/// A line of text in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The text.
    pub text: String,
    /// Its position, in pixels of the picture.
    pub region: Region,
    /// The network's confidence in the characters, from 0 to 1.
    pub confidence: f32,
}

/// The text of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecognizedText {
    /// The lines in reading order: from top to bottom, within a row from left to right.
    pub lines: Vec<Line>,
    /// Whether there is more: there were too many lines, or the caller stopped it.
    pub cut: bool,
}

/// Both networks, loaded.
#[derive(Debug)]
pub struct Ocr {
    detector: Detector,
    recognizer: Recognizer,
}

impl Ocr {
    /// Loads the networks from a folder. Takes a second and blocks.
    pub fn open(folder: &Path) -> Result<Self, OcrError> {
        let files = Files::find(folder)?;
        let detector = Detector::open(&files.detection)?;
        let recognizer = Recognizer::open(&files.recognition, files.dictionary.as_deref())?;
        Ok(Self { detector, recognizer })
    }

    /// Reads a picture. Calls `go_on` before each line; if it returns false, the text so far is returned. The longest
    /// time between two calls is that of finding the lines of the largest picture, about a second.
    pub fn read(&self, picture: &Picture<'_>, go_on: &dyn Fn() -> bool) -> Result<RecognizedText, OcrError> {
        let mut recognized = RecognizedText::default();
        if !go_on() {
            recognized.cut = true;
            return Ok(recognized);
        }
        let mut regions = self.detector.regions(picture)?;
        recognized.cut = regions.len() > MOST_LINES;
        regions.truncate(MOST_LINES);
        for region in regions {
            if !go_on() {
                recognized.cut = true;
                break;
            }
            if let Some((text, confidence)) = self.recognizer.read(picture, region)? {
                recognized.lines.push(Line { text, region, confidence });
            }
        }
        Ok(recognized)
    }
}
