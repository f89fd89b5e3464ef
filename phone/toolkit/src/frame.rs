//! Renders on demand: a frame is drawn only if something in it changed, otherwise the last one is returned.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use super::Pixels;
use super::draw::draw;
use super::scene::Scene;
use super::screen::Display;
use super::state::UiStates;
use super::text::with_fonts;
use super::window::Window;

/// The last rendered frame and its fingerprint.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    last: Option<(u64, Arc<Pixels>)>,
    drawn: u64,
}

impl Frame {
    /// Renders these windows at a point in time.
    pub fn render(&mut self, windows: &[Window], display: &Display, states: &UiStates, now_ms: u64) -> Arc<Pixels> {
        self.render_scene(&Scene::new(windows, display, states, now_ms), states)
    }

    /// Renders a screen that is already laid out.
    pub fn render_scene(&mut self, scene: &Scene<'_>, states: &UiStates) -> Arc<Pixels> {
        let print = fingerprint(scene, states);
        if let Some((_, pixels)) = self.last.as_ref().filter(|(known, _)| *known == print) {
            return Arc::clone(pixels);
        }
        with_fonts(|fonts| fonts.trim());
        // Reuse the memory of the last frame, unless a reader still holds it.
        let last = self.last.take().and_then(|(_, pixels)| Arc::into_inner(pixels));
        let spare = last.map(|pixels| pixels.rgba).unwrap_or_default();
        let pixels = Arc::new(paint(scene, states, spare));
        self.drawn += 1;
        self.last = Some((print, Arc::clone(&pixels)));
        pixels
    }

    /// Returns how many frames were really drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }
}

/// Draws a screen, or the thumbnail of one, reusing `spare` memory if it has the right size.
pub(super) fn paint(scene: &Scene<'_>, states: &UiStates, spare: Vec<u8>) -> Pixels {
    let (width, height) = scene.display.size();
    match draw(scene, states, spare) {
        Some(canvas) => Pixels { width: width as u32, height: height as u32, rgba: canvas.into_rgba() },
        None => Pixels::default(),
    }
}

/// Returns a hash that differs if any visible content, position or state differs. It hashes the `Debug` output, so that
/// no field can be forgotten.
pub(super) fn fingerprint(scene: &Scene<'_>, states: &UiStates) -> u64 {
    struct Into(DefaultHasher);
    impl Write for Into {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut print = Into(DefaultHasher::new());
    // Writing into a hasher cannot fail.
    let _ = write!(print, "{:?}", scene.display);
    for shown in &scene.windows {
        let state = states.get(&shown.window.key).map(|state| (&state.focus, &state.pressed));
        let _ = write!(print, "|{:?}{:?}{state:?}", shown.window.kind, shown.rect);
        for placed in shown.laid.nodes.iter().filter(|placed| !placed.clip.is_empty()) {
            let view = placed.view;
            let looks = (&view.kind, &view.text, &view.style, view.enabled, view.selected);
            let _ = write!(print, ";{looks:?}{:?}{:?}", placed.bounds, placed.clip);
        }
    }
    print.0.finish()
}

#[cfg(test)]
mod tests {
    use super::super::{Color, View, WindowKind};
    use super::*;

    fn window(text: &str) -> Window {
        let view = View::column(vec![View::text(text)]).background(Color::Surface, 0.0);
        Window { key: "app".to_owned(), package: "p".to_owned(), view, kind: WindowKind::App }
    }

    #[test]
    fn an_unchanged_screen_is_not_drawn_again() {
        let display = Display { width: 200, height: 300, density_dpi: 160, ..Display::default() };
        let mut states = UiStates::default();
        let mut frame = Frame::default();
        let first = frame.render(&[window("Hello")], &display, &states, 0);
        let again = frame.render(&[window("Hello")], &display, &states, 5_000);
        assert!(Arc::ptr_eq(&first, &again));
        let other = frame.render(&[window("Hullo")], &display, &states, 5_000);
        assert_ne!(first, other);
        let dark = Display { dark: true, ..display.clone() };
        assert_ne!(other, frame.render(&[window("Hullo")], &dark, &states, 5_000));
        states.of("app").pressed = Some(vec![0, 0]);
        frame.render(&[window("Hullo")], &dark, &states, 5_000);
        assert_eq!(frame.drawn(), 4);
        // Once the last frame has no reader left, its memory is reused.
        let own = |frame: &mut Frame, text: &str| frame.render(&[window(text)], &dark, &states, 0).rgba.as_ptr();
        assert_eq!(own(&mut frame, "one"), own(&mut frame, "two"));
    }

    #[test]
    fn the_same_screen_gives_the_same_pixels_at_any_size_and_either_way_up() {
        for (width, height, density_dpi, rotation) in [(1, 1, 160, 0), (320, 480, 120, 1), (700, 700, 640, 2)] {
            let display = Display { width, height, density_dpi, rotation, ..Display::default() };
            let draw = || Frame::default().render(&[window("Hello")], &display, &UiStates::default(), 0);
            let pixels = draw();
            assert_eq!(pixels.rgba.len(), (pixels.width * pixels.height * 4) as usize);
            assert_eq!((pixels.width as i32, pixels.height as i32), display.size());
            assert!(pixels.rgba.chunks(4).all(|pixel| pixel[3] == 255));
            assert_eq!(pixels, draw());
            let png = pixels.to_png().unwrap();
            assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        }
    }
}
