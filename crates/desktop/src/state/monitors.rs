//! The monitors: the first always exists, the others are created on first use and stay.

use action::os::MonitorId;
use action::{Code, Finding};

use super::insets::Insets;
use super::limits;
use super::rollback::Inverse;
use super::slots::Slot;
use super::stack::Layer;
use super::{Applied, Desktop, Mark};
use crate::wire::Viewport;

/// A monitor.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    pub(super) viewport: Viewport,
    /// The space that its panels occupy.
    pub(super) insets: Insets,
    /// The panels, in the order of their creation.
    pub(super) panels: Vec<Slot>,
    /// Widgets, then standard windows.
    pub(super) layers: [Layer; 2],
}

impl Screen {
    pub(super) fn new(viewport: Viewport) -> Self {
        Self { viewport, ..Self::default() }
    }
}

impl Desktop {
    pub(super) fn screen(&self, id: MonitorId) -> Option<&Screen> {
        self.screens.get(usize::from(id.number()))?.as_ref()
    }

    pub(super) fn screen_mut(&mut self, id: MonitorId) -> Option<&mut Screen> {
        self.screens.get_mut(usize::from(id.number()))?.as_mut()
    }

    /// Returns a monitor's viewport, or the initial one if the monitor does not exist yet.
    pub(super) fn viewport(&self, id: MonitorId) -> Viewport {
        self.screen(id).map_or(self.first_viewport, |screen| screen.viewport)
    }

    /// Creates a monitor if it does not exist. It does not become the active one.
    pub(super) fn use_monitor(&mut self, id: MonitorId, out: &mut Applied) {
        let viewport = self.first_viewport;
        let Some(place) = self.screens.get_mut(usize::from(id.number())) else { return };
        if place.is_none() {
            *place = Some(Screen::new(viewport));
            self.rollback.push(Inverse::NewMonitor(id));
            out.marks.push(Mark::Monitor(id));
        }
    }

    /// Makes a monitor the active one.
    pub(super) fn activate(&mut self, id: MonitorId, out: &mut Applied) {
        self.use_monitor(id, out);
        if self.active != id {
            self.rollback.push(Inverse::Active(self.active));
            self.active = id;
            out.marks.push(Mark::Active);
        }
    }

    /// Resizes a monitor, and fits its panels and windows into it.
    pub(super) fn resize_monitor(
        &mut self,
        id: MonitorId,
        viewport: Viewport,
        out: &mut Applied,
    ) -> Result<(), Finding> {
        for (side, path) in [(viewport.w, "w"), (viewport.h, "h")] {
            if side == 0 || side > limits::SIDE {
                let message = format!("`{path}` must be from 1 to {}, got {side}", limits::SIDE);
                return Err(Finding::new(Code::OutOfRange, path, message));
            }
        }
        self.use_monitor(id, out);
        let Some(screen) = self.screen_mut(id) else { return Ok(()) };
        if screen.viewport == viewport {
            return Ok(());
        }
        let old = std::mem::replace(&mut screen.viewport, viewport);
        self.rollback.push(Inverse::Viewport(id, old));
        out.marks.push(Mark::Monitor(id));
        self.arrange(id, out);
        self.fit_all(id, out, |_| true);
        Ok(())
    }
}
