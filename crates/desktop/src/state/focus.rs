//! The focused window, and minimising and restoring windows, which change the focus.

use action::os::{MonitorId, WindowVariant};

use super::act::ActorRef;
use super::rollback::Inverse;
use super::slots::Slot;
use super::{Applied, Desktop, Mark};

impl Desktop {
    /// Focuses a window: raises it, shows it, and activates its monitor. A panel is unaffected.
    pub(super) fn focus(&mut self, slot: Slot, who: ActorRef<'_>, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        let (monitor, stacks) = (entry.monitor(), entry.stacks());
        if stacks {
            self.show(slot, out);
            if !self.is_below_part(slot, who) {
                self.raise(slot, out);
            }
            self.set_focus(Some(slot), out);
        }
        if self.may_activate(monitor, who) {
            self.activate(monitor, out);
        }
    }

    /// Minimises a window. Widgets and panels cannot be minimised.
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

    /// Shows a window at its place in the z-order, without focusing it.
    pub(super) fn show(&mut self, slot: Slot, out: &mut Applied) {
        if self.slots.get(slot).is_some_and(|entry| entry.window.frame.minimized) {
            self.set_minimized(slot, false, out);
        }
    }

    /// Focuses the topmost visible window of the monitor, because the focused one is gone or hidden.
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
