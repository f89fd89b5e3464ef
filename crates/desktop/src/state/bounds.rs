//! Where windows stand: everything that has a place is moved, then shrunk, into its monitor's viewport.

use action::Finite;
use action::os::{DockEdge, WindowBounds, WindowVariant};

use super::slots::Slot;
use super::undo::Inverse;
use super::{Applied, Desktop, Mark};
use crate::wire::{Frame, Viewport};

/// The least width of a window that is no panel, where the viewport has room for it.
const LEAST_WIDTH: f64 = 160.0;
/// The least height.
const LEAST_HEIGHT: f64 = 90.0;

/// Where a window stands and how it came to stand there.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Place {
    pub(super) bounds: WindowBounds,
    /// Seldom there, and this is kept for every move: so it does not take its room.
    pub(super) previous: Option<Box<WindowBounds>>,
    pub(super) maximized: bool,
}

impl Place {
    pub(super) fn of(frame: &Frame) -> Self {
        Self { bounds: frame.bounds, previous: frame.previous_bounds.map(Box::new), maximized: frame.maximized }
    }
}

/// The whole of a viewport.
pub(super) fn whole(viewport: Viewport) -> WindowBounds {
    WindowBounds { x: Finite::ZERO, y: Finite::ZERO, w: viewport.w.into(), h: viewport.h.into() }
}

/// One axis: moved first, then shrunk. A viewport below the least size counts more than that size.
fn along(start: Finite, size: Finite, least: f64, room: u32) -> (Finite, Finite) {
    let room = f64::from(room);
    let size = size.get().max(least).min(room);
    let start = start.get().min(room - size).max(0.0);
    (Finite::new(start).unwrap_or_default(), Finite::new(size).unwrap_or_default())
}

/// Where a window goes that asks for `bounds`.
pub(super) fn clamped(
    bounds: WindowBounds,
    variant: WindowVariant,
    edge: Option<DockEdge>,
    viewport: Viewport,
) -> WindowBounds {
    if variant == WindowVariant::Panel {
        let room = f64::from(viewport.h);
        let height = bounds.h.get().max(0.0).min(room);
        let y = if edge == Some(DockEdge::Top) { 0.0 } else { room - height };
        let finite = |value: f64| Finite::new(value).unwrap_or_default();
        return WindowBounds { x: Finite::ZERO, y: finite(y), w: viewport.w.into(), h: finite(height) };
    }
    let (x, w) = along(bounds.x, bounds.w, LEAST_WIDTH, viewport.w);
    let (y, h) = along(bounds.y, bounds.h, LEAST_HEIGHT, viewport.h);
    WindowBounds { x, y, w, h }
}

impl Desktop {
    /// Moves a window. One that fills its monitor leaves that state: it goes where it was told to, in the
    /// size it had before. A panel stays on its edge.
    pub(super) fn move_to(&mut self, slot: Slot, x: Finite, y: Finite, out: &mut Applied) {
        self.settle(slot, out, |bounds| WindowBounds { x, y, ..bounds });
    }

    /// Changes a window's size. One that fills its monitor leaves that state. Of a panel only the height
    /// changes.
    pub(super) fn resize(&mut self, slot: Slot, w: Finite, h: Finite, out: &mut Applied) {
        self.settle(slot, out, |bounds| WindowBounds { w, h, ..bounds });
    }

    /// Lets a window fill its monitor; a second time changes nothing. A panel stays on its edge.
    pub(super) fn maximize(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        let frame = &entry.window.frame;
        if frame.maximized || frame.variant == WindowVariant::Panel {
            return;
        }
        let bounds = whole(self.viewport(frame.monitor_id));
        let place = Place { bounds, previous: Some(Box::new(frame.bounds)), maximized: true };
        self.set_place(slot, place, out);
    }

    /// Shows a minimised window as it was; else takes a maximised one back to where it stood.
    pub(super) fn restore(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        if entry.window.frame.minimized {
            self.show(slot, out);
        } else if entry.window.frame.maximized {
            self.settle(slot, out, |bounds| bounds);
        }
    }

    /// Fits a window into its monitor as it is now.
    pub(super) fn fit(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        let frame = &entry.window.frame;
        let viewport = self.viewport(frame.monitor_id);
        let bounds = if frame.maximized {
            whole(viewport)
        } else {
            clamped(frame.bounds, frame.variant, frame.dock_edge, viewport)
        };
        let place = Place { bounds, ..Place::of(frame) };
        self.set_place(slot, place, out);
    }

    /// Puts a window where `change` says, from where it stands or stood before it filled its monitor.
    fn settle(&mut self, slot: Slot, out: &mut Applied, change: impl FnOnce(WindowBounds) -> WindowBounds) {
        let Some(entry) = self.slots.get(slot) else { return };
        let frame = &entry.window.frame;
        let from = frame.previous_bounds.filter(|_| frame.maximized).unwrap_or(frame.bounds);
        let viewport = self.viewport(frame.monitor_id);
        let bounds = clamped(change(from), frame.variant, frame.dock_edge, viewport);
        self.set_place(slot, Place { bounds, previous: None, maximized: false }, out);
    }

    pub(super) fn set_place(&mut self, slot: Slot, place: Place, out: &mut Applied) {
        let Some(entry) = self.slots.get_mut(slot) else { return };
        let old = Place::of(&entry.window.frame);
        if old == place {
            return;
        }
        let frame = &mut entry.window.frame;
        (frame.bounds, frame.maximized) = (place.bounds, place.maximized);
        frame.previous_bounds = place.previous.map(|previous| *previous);
        out.marks.push(Mark::Frame(slot));
        self.undo.push(Inverse::Moved { slot, place: old });
    }
}
