//! Where a window stands, and where somebody put it.

use action::os::WindowBounds;

use super::slots::Entry;

/// The bounds of a window and what led to them.
//
// What is boxed is seldom there, and this is kept for every move: so it does not take its room.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WindowPlacement {
    pub(super) bounds: WindowBounds,
    /// Where it stood before it was maximised.
    pub(super) previous: Option<Box<WindowBounds>>,
    pub(super) maximized: bool,
    /// Where it would stand if there was room.
    pub(super) home: Option<Box<WindowBounds>>,
}

impl WindowPlacement {
    pub(super) fn of(entry: &Entry) -> Self {
        let frame = &entry.window.frame;
        let previous = frame.previous_bounds.map(Box::new);
        Self { bounds: frame.bounds, previous, maximized: frame.maximized, home: entry.home.map(Box::new) }
    }

    /// Where somebody put it, whatever the work area made of that.
    pub(super) fn requested(&self) -> RequestedPlacement {
        let previous = self.previous.as_ref().filter(|_| self.maximized);
        let bounds = self.home.as_ref().or(previous).map_or(self.bounds, |bounds| **bounds);
        RequestedPlacement { bounds, maximized: self.maximized }
    }
}

/// Where somebody put a window. What follows from the monitor's work area is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct RequestedPlacement {
    pub(super) bounds: WindowBounds,
    pub(super) maximized: bool,
}
