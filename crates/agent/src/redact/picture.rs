//! Paints over the secret parts of a picture.

use std::io::Cursor;
use std::sync::Arc;

use device::picture::PictureError;
use device::tree::Bounds;
use device::{DeviceError, Foreground, Picture, Shot, Tree};

use super::{Covered, Redactor};

/// The colour of hidden areas: grey, so that it looks like nothing an app draws.
const HIDDEN: u8 = 0x77;

/// Why a picture that may contain a secret is withheld.
pub(crate) const UNSEEN: &str = "a secret may be on the screen, and its elements could not be read to find it";
/// Why a picture that contains a secret is withheld.
pub(crate) const UNPAINTED: &str = "the secret in the picture could not be painted over";

impl Redactor {
    /// Redacts a screenshot for viewers. Without its elements, a picture that may contain a secret is an error.
    pub async fn shot(&self, shot: Shot, tree: Option<Tree>) -> Result<Shot, DeviceError> {
        let withheld = |why: &str| DeviceError::Picture(PictureError::Secure(why.to_owned()));
        let front = shot.app.as_ref();
        let Some(tree) = tree else {
            return if self.must_withhold(front) { Err(withheld(UNSEEN)) } else { Ok(shot) };
        };
        let Covered { painted, .. } = self.cover(tree, front, (shot.picture.width, shot.picture.height));
        let picture = match painted.is_empty() {
            true => shot.picture,
            false => paint_over(Arc::new(shot.picture), painted).await.ok_or_else(|| withheld(UNPAINTED))?,
        };
        Ok(Shot { picture, ..shot })
    }

    /// How many known secrets a picture could show: only its elements tell where.
    pub fn secrets(&self) -> usize {
        let state = self.state();
        let locations = state.locations.iter().filter(|location| !location.gone).count();
        state.known.count() + state.codes.len() + locations
    }

    /// The areas of a screen of this size that are hidden from viewers.
    pub fn hidden(&self, tree: Tree, front: Option<&Foreground>, screen: (u32, u32)) -> Vec<Bounds> {
        self.cover(tree, front, screen).painted
    }

    /// Redacts the elements of a screen for viewers.
    #[must_use]
    pub fn tree(&self, tree: Tree, front: Option<&Foreground>) -> Tree {
        let size = tree.nodes.first().map_or((1, 1), |root| {
            let side = |side: i32| u32::try_from(side).unwrap_or(1);
            (side(root.bounds.right), side(root.bounds.bottom))
        });
        self.cover(tree, front, size).tree
    }
}

/// Paints over these areas of a picture's pixels, four bytes each.
pub fn paint_pixels(pixels: &mut [u8], width: u32, places: &[Bounds]) {
    let inside = |value: i32| usize::try_from(value.max(0)).unwrap_or(0);
    let most = width as usize;
    for place in places {
        let (left, right) = (inside(place.left).min(most) * 4, inside(place.right).min(most) * 4);
        let rows = pixels.chunks_exact_mut(most.max(1) * 4).take(inside(place.bottom)).skip(inside(place.top));
        for hidden in rows.filter_map(|row| row.get_mut(left..right.max(left))) {
            hidden.fill(HIDDEN);
        }
    }
}

/// The picture with these areas painted over; `None` if it cannot be decoded.
pub(crate) async fn paint_over(original: Arc<Picture>, places: Vec<Bounds>) -> Option<Picture> {
    // Millions of pixels: paint them on a blocking thread.
    let painted = tokio::task::spawn_blocking(move || {
        let painted = Picture::from_png(paint(&original.png().ok()?, &places)?).ok()?;
        let painted = painted.with_status_bar(original.status_bar());
        painted.fingerprint();
        Some(painted)
    });
    painted.await.ok().flatten()
}

/// The PNG with these areas painted over; `None` if it cannot be decoded, and then it is not shown at all.
pub(crate) fn paint(png: &[u8], places: &[Bounds]) -> Option<Vec<u8>> {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = (reader.info().width, reader.info().height);
    let colour = reader.output_color_type().0;
    let samples = colour.samples();
    // The device has decoded this picture before, so it is no larger than a screen.
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
