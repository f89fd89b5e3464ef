//! The thumbnail of a screen in the overview of recent apps. Its windows are drawn only when the thumbnail is.

use std::sync::Arc;

use super::Pixels;
use super::frame::{fingerprint, paint};
use super::picture::{Picture, PixelSource};
use super::scene::Scene;
use super::screen::Display;
use super::state::UiStates;
use super::window::Window;

/// The windows of an app, without the bars.
struct Still {
    windows: Vec<Window>,
    display: Display,
    states: UiStates,
    now_ms: u64,
}

impl Still {
    fn scene(&self) -> Scene<'_> {
        Scene::new(&self.windows, &self.display, &self.states, self.now_ms)
    }
}

impl PixelSource for Still {
    fn pixels(&self) -> Arc<Pixels> {
        let whole = paint(&self.scene(), &self.states, Vec::new());
        Arc::new(whole.part(self.display.content()))
    }
}

impl Picture {
    /// Creates a picture of these windows between the bars. It is drawn on demand.
    pub fn of_screen(windows: Vec<Window>, display: Display, states: &UiStates, now_ms: u64) -> Self {
        let mut own = UiStates::default();
        for key in windows.iter().map(|window| &window.key) {
            if let Some(state) = states.get(key) {
                *own.of(key) = state.clone();
            }
        }
        let still = Still { windows, display, states: own, now_ms };
        let print = fingerprint(&still.scene(), &still.states);
        Self::of(still, print)
    }
}
