//! Keeps the parts of the desktop (a phone, the Assistant, settings) visible: whatever an agent does, its windows do
//! not come to lie over them.
//!
//! A window that an agent opens, moves or resizes onto a part is moved beside it, by the shortest distance. If there is
//! no room, or the window is only raised or maximised, it goes right below the part. People are not bound: a window
//! that a person puts over a part stays there until an agent moves or raises it.

use action::Finite;
use action::os::{MonitorId, WindowBounds, WindowVariant};

use super::act::{Act, ActorRef};
use super::placement::WindowPlacement;
use super::slots::{Chain, Slot};
use super::{Applied, Desktop, FollowUp};

/// How many parts are considered, front to back. There are fewer kinds of parts, and few people watch more phones.
const MOST_PARTS: usize = 12;

/// How a window that covers a part may give way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GiveWay {
    /// It is moved next to the part, or goes below it.
    Beside,
    /// It goes below the part.
    Below,
}

impl Desktop {
    /// Lets a window that an agent changed give way to the parts that it now covers.
    pub(super) fn give_way(&mut self, slot: Slot, act: &Act<'_>, how: GiveWay, out: &mut Applied) {
        if act.who.bound_agent().is_none() || self.lowest_covered(slot).is_none() {
            return;
        }
        let moved = how == GiveWay::Beside && self.move_beside(slot, out);
        self.sink(slot, out);
        if let Some(key) = self.key(slot) {
            out.follow_ups.push(FollowUp::GaveWay { key: key.to_owned(), moved, index: act.index });
        }
    }

    /// Returns whether an agent may show another monitor: not while people see a part on the active one.
    pub(super) fn may_activate(&self, monitor: MonitorId, who: ActorRef<'_>) -> bool {
        who.bound_agent().is_none() || self.active == monitor || self.visible_parts(self.active).next().is_none()
    }

    /// Returns the windows of agents that cover a part of this monitor.
    pub(super) fn covering(&self, monitor: MonitorId) -> Vec<Slot> {
        if self.visible_parts(monitor).next().is_none() {
            return Vec::new();
        }
        self.stacked_on(monitor).into_iter().filter(|slot| self.lowest_covered(*slot).is_some()).collect()
    }

    /// Returns the parts that are visible on a monitor.
    fn visible_parts(&self, monitor: MonitorId) -> impl Iterator<Item = Slot> {
        self.slots.parts().filter(move |slot| {
            let frame = self.slots.get(*slot).map(|entry| &entry.window.frame);
            frame.is_some_and(|frame| frame.monitor_id == monitor && !frame.minimized)
        })
    }

    /// Returns the parts that a window overlaps, bottom to top, each with its rank. Widgets are below all of them, and
    /// panels are not in the z-order.
    fn overlapped(&self, slot: Slot) -> Vec<(u64, Slot)> {
        let Some(entry) = self.slots.get(slot) else { return Vec::new() };
        let frame = &entry.window.frame;
        if frame.variant != WindowVariant::Standard || frame.minimized || entry.is_part() {
            return Vec::new();
        }
        let ranked = |part: Slot| {
            let entry = self.slots.get(part)?;
            overlap(&entry.window.frame.bounds, &frame.bounds).then_some((entry.rank, part))
        };
        let mut parts: Vec<(u64, Slot)> = self.visible_parts(frame.monitor_id).filter_map(ranked).collect();
        parts.sort_unstable();
        parts
    }

    /// Returns the lowest part that a window covers wholly or partly.
    fn lowest_covered(&self, slot: Slot) -> Option<Slot> {
        let rank = self.slots.get(slot)?.rank;
        self.overlapped(slot).first().filter(|(part_rank, _)| *part_rank < rank).map(|(_, part)| *part)
    }

