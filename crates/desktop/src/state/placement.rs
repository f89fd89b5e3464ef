//! A window's actual bounds, and the bounds somebody requested.

use action::os::WindowBounds;

use super::slots::Entry;

/// The bounds of a window and how they came about.
// Boxed fields are rarely set, and this value is stored for every move, so they take no space inline.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WindowPlacement {
    pub(super) bounds: WindowBounds,
    /// Its bounds before it was maximised.
    pub(super) previous: Option<Box<WindowBounds>>,
    pub(super) maximized: bool,
    /// The bounds it would have if there were room.
    pub(super) home: Option<Box<WindowBounds>>,
}

impl WindowPlacement {
    pub(super) fn of(entry: &Entry) -> Self {
        let frame = &entry.window.frame;
        let previous = frame.previous_bounds.map(Box::new);
        Self { bounds: frame.bounds, previous, maximized: frame.maximized, home: entry.home.map(Box::new) }
    }

    /// Returns the requested placement, regardless of the work area.
    pub(super) fn requested(&self) -> RequestedPlacement {
        let previous = self.previous.as_ref().filter(|_| self.maximized);
        let bounds = self.home.as_ref().or(previous).map_or(self.bounds, |bounds| **bounds);
        RequestedPlacement { bounds, maximized: self.maximized }
    }
}

/// A requested placement. It does not depend on the monitor's work area.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct RequestedPlacement {
    pub(super) bounds: WindowBounds,
    pub(super) maximized: bool,
}
