//! A picture as pixels and as a PNG file.

use crate::Rect;

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pixels {
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Red, green, blue, alpha (always 255), row by row.
    pub rgba: Vec<u8>,
}

/// Encoding a picture failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot encode the {width}x{height} picture as PNG: {source}")]
pub struct PngError {
    width: u32,
    height: u32,
    source: png::EncodingError,
}

impl Pixels {
    /// Returns a part of the picture, clipped to its size.
    #[must_use]
    pub fn part(&self, part: Rect) -> Self {
        let side = |edge: i32, most: u32| u32::try_from(edge).unwrap_or(0).min(most);
        let (left, right) = (side(part.left, self.width), side(part.right, self.width));
        let (top, bottom) = (side(part.top, self.height), side(part.bottom, self.height));
        let rows = (top..bottom).filter_map(|row| {
            let begin = (row * self.width + left) as usize * 4;
            let end = (row * self.width + right) as usize * 4;
            self.rgba.get(begin..end)
        });
        let rgba = rows.flatten().copied().collect();
        Self { width: right.saturating_sub(left), height: bottom.saturating_sub(top), rgba }
    }

    /// Encodes the picture as a PNG file.
    ///
    /// # Errors
    /// If the size does not match the number of pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        let fail = |source| PngError { width: self.width, height: self.height, source };
        let mut rgb = vec![0; self.rgba.len() / 4 * 3];
        for (to, from) in rgb.as_chunks_mut::<3>().0.iter_mut().zip(self.rgba.as_chunks::<4>().0) {
            *to = [from[0], from[1], from[2]];
        }
        let mut file = Vec::with_capacity(rgb.len() / 8);
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header().map_err(fail)?;
        writer.write_image_data(&rgb).map_err(fail)?;
        writer.finish().map_err(fail)?;
        Ok(file)
    }
}
