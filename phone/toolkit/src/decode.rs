//! Decodes picture files: PNG and JPEG become pixels, scaled down to the size that is displayed. Decoded pictures are
//! cached by their file while there is room; a rewritten file counts as a new one.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::Pixels;
use super::picture::{Picture, PixelSource};

/// The most pixels a file may have: those of a 24-megapixel camera.
const MOST_PIXELS: u64 = 24_000_000;
/// The longest side a picture in a file may have.
const LONGEST_SIDE: u32 = 16_384;
/// The size of the cache in bytes of pixels.
const CACHED_BYTES: usize = 24 << 20;
/// The most pictures in the cache; each entry also keeps its file alive.
const MOST_CACHED: usize = 400;

/// How a picture is fitted into its view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// The whole picture, with at most this many pixels on its longer side.
    Within(u32),
    /// A square of this many pixels, cut from the middle.
    Square(u32),
}

/// Returns the size of the picture in a file without decoding it; `None` if the format is not supported.
pub fn picture_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG") {
        let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().ok()?;
        return Some((reader.info().width, reader.info().height));
    }
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options());
    decoder.decode_headers().ok()?;
    let (width, height) = decoder.dimensions()?;
    Some((u32::try_from(width).ok()?, u32::try_from(height).ok()?))
}

/// Decodes a file at its full size; `None` if it is not a picture, is damaged or is over the size limits.
pub fn decode(bytes: &[u8]) -> Option<Pixels> {
    let (width, height) = picture_size(bytes)?;
    let fits = width > 0 && height > 0 && width <= LONGEST_SIDE && height <= LONGEST_SIDE;
    if !fits || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return None;
    }
    let rgba = if bytes.starts_with(b"\x89PNG") { png_pixels(bytes)? } else { jpeg_pixels(bytes)? };
    (rgba.len() == width as usize * height as usize * 4).then_some(Pixels { width, height, rgba })
}

fn options() -> DecoderOptions {
    let longest = LONGEST_SIDE as usize;
    let options = DecoderOptions::default().set_max_width(longest).set_max_height(longest);
    options.jpeg_set_out_colorspace(ColorSpace::RGBA).jpeg_set_max_scans(64)
}

fn jpeg_pixels(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options());
    let mut rgba = decoder.decode().ok()?;
    if decoder.output_colorspace()? != ColorSpace::RGBA {
        return None;
    }
    rgba.as_chunks_mut::<4>().0.iter_mut().for_each(|pixel| pixel[3] = 255);
    Some(rgba)
}

/// Transparent pixels are drawn on white.
fn png_pixels(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().ok()?;
    let mut raw = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut raw).ok()?;
    raw.truncate(info.buffer_size());
    let over_white = |part: u8, alpha: u8| {
        let (part, alpha) = (u32::from(part), u32::from(alpha));
        u8::try_from((part * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
    };
    Some(match info.color_type {
        png::ColorType::Rgba => {
            let (pixels, _) = raw.as_chunks::<4>();
            pixels
                .iter()
                .flat_map(|[r, g, b, a]| [over_white(*r, *a), over_white(*g, *a), over_white(*b, *a), 255])
                .collect()
        }
        png::ColorType::Rgb => raw.as_chunks::<3>().0.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect(),
        png::ColorType::GrayscaleAlpha => {
            let (pixels, _) = raw.as_chunks::<2>();
            pixels.iter().flat_map(|[g, a]| [over_white(*g, *a); 3].into_iter().chain([255])).collect()
        }
        png::ColorType::Grayscale => raw.iter().flat_map(|g| [*g, *g, *g, 255]).collect(),
        png::ColorType::Indexed => return None,
    })
}

/// Scales a part of a picture (left, top, width, height); each new pixel is the mean of those it covers.
pub fn resized(pixels: &Pixels, part: (u32, u32, u32, u32), width: u32, height: u32) -> Pixels {
    let (left, top, wide, high) = part;
    let span = |at: u32, room: u32, count: u32, from: u32| {
        let edge = |at: u32| u64::from(at) * u64::from(room) / u64::from(count.max(1));
        let (begin, end) = (edge(at), edge(at + 1).max(edge(at) + 1));
        (from as usize + begin as usize)..(from as usize + end as usize)
    };
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        let rows = span(y, high, height, top);
        for x in 0..width {
            let (mut sums, mut count) = ([0_u32; 3], 0_u32);
            for row in rows.clone() {
                for column in span(x, wide, width, left) {
                    let at = (row * pixels.width as usize + column) * 4;
                    let Some([red, green, blue, _]) = pixels.rgba.get(at..at + 4) else { continue };
                    sums = [sums[0] + u32::from(*red), sums[1] + u32::from(*green), sums[2] + u32::from(*blue)];
                    count += 1;
                }
            }
            rgba.extend(sums.map(|sum| u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX)));
            rgba.push(255);
        }
    }
    Pixels { width, height, rgba }
}

impl Fit {
    fn apply(self, pixels: Pixels) -> Pixels {
        let (width, height) = (pixels.width, pixels.height);
        match self {
            Self::Within(most) if width.max(height) <= most => pixels,
            Self::Within(most) => {
                let longer = u64::from(width.max(height));
                let side =
                    |side: u32| u32::try_from(u64::from(side) * u64::from(most) / longer.max(1)).unwrap_or(most).max(1);
                resized(&pixels, (0, 0, width, height), side(width), side(height))
            }
            Self::Square(side) => {
                let edge = width.min(height);
                let middle = ((width - edge) / 2, (height - edge) / 2, edge, edge);
                resized(&pixels, middle, side.min(edge).max(1), side.min(edge).max(1))
            }
        }
    }
}

