//! The bounds of windows: every window is moved, then shrunk, into its monitor's work area.
//!
//! A window that gave way to a panel or to a smaller page remembers its bounds, and returns to them when there is room
//! again, unless somebody moves or resizes it meanwhile.

use action::Finite;
use action::os::{WindowBounds, WindowVariant};

use super::placement::{RequestedPlacement, WindowPlacement};
use super::rollback::Inverse;
use super::slots::Slot;
use super::{Applied, Desktop, Mark};

/// The least width of a window other than a panel, if the work area has room for it.
const LEAST_WIDTH: f64 = 160.0;
/// The least height.
const LEAST_HEIGHT: f64 = 90.0;

/// Fits one axis: moves first, then shrinks. The size of the work area takes precedence over the least size.
fn along(start: Finite, size: Finite, least: f64, from: Finite, room: Finite) -> (Finite, Finite) {
    let (from, room) = (from.get(), room.get());
    let size = size.get().max(least).min(room);
    let start = start.get().min(from + room - size).max(from);
    (Finite::new(start).unwrap_or_default(), Finite::new(size).unwrap_or_default())
}

/// Returns the bounds that a window gets in this work area if it requests `bounds`.
pub(super) fn clamped(bounds: WindowBounds, area: WindowBounds) -> WindowBounds {
    let (x, w) = along(bounds.x, bounds.w, LEAST_WIDTH, area.x, area.w);
    let (y, h) = along(bounds.y, bounds.h, LEAST_HEIGHT, area.y, area.h);
    WindowBounds { x, y, w, h }
}

/// Like [`clamped`], with the requested bounds to remember.
fn fitted(home: WindowBounds, area: WindowBounds) -> WindowPlacement {
    let bounds = clamped(home, area);
    WindowPlacement { bounds, previous: None, maximized: false, home: (bounds != home).then(|| Box::new(home)) }
}

impl Desktop {
    /// Moves a window. A maximised window is restored: it moves there in its previous size. A panel stays on its edge.
    pub(super) fn move_to(&mut self, slot: Slot, x: Finite, y: Finite, out: &mut Applied) {
        self.settle(slot, out, |bounds| WindowBounds { x, y, ..bounds });
    }

    /// Resizes a window. A maximised window is restored. Of a panel, only the height changes.
    pub(super) fn resize(&mut self, slot: Slot, w: Finite, h: Finite, out: &mut Applied) {
        self.settle(slot, out, |bounds| WindowBounds { w, h, ..bounds });
    }

    /// Maximises a window; a second time has no effect. A panel stays on its edge.
    pub(super) fn maximize(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        let frame = &entry.window.frame;
        if frame.maximized || frame.variant == WindowVariant::Panel {
            return;
        }
        let placement = WindowPlacement::of(entry);
        let bounds = self.work_area(frame.monitor_id);
        let placement = WindowPlacement {
            bounds,
            previous: Some(Box::new(placement.bounds)),
            maximized: true,
            home: placement.home,
        };
        self.set_placement(slot, placement, out);
    }

    /// Shows a minimised window as it was; otherwise restores a maximised one.
    pub(super) fn restore(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        if entry.window.frame.minimized {
            self.show(slot, out);
        } else if entry.window.frame.maximized {
            let wanted = RequestedPlacement { maximized: false, ..WindowPlacement::of(entry).requested() };
            self.want(slot, wanted, out);
        }
    }

    /// Returns a window to an earlier requested place, as far as there is room now.
    pub(super) fn want(&mut self, slot: Slot, wanted: RequestedPlacement, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        if !entry.stacks() {
            self.resize_panel(slot, wanted.bounds, out);
            return;
        }
        let area = self.work_area(entry.monitor());
        let mut placement = fitted(wanted.bounds, area);
        if wanted.maximized {
            let previous = Some(Box::new(placement.bounds));
            placement = WindowPlacement { bounds: area, previous, maximized: true, home: placement.home };
        }
        self.set_placement(slot, placement, out);
    }

    /// Fits a window into its monitor's current work area.
    pub(super) fn fit(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot).filter(|entry| entry.stacks()) else { return };
        let area = self.work_area(entry.monitor());
        let placement = WindowPlacement::of(entry);
        let placement = if placement.maximized {
            WindowPlacement { bounds: area, ..placement }
        } else {
            fitted(placement.requested().bounds, area)
        };
        self.put_placement(slot, placement, true, out);
    }

    /// Gives a window the bounds that suit its content. It keeps the requested ones, so that nothing becomes undoable
    /// and earlier moves stay so. A window that is not at `from`, or that has no bounds of its own, stays.
    pub(super) fn follow(&mut self, slot: Slot, from: WindowBounds, to: WindowBounds, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot).filter(|entry| entry.stacks()) else { return };
        let placement = WindowPlacement::of(entry);
        if placement.maximized || placement.bounds != from {
            return;
        }
        let (bounds, home) = (clamped(to, self.work_area(entry.monitor())), placement.requested().bounds);
        let home = (bounds != home).then(|| Box::new(home));
        self.put_placement(slot, WindowPlacement { bounds, previous: None, maximized: false, home }, true, out);
    }

    /// Applies `change` to a window's current bounds, or to those it had before it was maximised.
    fn settle(&mut self, slot: Slot, out: &mut Applied, change: impl FnOnce(WindowBounds) -> WindowBounds) {
        let Some(entry) = self.slots.get(slot) else { return };
        let frame = &entry.window.frame;
        if !entry.stacks() {
            let asked = change(WindowPlacement::of(entry).requested().bounds);
            self.resize_panel(slot, asked, out);
            return;
        }
        let from = frame.previous_bounds.filter(|_| frame.maximized).unwrap_or(frame.bounds);
        let bounds = clamped(change(from), self.work_area(frame.monitor_id));
        self.set_placement(slot, WindowPlacement { bounds, previous: None, maximized: false, home: None }, out);
    }

    /// Gives a panel the requested height; the other panels on its edge and the windows make room.
    fn resize_panel(&mut self, slot: Slot, asked: WindowBounds, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        let (monitor, old) = (entry.monitor(), WindowPlacement::of(entry));
        if old.requested().bounds.h == asked.h {
            return;
        }
        // The requested height; `arrange` below decides the actual one.
        let bounds = WindowBounds { h: asked.h, ..old.bounds };
        self.set_placement(slot, WindowPlacement { bounds, home: None, ..old }, out);
        self.arrange(monitor, out);
    }

    pub(super) fn set_placement(&mut self, slot: Slot, placement: WindowPlacement, out: &mut Applied) {
        self.put_placement(slot, placement, false, out);
    }

    /// Sets a window's placement; `fitted` if only the work area required it.
    pub(super) fn put_placement(&mut self, slot: Slot, placement: WindowPlacement, fitted: bool, out: &mut Applied) {
        let Some(entry) = self.slots.get_mut(slot) else { return };
        let old = WindowPlacement::of(entry);
        if old == placement {
            return;
        }
        let frame = &mut entry.window.frame;
        (frame.bounds, frame.maximized) = (placement.bounds, placement.maximized);
        frame.previous_bounds = placement.previous.map(|previous| *previous);
        entry.home = placement.home.map(|home| *home);
        out.marks.push(Mark::Frame(slot));
        self.rollback.push(Inverse::Moved { slot, placement: old, fitted });
    }
}
