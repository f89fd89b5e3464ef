//! What was rendered for each window, so that a growing text and a late page cost little.
//!
//! Bounded by the length of the contents that are remembered: past it, the window that was not needed for
//! the longest time is forgotten, and rendered from its beginning when it is needed again.

use std::collections::{BTreeMap, HashMap};

use super::Prepared;
use crate::safe::{Rendered, Update};
use crate::state::Window;
use crate::wire::SafeContent;

/// For how many bytes of content the rendering is remembered.
const MOST_BYTES: usize = 64 << 20;
/// What one window costs beside its content.
const BYTES_EACH: usize = 512;

/// The renderings that are remembered.
#[derive(Debug)]
pub struct Cache {
    entries: HashMap<String, Entry>,
    /// By the last use.
    used: BTreeMap<u64, String>,
    clock: u64,
    bytes: usize,
    most: usize,
    /// What was rendered ahead of time for the command that is being shown.
    prepared: Prepared,
}

#[derive(Debug)]
struct Entry {
    rendered: Rendered,
    used: u64,
    bytes: usize,
}

impl Default for Cache {
    fn default() -> Self {
        Self::with_most(MOST_BYTES)
    }
}

impl Cache {
    /// A cache for about this many bytes of content.
    pub fn with_most(most: usize) -> Self {
        Self { entries: HashMap::new(), used: BTreeMap::new(), clock: 0, bytes: 0, most, prepared: Prepared::default() }
    }

    /// What was rendered ahead of time for the command that is shown next, until the next one.
    pub fn offer(&mut self, prepared: Prepared) {
        self.prepared = prepared;
    }

    /// The content, rendered from nothing or ahead of time.
    pub(super) fn whole(&mut self, key: &str, window: &Window) -> SafeContent {
        self.forget(key);
        let prepared = self.prepared.take(&window.content);
        self.using(key, window, |rendered| {
            *rendered = prepared.unwrap_or_default();
            rendered.now(&window.content)
        })
    }

    /// The content as pages have it.
    pub(super) fn now(&mut self, key: &str, window: &Window) -> SafeContent {
        self.using(key, window, |rendered| rendered.now(&window.content))
    }

    /// The content grew behind its first `from` bytes. What was forgotten is told as a whole.
    pub(super) fn grown(&mut self, key: &str, window: &Window, from: usize) -> Update {
        if !self.entries.contains_key(key) {
            return Update::Whole(self.whole(key, window));
        }
        self.using(key, window, |rendered| rendered.grown(&window.content, from))
    }

    /// The window is gone.
    pub(super) fn forget(&mut self, key: &str) {
        if let Some(entry) = self.entries.remove(key) {
            self.used.remove(&entry.used);
            self.bytes -= entry.bytes;
        }
    }

    fn using<R>(&mut self, key: &str, window: &Window, render: impl FnOnce(&mut Rendered) -> R) -> R {
        self.clock += 1;
        let entry = match self.entries.get_mut(key) {
            Some(entry) => entry,
            None => {
                self.entries.entry(key.to_owned()).or_insert(Entry { rendered: Rendered::default(), used: 0, bytes: 0 })
            }
        };
        let name = self.used.remove(&entry.used).unwrap_or_else(|| key.to_owned());
        entry.used = self.clock;
        self.used.insert(self.clock, name);
        self.bytes -= entry.bytes;
        entry.bytes = BYTES_EACH + window.content.as_text().map_or(0, str::len);
        self.bytes += entry.bytes;
        let result = render(&mut entry.rendered);
        self.shrink();
        result
    }

    fn shrink(&mut self) {
        while self.bytes > self.most
            && let Some((_, key)) = self.used.pop_first()
            && let Some(entry) = self.entries.remove(&key)
        {
            self.bytes -= entry.bytes;
        }
    }
}
