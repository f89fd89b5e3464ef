//! Soft shadows: a band around a rectangle that gets lighter outwards, computed per pixel and only where it is visible.

use crate::Rect;

/// The widest shadow in pixels.
const WIDEST: f32 = 1024.0;

/// The rectangle that casts a shadow.
#[derive(Clone, Copy)]
pub(super) struct Caster {
    /// Its bounds.
    pub(super) rect: Rect,
    /// The radius of its corners in pixels.
    pub(super) radius: f32,
}

impl Caster {
    /// Returns the distance of a pixel's centre from the edge; negative inside.
    fn distance(&self, x: i32, y: f32) -> f32 {
        let (half_width, half_height) = (self.rect.width() as f32 / 2.0, self.rect.height() as f32 / 2.0);
        let radius = self.radius.clamp(0.0, half_width.min(half_height));
        let across = (x as f32 + 0.5 - self.rect.left as f32 - half_width).abs() - (half_width - radius);
        let down = (y + 0.5 - self.rect.top as f32 - half_height).abs() - (half_height - radius);
        across.max(0.0).hypot(down.max(0.0)) + across.max(down).min(0.0) - radius
    }
}

/// Draws a shadow `depth` pixels wide and shifted a little down, darkest next to the edge; `stride` is the surface's
/// width, and the clip is within the surface.
pub(super) fn draw(caster: Caster, depth: f32, darkest: u8, surface: &mut [u8], stride: usize, clip: Rect) {
    let (rect, depth) = (caster.rect, depth.min(WIDEST));
    let (down, reach) = (depth * 0.4, depth.ceil() as i32 + 1);
    let lower = reach + down.ceil() as i32;
    let seen = rect.inset(-reach, -reach, -reach, -lower).intersect(&clip);
    // The area below the rectangle itself is covered anyway, except for its corners.
    let corner = caster.radius.clamp(0.0, Rect::FAR as f32).ceil() as i32 + 1;
    let covered = [
        Rect { left: rect.left + corner, right: rect.right - corner, ..rect },
        Rect { top: rect.top + corner, bottom: rect.bottom - corner, ..rect },
    ];
    for y in seen.top..seen.bottom {
        let hidden = covered.iter().filter(|part| !part.is_empty() && (part.top..part.bottom).contains(&y));
        let hidden = hidden.map(|part| part.left..part.right).max_by_key(ExactSizeIterator::len).unwrap_or(0..0);
        let mut x = seen.left;
        while x < seen.right {
            if hidden.contains(&x) {
                x = hidden.end;
                continue;
            }
            let away = caster.distance(x, y as f32 - down).max(0.0);
            let dark = f32::from(darkest) * (1.0 - away / depth);
            if dark >= 0.5 && caster.distance(x, y as f32) > -1.0 {
                let start = (y as usize * stride + x as usize) * 4;
                let Some(pixel) = surface.get_mut(start..start + 4) else { return };
                darken(pixel, dark.round() as u32);
            }
            x += 1;
        }
    }
}

/// Composites black with this alpha over a pixel.
fn darken(pixel: &mut [u8], alpha: u32) {
    for (place, channel) in pixel.iter_mut().enumerate() {
        let over = if place == 3 { alpha } else { 0 };
        *channel = (over + (u32::from(*channel) * (255 - alpha) + 127) / 255).min(255) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the red channel of a white 20 by 20 surface with the shadow of a rectangle from 6 to 14.
    fn drawn(radius: f32, clip: Rect) -> Vec<Vec<u8>> {
        let mut surface = vec![255; 20 * 20 * 4];
        draw(Caster { rect: Rect::new(6, 6, 14, 14), radius }, 4.0, 100, &mut surface, 20, clip);
        assert!(surface.chunks(4).all(|pixel| pixel[3] == 255 && pixel[0] == pixel[2]));
        surface.chunks(80).map(|row| row.iter().step_by(4).copied().collect()).collect()
    }

    #[test]
    fn it_is_darkest_beside_the_thing_and_gone_at_its_depth() {
        let rows = drawn(0.0, Rect::new(0, 0, 20, 20));
        let beside: Vec<u8> = rows[10][14..].to_vec();
        assert!(beside.windows(2).all(|pair| pair[0] < pair[1] || pair == [255, 255]), "{beside:?}");
        assert!(beside[0] < 180 && beside[4] == 255, "{beside:?}");
        // It falls downwards: there is more of it below than above.
        assert!(rows[15][10] < rows[4][10]);
        // The rectangle itself is untouched, and a corner is lighter than a side.
        assert_eq!(rows[10][10], 255);
        assert!(rows[15][15] > rows[15][10]);
    }

    #[test]
    fn round_corners_are_filled_and_clips_are_kept() {
        let whole = drawn(4.0, Rect::new(0, 0, 20, 20));
        assert!(whole[13][13] < 255, "under the round corner");
        let part = drawn(4.0, Rect::new(0, 0, 20, 15));
        assert_eq!(whole[..15], part[..15]);
        assert!(part[15..].iter().flatten().all(|red| *red == 255));
    }
}
