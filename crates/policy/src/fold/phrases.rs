//! The phrases of word lists, indexed by their first word or letter. A search passes over the text once, however long
//! the list is.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::letters::{fold, runs_together};
use super::{ByLetter, FoldedForm};

/// A phrase of a word list, folded.
#[derive(Clone, Debug)]
enum Phrase {
    /// These words in a row, anywhere in the text.
    Words(Vec<String>),
    /// These words and nothing else (written with a leading `=`).
    Whole(Vec<String>),
    /// These letters, anywhere in the text.
    Letters(String),
    /// These letters and nothing else.
    WholeLetters(String),
}

impl Phrase {
    /// Folds an entry of a word list.
    fn of(entry: &str) -> Self {
        let FoldedForm { tokens, letters } = FoldedForm::of(&fold(entry));
        if entry.chars().any(runs_together) {
            Self::Letters(letters)
        } else if entry.starts_with('=') {
            Self::Whole(tokens)
        } else {
            Self::Words(tokens)
        }
    }

    /// Returns the phrase as one that must be the whole text.
    fn alone(self) -> Self {
        match self {
            Self::Words(words) | Self::Whole(words) => Self::Whole(words),
            Self::Letters(letters) | Self::WholeLetters(letters) => Self::WholeLetters(letters),
        }
    }
}

/// Folded word lists. The lists are ours, so an attacker cannot choose colliding keys.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    entries: Vec<Phrase>,
    /// The list of each entry, as a bit.
    lists: Vec<u32>,
    /// Indices into `entries`, by the first word.
    words: HashMap<String, Vec<usize>, FixedState>,
    /// Indices into `entries`, by the first letter.
    letters: ByLetter<usize>,
    whole: HashMap<Vec<String>, Vec<usize>, FixedState>,
    whole_letters: HashMap<String, Vec<usize>, FixedState>,
}

/// Replaces a removed phrase, so that its neighbours do not join.
const GAP: char = '\0';

impl Phrases {
    /// Adds the entries of the list with this bit; `alone` if each entry must be the whole label.
    pub(crate) fn add<'e>(&mut self, list: u32, alone: bool, entries: impl Iterator<Item = &'e str>) {
        let phrases = self;
        for entry in entries {
            let phrase = Phrase::of(entry);
            let phrase = if alone { phrase.alone() } else { phrase };
            let place = phrases.entries.len();
            match &phrase {
                Phrase::Words(words) => {
                    if let Some(first) = words.first() {
                        phrases.words.entry(first.clone()).or_default().push(place);
                    }
                }
                Phrase::Letters(letters) => {
                    if let Some(first) = letters.chars().next() {
                        phrases.letters.add(first, place);
                    }
                }
                Phrase::Whole(words) => phrases.whole.entry(words.clone()).or_default().push(place),
                Phrase::WholeLetters(letters) => {
                    phrases.whole_letters.entry(letters.clone()).or_default().push(place);
                }
            }
            phrases.entries.push(phrase);
            phrases.lists.push(list);
        }
    }

    /// Returns the indices of the phrases in a text, in the order they are found.
    fn found<'p>(&'p self, form: &'p FoldedForm) -> impl Iterator<Item = usize> {
        let whole = self.whole.get(form.tokens.as_slice()).into_iter().flatten();
        let whole = whole.chain(self.whole_letters.get(&form.letters).into_iter().flatten());
        let words = form.tokens.iter().enumerate().flat_map(|(at, token)| {
            let rest = form.tokens.get(at..).unwrap_or_default();
            let begins =
                |place: &&usize| matches!(&self.entries[**place], Phrase::Words(words) if rest.starts_with(words));
            self.words.get(token.as_str()).into_iter().flatten().filter(begins)
        });
        let letters = form.letters.char_indices().flat_map(move |(at, first)| {
            let rest = form.letters.get(at..).unwrap_or_default();
            let begins = move |place: &&usize| matches!(&self.entries[**place], Phrase::Letters(part) if rest.starts_with(part.as_str()));
            self.letters.get(first).iter().filter(begins)
        });
        whole.chain(words).chain(letters).copied()
    }
}

impl FoldedForm {
    /// Returns the lists with a phrase in the text.
    pub(crate) fn lists(&self, phrases: &Phrases) -> u32 {
        phrases.found(self).fold(0, |lists, place| lists | phrases.lists[place])
    }

    /// Removes the phrases, in the order of their list.
    pub(crate) fn without(mut self, phrases: &Phrases) -> Self {
        let mut found: Vec<usize> = phrases.found(&self).collect();
        found.sort_unstable();
        found.dedup();
        for place in found {
            match &phrases.entries[place] {
                Phrase::Letters(part) => self.letters = self.letters.replace(part.as_str(), &GAP.to_string()),
                Phrase::Words(words) => self.tokens = cut(&self.tokens, words),
                Phrase::Whole(words) if self.tokens == *words => self.tokens = vec![GAP.to_string()],
                Phrase::Whole(_) | Phrase::WholeLetters(_) => {}
            }
        }
        self
    }
}

/// Replaces every occurrence of `words` in `tokens` by a gap.
fn cut(mut tokens: &[String], words: &[String]) -> Vec<String> {
    let mut kept = Vec::with_capacity(tokens.len());
    while let Some((first, rest)) = tokens.split_first() {
        match tokens.strip_prefix(words) {
            Some(after) if !words.is_empty() => {
                kept.push(GAP.to_string());
                tokens = after;
            }
            _ => {
                kept.push(first.clone());
                tokens = rest;
            }
        }
    }
    kept
}
