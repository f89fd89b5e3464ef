//! The stacking order: per monitor and layer a chain of all windows, and one of those that can be seen.
//!
//! Every step takes the same time however many windows there are, but for one: a window that is shown
//! again where it stood looks for its nearest visible neighbour, up and down at once.

use super::slots::{Chain, Slot};
use super::undo::Inverse;
use super::{Desktop, Out};

/// The ends of a chain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    pub(super) bottom: Option<Slot>,
    pub(super) top: Option<Slot>,
}

/// The two chains of a layer.
pub(super) type Layer = [Ends; 2];

impl Desktop {
    /// Puts a window that is new in the order on top of its layer.
    pub(super) fn stack_new(&mut self, slot: Slot, out: &mut Out) {
        self.ranks += 1;
        let rank = self.ranks;
        let Some(entry) = self.slots.get_mut(slot) else { return };
        if !entry.stacks() {
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

    /// Brings a window to the top of its layer.
    pub(super) fn raise(&mut self, slot: Slot, out: &mut Out) {
        let Some(entry) = self.slots.get(slot) else { return };
        let links = entry.links[Chain::All as usize];
        if !entry.stacks() || links.above.is_none() {
            return;
        }
        let (rank, seen) = (entry.rank, !entry.window.frame.minimized);
        self.undo.push(Inverse::Stacked { slot, below: links.below, rank });
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

    /// Puts a window, which stands elsewhere in the order, back right above `below`.
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

    /// Puts a window, which is not in the order, right above `below`.
    pub(super) fn stack_in(&mut self, slot: Slot, below: Option<Slot>) {
        let Some(entry) = self.slots.get(slot) else { return };
        if !entry.stacks() {
            return;
        }
        let seen = !entry.window.frame.minimized;
        self.link(slot, below, Chain::All);
        if seen {
            self.stack_seen(slot);
        }
    }

    /// Takes a window out of the order.
    pub(super) fn unstack(&mut self, slot: Slot) {
        let Some(entry) = self.slots.get(slot) else { return };
        if !entry.stacks() {
            return;
        }
        let seen = !entry.window.frame.minimized;
        self.unlink(slot, Chain::All);
        if seen {
            self.unlink(slot, Chain::Seen);
        }
    }

    /// Takes a window out of those that can be seen.
    pub(super) fn unstack_seen(&mut self, slot: Slot) {
        if self.slots.get(slot).is_some_and(super::slots::Entry::stacks) {
            self.unlink(slot, Chain::Seen);
        }
    }

    /// Puts a window of the order among those that can be seen, where it stands.
    pub(super) fn stack_seen(&mut self, slot: Slot) {
        let Some(entry) = self.slots.get(slot) else { return };
        if !entry.stacks() {
            return;
        }
        let ends = self.ends(slot, Chain::Seen);
        let mut down = entry.links[Chain::All as usize].below;
        let mut up = entry.links[Chain::All as usize].above;
        let below = loop {
            // Beyond the last one on either side, the end of the chain is the neighbour.
            let Some(lower) = down else { break None };
            let Some(upper) = up else { break ends.top };
            match self.slots.get(lower) {
                Some(entry) if !entry.window.frame.minimized => break Some(lower),
                Some(entry) => down = entry.links[Chain::All as usize].below,
                None => break None,
            }
            match self.slots.get(upper) {
                Some(entry) if !entry.window.frame.minimized => break entry.links[Chain::Seen as usize].below,
                Some(entry) => up = entry.links[Chain::All as usize].above,
                None => break ends.top,
            }
        };
        self.link(slot, below, Chain::Seen);
    }

    /// The topmost window of a layer that can be seen.
    pub(super) fn topmost_seen(&self, monitor: usize) -> Option<Slot> {
        let screen = self.screens.get(monitor)?.as_ref()?;
        screen.layers.iter().rev().find_map(|layer| layer[Chain::Seen as usize].top)
    }

    /// The window right below this one, in the layer below if need be.
    pub(super) fn slot_below(&self, slot: Slot) -> Option<Slot> {
        let entry = self.slots.get(slot).filter(|entry| entry.stacks())?;
        let lower = entry.links[Chain::All as usize].below;
        if lower.is_some() || entry.layer() == 0 {
            return lower;
        }
        self.screen(entry.monitor())?.layers[0][Chain::All as usize].top
    }

    fn ends(&self, slot: Slot, chain: Chain) -> Ends {
        let place = self.slots.get(slot).and_then(|entry| Some((self.screen(entry.monitor())?, entry.layer())));
        place.map_or_else(Ends::default, |(screen, layer)| screen.layers[layer][chain as usize])
    }

    fn set_ends(&mut self, slot: Slot, chain: Chain, ends: Ends) {
        let Some(entry) = self.slots.get(slot) else { return };
        let (monitor, layer) = (entry.monitor(), entry.layer());
        if let Some(screen) = self.screen_mut(monitor) {
            screen.layers[layer][chain as usize] = ends;
        }
    }

    fn put_on_top(&mut self, slot: Slot, chain: Chain) {
        let top = self.ends(slot, chain).top;
        self.link(slot, top, chain);
    }

    fn link(&mut self, slot: Slot, below: Option<Slot>, chain: Chain) {
        let chained = chain as usize;
        let mut ends = self.ends(slot, chain);
        let above = match below {
            Some(below) => self.slots.get(below).and_then(|entry| entry.links[chained].above),
            None => ends.bottom,
        };
        match below.and_then(|below| self.slots.get_mut(below)) {
            Some(entry) => entry.links[chained].above = Some(slot),
            None => ends.bottom = Some(slot),
        }
        match above.and_then(|above| self.slots.get_mut(above)) {
            Some(entry) => entry.links[chained].below = Some(slot),
            None => ends.top = Some(slot),
        }
        if let Some(entry) = self.slots.get_mut(slot) {
            entry.links[chained] = super::slots::Links { below, above };
        }
        self.set_ends(slot, chain, ends);
    }

    fn unlink(&mut self, slot: Slot, chain: Chain) {
        let chained = chain as usize;
        let Some(entry) = self.slots.get_mut(slot) else { return };
        let super::slots::Links { below, above } = std::mem::take(&mut entry.links[chained]);
        let mut ends = self.ends(slot, chain);
        match below.and_then(|below| self.slots.get_mut(below)) {
            Some(entry) => entry.links[chained].above = above,
            None => ends.bottom = above,
        }
        match above.and_then(|above| self.slots.get_mut(above)) {
            Some(entry) => entry.links[chained].below = below,
            None => ends.top = below,
        }
        self.set_ends(slot, chain, ends);
    }
}
