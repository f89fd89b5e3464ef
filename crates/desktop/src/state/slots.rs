//! Where the windows are kept: in numbered places, found by key. A place keeps its window until that is
//! closed, so the rest of the machine links windows by number and never looks a key up twice.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use action::os::{MonitorId, StyleValue, WindowBounds, WindowVariant};
use foldhash::fast::RandomState;

use super::Window;

/// The number of a window's place.
pub type Slot = u32;

/// The stacking order has two chains: all windows, and those that are not minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chain {
    /// All of them.
    All = 0,
    /// Those that can be seen.
    Seen = 1,
}

/// The neighbours of a window in a chain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Links {
    pub(super) below: Option<Slot>,
    pub(super) above: Option<Slot>,
}

/// A window and what only the machine knows about it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) window: Window,
    /// Names this very window, wherever it is kept and whatever it is called. No two ever had the same.
    pub(super) serial: u64,
    /// `monitorId/windowId`.
    pub(super) key: Arc<str>,
    /// The styles as the agent sent them.
    pub(super) style: Option<BTreeMap<String, StyleValue>>,
    /// How much its content takes.
    pub(super) bytes: usize,
    /// Where it would stand if there was room, when it does not stand there.
    pub(super) home: Option<WindowBounds>,
    /// Grows from bottom to top within a layer, and with the age of panels.
    pub(super) rank: u64,
}

impl Entry {
    /// Whether it takes part in the stacking order.
    pub(super) fn stacks(&self) -> bool {
        self.window.frame.variant != WindowVariant::Panel
    }

    /// Its layer in the stacking order.
    pub(super) fn layer(&self) -> usize {
        usize::from(self.window.frame.variant != WindowVariant::Widget)
    }

    pub(super) fn monitor(&self) -> MonitorId {
        self.window.frame.monitor_id
    }
}

/// The windows.
//
// Keys come from agents, so the map's hasher begins with a random seed; the standard library's costs more
// than everything else about finding a window.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    places: Vec<Option<Box<Entry>>>,
    /// The neighbours of each place's window, close together: whoever walks or mends a chain needs nothing
    /// else of the windows in it.
    links: Vec<[Links; 2]>,
    free: Vec<Slot>,
    by_key: HashMap<Arc<str>, Slot, RandomState>,
}

impl Slots {
    pub(super) fn len(&self) -> usize {
        self.by_key.len()
    }

    pub(super) fn find(&self, key: &str) -> Option<Slot> {
        self.by_key.get(key).copied()
    }

    pub(super) fn get(&self, slot: Slot) -> Option<&Entry> {
        self.places.get(slot as usize)?.as_deref()
    }

    pub(super) fn get_mut(&mut self, slot: Slot) -> Option<&mut Entry> {
        self.places.get_mut(slot as usize)?.as_deref_mut()
    }

    /// The neighbours of a window in a chain; none if there is no such window.
    pub(super) fn links(&self, slot: Slot, chain: Chain) -> Option<Links> {
        self.places.get(slot as usize)?.as_ref()?;
        Some(self.links.get(slot as usize)?[chain as usize])
    }

    pub(super) fn links_mut(&mut self, slot: Slot, chain: Chain) -> Option<&mut Links> {
        self.places.get(slot as usize)?.as_ref()?;
        Some(&mut self.links.get_mut(slot as usize)?[chain as usize])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Slot, &Entry)> {
        let numbered = self.places.iter().zip(0..);
        numbered.filter_map(|(place, slot)| Some((slot, place.as_deref()?)))
    }

    /// The places that are free, the next one last.
    pub(super) fn free(&self) -> &[Slot] {
        &self.free
    }

    /// Puts a window into a free place.
    pub(super) fn insert(&mut self, entry: Box<Entry>) -> Slot {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            self.links.push([Links::default(); 2]);
            // Far fewer windows than that are let in.
            Slot::try_from(self.places.len() - 1).unwrap_or(Slot::MAX)
        });
        self.put(slot, entry);
        slot
    }

    /// Puts a window in the place of one with the same key. What was there before, if anything was.
    pub(super) fn exchange(&mut self, slot: Slot, entry: Box<Entry>) -> Option<Box<Entry>> {
        self.places.get_mut(slot as usize)?.replace(entry)
    }

    /// Puts a window back where it was. `false` if the place or the key is taken.
    pub(super) fn put_back(&mut self, slot: Slot, entry: Box<Entry>) -> bool {
        // What is taken back last was done first: the place is the one that was left last.
        if self.free.last() != Some(&slot) || self.by_key.contains_key(&entry.key) {
            return false;
        }
        self.free.pop();
        self.put(slot, entry);
        true
    }

    pub(super) fn remove(&mut self, slot: Slot) -> Option<Box<Entry>> {
        let entry = self.places.get_mut(slot as usize)?.take()?;
        self.by_key.remove(&entry.key);
        self.free.push(slot);
        Some(entry)
    }

    /// Takes a place out of use again that was made last. For what must leave no trace.
    pub(super) fn forget(&mut self, slot: Slot, fresh: bool) -> Option<Box<Entry>> {
        let entry = self.remove(slot)?;
        if fresh && self.places.len() == slot as usize + 1 {
            self.free.pop();
            self.places.pop();
            self.links.pop();
        }
        Some(entry)
    }

    /// How many places there are, taken or free.
    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    /// Rebuilds the places from what was saved. `None` if a number or a key is there twice.
    pub(super) fn rebuild(places: usize, free: Vec<Slot>, entries: Vec<(Slot, Box<Entry>)>) -> Option<Self> {
        let mut slots = Self {
            places: Vec::new(),
            links: Vec::new(),
            free,
            by_key: HashMap::with_capacity_and_hasher(entries.len(), RandomState::default()),
        };
        if places != entries.len() + slots.free.len() || places > super::limits::WINDOWS * 2 {
            return None;
        }
        slots.places.resize_with(places, || None);
        slots.links.resize(places, [Links::default(); 2]);
        for (slot, entry) in entries {
            let taken = slots.by_key.insert(entry.key.clone(), slot).is_some();
            let place = slots.places.get_mut(slot as usize)?;
            if taken || place.replace(entry).is_some() {
                return None;
            }
        }
        let mut empty = vec![false; places];
        for slot in &slots.free {
            let seen = empty.get_mut(*slot as usize)?;
            if *seen || slots.places.get(*slot as usize)?.is_some() {
                return None;
            }
            *seen = true;
        }
        Some(slots)
    }

    fn put(&mut self, slot: Slot, entry: Box<Entry>) {
        self.by_key.insert(entry.key.clone(), slot);
        if let Some(place) = self.places.get_mut(slot as usize) {
            *place = Some(entry);
        }
    }
}
