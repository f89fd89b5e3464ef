//! Painting over what a picture must not show.

use std::io::Cursor;

use device::tree::Bounds;

/// The colour of what is hidden: grey, so that it looks like nothing an app draws.
const HIDDEN: u8 = 0x77;

/// The PNG with these places painted over; nothing where it cannot be read, which is then not shown at all.
pub(crate) fn paint(png: &[u8], places: &[Bounds]) -> Option<Vec<u8>> {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = (reader.info().width, reader.info().height);
    let colour = reader.output_color_type().0;
    let samples = colour.samples();
    // The device has read this picture before: it is no larger than a screen.
    let mut pixels = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut pixels).ok()?;
    for place in places {
        let inside = |value: i32, most: u32| u32::try_from(value.max(0)).unwrap_or(0).min(most) as usize;
        let (left, right) = (inside(place.left, width), inside(place.right, width));
        let (top, bottom) = (inside(place.top, height), inside(place.bottom, height));
        for row in pixels.chunks_exact_mut(width as usize * samples).take(bottom).skip(top) {
            if let Some(hidden) = row.get_mut(left * samples..right.max(left) * samples) {
                hidden.fill(HIDDEN);
            }
        }
        if samples == 2 || samples == 4 {
            for row in pixels.chunks_exact_mut(width as usize * samples).take(bottom).skip(top) {
                row.chunks_exact_mut(samples).take(right).skip(left).for_each(|pixel| pixel[samples - 1] = u8::MAX);
            }
        }
    }
    let mut painted = Vec::new();
    let mut encoder = png::Encoder::new(&mut painted, width, height);
    encoder.set_color(colour);
    encoder.set_compression(png::Compression::Fastest);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels).ok()?;
    writer.finish().ok()?;
    Some(painted)
}
