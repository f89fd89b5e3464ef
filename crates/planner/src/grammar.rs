//! The grammar: sentences as data, compiled once.
//!
//! A folder a language (`grammar/en/`), one file an operation, plus lists that all of them share. `docs/adding-a-sentence.md`
//! is the page for whoever writes one. The matcher runs what is compiled here; nothing here looks at an
//! utterance.

mod built_in;
mod compile;
mod expression;
mod lexicon;
mod phrases;
#[cfg(test)]
mod tests;
mod triggers;
mod vocabulary;
mod word_set;

use std::collections::HashMap;

use serde_json::Value;

pub(crate) use self::compile::{Instruction, Program, SURE};
pub(crate) use self::expression::Kind;
pub(crate) use self::lexicon::{Lexicon, List, Tokens};
pub(crate) use self::phrases::Phrases;
use self::triggers::Triggers;
pub(crate) use self::vocabulary::{Vocabulary, WordId};
pub(crate) use self::word_set::WordSet;

/// What is wrong with a grammar, and where.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("grammar file `{file}`, line {line}: {problem}")]
pub struct GrammarError {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it, and what was expected.
    pub problem: String,
}

/// What a sentence stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A request of the catalogue.
    Intent(&'static str),
    /// Something that only sounds like this one.
    Not(&'static str),
    /// Something that is no request of the catalogue.
    Outside,
}

/// One sentence of the grammar.
#[derive(Debug)]
pub(crate) struct Sentence {
    pub(crate) meaning: Meaning,
    /// How sure a match without any repair is.
    pub(crate) confidence: f32,
    /// Slots that the sentence itself fills: `=> state=on`.
    pub(crate) fixed: Vec<(String, Value)>,
    pub(crate) program: Program,
}

/// All sentences of a language, with its lists.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// Its code, as BCP 47 has it.
    pub(crate) language: &'static str,
    pub(crate) vocabulary: Vocabulary,
    /// The words of its values.
    pub(crate) lexicon: Lexicon,
    pub(crate) sentences: Vec<Sentence>,
    triggers: Triggers,
    /// Ways to begin that say nothing: `hey iris`, `could you please`.
    pub(crate) leads: Phrases,
    /// Ways to end that say nothing: `thank you`.
    pub(crate) tails: Phrases,
    /// Ways to end that may belong to a dictated text: `right now`.
    pub(crate) soft_tails: Phrases,
    /// What speech recognition makes of a word: `blue tooth`.
    pub(crate) heard: Phrases,
    /// Settings by their names.
    pub(crate) settings: Phrases,
    /// Apps that people name without having them installed.
    pub(crate) apps: Phrases,
    /// What joins two requests: `and then`.
    pub(crate) joints: Phrases,
    /// What takes back what was just said: `no wait`.
    pub(crate) corrections: Phrases,
    /// What begins a condition, and words with which one goes on.
    pub(crate) conditions: Phrases,
    pub(crate) subjects: WordSet,
    /// Words that say nothing wherever they stand, and those that say nothing before a word of a sentence.
    pub(crate) fillers: WordSet,
    pub(crate) articles: WordSet,
    /// Words that are no part of a name.
    pub(crate) not_names: WordSet,
    /// The same person or thing by other words: `mum` for `mom`.
    pub(crate) kin: Phrases,
    /// Answers that say yes, that say no, and that end the dialogue.
    pub(crate) yes: Phrases,
    pub(crate) no: Phrases,
    pub(crate) stop: Phrases,
    /// What confirms a call for help, besides a yes.
    pub(crate) one_word_yes: Phrases,
    /// Recipients that are many.
    pub(crate) groups: WordSet,
    /// Recipients that are no person; one is asked before writing to them.
    pub(crate) institutions: WordSet,
}

impl Grammar {
    /// The grammars that are built in, English first.
    pub(crate) fn built_in() -> Result<Vec<Self>, GrammarError> {
        built_in::LANGUAGES.iter().map(|(language, files)| Self::read(language, files)).collect()
    }

    /// What is said to the person in each language, as it is built in.
    pub(crate) fn sayings() -> impl Iterator<Item = (&'static str, &'static str)> {
        let say = |files: &[built_in::File]| files.iter().find(|(name, _)| *name == "say").map_or("", |(_, text)| text);
        built_in::LANGUAGES.iter().map(move |(language, files)| (*language, say(files)))
    }

    /// Compiles files of `(name, text)`: lists first, then one file an intent, and `outside`.
    pub(crate) fn read(language: &'static str, files: &[(&str, &str)]) -> Result<Self, GrammarError> {
        let mut vocabulary = Vocabulary::default();
        let list = |vocabulary: &mut Vocabulary, name: &str| {
            let text = files.iter().find(|(file, _)| *file == name).map_or("", |(_, text)| *text);
            Phrases::read(name, text, vocabulary)
        };
        let single = |vocabulary: &mut Vocabulary, name: &str| -> Result<WordSet, GrammarError> {
            let phrases = list(vocabulary, name)?;
            Ok(phrases.words().collect())
        };
        let mut grammar = Self {
            language,
            leads: list(&mut vocabulary, "list/lead")?,
            tails: list(&mut vocabulary, "list/tail")?,
            soft_tails: list(&mut vocabulary, "list/soft_tail")?,
            heard: list(&mut vocabulary, "list/heard")?,
            settings: list(&mut vocabulary, "list/setting")?,
            apps: list(&mut vocabulary, "list/app")?,
            joints: list(&mut vocabulary, "list/joint")?,
            corrections: list(&mut vocabulary, "list/correction")?,
            conditions: list(&mut vocabulary, "list/condition")?,
            subjects: single(&mut vocabulary, "list/subject")?,
            kin: list(&mut vocabulary, "list/kin")?,
            yes: list(&mut vocabulary, "list/yes")?,
            no: list(&mut vocabulary, "list/no")?,
            stop: list(&mut vocabulary, "list/stop")?,
            one_word_yes: list(&mut vocabulary, "list/one_word_yes")?,
            fillers: single(&mut vocabulary, "list/filler")?,
            articles: single(&mut vocabulary, "list/article")?,
            not_names: single(&mut vocabulary, "list/not_name")?,
            groups: single(&mut vocabulary, "list/group")?,
            institutions: single(&mut vocabulary, "list/institution")?,
            lexicon: Lexicon::read(files)?,
            vocabulary: Vocabulary::default(),
            sentences: Vec::new(),
            triggers: Triggers::default(),
        };
        let mut shared = HashMap::new();
        for (file, text) in files.iter().filter(|(file, _)| *file == "shared") {
            compile::sentences(file, text, &mut vocabulary, &mut shared, &mut grammar.sentences)?;
        }
        for (file, text) in files.iter().filter(|(file, _)| !file.contains('/') && !matches!(*file, "shared" | "say")) {
            let mut rules = shared.clone();
            compile::sentences(file, text, &mut vocabulary, &mut rules, &mut grammar.sentences)?;
        }
        vocabulary.finish();
        grammar.triggers = Triggers::of(&grammar, vocabulary.len());
        grammar.vocabulary = vocabulary;
        Ok(grammar)
    }

    /// The sentences that may match these words.
    pub(crate) fn sentences_with(&self, ids: impl Iterator<Item = WordId>) -> Vec<&Sentence> {
        self.triggers.called(&self.sentences, ids)
    }
}
