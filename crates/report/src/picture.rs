//! Shrinks pictures: a screen at reading size, as JPEG. Pictures are optional: one that cannot be read is missing.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use action::dialect::Size;
use agent::model::Picture;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

/// The width and height that a shrunk picture fits into.
const FITS: Size = Size { w: 360, h: 800 };
/// How many bytes a shrunk picture should have: with base64 and everything else, a step has at most 25 kB on average.
const WANTED: usize = 13_000;
/// The qualities that are tried, the best first. Text stays readable at the last.
const QUALITIES: [u8; 4] = [72, 58, 44, 32];
/// The largest picture that is read.
const MOST_BYTES: u64 = 64 << 20;

/// A picture as it is stored in a report.
#[derive(Debug)]
pub(crate) struct Shrunk {
    /// Its media type.
    pub(crate) kind: &'static str,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

/// Reads a picture's file; `None` if there is none, or none that could be one.
pub(crate) fn read(path: &Path) -> Option<Vec<u8>> {
    let file = File::open(path).ok()?;
    let about = file.metadata().ok()?;
    if !about.is_file() || about.len() > MOST_BYTES {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    size(&bytes).map(|_| bytes)
}

/// Returns the picture as it is.
pub(crate) fn whole(png: Vec<u8>) -> Shrunk {
    Shrunk { kind: "image/png", bytes: png }
}

/// Shrinks a picture; `None` if it cannot be decoded.
pub(crate) fn shrink(png: Vec<u8>) -> Option<Shrunk> {
    let from = size(&png)?;
    let to = fit(from);
    let rgb = Picture { png: png.into(), width: from.w, height: from.h }.scaled_rgb(to).ok()?;
    let mut bytes = Vec::new();
    for quality in QUALITIES {
        bytes = encode(&rgb, to, quality)?;
        if bytes.len() <= WANTED {
            break;
        }
    }
    Some(Shrunk { kind: "image/jpeg", bytes })
}

fn encode(rgb: &[u8], size: Size, quality: u8) -> Option<Vec<u8>> {
    let (width, height) = (u16::try_from(size.w).ok()?, u16::try_from(size.h).ok()?);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.set_optimized_huffman_tables(true);
    encoder.encode(rgb, width, height, ColorType::Rgb).ok()?;
    Some(bytes)
}

/// Returns the size that a PNG claims.
fn size(png: &[u8]) -> Option<Size> {
    let rest = png.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let number = |at: usize| Some(u32::from_be_bytes(rest.get(at..at + 4)?.try_into().ok()?));
    let size = Size { w: number(8)?, h: number(12)? };
    (size.w > 0 && size.h > 0).then_some(size)
}

/// Returns the largest size of the same shape that fits; never a larger one. A screen on its side may be as wide as an
/// upright one is high.
fn fit(from: Size) -> Size {
    let most = if from.w > from.h { Size { w: FITS.h, h: FITS.w } } else { FITS };
    let share = (f64::from(most.w) / f64::from(from.w)).min(f64::from(most.h) / f64::from(from.h)).min(1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive side scaled down, and float casts saturate"
    )]
    let side = |length: u32| ((f64::from(length) * share).round() as u32).max(1);
    Size { w: side(from.w), h: side(from.h) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_fits_and_keeps_its_shape() {
        for (from, expected) in [
            ((1080, 2400), (360, 800)),
            ((2400, 1080), (800, 360)),
            ((1080, 1920), (360, 640)),
            ((320, 640), (320, 640)),
            ((800, 8000), (80, 800)),
            ((1, 60_000), (1, 800)),
        ] {
            let to = fit(Size { w: from.0, h: from.1 });
            assert_eq!((to.w, to.h), expected, "{from:?}");
        }
    }

    #[test]
    fn what_is_no_picture_is_missing() {
        for bytes in [
            &b""[..],
            b"\x89PNG\r\n\x1a\n",
            b"GIF89a",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff",
        ] {
            assert!(shrink(bytes.to_vec()).is_none(), "{bytes:?}");
        }
    }
}
