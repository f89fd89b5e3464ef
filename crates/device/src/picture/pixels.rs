//! Pixels of four bytes each: decoding from and encoding to PNG, comparing, and checking for black. Pure; a size that a
//! picture merely claims allocates nothing.

use std::io::Cursor;

use super::PictureError;

/// The longest side of a picture.
pub(super) const MAX_SIDE: u32 = 16_384;
/// The most pixels of a picture: twice those of an 8K screen.
const MAX_PIXELS: u64 = 1 << 26;
/// Deflate expands one byte to at most about a thousand.
const BEST_RATIO: usize = 1_100;

/// Whether a picture of this size is accepted.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), PictureError> {
    let fits = |side: u32| (1..=MAX_SIDE).contains(&side);
    let pixels = u64::from(width) * u64::from(height);
    if fits(width) && fits(height) && pixels <= MAX_PIXELS {
        Ok(())
    } else {
        Err(PictureError::TooLarge { width, height })
    }
}

/// Returns the rows between the bars. Each bar takes less than 8 % of any phone's height.
fn between_bars(height: u32) -> std::ops::Range<usize> {
    let bar = height as usize * 8 / 100;
    bar..height as usize - bar
}

/// Whether all of these pixels are black, whatever their alpha.
fn all_black(pixels: &[u8]) -> bool {
    pixels.as_chunks::<4>().0.iter().all(|[red, green, blue, _]| red | green | blue == 0)
}

/// Whether the rows between the bars are black. Stops at the first that is not.
pub(super) fn is_black(pixels: &[u8], width: u32, height: u32) -> bool {
    let rows = between_bars(height);
    let row = width as usize * 4;
    pixels.get(rows.start * row..rows.end * row).is_some_and(all_black)
}

type Reader<'p> = png::Reader<Cursor<&'p [u8]>>;

/// Returns a reader with four bytes per pixel, or two for grey.
fn reader(png: &[u8]) -> Result<Reader<'_>, PictureError> {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (reader.info().width, reader.info().height);
    check_size(width, height)?;
    let size = reader.output_buffer_size().ok_or(PictureError::TooLarge { width, height })?;
    // So few bytes cannot contain a picture of this size, so allocate nothing for it.
    if size > png.len().saturating_mul(BEST_RATIO) {
        return Err(PictureError::Broken(format!("{} bytes claim to be {width} x {height} pixels", png.len())));
    }
    Ok(reader)
}

fn broken(error: png::DecodingError) -> PictureError {
    PictureError::Broken(error.to_string())
}

/// Returns the size of a complete PNG, and whether it is black between the bars. Decodes only up to the first pixel
/// that is not.
pub(super) fn is_png_black(png: &[u8]) -> Result<((u32, u32), bool), PictureError> {
    let mut reader = reader(png)?;
    if !is_whole(png) {
        return Err(PictureError::Broken(format!("it ends after {} bytes", png.len())));
    }
    let (size, interlaced) = ((reader.info().width, reader.info().height), reader.info().interlaced);
    if interlaced {
        // Interlaced rows come in another order, and no phone sends them.
        return Ok((size, is_black(&four_bytes(reader)?, size.0, size.1)));
    }
    let grey = reader.output_color_type().0.samples() == 2;
    let rows = between_bars(size.1);
    let mut at = 0;
    while at < rows.end {
        let Some(row) = reader.next_row().map_err(broken)? else { break };
        let black = if grey { row.data().chunks_exact(2).all(|pixel| pixel[0] == 0) } else { all_black(row.data()) };
        if at >= rows.start && !black {
            return Ok((size, false));
        }
        at += 1;
    }
    Ok((size, !rows.is_empty()))
}

/// Whether every chunk of a PNG is present, up to the one that ends it.
fn is_whole(png: &[u8]) -> bool {
    let mut rest = png.get(8..).unwrap_or_default();
    while let Some((length, name)) = rest.split_first_chunk::<4>().zip(rest.get(4..8)).map(|((l, _), name)| (l, name)) {
        // Length, name, data, checksum.
        let end = usize::try_from(u32::from_be_bytes(*length)).ok().and_then(|length| length.checked_add(12));
        let Some(after) = end.and_then(|end| rest.get(end..)) else { return false };
        if name == b"IEND" {
            return true;
        }
        rest = after;
    }
    false
}

/// Decodes the pixels of a PNG.
pub(super) fn decode(png: &[u8]) -> Result<Vec<u8>, PictureError> {
    four_bytes(reader(png)?)
}

fn four_bytes(mut reader: Reader<'_>) -> Result<Vec<u8>, PictureError> {
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
    reader.next_frame(&mut pixels).map_err(broken)?;
    Ok(match reader.output_color_type().0.samples() {
        2 => pixels.chunks_exact(2).flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]]).collect(),
        _ => pixels,
    })
}

/// Encodes pixels as a PNG, as fast as possible: it stays on this machine or is scaled before it leaves.
pub(super) fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, PictureError> {
    let mut rgb = vec![0; pixels.len() / 4 * 3];
    for (to, from) in rgb.chunks_exact_mut(3).zip(pixels.chunks_exact(4)) {
        to.copy_from_slice(&from[..3]);
    }
    encode_rgb(&rgb, width, height)
}

/// Like [`encode`], for three bytes per pixel.
pub(super) fn encode_rgb(rgb: &[u8], width: u32, height: u32) -> Result<Vec<u8>, PictureError> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fastest);
    let broken = |error: png::EncodingError| PictureError::Broken(error.to_string());
    let mut writer = encoder.write_header().map_err(broken)?;
    writer.write_image_data(rgb).map_err(broken)?;
    writer.finish().map_err(broken)?;
    Ok(png)
}

/// Returns a number that distinguishes pictures by their colours. It need not resist crafted pictures, so it may be
/// fast: four lanes of multiply and add over whole words, because a screen has millions of bytes and is compared often.
/// It ignores alpha: a phone that sends raw pixels may leave anything there.
pub(super) fn fingerprint(pixels: &[u8], width: u32) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    const COLOURS: u64 = 0x00FF_FFFF_00FF_FFFF;
    let mut lanes = [u64::from(width), ODD, !ODD, ODD.rotate_left(17)];
    let mut mix = |place: usize, word: u64| {
        let lane = &mut lanes[place & 3];
        *lane = (*lane ^ (word & COLOURS)).wrapping_mul(ODD).rotate_left(29);
    };
    let (blocks, rest) = pixels.as_chunks::<32>();
    for block in blocks {
        for (place, bytes) in block.as_chunks::<8>().0.iter().enumerate() {
            mix(place, u64::from_le_bytes(*bytes));
        }
    }
    for (place, bytes) in rest.chunks(8).enumerate() {
        mix(place, bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    }
    lanes.iter().fold(pixels.len() as u64, |mixed, lane| (mixed ^ lane).wrapping_mul(ODD).rotate_left(31))
}
