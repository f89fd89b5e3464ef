//! Which window is in front for the agents, and hiding and showing windows, on which that depends.

use action::os::{MonitorId, WindowVariant};

use super::rollback::Inverse;
use super::slots::Slot;
use super::{Applied, Desktop, Mark};

impl Desktop {
    /// Brings a window to the front, shows it, and goes to its monitor. A panel stays as it is.
    pub(super) fn focus(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        let (monitor, stacks) = (entry.monitor(), entry.stacks());
        if stacks {
            self.show(slot, out);
            self.raise(slot, out);
            self.set_focus(Some(slot), out);
        }
        self.activate(monitor, out);
    }

    /// Hides a window. Widgets and panels cannot be hidden.
    pub(super) fn minimize(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        if entry.window.frame.minimized || entry.window.frame.variant != WindowVariant::Standard {
            return;
        }
        let monitor = entry.monitor();
        self.set_minimized(slot, true, out);
        if self.focused == Some(slot) {
            self.focus_topmost(monitor, out);
        }
    }

    /// Shows a window where it stands in the stacking order, without giving it the focus.
    pub(super) fn show(&mut self, slot: Slot, out: &mut Applied) {
        if self.slots.get(slot).is_some_and(|entry| entry.window.frame.minimized) {
            self.set_minimized(slot, false, out);
        }
    }

    /// The focused window is gone or hidden: the topmost visible one of its monitor is next.
    pub(super) fn focus_topmost(&mut self, monitor: MonitorId, out: &mut Applied) {
        let next = self.topmost_seen(usize::from(monitor.number()));
        self.set_focus(next, out);
    }

    pub(super) fn set_focus(&mut self, slot: Option<Slot>, out: &mut Applied) {
        if self.focused != slot {
            self.rollback.push(Inverse::Focus(self.focused));
            self.focused = slot;
            out.focus = true;
        }
    }

    pub(super) fn set_minimized(&mut self, slot: Slot, minimized: bool, out: &mut Applied) {
        let Some(entry) = self.slots.get_mut(slot) else { return };
        if entry.window.frame.minimized == minimized {
            return;
        }
        entry.window.frame.minimized = minimized;
        out.marks.push(Mark::Frame(slot));
        self.rollback.push(Inverse::Minimized { slot, minimized: !minimized });
        if minimized {
            self.unstack_seen(slot);
        } else {
            self.stack_seen(slot);
        }
    }
}
