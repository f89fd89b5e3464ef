//! The z-order. Each monitor and layer has a chain of all windows and one of the visible windows; panels are in
//! neither, and are ordered by creation.
//!
//! Every operation takes constant time, except one: a window that is shown again at its old place searches for its
//! nearest visible neighbour, in both directions at once.

use action::os::MonitorId;

use super::rollback::Inverse;
use super::slots::{Chain, Links, Slot, Slots};
use super::{Applied, Desktop};

/// The ends of a chain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    pub(super) bottom: Option<Slot>,
    pub(super) top: Option<Slot>,
}

/// The two chains of a layer.
pub(super) type Layer = [Ends; 2];

impl Desktop {
    /// Adds a new window on top of its layer.
    pub(super) fn stack_new(&mut self, slot: Slot, out: &mut Applied) {
        self.ranks += 1;
        let rank = self.ranks;
        let Some(entry) = self.slots.get_mut(slot) else { return };
        if !entry.stacks() {
            // A panel that replaces another keeps that one's rank.
            entry.rank = if entry.rank == 0 { rank } else { entry.rank };
            self.dock(slot);
            return;
        }
        entry.rank = rank;
        let seen = !entry.window.frame.minimized;
        self.put_on_top(slot, Chain::All);
        if seen {
            self.put_on_top(slot, Chain::Seen);
        }
        out.stacked.push(slot);
    }

    /// Raises a window to the top of its layer.
    pub(super) fn raise(&mut self, slot: Slot, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        let Some(links) = self.slots.links(slot, Chain::All) else { return };
        if !entry.stacks() || links.above.is_none() {
            return;
        }
        let (rank, seen) = (entry.rank, !entry.window.frame.minimized);
        self.rollback.push(Inverse::Stacked { slot, below: links.below, rank });
        self.unlink(slot, Chain::All);
        self.put_on_top(slot, Chain::All);
        if seen {
            self.unlink(slot, Chain::Seen);
            self.put_on_top(slot, Chain::Seen);
        }
        self.ranks += 1;
        let rank = self.ranks;
        if let Some(entry) = self.slots.get_mut(slot) {
            entry.rank = rank;
        }
        out.stacked.push(slot);
    }

    /// Moves a window back to right above `below`.
    pub(super) fn stack_back(&mut self, slot: Slot, below: Option<Slot>, rank: u64) {
        let Some(entry) = self.slots.get_mut(slot) else { return };
        entry.rank = rank;
        let seen = !entry.window.frame.minimized;
        self.unlink(slot, Chain::All);
        if seen {
            self.unlink(slot, Chain::Seen);
        }
        self.stack_in(slot, below);
    }

    /// Inserts a window right above `below`.
    pub(super) fn stack_in(&mut self, slot: Slot, below: Option<Slot>) {
        let Some(entry) = self.slots.get(slot) else { return };
        if !entry.stacks() {
            self.dock(slot);
            return;
        }
        let seen = !entry.window.frame.minimized;
        self.link(slot, below, Chain::All);
        if seen {
            self.stack_seen(slot);
        }
    }

    /// Inserts a window according to its rank.
    pub(super) fn stack_by_rank(&mut self, slot: Slot) {
        let Some(rank) = self.slots.get(slot).map(|entry| entry.rank) else { return };
        let mut below = self.top(slot, Chain::All);
        while let Some(under) = below
            && self.slots.get(under).is_some_and(|entry| entry.rank > rank)
        {
            below = self.slots.links(under, Chain::All).and_then(|links| links.below);
        }
        self.stack_in(slot, below);
    }

    /// Removes a window from the z-order.
    pub(super) fn unstack(&mut self, slot: Slot) {
        let Some(entry) = self.slots.get(slot) else { return };
        if !entry.stacks() {
            let monitor = entry.monitor();
            if let Some(screen) = self.screen_mut(monitor) {
                screen.panels.retain(|panel| *panel != slot);
            }
            return;
        }
        let seen = !entry.window.frame.minimized;
        self.unlink(slot, Chain::All);
        if seen {
            self.unlink(slot, Chain::Seen);
        }
    }

    /// Inserts a panel among those of its monitor, by its rank.
    fn dock(&mut self, slot: Slot) {
        let Some(entry) = self.slots.get(slot) else { return };
        let (number, rank, slots) = (usize::from(entry.monitor().number()), entry.rank, &self.slots);
        let Some(screen) = self.screens.get_mut(number).and_then(Option::as_mut) else { return };
        let earlier = |panel: &Slot| slots.get(*panel).is_some_and(|entry| entry.rank <= rank);
        let at = screen.panels.partition_point(earlier);
        screen.panels.insert(at, slot);
    }

