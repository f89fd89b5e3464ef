//! The display: its size in pixels, density, rotation, and the room that the system bars take.

use raster::Rect;
use serde::{Deserialize, Serialize};

/// The height of the status bar in dp.
const STATUS_BAR_DP: f32 = 24.0;
/// The height of the three-button navigation bar in dp.
const NAVIGATION_BAR_DP: f32 = 48.0;

/// A display and its configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Display {
    /// The width in pixels in portrait.
    pub width: i32,
    /// The height in pixels in portrait.
    pub height: i32,
    /// Pixels per inch; at 160, one dp is one pixel.
    pub density_dpi: u32,
    /// The rotation in quarter turns, 0 to 3, as Android counts them.
    pub rotation: u8,
    /// Whether the dark theme is on.
    pub dark: bool,
    /// The font scale, applied on top of the density.
    pub font_scale: f32,
    /// Whether the layout direction is right to left.
    #[serde(default)]
    pub right_to_left: bool,
}

impl Default for Display {
    fn default() -> Self {
        Self {
            width: 1080,
            height: 2400,
            density_dpi: 420,
            rotation: 0,
            dark: false,
            font_scale: 1.0,
            right_to_left: false,
        }
    }
}

impl Display {
    /// The longest edge that is drawn. A larger request is cut to it, so that a frame stays bounded.
    pub const MAX_EDGE: i32 = 8192;

    /// Returns width and height in the current rotation.
    pub fn size(&self) -> (i32, i32) {
        let (width, height) = (self.width.clamp(1, Self::MAX_EDGE), self.height.clamp(1, Self::MAX_EDGE));
        if self.rotation % 2 == 1 { (height, width) } else { (width, height) }
    }

    /// Returns the whole screen in the current rotation.
    pub fn bounds(&self) -> Rect {
        let (width, height) = self.size();
        Rect::new(0, 0, width, height)
    }

    /// Returns the pixels per dp.
    pub fn scale(&self) -> f32 {
        self.density_dpi.clamp(40, 1280) as f32 / 160.0
    }

    /// Converts dp to whole pixels.
    pub fn px(&self, dp: f32) -> i32 {
        // Saturates, and turns NaN into 0.
        ((dp * self.scale()).round() as i32).clamp(-Rect::FAR, Rect::FAR)
    }

    /// Converts a text size to pixels.
    pub fn sp(&self, sp: f32) -> f32 {
        sp * self.scale() * self.font_scale.clamp(0.5, 3.0)
    }

    /// Returns a box without its padding in dp, mirrored for right-to-left.
    pub(crate) fn inside(&self, bounds: Rect, padding: [f32; 4]) -> Rect {
        let [left, top, right, bottom] = padding.map(|dp| self.px(dp).max(0));
        let (left, right) = if self.right_to_left { (right, left) } else { (left, right) };
        bounds.inset(left, top, right, bottom)
    }

    /// Returns the bounds of the status bar.
    pub fn status_bar(&self) -> Rect {
        let (width, height) = self.size();
        Rect::new(0, 0, width, self.px(STATUS_BAR_DP).min(height / 4))
    }

    /// Returns the bounds of the navigation bar: at the bottom in every rotation, as on phones with gesture-era
    /// layouts.
    pub fn navigation_bar(&self) -> Rect {
        let (width, height) = self.size();
        Rect::new(0, height - self.px(NAVIGATION_BAR_DP).min(height / 4), width, height)
    }

    /// Returns the area that the bars leave for an app.
    pub fn content(&self) -> Rect {
        Rect::new(0, self.status_bar().bottom, self.size().0, self.navigation_bar().top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_screen_is_as_wide_as_it_was_high() {
        let mut display = Display::default();
        assert_eq!(display.size(), (1080, 2400));
        assert_eq!(display.content(), Rect::new(0, 63, 1080, 2274));
        display.rotation = 1;
        assert_eq!(display.size(), (2400, 1080));
        assert_eq!(display.content(), Rect::new(0, 63, 2400, 954));
    }

    #[test]
    fn absurd_lengths_stay_bounded() {
        let display = Display::default();
        for dp in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
            assert!(display.px(dp).abs() <= Rect::FAR);
        }
    }
}
