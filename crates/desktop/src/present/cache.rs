//! The rendering of each window, kept so that growing texts and late pages cost little.
//!
//! Bounded by the length of the cached contents: past the limit, the least recently used window is dropped, and
//! rendered from its beginning when it is needed again.

use std::collections::{BTreeMap, HashMap};

use super::Prepared;
use crate::safe::{Rendered, Update};
use crate::state::Window;
use crate::wire::SafeContent;

/// How many bytes of content may be cached.
const MOST_BYTES: usize = 64 << 20;
/// The cost of one window apart from its content.
const BYTES_EACH: usize = 512;

/// The cached renderings.
#[derive(Debug)]
pub struct Cache {
    entries: HashMap<String, Entry>,
    /// The keys by last use.
    used: BTreeMap<u64, String>,
    clock: u64,
    bytes: usize,
    most: usize,
    /// The renderings made ahead of time for the current command.
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
    /// Creates a cache for about this many bytes of content.
    pub fn with_most(most: usize) -> Self {
        Self { entries: HashMap::new(), used: BTreeMap::new(), clock: 0, bytes: 0, most, prepared: Prepared::default() }
    }

    /// Offers renderings made ahead of time for the next command.
    pub fn offer(&mut self, prepared: Prepared) {
        self.prepared = prepared;
    }

    /// Returns the content, rendered from scratch or ahead of time.
    pub(super) fn whole(&mut self, key: &str, window: &Window) -> SafeContent {
        self.forget(key);
        let prepared = self.prepared.take(&window.content);
        self.using(key, window, |rendered| {
            *rendered = prepared.unwrap_or_default();
            rendered.now(&window.content)
        })
    }

    /// Returns the content as pages have it.
    pub(super) fn now(&mut self, key: &str, window: &Window) -> SafeContent {
        self.using(key, window, |rendered| rendered.now(&window.content))
    }

    /// Updates content that grew beyond its first `from` bytes. If its rendering was dropped, returns it as a whole.
    pub(super) fn grown(&mut self, key: &str, window: &Window, from: usize) -> Update {
        if !self.entries.contains_key(key) {
            return Update::Whole(self.whole(key, window));
        }
        self.using(key, window, |rendered| rendered.grown(&window.content, from))
    }

    /// Drops a window that is gone.
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
