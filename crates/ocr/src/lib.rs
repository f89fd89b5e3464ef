//! Words out of pictures: where text stands in a picture of a screen, and what it says.
//!
//! Two networks of the PP-OCR family are read from a folder ([`Files`]): one marks where text stands ([`detect`]), one
//! says what a line says ([`recognize`]). Nothing is downloaded, and nothing works without the files: [`Ocr::open`]
//! says which one is missing. Reading computes for a second or more and blocks: callers give it a thread of its own.
//!
//! Text is taken to stand upright, as it does on screens; what is turned by more than a few degrees is not read.

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
    /// What it says.
    pub text: String,
    /// Where it stands, in pixels of the picture.
    pub region: Region,
    /// How sure the network is of its characters, from 0 to 1.
    pub confidence: f32,
}

/// What was read in a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecognizedText {
    /// The lines in reading order: from top to bottom, in a row from left to right.
    pub lines: Vec<Line>,
    /// Whether there is more that was not read: there were too many lines, or the caller stopped it.
    pub cut: bool,
}

/// Both networks, ready to read.
#[derive(Debug)]
pub struct Ocr {
    detector: Detector,
    recognizer: Recognizer,
}

impl Ocr {
    /// Loads the networks of a folder. Takes a second and blocks.
    pub fn open(folder: &Path) -> Result<Self, OcrError> {
        let files = Files::find(folder)?;
        let detector = Detector::open(&files.detection)?;
        let recognizer = Recognizer::open(&files.recognition, files.dictionary.as_deref())?;
        Ok(Self { detector, recognizer })
    }

    /// Reads a picture. `go_on` is asked before each line; when it says no, what was read so far comes back. One piece
    /// of work between two questions takes at most as long as finding the lines of the largest picture, about a second.
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