    /// Returns the windows of a monitor except its panels: widgets first, each layer bottom to top.
    pub(super) fn stacked_on(&self, id: MonitorId) -> Vec<Slot> {
        let bottoms = self.screen(id).map(|screen| screen.layers.map(|layer| layer[Chain::All as usize].bottom));
        let chain =
            |bottom: Option<Slot>| std::iter::successors(bottom, |slot| self.slots.links(*slot, Chain::All)?.above);
        bottoms.into_iter().flatten().flat_map(chain).collect()
    }

    /// Removes a window from the visible windows.
    pub(super) fn unstack_seen(&mut self, slot: Slot) {
        if self.slots.get(slot).is_some_and(super::slots::Entry::stacks) {
            self.unlink(slot, Chain::Seen);
        }
    }

    /// Inserts a window into the visible windows at its place in the z-order.
    pub(super) fn stack_seen(&mut self, slot: Slot) {
        let Some(entry) = self.slots.get(slot) else { return };
        if !entry.stacks() {
            return;
        }
        let top = self.top(slot, Chain::Seen);
        let links = |slot, chain| self.slots.links(slot, chain).unwrap_or_default();
        let Links { below: mut down, above: mut up } = links(slot, Chain::All);
        let below = loop {
            // If the search reaches either end, that end of the chain is the neighbour.
            let Some(lower) = down else { break None };
            let Some(upper) = up else { break top };
            match self.slots.get(lower) {
                Some(entry) if !entry.window.frame.minimized => break Some(lower),
                Some(_) => down = links(lower, Chain::All).below,
                None => break None,
            }
            match self.slots.get(upper) {
                Some(entry) if !entry.window.frame.minimized => break links(upper, Chain::Seen).below,
                Some(_) => up = links(upper, Chain::All).above,
                None => break top,
            }
        };
        self.link(slot, below, Chain::Seen);
    }

    /// Returns the topmost visible window of a layer.
    pub(super) fn topmost_seen(&self, monitor: usize) -> Option<Slot> {
        let screen = self.screens.get(monitor)?.as_ref()?;
        screen.layers.iter().rev().find_map(|layer| layer[Chain::Seen as usize].top)
    }

    /// Returns the window right below this one, in the layer below if necessary.
    pub(super) fn slot_below(&self, slot: Slot) -> Option<Slot> {
        let entry = self.slots.get(slot).filter(|entry| entry.stacks())?;
        let lower = self.slots.links(slot, Chain::All)?.below;
        if lower.is_some() || entry.layer() == 0 {
            return lower;
        }
        self.screen(entry.monitor())?.layers[0][Chain::All as usize].top
    }

    /// Returns the top window of this one's layer.
    fn top(&self, slot: Slot, chain: Chain) -> Option<Slot> {
        let entry = self.slots.get(slot)?;
        self.screen(entry.monitor())?.layers[entry.layer()][chain as usize].top
    }

    fn put_on_top(&mut self, slot: Slot, chain: Chain) {
        let top = self.top(slot, chain);
        self.link(slot, top, chain);
    }

    fn link(&mut self, slot: Slot, below: Option<Slot>, chain: Chain) {
        let Some((slots, ends)) = self.chained(slot, chain) else { return };
        let above = match below {
            Some(below) => slots.links(below, chain).and_then(|links| links.above),
            None => ends.bottom,
        };
        match below.and_then(|below| slots.links_mut(below, chain)) {
            Some(links) => links.above = Some(slot),
            None => ends.bottom = Some(slot),
        }
        match above.and_then(|above| slots.links_mut(above, chain)) {
            Some(links) => links.below = Some(slot),
            None => ends.top = Some(slot),
        }
        if let Some(links) = slots.links_mut(slot, chain) {
            *links = Links { below, above };
        }
    }

    fn unlink(&mut self, slot: Slot, chain: Chain) {
        let Some((slots, ends)) = self.chained(slot, chain) else { return };
        let Links { below, above } = slots.links_mut(slot, chain).map(std::mem::take).unwrap_or_default();
        match below.and_then(|below| slots.links_mut(below, chain)) {
            Some(links) => links.above = above,
            None => ends.bottom = above,
        }
        match above.and_then(|above| slots.links_mut(above, chain)) {
            Some(links) => links.below = below,
            None => ends.top = below,
        }
    }

    /// Returns the windows, and the ends of the chain that this window is or will be in.
    fn chained(&mut self, slot: Slot, chain: Chain) -> Option<(&mut Slots, &mut Ends)> {
        let entry = self.slots.get(slot)?;
        let screen = self.screens.get_mut(usize::from(entry.monitor().number()))?.as_mut()?;
        let ends = &mut screen.layers[entry.layer()][chain as usize];
        Some((&mut self.slots, ends))
    }
}
