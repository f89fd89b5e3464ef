//! Stores the windows in numbered slots, indexed by key. A window keeps its slot until it is closed, so the state
//! machine links windows by number and never looks a key up twice.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use action::os::{MonitorId, StyleValue, WindowBounds, WindowVariant};
use foldhash::fast::RandomState;

use super::Window;

/// The number of a window's slot.
pub type Slot = u32;

/// The two chains of the z-order: all windows, and those that are not minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chain {
    /// All of them.
    All = 0,
    /// The visible windows.
    Seen = 1,
}

/// The neighbours of a window in a chain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Links {
    pub(super) below: Option<Slot>,
    pub(super) above: Option<Slot>,
}

/// A window and its internal state.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) window: Window,
    /// Identifies this window, regardless of its slot and key. Never reused.
    pub(super) serial: u64,
    /// `monitorId/windowId`.
    pub(super) key: Arc<str>,
    /// The key under which its agent knows it, if a person has moved it to another workspace.
    pub(super) known_as: Option<Arc<str>>,
    /// The styles as the agent sent them.
    pub(super) style: Option<BTreeMap<String, StyleValue>>,
    /// The size of its content.
    pub(super) bytes: usize,
    /// The bounds it would have if there were room, if they differ from its actual ones.
    pub(super) home: Option<WindowBounds>,
    /// Increases from bottom to top within a layer; for panels, with the order of creation.
    pub(super) rank: u64,
}

impl Entry {
    /// Returns whether it takes part in the z-order.
    pub(super) fn stacks(&self) -> bool {
        self.window.frame.variant != WindowVariant::Panel
    }

    /// Returns its layer in the z-order.
    pub(super) fn layer(&self) -> usize {
        usize::from(self.window.frame.variant != WindowVariant::Widget)
    }

    pub(super) fn monitor(&self) -> MonitorId {
        self.window.frame.monitor_id
    }
}

/// The windows.
// Keys come from agents, so the map's hasher has a random seed. The standard library's hasher costs more than
// everything else about finding a window.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    places: Vec<Option<Box<Entry>>>,
    /// The neighbours of each slot's window, stored separately: walking or repairing a chain needs nothing else of the
    /// windows in it.
    links: Vec<[Links; 2]>,
    free: Vec<Slot>,
    by_key: HashMap<Arc<str>, Slot, RandomState>,
    /// The slots of the parts of the desktop: few, and needed whenever an agent moves a window.
    parts: BTreeSet<Slot>,
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

    /// Returns the neighbours of a window in a chain; `None` if there is no such window.
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

    /// Returns the free slots, the next one last.
    pub(super) fn free(&self) -> &[Slot] {
        &self.free
    }

    /// Puts a window into a free slot.
    pub(super) fn insert(&mut self, entry: Box<Entry>) -> Slot {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.places.push(None);
            self.links.push([Links::default(); 2]);
            // The limit on windows is far below that.
            Slot::try_from(self.places.len() - 1).unwrap_or(Slot::MAX)
        });
        self.put(slot, entry);
        slot
    }

    /// Replaces the window in a slot by one with the same key. Returns the old one, if any.
    pub(super) fn exchange(&mut self, slot: Slot, entry: Box<Entry>) -> Option<Box<Entry>> {
        self.note_part(slot, entry.is_part());
        self.places.get_mut(slot as usize)?.replace(entry)
    }

    /// Returns the slots of the parts of the desktop.
    pub(super) fn parts(&self) -> impl Iterator<Item = Slot> {
        self.parts.iter().copied()
    }

    fn note_part(&mut self, slot: Slot, is_part: bool) {
        if is_part {
            self.parts.insert(slot);
        } else if !self.parts.is_empty() {
            self.parts.remove(&slot);
        }
    }

    /// Puts a window back into its slot. `false` if the slot or the key is taken.
    pub(super) fn put_back(&mut self, slot: Slot, entry: Box<Entry>) -> bool {
        // Rollback runs in reverse, so the slot must be the one that was freed last.
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
        self.note_part(slot, false);
        self.free.push(slot);
        Some(entry)
    }

    /// Changes a window's key.
    pub(super) fn rekey(&mut self, slot: Slot, change: impl FnOnce(&mut Entry)) {
        let Some(entry) = self.places.get_mut(slot as usize).and_then(Option::as_mut) else { return };
        self.by_key.remove(&entry.key);
        change(entry);
        self.by_key.insert(entry.key.clone(), slot);
    }

    /// Removes the slot that was created last. Used where no trace may remain.
    pub(super) fn forget(&mut self, slot: Slot, fresh: bool) -> Option<Box<Entry>> {
        let entry = self.remove(slot)?;
        if fresh && self.places.len() == slot as usize + 1 {
            self.free.pop();
            self.places.pop();
            self.links.pop();
        }
        Some(entry)
    }

    /// Returns how many slots there are, used or free.
    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    /// Rebuilds the slots from saved data. `None` if a number or a key is duplicated.
    pub(super) fn rebuild(places: usize, free: Vec<Slot>, entries: Vec<(Slot, Box<Entry>)>) -> Option<Self> {
        let mut slots = Self {
            places: Vec::new(),
            links: Vec::new(),
            free,
            by_key: HashMap::with_capacity_and_hasher(entries.len(), RandomState::default()),
            parts: BTreeSet::new(),
        };
        if places != entries.len() + slots.free.len() || places > super::limits::WINDOWS * 2 {
            return None;
        }
        slots.places.resize_with(places, || None);
        slots.links.resize(places, [Links::default(); 2]);
        for (slot, entry) in entries {
            slots.note_part(slot, entry.is_part());
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
        self.note_part(slot, entry.is_part());
        self.by_key.insert(entry.key.clone(), slot);
        if let Some(place) = self.places.get_mut(slot as usize) {
            *place = Some(entry);
        }
    }
}
