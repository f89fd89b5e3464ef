//! The grammar: sentences as data, compiled once.
//!
//! One folder per language (`grammar/en/`), one file per operation, and lists that all of them share.
//! `docs/adding-a-sentence.md` explains how to add a sentence. The matcher runs the compiled programs; nothing here
//! looks at an utterance.

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

/// A problem in a grammar, with its position.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("grammar file `{file}`, line {line}: {problem}")]
pub struct GrammarError {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The problem and what was expected.
    pub problem: String,
}

/// The meaning of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A request of the catalogue.
    Intent(&'static str),
    /// A request that only sounds like this intent.
    Not(&'static str),
    /// An utterance outside the catalogue.
    Outside,
}

/// One sentence of the grammar.
#[derive(Debug)]
pub(crate) struct Sentence {
    pub(crate) meaning: Meaning,
    /// The confidence of a match without repairs.
    pub(crate) confidence: f32,
    /// Its words have another likely reading, so the plan is confirmed although nothing else fits better.
    pub(crate) asks: bool,
    /// The intent that the request before it must have: `send it to Emily` after taking a photo.
    pub(crate) after: Option<String>,
    /// Slots that the sentence itself fills: `=> state=on`.
    pub(crate) fixed: Vec<(String, Value)>,
    pub(crate) program: Program,
}

/// All sentences of a language, with its lists.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// Its BCP 47 code.
    pub(crate) language: &'static str,
    pub(crate) vocabulary: Vocabulary,
    /// The words of its values.
    pub(crate) lexicon: Lexicon,
    pub(crate) sentences: Vec<Sentence>,
    triggers: Triggers,
    /// Openings without meaning: `hey iris`, `could you please`.
    pub(crate) leads: Phrases,
    /// Endings without meaning: `thank you`.
    pub(crate) tails: Phrases,
    /// Endings that may belong to a dictated text: `right now`.
    pub(crate) soft_tails: Phrases,
    /// Misrecognitions of a word: `blue tooth`.
    pub(crate) heard: Phrases,
    /// Settings by their names.
    pub(crate) settings: Phrases,
    /// Apps that people mention without having them installed.
    pub(crate) apps: Phrases,
    /// Phrases that name the phone meant: `on my tablet`.
    pub(crate) devices: Phrases,
    /// Words that join two requests: `and then`.
    pub(crate) joints: Phrases,
    /// Words that revoke the previous ones: `no wait`.
    pub(crate) corrections: Phrases,
    /// First words of a condition, and words that continue one.
    pub(crate) conditions: Phrases,
    pub(crate) subjects: WordSet,
    /// Words without meaning anywhere, and words without meaning before a word of a sentence.
    pub(crate) fillers: WordSet,
    pub(crate) articles: WordSet,
    /// Words that are not part of a name.
    pub(crate) not_names: WordSet,
    /// Other words for the same person or thing: `mum` for `mom`.
    pub(crate) kin: Phrases,
    /// Answers that mean yes, no, and the end of the dialogue.
    pub(crate) yes: Phrases,
    pub(crate) no: Phrases,
    pub(crate) stop: Phrases,
    /// Words other than yes that confirm a call for help.
    pub(crate) one_word_yes: Phrases,
    /// Recipients that are several people.
    pub(crate) groups: WordSet,
    /// Recipients that are not a person; messages to them are confirmed.
    pub(crate) institutions: WordSet,
}

impl Grammar {
    /// Returns the built-in grammars, English first.
    pub(crate) fn built_in() -> Result<Vec<Self>, GrammarError> {
        built_in::LANGUAGES.iter().map(|(language, files)| Self::read(language, files)).collect()
    }

    /// Returns the built-in texts for the person in each language: `say.txt` and the files of the folder `say`.
    pub(crate) fn sayings() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
        Self::texts(|name| name == "say" || name.starts_with("say/"))
    }

    /// Returns the built-in names of things in each language: the files of the folder `name`.
    pub(crate) fn names() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
        Self::texts(|name| name.starts_with("name/"))
    }

    /// Returns the built-in sentences and lists in each language.
    pub(crate) fn word_lists() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
        Self::texts(|name| name != "say" && !name.starts_with("say/") && !name.starts_with("name/"))
    }

    fn texts(wanted: fn(&str) -> bool) -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
        built_in::LANGUAGES.iter().map(move |(language, files)| {
            (*language, files.iter().filter(move |(name, _)| wanted(name)).map(|(_, text)| *text))
        })
    }

    /// Compiles files of `(name, text)`: lists first, then one file per intent, and `outside`.
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
            devices: list(&mut vocabulary, "list/device")?,
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

    /// Returns the sentences that may match these words.
    pub(crate) fn sentences_with(&self, ids: impl Iterator<Item = WordId>) -> Vec<&Sentence> {
        self.triggers.called(&self.sentences, ids)
    }
}