/// A cache of decoded pictures, keyed by their file. Clones share it.
#[derive(Clone, Default)]
pub struct Pictures {
    cached: Arc<Mutex<Vec<CachedPicture>>>,
}

/// A file and its decoded pixels; no pixels if the file could not be decoded.
struct CachedPicture {
    file: Arc<Vec<u8>>,
    fit: Fit,
    pixels: Arc<Pixels>,
}

impl Pictures {
    /// Returns the picture in a file. The file is decoded once, when the picture is first drawn.
    pub fn of(&self, file: &Arc<Vec<u8>>, fit: Fit) -> Picture {
        const ENDS: usize = 512;
        let mut hasher = DefaultHasher::new();
        let end = file.get(file.len().saturating_sub(ENDS)..);
        (Arc::as_ptr(file) as usize, file.len(), file.get(..ENDS), end, fit).hash(&mut hasher);
        let source = PictureFile { pictures: self.clone(), file: Arc::clone(file), fit };
        Picture::of(source, hasher.finish())
    }

    fn pixels(&self, file: &Arc<Vec<u8>>, fit: Fit) -> Arc<Pixels> {
        let mut cached = self.cached.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(at) = cached.iter().position(|known| known.fit == fit && Arc::ptr_eq(&known.file, file)) {
            // Move it to the end: the cache evicts the least recently used entry.
            let known = cached.remove(at);
            let pixels = Arc::clone(&known.pixels);
            cached.push(known);
            return pixels;
        }
        let pixels = Arc::new(decode(file).map(|pixels| fit.apply(pixels)).unwrap_or_default());
        cached.push(CachedPicture { file: Arc::clone(file), fit, pixels: Arc::clone(&pixels) });
        let mut bytes: usize = cached.iter().map(|known| known.pixels.rgba.len()).sum();
        while (bytes > CACHED_BYTES || cached.len() > MOST_CACHED) && cached.len() > 1 {
            bytes -= cached.remove(0).pixels.rgba.len();
        }
        pixels
    }
}

/// A file to be shown as a picture, and the cache that decodes it.
struct PictureFile {
    pictures: Pictures,
    file: Arc<Vec<u8>>,
    fit: Fit,
}

impl PixelSource for PictureFile {
    fn pixels(&self) -> Arc<Pixels> {
        self.pictures.pixels(&self.file, self.fit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg;

    fn striped(width: u32, height: u32) -> Pixels {
        let color = |x: u32| if x * 2 < width { [200, 30, 40, 255] } else { [20, 60, 220, 255] };
        let rgba = (0..height).flat_map(|_| (0..width).flat_map(color)).collect();
        Pixels { width, height, rgba }
    }

    #[test]
    fn what_was_written_is_read_again() {
        for (width, height) in [(1, 1), (16, 16), (33, 7), (100, 61)] {
            let pixels = striped(width, height);
            let png = pixels.to_png().unwrap();
            assert_eq!(decode(&png), Some(pixels.clone()));
            assert_eq!(picture_size(&png), Some((width, height)));
            let file = jpeg::encode(&pixels, 90);
            assert_eq!(picture_size(&file), Some((width, height)));
            let read = decode(&file).unwrap();
            assert_eq!((read.width, read.height), (width, height));
            // JPEG is lossy, and colours are stored for pairs of pixels.
            let far = |x: u32| {
                let at = x as usize * 4;
                (0..3).map(|part| read.rgba[at + part].abs_diff(pixels.rgba[at + part])).max().unwrap()
            };
            assert!(far(0) < 12 && far(width - 1) < 12, "{width}x{height}: {} {}", far(0), far(width - 1));
        }
    }

    #[test]
    fn what_is_no_picture_shows_nothing() {
        let png = striped(20, 20).to_png().unwrap();
        let jpeg = jpeg::encode(&striped(20, 20), 90);
        for bytes in [&b""[..], b"\x89PNG", b"\xff\xd8\xff", &png[..png.len() / 2], &[0; 64], &jpeg[..30]] {
            assert_eq!(decode(bytes), None);
        }
        // A file that only claims to be large allocates nothing.
        let mut wide = jpeg.clone();
        let frame = wide.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
        wide[frame + 5..frame + 9].copy_from_slice(&[0xff; 4]);
        assert_eq!(decode(&wide), None);
    }

    #[test]
    fn pictures_are_decoded_once_and_made_small() {
        let pictures = Pictures::default();
        let file = Arc::new(striped(100, 50).to_png().unwrap());
        let small = pictures.of(&file, Fit::Within(20)).pixels();
        assert_eq!((small.width, small.height), (20, 10));
        assert!(Arc::ptr_eq(&small, &pictures.clone().of(&file, Fit::Within(20)).pixels()));
        let square = pictures.of(&file, Fit::Square(10)).pixels();
        assert_eq!((square.width, square.height), (10, 10));
        assert_eq!(square.rgba[..4], [200, 30, 40, 255]);
        assert_eq!(pictures.of(&Arc::new(b"no picture".to_vec()), Fit::Square(10)).pixels().width, 0);
    }
}
