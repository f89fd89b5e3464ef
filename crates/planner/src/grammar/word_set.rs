//! A set of known words that is queried many times per utterance: one bit per word.

use super::vocabulary::WordId;

/// Known words, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordSet {
    bits: Vec<u64>,
}

impl WordSet {
    /// Adds a word.
    pub(crate) fn insert(&mut self, id: WordId) {
        let (place, bit) = place(id);
        if place >= self.bits.len() {
            self.bits.resize(place + 1, 0);
        }
        self.bits[place] |= bit;
    }

    /// Whether a word is in it.
    pub(crate) fn contains(&self, id: WordId) -> bool {
        let (place, bit) = place(id);
        self.bits.get(place).is_some_and(|bits| bits & bit != 0)
    }
}

impl FromIterator<WordId> for WordSet {
    fn from_iter<I: IntoIterator<Item = WordId>>(ids: I) -> Self {
        let mut set = Self::default();
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

fn place(id: WordId) -> (usize, u64) {
    (usize::from(id / 64), 1 << (id % 64))
}
