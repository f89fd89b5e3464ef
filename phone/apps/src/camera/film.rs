//! A video of the camera's scene: a single picture for the length of the recording.

use toolkit::video::{Encoder, Sample, file};
use toolkit::{Pixels, resized};

/// The interval between frames, in milliseconds.
const EVERY_MS: i64 = 500;
/// The most frames in a video.
const MOST: i64 = 1_200;

/// Encodes a picture shown for `ms` as an MP4 file with H.264.
pub(super) fn of(pixels: &Pixels, ms: i64) -> Vec<u8> {
    // Half the size of a photo is enough for a video; H.264 needs even sides.
    let side = |side: u32| (side / 4 * 2).max(2);
    let (width, height) = (side(pixels.width), side(pixels.height));
    let small = resized(pixels, (0, 0, pixels.width, pixels.height), width, height);
    let mut encoder = Encoder::new(width, height);
    let count = (ms.max(0) / EVERY_MS).clamp(1, MOST);
    let samples: Vec<Sample> = (0..count)
        .map(|_| {
            let (nal, key) = encoder.encode(&small);
            Sample { nal, ms: u32::try_from(ms.max(EVERY_MS) / count).unwrap_or(500), key }
        })
        .collect();
    file(encoder.size(), &encoder.sps(), &encoder.pps(), &samples)
}
