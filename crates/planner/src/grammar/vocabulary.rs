//! Every word of the grammar, by number, and a search for the known word closest to an unknown one.

use std::collections::HashMap;

/// The number of a known word.
pub(crate) type WordId = u16;

/// Words by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    ids: HashMap<String, WordId>,
    /// How often the grammar has each word, by its number.
    uses: Vec<u32>,
    /// The words by length, for the search of similar words.
    by_length: Vec<Vec<Candidate>>,
}

/// A word that another may be a misspelling of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    word: String,
    id: WordId,
    letters: u32,
    uses: u32,
}

impl Vocabulary {
    /// Returns the number of `word` and adds it if it is new.
    pub(crate) fn add(&mut self, word: &str) -> WordId {
        if let Some(id) = self.ids.get(word).copied() {
            if let Some(uses) = self.uses.get_mut(usize::from(id)) {
                *uses = uses.saturating_add(1);
            }
            return id;
        }
        // More than 65,535 different words would need a wider number; a test counts them.
        let id = WordId::try_from(self.ids.len()).unwrap_or(WordId::MAX);
        self.ids.insert(word.to_owned(), id);
        self.uses.push(1);
        id
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// The number of a known word.
    pub(crate) fn id(&self, word: &str) -> Option<WordId> {
        self.ids.get(word).copied()
    }

    /// Sorts the words for [`Vocabulary::near`].
    pub(super) fn finish(&mut self) {
        let longest = self.ids.keys().map(|word| word.chars().count()).max().unwrap_or_default();
        self.by_length = vec![Vec::new(); longest + 1];
        for (word, id) in &self.ids {
            let uses = self.uses.get(usize::from(*id)).copied().unwrap_or_default();
            let candidate = Candidate { word: word.clone(), id: *id, letters: letters(word), uses };
            self.by_length[word.chars().count()].push(candidate);
        }
        for words in &mut self.by_length {
            words.sort_unstable();
        }
    }

    /// Returns the known word of which `word` is probably a misspelling: the nearest one, and of equally near ones the
    /// one that the grammar uses most.
    ///
    /// Short words are too similar to guess (`call`, `tall`, `text`, `test`), except for two swapped letters and for
    /// the sound of a `c`.
    pub(crate) fn near(&self, word: &str) -> Option<WordId> {
        let length = word.chars().count();
        if length == 4 && word.is_ascii() {
            return self.near_short(word);
        }
        if !(5..=16).contains(&length) || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        let most = if length >= 8 { 2 } else { 1 };
        let (bytes, own) = (word.as_bytes(), letters(word));
        let mut best: Option<(usize, u32, WordId)> = None;
        for candidates in
            self.by_length.get(length - most..=(length + most).min(self.by_length.len() - 1)).unwrap_or_default()
        {
            for candidate in candidates {
                let other = candidate.word.as_bytes();
                // Each slip adds at most one letter and removes at most one.
                let apart = (candidate.letters ^ own).count_ones() as usize;
                // A slip that changes both the first and the last letter makes another word.
                let ends = other.first() == bytes.first() || other.last() == bytes.last();
                if apart > 2 * most || other.len() < 5 || !ends {
                    continue;
                }
                let distance = strsim::osa_distance(word, &candidate.word);
                let better = |(least, uses, _)| distance < least || (distance == least && candidate.uses > uses);
                if distance <= most && best.is_none_or(better) {
                    best = Some((distance, candidate.uses, candidate.id));
                }
            }
        }
        best.map(|(.., id)| id)
    }

    /// Finds a word with a missing inner vowel: `alrm` for `alarm`.
    fn with_vowel(&self, word: &str) -> Option<WordId> {
        (1..word.len()).find_map(|at| {
            let (before, after) = word.split_at_checked(at)?;
            ['a', 'e', 'i', 'o', 'u'].into_iter().find_map(|vowel| self.id(&format!("{before}{vowel}{after}")))
        })
    }

    /// Finds a short word: `txet` for `text`, `kall` for `call`.
    fn near_short(&self, word: &str) -> Option<WordId> {
        let own = letters(word);
        let swapped = |candidate: &&Candidate| {
            candidate.letters == own
                && candidate.word.as_bytes().first() == word.as_bytes().first()
                && strsim::osa_distance(word, &candidate.word) == 1
                && strsim::levenshtein(word, &candidate.word) == 2
        };
        let found = self.by_length.get(4).into_iter().flatten().find(swapped).map(|candidate| candidate.id);
        let found = found.or_else(|| self.with_vowel(word));
        found.or_else(|| self.id(&format!("c{}", word.strip_prefix('k')?)))
    }
}

/// Returns the letters of a word, one bit each.
fn letters(word: &str) -> u32 {
    word.bytes().filter(u8::is_ascii_lowercase).fold(0, |letters, byte| letters | 1 << (byte - b'a'))
}
