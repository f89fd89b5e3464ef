//! The picture viewer with zoom, shared by Simple Gallery and Photos.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use state::documents;
use state::shared::Shared;
use toolkit::{Align, Color, Event, Fit, Icon, Kind, Picture, Pictures, Size, TextStyle, View, resized};

/// The resolution to which a picture is decoded: the longer side of a large screen.
const SEEN: u32 = 2400;
/// The largest zoom.
const CLOSEST: f32 = 8.0;

/// The zoom and its position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Zoom {
    factor: f32,
    /// The centre of the visible part, as fractions of the picture.
    middle: (f32, f32),
}

impl Default for Zoom {
    fn default() -> Self {
        Self { factor: 1.0, middle: (0.5, 0.5) }
    }
}

impl Zoom {
    /// Handles a pinch.
    pub(crate) fn pinch(&mut self, scale: &str) {
        let scale = scale.parse::<f32>().ok().filter(|scale| scale.is_finite()).unwrap_or(1.0);
        self.factor = (self.factor * scale).clamp(1.0, CLOSEST);
        self.pan((0.0, 0.0));
    }

    /// Whether the picture is zoomed in.
    pub(crate) fn is_close(self) -> bool {
        self.factor > 1.01
    }

    /// Pans by fractions of the visible part.
    pub(crate) fn pan(&mut self, by: (f32, f32)) {
        let half = 0.5 / self.factor;
        let moved = |middle: f32, by: f32| (middle + by / self.factor).clamp(half, 1.0 - half);
        self.middle = (moved(self.middle.0, by.0), moved(self.middle.1, by.1));
    }

    /// Returns the visible part of a picture.
    fn part(self, picture: &Picture) -> Picture {
        let pixels = picture.pixels();
        if !self.is_close() || pixels.width == 0 || pixels.height == 0 {
            return picture.clone();
        }
        let side = |whole: u32| ((whole as f32 / self.factor).round() as u32).clamp(1, whole);
        let (width, height) = (side(pixels.width), side(pixels.height));
        let from = |middle: f32, whole: u32, part: u32| {
            ((middle * whole as f32 - part as f32 / 2.0).max(0.0) as u32).min(whole - part)
        };
        let corner = (from(self.middle.0, pixels.width, width), from(self.middle.1, pixels.height, height));
        Picture::new(Arc::new(resized(&pixels, (corner.0, corner.1, width, height), width, height)))
    }
}

/// Builds the picture on black, or a placeholder for a video; `on_pinch` and touches are events of the app.
pub(crate) fn picture(path: &str, zoom: Zoom, pictures: &Pictures, shared: &Shared) -> View {
    let name = documents::name(path);
    let white = Color::Rgb(255, 255, 255);
    let note = |icon, text: &str| {
        let icon = View::icon(icon).color(white).width(Size::Dp(64.0)).height(Size::Dp(64.0));
        let text = View::text(text).id("photo_note").color(white).text_style(TextStyle::Body);
        View::column(vec![icon, text]).height(Size::Fill).align(Align::Center).gap(16.0).padding(32.0, 200.0)
    };
    let inside = match shared.files.read(path) {
        Err(error) => note(Icon::Info, &format!("The file cannot be opened: {error}")),
        Ok(_) if documents::kind(name).starts_with("video/") => {
            let play = View::new(Kind::Fab(Icon::Play)).id("video_play_outline").description("Play video");
            let play = play.on_click(Event::new("play"));
            View::column(vec![play]).height(Size::Fill).align(Align::Center).padding(0.0, 240.0)
        }
        Ok(file) => {
            let whole = pictures.of(&file, Fit::Within(SEEN));
            if toolkit::picture_size(&file).is_none() {
                note(Icon::Gallery, "This picture cannot be shown")
            } else {
                let seen = if zoom.is_close() { zoom.part(&whole) } else { whole };
                View::new(Kind::Picture(seen))
                    .id("gestures_view")
                    .description(name)
                    .width(Size::Fill)
                    .height(Size::Fill)
                    .on_pinch("pinch")
            }
        }
    };
    View::column(vec![inside]).width(Size::Fill).height(Size::Weight(1.0)).background(Color::Rgb(0, 0, 0), 0.0)
}
