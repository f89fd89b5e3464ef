//! What a phone shows, as a picture: PNG from `screencap -p`, or raw pixels made into one.
//!
//! Width and height come from the picture itself, so rotation and overrides are right whatever the phone
//! says elsewhere. A screen that its app has marked as secure comes out black: that is told apart.

use std::io::Cursor;

/// A picture of a screen.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The PNG.
    pub png: Vec<u8>,
    /// Whether everything between the bars is black, as a secure window is: the status and navigation bars
    /// are windows of their own and may show.
    pub black: bool,
    /// Equal for equal pixels.
    pub fingerprint: u64,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({} x {}, {} bytes, black: {})", self.width, self.height, self.png.len(), self.black)
    }
}

/// Why what the phone sent is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The phone refuses: the screen is protected.
    #[error("the screen is protected against pictures: {0}")]
    Secure(String),
    /// It is text: what the phone had to say instead.
    #[error("the phone took no picture: {0}")]
    Said(String),
    /// It is cut or broken.
    #[error("the picture is broken: {0}")]
    Broken(String),
    /// It is larger than any screen.
    #[error("the picture is {width} x {height}; at most {MAX_SIDE} a side are read")]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
}

/// The longest side of a picture.
const MAX_SIDE: u32 = 16_384;
/// The most pixels of a picture: twice those of an 8K screen.
const MAX_PIXELS: u64 = 1 << 26;
/// Deflate makes at most about a thousand bytes of one.
const BEST_RATIO: usize = 1_100;
/// How far into its output a picture may begin.
const LONGEST_WARNING: usize = 4_096;

impl Picture {
    /// Reads a PNG as the phone sent it.
    pub fn from_png(mut png: Vec<u8>) -> Result<Self, PictureError> {
        // A phone with several displays warns first, into the same stream.
        let signature = b"\x89PNG\r\n\x1a\n";
        let start = png[..png.len().min(LONGEST_WARNING)].windows(8).position(|eight| eight == signature);
        match start {
            Some(start) => drop(png.drain(..start)),
            None => return Err(said(&png)),
        }
        let mut decoder = png::Decoder::new(Cursor::new(&png));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let broken = |error: png::DecodingError| PictureError::Broken(error.to_string());
        let mut reader = decoder.read_info().map_err(broken)?;
        let (width, height) = (reader.info().width, reader.info().height);
        check(width, height)?;
        let samples = reader.output_color_type().0.samples();
        let size = reader.output_buffer_size().ok_or(PictureError::TooLarge { width, height })?;
        // What so few bytes cannot hold is only claimed: no memory for it.
        if size > png.len().saturating_mul(BEST_RATIO) {
            return Err(PictureError::Broken(format!("{} bytes claim to be {width} x {height} pixels", png.len())));
        }
        let mut pixels = vec![0; size];
        reader.next_frame(&mut pixels).map_err(broken)?;
        let rgb: Vec<u8> = match samples {
            1 => pixels.iter().flat_map(|grey| [*grey; 3]).collect(),
            2 => pixels.chunks_exact(2).flat_map(|pixel| [pixel[0]; 3]).collect(),
            3 => pixels,
            _ => pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        };
        Ok(Self { width, height, png, black: is_black(&rgb, width, height), fingerprint: fingerprint(&rgb, width) })
    }

    /// Makes a PNG of what `screencap` writes without `-p`: width, height, format and (since Android 9) colour
    /// space as little-endian words, then four bytes a pixel.
    pub fn from_raw(raw: &[u8]) -> Result<Self, PictureError> {
        let word =
            |at: usize| raw.get(at..at + 4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        let (Some(width), Some(height), Some(format)) = (word(0), word(4), word(8)) else {
            return Err(said(raw));
        };
        check(width, height).map_err(|error| if raw.is_ascii() { said(raw) } else { error })?;
        let size = width as usize * height as usize * 4;
        let header = raw.len().saturating_sub(size);
        // RGBA_8888, or RGBX_8888.
        if !(format == 1 || format == 2) || !(header == 12 || header == 16) {
            return Err(PictureError::Broken(format!(
                "{} bytes in format {format} are no {width} x {height} pixels",
                raw.len()
            )));
        }
        let pixels = &raw[header..];
        let mut rgb = vec![0; pixels.len() / 4 * 3];
        for (to, from) in rgb.chunks_exact_mut(3).zip(pixels.chunks_exact(4)) {
            to.copy_from_slice(&from[..3]);
        }
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Fastest);
        let broken = |error: png::EncodingError| PictureError::Broken(error.to_string());
        let mut writer = encoder.write_header().map_err(broken)?;
        writer.write_image_data(&rgb).map_err(broken)?;
        writer.finish().map_err(broken)?;
        Ok(Self { width, height, png, black: is_black(&rgb, width, height), fingerprint: fingerprint(&rgb, width) })
    }
}

fn check(width: u32, height: u32) -> Result<(), PictureError> {
    let fits = |side: u32| (1..=MAX_SIDE).contains(&side);
    let pixels = u64::from(width) * u64::from(height);
    if fits(width) && fits(height) && pixels <= MAX_PIXELS {
        Ok(())
    } else {
        Err(PictureError::TooLarge { width, height })
    }
}

