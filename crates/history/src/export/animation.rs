//! An animation of a run as GIF: what the mind saw in each step, with the touches drawn, and the last screen.
//!
//! Pictures are scaled down and their colours reduced, so that a run of fifty steps has a few hundred kilobytes.

use std::io::{Cursor, Write};

use gif::{Encoder, Frame, Repeat};

use super::ExportError;
use crate::run::{Run, RunStep};

/// The widest frame, in pixels.
const MOST_WIDTH: u32 = 360;
/// The most frames; of a longer run, every n-th step is shown.
const MOST_FRAMES: usize = 300;
/// How long a step and the last screen are shown, in hundredths of a second.
const STEP: u16 = 90;
const LAST: u16 = 250;
/// How quickly colours are chosen, from 1 to 30: the screens of apps have few.
const QUICK: i32 = 10;
/// The largest side of a picture that is read.
const MOST_SIDE: u32 = 8_192;
/// The colour of a touch, and how far it reaches in hundredths of the width.
const TOUCH: [u8; 3] = [0xe5, 0x39, 0x35];
const RADIUS: u32 = 5;

/// A picture of red, green and blue.
struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

/// Writes the animation of a run. `picture` reads a picture of the record by its number; missing ones are left out.
pub fn animation(
    run: &Run,
    picture: &dyn Fn(u64) -> std::io::Result<Vec<u8>>,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let every = run.steps.len().div_ceil(MOST_FRAMES).max(1);
    let mut frames: Vec<(u64, Option<&RunStep>, u16)> = Vec::new();
    for step in run.steps.iter().step_by(every) {
        if let Some(number) = step.before.as_ref().and_then(|screen| screen.screenshot) {
            frames.push((number, Some(step), STEP));
        }
    }
    frames.extend(run.last_screen.as_ref().and_then(|screen| screen.screenshot).map(|number| (number, None, LAST)));
    let mut drawn = frames.into_iter().filter_map(|(number, step, delay)| {
        let png = picture(number).ok()?;
        let problem = |problem: String| ExportError::Picture { number, problem };
        Some(decoded(&png).map_err(problem).map(|pixels| {
            let mut pixels = scaled(&pixels);
            step.map(touches).unwrap_or_default().into_iter().for_each(|touch| draw(&mut pixels, touch));
            (pixels, delay)
        }))
    });
    let Some(first) = drawn.next().transpose()? else { return Err(ExportError::Nothing("picture")) };
    let side = |length: u32| u16::try_from(length).unwrap_or(u16::MAX);
    let (width, height) = (side(first.0.width), side(first.0.height));
    let failed = |error: gif::EncodingError| ExportError::Animation(error.to_string());
    let mut encoder = Encoder::new(out, width, height, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    for next in std::iter::once(Ok(first)).chain(drawn) {
        let (mut pixels, delay) = next?;
        if (side(pixels.width), side(pixels.height)) != (width, height) {
            // The phone was turned: a frame of another shape would be cut.
            pixels = fitted(&pixels, u32::from(width), u32::from(height));
        }
        let mut frame = Frame::from_rgb_speed(width, height, &pixels.rgb, QUICK);
        frame.delay = delay;
        encoder.write_frame(&frame).map_err(failed)?;
    }
    Ok(())
}

/// Where the actions of a step touched, as fractions of the screen.
fn touches(step: &RunStep) -> Vec<[f64; 2]> {
    let touched = step.acts.iter().filter_map(|act| act.intent.as_ref()).flat_map(|intent| &intent.touched);
    touched.filter_map(|element| element.point).collect()
}

fn decoded(png: &[u8]) -> Result<Pixels, String> {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width == 0 || height == 0 || width.max(height) > MOST_SIDE {
        return Err(format!("it has {width}x{height} pixels"));
    }
    let size = reader.output_buffer_size().ok_or("it is too large")?;
    let mut bytes = vec![0; size];
    reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
    let samples = reader.output_color_type().0.samples();
    let rgb = bytes.chunks_exact(samples).flat_map(|pixel| match *pixel {
        [grey] | [grey, _] => [grey; 3],
        [red, green, blue, ..] => [red, green, blue],
        [] => [0; 3],
    });
    Ok(Pixels { width, height, rgb: rgb.collect() })
}

fn scaled(pixels: &Pixels) -> Pixels {
    if pixels.width <= MOST_WIDTH {
        return fitted(pixels, pixels.width, pixels.height);
    }
    let height = u64::from(pixels.height) * u64::from(MOST_WIDTH) / u64::from(pixels.width);
    fitted(pixels, MOST_WIDTH, u32::try_from(height).unwrap_or(1).max(1))
}

/// Scales a picture to a size, by the mean of the pixels that each new one covers.
fn fitted(pixels: &Pixels, width: u32, height: u32) -> Pixels {
    let mut rgb = Vec::with_capacity(usize::try_from(width * height * 3).unwrap_or_default());
    let range = |at: u32, of: u32, from: u32| {
        let scale = |at: u32| u32::try_from(u64::from(at) * u64::from(from) / u64::from(of)).unwrap_or(from);
        let first = scale(at).min(from - 1);
        first..scale(at + 1).max(first + 1).min(from)
    };
    for y in 0..height {
        let rows = range(y, height, pixels.height);
        for x in 0..width {
            let columns = range(x, width, pixels.width);
            let mut sum = [0_u32; 3];
            for row in rows.clone() {
                for column in columns.clone() {
                    let at = usize::try_from((row * pixels.width + column) * 3).unwrap_or_default();
                    let pixel = pixels.rgb.get(at..at + 3).unwrap_or(&[0; 3]);
                    sum.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u32::from(*part));
                }
            }
            let count = u32::try_from(rows.len() * columns.len()).unwrap_or(1).max(1);
            rgb.extend(sum.map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX)));
        }
    }
    Pixels { width, height, rgb }
}

/// Draws a ring around a point.
fn draw(pixels: &mut Pixels, [x, y]: [f64; 2]) {
    #[expect(clippy::cast_possible_truncation, reason = "clamped into the picture")]
    let at = |fraction: f64, side: u32| (fraction.clamp(0.0, 1.0) * f64::from(side)) as i64;
    let (centre_x, centre_y) = (at(x, pixels.width), at(y, pixels.height));
    let outer = i64::from((pixels.width * RADIUS / 100).max(4));
    let inner = outer - (outer / 3).max(2);
    let (width, height) = (i64::from(pixels.width), i64::from(pixels.height));
    for dy in -outer..=outer {
        for dx in -outer..=outer {
            let distance = dx * dx + dy * dy;
            let (x, y) = (centre_x + dx, centre_y + dy);
            let inside = (0..width).contains(&x) && (0..height).contains(&y);
            if !inside || distance > outer * outer || distance < inner * inner {
                continue;
            }
            let at = usize::try_from((y * width + x) * 3).unwrap_or_default();
            if let Some(pixel) = pixels.rgb.get_mut(at..at + 3) {
                pixel.copy_from_slice(&TOUCH);
            }
        }
    }
}
