//! Lists of phrases, each with its value: `bluetooth = bluetooth | blue tooth`.

use std::collections::HashMap;

use super::GrammarError;
use super::vocabulary::{Vocabulary, WordId};
use crate::text;

/// Phrases, indexed by their first word.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    by_first: HashMap<WordId, Vec<Phrase>>,
}

#[derive(Debug)]
struct Phrase {
    words: Vec<WordId>,
    /// The phrase itself.
    said: String,
    value: String,
}

impl Phrases {
    /// Parses a list file: each line is `value = phrase | phrase` or `phrase | phrase`; `#` begins a comment.
    pub(super) fn read(file: &str, text: &str, vocabulary: &mut Vocabulary) -> Result<Self, GrammarError> {
        let mut phrases = Self::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |problem: String| GrammarError { file: file.to_owned(), line: index + 1, problem };
            let (value, alternatives) = match line.split_once('=') {
                Some((value, rest)) => (Some(value.trim()), rest),
                None => (None, line),
            };
            for alternative in alternatives.split('|') {
                let words = text::words(alternative).unwrap_or_default();
                if words.is_empty() {
                    return Err(wrong("an alternative is empty; expected words between `|`".to_owned()));
                }
                let ids: Vec<WordId> = words.iter().map(|word| vocabulary.add(&word.plain)).collect();
                let said = alternative.trim().to_owned();
                let value = value.unwrap_or(&said).to_owned();
                phrases.by_first.entry(ids[0]).or_default().push(Phrase { words: ids, said, value });
            }
        }
        for list in phrases.by_first.values_mut() {
            // Longest first: `do not disturb mode` before `do not disturb`.
            list.sort_by_key(|phrase| std::cmp::Reverse(phrase.words.len()));
        }
        Ok(phrases)
    }

    /// Every word in the list.
    pub(super) fn words(&self) -> impl Iterator<Item = WordId> + '_ {
        self.by_first.values().flatten().flat_map(|phrase| phrase.words.iter().copied())
    }

    /// Returns the phrases with this value.
    pub(crate) fn of<'p>(&'p self, value: &'p str) -> impl Iterator<Item = &'p str> {
        self.by_first.values().flatten().filter(move |phrase| phrase.value == value).map(|phrase| phrase.said.as_str())
    }

    /// Returns the phrases at `start`, longest first: the number of words, and the value.
    pub(crate) fn at<'p>(
        &'p self,
        start: usize,
        word: impl Fn(usize) -> Option<WordId> + 'p,
    ) -> impl Iterator<Item = (usize, &'p str)> + 'p {
        let list = word(start).and_then(|first| self.by_first.get(&first)).map_or(&[][..], Vec::as_slice);
        list.iter()
            .filter(move |phrase| phrase.words.iter().enumerate().all(|(offset, id)| word(start + offset) == Some(*id)))
            .map(|phrase| (phrase.words.len(), phrase.value.as_str()))
    }
}