/// Whether the rows between the bars are black.
fn is_black(rgb: &[u8], width: u32, height: u32) -> bool {
    let row = width as usize * 3;
    let bar = height as usize * 8 / 100;
    rgb.get(bar * row..rgb.len().saturating_sub(bar * row)).is_some_and(|rows| rows.iter().all(|value| *value == 0))
}

/// A number that tells two pictures apart. Nobody chooses pictures to fool it, so it may be quick: four
/// lanes of multiply and add over whole words, since a screen has millions of bytes and is looked at often.
fn fingerprint(rgb: &[u8], width: u32) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut lanes = [u64::from(width), ODD, !ODD, ODD.rotate_left(17)];
    let mut blocks = rgb.chunks_exact(32);
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    for block in &mut blocks {
        for (lane, bytes) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane = (*lane ^ u64::from_le_bytes(*bytes)).wrapping_mul(ODD).rotate_left(29);
        }
    }
    for (lane, bytes) in lanes.iter_mut().zip(blocks.remainder().chunks(8)) {
        *lane = (*lane ^ word(bytes)).wrapping_mul(ODD).rotate_left(29);
    }
    lanes.iter().fold(rgb.len() as u64, |mixed, lane| (mixed ^ lane).wrapping_mul(ODD).rotate_left(31))
}

/// What was said instead of a picture. `Status: -1` and `Failed` are what phones say of a screen with
/// FLAG_SECURE.
fn said(bytes: &[u8]) -> PictureError {
    const SHOWN: usize = 200;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN)]);
    let text: String = text.trim().chars().take(SHOWN).collect();
    if text.is_empty() {
        PictureError::Said("nothing at all".to_owned())
    } else if text.contains("Status: -1") || text.contains("Failed") {
        PictureError::Secure(text)
    } else {
        PictureError::Said(text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn raw(width: u32, height: u32, header: usize, value: u8) -> Vec<u8> {
        let mut raw: Vec<u8> = [width, height, 1, 1].iter().flat_map(|word| word.to_le_bytes()).take(header).collect();
        raw.extend((0..width * height).flat_map(|_| [value, value, value, 255]));
        raw
    }

    #[test]
    fn raw_pixels_become_the_same_picture_as_a_png() {
        for (header, value) in [(12, 7), (16, 7), (16, 0)] {
            let picture = Picture::from_raw(&raw(3, 2, header, value)).unwrap();
            assert_eq!((picture.width, picture.height, picture.black), (3, 2, value == 0));
            let again = Picture::from_png(picture.png.clone()).unwrap();
            assert_eq!(again, picture);
        }
    }

    #[test]
    fn what_is_no_picture_is_said() {
        let said = |text: &str| PictureError::Said(text.to_owned());
        assert_eq!(Picture::from_png(b"Error opening file\n".to_vec()), Err(said("Error opening file")));
        assert_eq!(Picture::from_png(Vec::new()), Err(said("nothing at all")));
        assert_eq!(
            Picture::from_raw(b"Status: -1 Failed to take a screenshot"),
            Err(PictureError::Secure("Status: -1 Failed to take a screenshot".to_owned()))
        );
        let mut cut = Picture::from_raw(&raw(30, 20, 16, 9)).unwrap().png;
        cut.truncate(60);
        assert!(matches!(Picture::from_png(cut), Err(PictureError::Broken(_))));
        assert!(matches!(Picture::from_raw(&raw(3, 2, 16, 9)[..30]), Err(PictureError::Broken(_))));
        let huge = [0xff_u8; 40];
        assert!(matches!(Picture::from_raw(&huge), Err(PictureError::TooLarge { .. })));
    }

    #[test]
    fn a_warning_before_the_picture_is_passed_over() {
        let picture = Picture::from_raw(&raw(3, 2, 16, 9)).unwrap();
        let mut warned = b"[Warning] Multiple displays were found, but no display id was specified!\n".to_vec();
        warned.extend(&picture.png);
        assert_eq!(Picture::from_png(warned).unwrap(), picture);
    }

    #[test]
    fn a_screen_is_black_between_its_bars() {
        let mut screen = raw(10, 100, 16, 0);
        let bar = 16 + 10 * 8 * 4;
        screen[16..bar].fill(200);
        assert!(Picture::from_raw(&screen).unwrap().black, "the status bar shows");
        screen[bar] = 1;
        assert!(!Picture::from_raw(&screen).unwrap().black);
    }

    #[test]
    fn a_claim_is_not_believed() {
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, 8_000, 8_000);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().unwrap();
        writer.write_chunk(png::chunk::IDAT, &[0x78, 0x9c, 3, 0, 0, 0, 0, 1]).unwrap();
        drop(writer);
        assert!(matches!(Picture::from_png(png), Err(PictureError::Broken(_))));
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_picture_or_not(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            at in 0usize..120,
            value: u8,
        ) {
            drop(Picture::from_raw(&bytes));
            drop(Picture::from_png(bytes));
            let mut png = Picture::from_raw(&raw(4, 4, 16, 3)).unwrap().png;
            if let Some(byte) = png.get_mut(at) {
                *byte = value;
            }
            drop(Picture::from_png(png));
        }
    }
}
