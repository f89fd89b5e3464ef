//! A picture inside a screen: pixels that an app shows, such as what a camera sees. Accessibility knows only
//! that there is an image; what is in it can be seen and not read.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::Pixels;
use super::decode::{Fit, Pictures};
use super::frame::{fingerprint, paint};
use super::scene::{Scene, Window};
use super::screen::Display;
use super::state::UiStates;

/// Pixels, or a file that has them, and a number by which they are told from others.
#[derive(Clone)]
pub struct Picture {
    source: Source,
    print: u64,
}

#[derive(Clone)]
enum Source {
    Pixels(Arc<Pixels>),
    File(Pictures, Arc<Vec<u8>>, Fit),
    Screen(Arc<Still>),
}

/// What an app shows, without the bars.
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

impl Picture {
    /// A picture of these pixels.
    pub fn new(pixels: Arc<Pixels>) -> Self {
        let mut hasher = DefaultHasher::new();
        (pixels.width, pixels.height, &pixels.rgba).hash(&mut hasher);
        Self { source: Source::Pixels(pixels), print: hasher.finish() }
    }

    /// What a file shows. It is decoded when somebody sees it.
    pub(super) fn of_file(pictures: Pictures, file: Arc<Vec<u8>>, fit: Fit) -> Self {
        const ENDS: usize = 512;
        let mut hasher = DefaultHasher::new();
        let end = file.get(file.len().saturating_sub(ENDS)..);
        (Arc::as_ptr(&file) as usize, file.len(), file.get(..ENDS), end, fit).hash(&mut hasher);
        Self { source: Source::File(pictures, file, fit), print: hasher.finish() }
    }

    /// What these windows show between the bars. It is drawn when somebody sees it.
    pub fn of_screen(windows: Vec<Window>, display: Display, states: &UiStates, now_ms: u64) -> Self {
        let mut own = UiStates::default();
        for key in windows.iter().map(|window| &window.key) {
            if let Some(state) = states.get(key) {
                *own.of(key) = state.clone();
            }
        }
        let still = Still { windows, display, states: own, now_ms };
        let print = fingerprint(&still.scene(), &still.states);
        Self { source: Source::Screen(Arc::new(still)), print }
    }

    /// Its pixels; none for a file that is no picture.
    pub fn pixels(&self) -> Arc<Pixels> {
        match &self.source {
            Source::Pixels(pixels) => Arc::clone(pixels),
            Source::File(pictures, file, fit) => pictures.pixels(file, *fit),
            Source::Screen(still) => {
                let whole = paint(&still.scene(), &still.states, Vec::new());
                Arc::new(whole.part(still.display.content()))
            }
        }
    }
}

/// Two pictures with the same number show the same.
impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.print == other.print
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({:016x})", self.print)
    }
}
