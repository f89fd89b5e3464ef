//! Pictures for models: decoded from PNG, scaled down if a model would do so itself, and encoded again.
//!
//! `action::dialect::ReplyContext {screen, image}` maps the model's pixels back to the phone's: it scales both axes by
//! the ratio of the two sizes, the exact inverse of the scaling here.

use std::io::Cursor;

use action::dialect::Size;
use bytes::Bytes;

use crate::{ModelError, PictureRule};

/// A PNG picture. Clones share the bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// The PNG.
    pub png: Bytes,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({} x {}, {} bytes)", self.width, self.height, self.png.len())
    }
}

impl Picture {
    /// Its size.
    pub fn size(&self) -> Size {
        Size { w: self.width, h: self.height }
    }

    /// Decodes its pixels, three bytes each, row by row. Slow: call it on a blocking thread.
    pub fn rgb(&self) -> Result<Vec<u8>, ModelError> {
        let pixels = decode(&self.png)?;
        match pixels.size == self.size() {
            true => Ok(pixels.rgb),
            false => Err(ModelError::Picture(format!("it is {:?} and claims {:?}", pixels.size, self.size()))),
        }
    }

    /// Scales the picture to fit a rule; returns the same bytes if it already fits.
    pub fn fit(&self, rule: &PictureRule) -> Result<Self, ModelError> {
        let to = rule.size(self.size());
        if to == self.size() { Ok(self.clone()) } else { self.scaled(to) }
    }

    /// Scales the picture; each pixel is the mean of the area it covers.
    pub fn scaled(&self, to: Size) -> Result<Self, ModelError> {
        let png = encode(&self.scaled_rgb(to)?, to)?;
        Ok(Self { png: png.into(), width: to.w, height: to.h })
    }

    /// Scales the picture and returns its pixels as [`rgb`](Self::rgb) does.
    pub fn scaled_rgb(&self, to: Size) -> Result<Vec<u8>, ModelError> {
        Ok(shrink(&decode(&self.png)?, to))
    }
}

/// The longest side that is accepted.
const MAX_SIDE: u32 = 16_384;
/// The most pixels that are accepted: twice those of an 8K screen.
const MAX_PIXELS: u64 = 1 << 26;
/// Deflate expands one byte to at most about a thousand: a larger claim is false.
const BEST_RATIO: usize = 1_100;

/// Three bytes a pixel.
struct Pixels {
    size: Size,
    rgb: Vec<u8>,
}

fn decode(png: &[u8]) -> Result<Pixels, ModelError> {
    let broken = |error: png::DecodingError| ModelError::Picture(error.to_string());
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let size = Size { w: reader.info().width, h: reader.info().height };
    let pixels = u64::from(size.w) * u64::from(size.h);
    if size.w.max(size.h) > MAX_SIDE || pixels > MAX_PIXELS {
        return Err(ModelError::Picture(format!(
            "it is {} x {}; at most {MAX_SIDE} a side and {MAX_PIXELS} pixels are read",
            size.w, size.h
        )));
    }
    let claimed = reader.output_buffer_size().filter(|bytes| *bytes <= png.len().saturating_mul(BEST_RATIO));
    let Some(bytes) = claimed else {
        return Err(ModelError::Picture(format!("{} bytes claim to be {} x {} pixels", png.len(), size.w, size.h)));
    };
    let samples = reader.output_color_type().0.samples();
    let mut data = vec![0; bytes];
    reader.next_frame(&mut data).map_err(broken)?;
    let rgb = match samples {
        1 => data.iter().flat_map(|grey| [*grey; 3]).collect(),
        2 => data.chunks_exact(2).flat_map(|pixel| [pixel[0]; 3]).collect(),
        3 => data,
        // A screenshot's alpha is 255 throughout.
        _ => data.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
    };
    Ok(Pixels { size, rgb })
}

fn encode(rgb: &[u8], size: Size) -> Result<Vec<u8>, ModelError> {
    let broken = |error: png::EncodingError| ModelError::Picture(error.to_string());
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, size.w, size.h);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(broken)?;
    writer.write_image_data(rgb).map_err(broken)?;
    writer.finish().map_err(broken)?;
    Ok(png)
}

/// The source pixels that a target pixel covers, with their weights in 1/65536.
struct Cover {
    first: usize,
    weights: Vec<u32>,
}

/// Along one axis: every target pixel covers `from / to` source pixels.
fn covers(from: u32, to: u32) -> Vec<Cover> {
    let (from, to) = (u64::from(from.max(1)), u64::from(to.max(1)));
    // In units of 1/to of a source pixel, so that everything is an integer.
    (0..to)
        .map(|index| {
            let (start, end) = (index * from, (index + 1) * from);
            let (first, last) = (start / to, (end - 1) / to);
            let mut weights: Vec<u32> = (first..=last)
                .map(|source| {
                    let covered = end.min((source + 1) * to) - start.max(source * to);
                    u32::try_from(covered * 65_536 / from).unwrap_or(65_536)
                })
                .collect();
            // The rounding error goes to the middle, so that white stays white.
            let lost = 65_536_u32.saturating_sub(weights.iter().sum());
            let middle = weights.len() / 2;
            if let Some(weight) = weights.get_mut(middle) {
                *weight += lost;
            }
            Cover { first: usize::try_from(first).unwrap_or_default(), weights }
        })
        .collect()
}

/// Rows first, then columns; in integers, so that the result is the same on every machine.
fn shrink(from: &Pixels, to: Size) -> Vec<u8> {
    let across = covers(from.size.w, to.w);
    let down = covers(from.size.h, to.h);
    let row = from.size.w as usize * 3;
    let mut out = Vec::with_capacity(to.w as usize * to.h as usize * 3);
    let mut sums = vec![0_u32; row];
    for cover in &down {
        sums.fill(0);
        for (offset, weight) in cover.weights.iter().enumerate() {
            let start = (cover.first + offset) * row;
            let Some(source) = from.rgb.get(start..start + row) else { continue };
            for (sum, value) in sums.iter_mut().zip(source) {
                *sum += u32::from(*value) * weight;
            }
        }
        for cover in &across {
            let mut pixel = [0_u64; 3];
            for (offset, weight) in cover.weights.iter().enumerate() {
                let at = (cover.first + offset) * 3;
                for (sum, value) in pixel.iter_mut().zip(&sums[at..at + 3]) {
                    *sum += u64::from(*value) * u64::from(*weight);
                }
            }
            out.extend(pixel.map(|sum| u8::try_from((sum + (1 << 31)) >> 32).unwrap_or(u8::MAX)));
        }
    }
    out
}

#[cfg(test)]
mod tests;