    /// Returns whether an agent cannot raise this window further, because it is right below a part.
    pub(super) fn is_below_part(&self, slot: Slot, who: ActorRef<'_>) -> bool {
        let above = self.slots.links(slot, Chain::All).and_then(|links| links.above);
        let lowest = || self.overlapped(slot).first().map(|(_, part)| *part);
        who.bound_agent().is_some() && above.is_some() && lowest() == above
    }

    /// Moves a window by the shortest distance to where it covers no part. Returns whether there is such a place.
    fn move_beside(&mut self, slot: Slot, out: &mut Applied) -> bool {
        let Some(entry) = self.slots.get(slot).filter(|entry| !entry.window.frame.maximized) else { return false };
        let frame = &entry.window.frame;
        let mut parts: Vec<Slot> = self.visible_parts(frame.monitor_id).collect();
        parts.sort_unstable_by_key(|part| std::cmp::Reverse(self.slots.get(*part).map(|entry| entry.rank)));
        parts.truncate(MOST_PARTS);
        let parts: Vec<WindowBounds> =
            parts.iter().filter_map(|part| Some(self.slots.get(*part)?.window.frame.bounds)).collect();
        let Some(bounds) = beside(frame.bounds, &parts, self.work_area(frame.monitor_id)) else { return false };
        let placement = WindowPlacement { bounds, previous: None, maximized: false, home: None };
        self.set_placement(slot, placement, out);
        true
    }

    /// Puts a window right below the lowest part that it covers.
    pub(super) fn sink(&mut self, slot: Slot, out: &mut Applied) {
        let Some(lowest) = self.lowest_covered(slot) else { return };
        let above = |slot: &Slot| self.slots.links(*slot, Chain::All)?.above;
        let others: Vec<Slot> = std::iter::successors(Some(lowest), above).filter(|other| *other != slot).collect();
        // The window to the top, then all the others over it, in their order: the ranks stay in order too.
        self.raise(slot, out);
        for other in others {
            self.raise(other, out);
        }
    }
}

/// Returns whether two windows have more than an edge in common.
fn overlap(a: &WindowBounds, b: &WindowBounds) -> bool {
    let along = |a: Finite, a_size: Finite, b: Finite, b_size: Finite| {
        a.get() < b.get() + b_size.get() && b.get() < a.get() + a_size.get()
    };
    along(a.x, a.w, b.x, b.w) && along(a.y, a.h, b.y, b.h)
}

/// Returns the place for a window of this size that is nearest to where it is, inside the area and beside the parts.
fn beside(from: WindowBounds, parts: &[WindowBounds], area: WindowBounds) -> Option<WindowBounds> {
    let edges = |start: fn(&WindowBounds) -> f64, size: fn(&WindowBounds) -> f64| {
        let free = parts.iter().flat_map(move |part| [start(part) - size(&from), start(part) + size(part)]);
        std::iter::once(start(&from)).chain(free).collect::<Vec<f64>>()
    };
    let inside = |bounds: &WindowBounds| {
        let fits = |at: Finite, size: Finite, from: Finite, room: Finite| {
            at >= from && at.get() + size.get() <= from.get() + room.get()
        };
        fits(bounds.x, bounds.w, area.x, area.w) && fits(bounds.y, bounds.h, area.y, area.h)
    };
    let (across, down) = (edges(|b| b.x.get(), |b| b.w.get()), edges(|b| b.y.get(), |b| b.h.get()));
    let mut nearest: Option<(f64, WindowBounds)> = None;
    for x in &across {
        for y in &down {
            let (Some(x), Some(y)) = (Finite::new(*x), Finite::new(*y)) else { continue };
            let bounds = WindowBounds { x, y, ..from };
            let distance = (x.get() - from.x.get()).abs() + (y.get() - from.y.get()).abs();
            let nearer = nearest.as_ref().is_none_or(|(least, _)| distance < *least);
            if nearer && inside(&bounds) && !parts.iter().any(|part| overlap(part, &bounds)) {
                nearest = Some((distance, bounds));
            }
        }
    }
    nearest.map(|(_, bounds)| bounds)
}
