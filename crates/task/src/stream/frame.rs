//! A phone's screen at one moment, and its wire format. A frame is encoded once for all watchers that have the same
//! previous screen, on a thread for blocking work.
//!
//! A frame, little endian: version (1 byte, 1), flags (1, bit 0: the whole picture), number of regions (2), number of
//! the frame (4), time of capture in milliseconds since 1970 (8); then for each region x, y, width, height (2 each),
//! format (1, 0 is PNG), three zeros, length (4) and the picture.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use device::picture::PictureError;
use device::picture::regions::{Region, Tiles, encode_region};
use tokio::sync::OnceCell;

/// The version of the format.
const VERSION: u8 = 1;
/// The flag of a frame that has the whole picture.
const WHOLE: u8 = 1;
/// The format of a region: PNG.
const PNG: u8 = 0;
/// How many encodings of one screen are kept: most watchers have the same one or two previous screens.
const MOST_KEPT: usize = 8;

/// A phone's screen at one moment, with secrets covered.
pub struct Screen {
    pub(super) number: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) secure: bool,
    /// When it was captured, in milliseconds since 1970.
    pub(super) captured: u64,
    /// Four bytes per pixel.
    pub(super) pixels: Bytes,
    pub(super) tiles: Tiles,
    /// The encoded frames, by the screen they build on.
    frames: Mutex<Vec<(Option<u32>, Frame)>>,
}

type Frame = Arc<OnceCell<Bytes>>;

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Screen({}, {} x {})", self.number, self.width, self.height)
    }
}

impl Screen {
    pub(super) fn new(number: u32, captured: u64, secure: bool, pixels: Bytes, tiles: Tiles) -> Self {
        let Region { width, height, .. } = tiles.whole();
        Self { number, width, height, secure, captured, pixels, tiles, frames: Mutex::default() }
    }

    /// Returns its number, greater than that of every earlier screen.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns its width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns whether the phone, or this program, hides the content.
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// Encodes the frame for a watcher that has an earlier screen of the same size, or nothing yet. Returns `None` if
    /// no region changed.
    pub async fn frame(self: &Arc<Self>, after: Option<u32>) -> Result<Option<Bytes>, PictureError> {
        let cell = self.cell(after);
        let made = cell.get_or_try_init(|| async {
            let screen = Arc::clone(self);
            // Millions of pixels: too much for an async thread.
            let made = tokio::task::spawn_blocking(move || screen.encode(after)).await;
            made.map_err(|error| PictureError::Broken(error.to_string()))?
        });
        Ok(made.await.cloned().map(Some)?.filter(|bytes| !bytes.is_empty()))
    }

    fn cell(&self, after: Option<u32>) -> Frame {
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, made)) = frames.iter().find(|(known, _)| *known == after) {
            return Arc::clone(made);
        }
        let cell = Frame::default();
        if frames.len() < MOST_KEPT {
            frames.push((after, Arc::clone(&cell)));
        }
        cell
    }

    fn encode(&self, after: Option<u32>) -> Result<Bytes, PictureError> {
        let regions = match after {
            Some(number) => self.tiles.changed_after(number),
            None => vec![self.tiles.whole()],
        };
        if regions.is_empty() {
            return Ok(Bytes::new());
        }
        let small = |number: u32| u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes();
        let count = u16::try_from(regions.len()).unwrap_or(u16::MAX);
        let mut bytes = vec![VERSION, if after.is_none() { WHOLE } else { 0 }];
        bytes.extend_from_slice(&count.to_le_bytes());
        bytes.extend_from_slice(&self.number.to_le_bytes());
        bytes.extend_from_slice(&self.captured.to_le_bytes());
        for region in regions {
            let png = encode_region(&self.pixels, self.width, region)?;
            for number in [region.x, region.y, region.width, region.height] {
                bytes.extend_from_slice(&small(number));
            }
            bytes.extend_from_slice(&[PNG, 0, 0, 0]);
            bytes.extend_from_slice(&u32::try_from(png.len()).unwrap_or(u32::MAX).to_le_bytes());
            bytes.extend_from_slice(&png);
        }
        Ok(bytes.into())
    }
}
