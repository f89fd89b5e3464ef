//! Every word that the grammar knows, by number, and the nearest known word to one that it does not.

use std::collections::HashMap;

/// The number of a known word.
pub(crate) type WordId = u16;

/// Words by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    ids: HashMap<String, WordId>,
    /// For the search of near words: the words of a length.
    by_length: Vec<Vec<(String, WordId)>>,
}

impl Vocabulary {
    /// The number of `word`, which is new or known.
    pub(crate) fn add(&mut self, word: &str) -> WordId {
        if let Some(id) = self.ids.get(word) {
            return *id;
        }
        // A grammar of more than 65,535 different words would need a wider number; a test counts them.
        let id = WordId::try_from(self.ids.len()).unwrap_or(WordId::MAX);
        self.ids.insert(word.to_owned(), id);
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
            self.by_length[word.chars().count()].push((word.clone(), *id));
        }
        for words in &mut self.by_length {
            words.sort_unstable();
        }
    }

    /// The known word that `word` was probably meant to be.
    ///
    /// Short words are too close to each other to guess (`call`, `tall`, `text`, `test`).
    pub(crate) fn near(&self, word: &str) -> Option<WordId> {
        let length = word.chars().count();
        if !(5..=16).contains(&length) || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        let most = if length >= 8 { 2 } else { 1 };
        let bytes = word.as_bytes();
        let mut best: Option<(usize, WordId)> = None;
        for candidates in
            self.by_length.get(length - most..=(length + most).min(self.by_length.len() - 1)).unwrap_or_default()
        {
            for (candidate, id) in candidates {
                let other = candidate.as_bytes();
                // A slip that changes the first and the last letter is another word.
                if candidate.len() < 5 || (other.first() != bytes.first() && other.last() != bytes.last()) {
                    continue;
                }
                let distance = strsim::osa_distance(word, candidate);
                if distance <= most && best.is_none_or(|(least, _)| distance < least) {
                    best = Some((distance, *id));
                }
            }
        }
        best.map(|(_, id)| id)
    }
}
