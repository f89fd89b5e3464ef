//! Selects the sentences worth running over an utterance: those with a significant word in it.
//!
//! Every sentence is indexed by a group of words, one of which it requires. The matcher queries once per utterance, so
//! its cost grows with the sentences that may match and not with the grammar.

use super::vocabulary::WordId;
use super::word_set::WordSet;
use super::{Grammar, Sentence};

/// The weight of a common word when a group is chosen: more than all alternatives of a group of rare words, so that
/// `bluetooth` selects a sentence and `the` does not.
const COMMON: usize = 40;

/// Sentences by the words that select them.
#[derive(Debug, Default)]
pub(crate) struct Triggers {
    by_word: Vec<Vec<u32>>,
    /// The sentences that need no word.
    always: Vec<u32>,
}

impl Triggers {
    /// Enters each sentence of the grammar under the group of words that is least likely to occur.
    pub(super) fn of(grammar: &Grammar, words: usize) -> Self {
        let mut by_word = vec![Vec::new(); words];
        let mut always = Vec::new();
        let common = |id: WordId| {
            grammar.articles.contains(id) || grammar.fillers.contains(id) || grammar.not_names.contains(id)
        };
        let weight = |group: &[WordId]| group.iter().map(|id| if common(*id) { COMMON } else { 1 }).sum::<usize>();
        for (at, sentence) in (0_u32..).zip(&grammar.sentences) {
            let rarest = sentence.program.needs.iter().min_by_key(|group| weight(group));
            if rarest.is_none() {
                always.push(at);
            }
            for id in rarest.into_iter().flatten() {
                by_word[usize::from(*id)].push(at);
            }
        }
        Self { by_word, always }
    }

    /// Returns the sentences that these words select and whose needs are all met, in the order of the grammar.
    pub(crate) fn called<'g>(&self, sentences: &'g [Sentence], ids: impl Iterator<Item = WordId>) -> Vec<&'g Sentence> {
        let mut present = WordSet::default();
        let mut places: Vec<u32> = Vec::with_capacity(64);
        for id in ids {
            if !present.contains(id) {
                present.insert(id);
                places.extend(self.by_word.get(usize::from(id)).into_iter().flatten());
            }
        }
        places.extend(&self.always);
        places.sort_unstable();
        places.dedup();
        let met = |sentence: &&Sentence| {
            sentence.program.needs.iter().all(|group| group.iter().any(|id| present.contains(*id)))
        };
        places.iter().filter_map(|at| sentences.get(*at as usize)).filter(met).collect()
    }
}
