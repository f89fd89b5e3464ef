//! Turns an utterance and a directory into a plan or a question. Pure; the grammar is data.
//!
//! [`Planner::plan`] is the entry point. It opens no file, reads no clock and calls no model; the caller passes the
//! time, the [`Index`] of contacts and apps, and the [`Dialogue`] so far. Words outside the catalogue of operations
//! give `unknown` and a question, never an action.
#![cfg_attr(not(test), warn(clippy::string_slice))]

mod assemble;
mod dialogue;
mod grammar;
mod index;
mod language;
mod matcher;
mod memory;
mod read;
mod say;
mod summary;
mod text;
mod understand;

use action::plan::{ActionPlan, CONFIDENT};
use jiff::civil::DateTime;
use serde_json::Map;

use self::assemble::{Context, hundredths};
pub use self::dialogue::{Dialogue, Next, question, question_with_choices};
use self::grammar::Grammar;
pub use self::grammar::GrammarError;
pub use self::index::{Index, LookupResult, Match};
use self::language::Languages;
use self::matcher::MatchInput;
pub use self::memory::Memory;
pub use self::summary::summary;
use self::understand::{ASKED, Understood, Wish};

/// The language of replies to words that no grammar understood.
const ENGLISH: &str = "en";

/// One utterance of a person, and its context.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The words, as typed or as recognised.
    pub utterance: &'a str,
    /// The contacts and apps that the person may mean; an empty one takes names as said.
    pub directory: &'a Index,
    /// The person's local time.
    pub now: DateTime,
    /// Whether the person wants to be asked every time.
    pub always_confirm: bool,
}

/// The result of an utterance.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The plan, or a question.
    pub plan: ActionPlan,
    /// Whether the words are within the catalogue; if not, the caller may ask a model.
    pub covered: bool,
    /// The understood wishes, for the answers that may follow.
    wishes: Vec<Wish>,
    /// The index of the wish that the plan's question concerns.
    asked: usize,
}

/// The compiled grammars. Built once and shared.
#[derive(Debug)]
pub struct Planner {
    /// English first.
    grammars: Vec<Grammar>,
    languages: Languages,
}

impl Planner {
    /// Creates a planner for the languages with built-in grammars.
    ///
    /// # Errors
    /// Fails if a sentence of a built-in grammar cannot be parsed; a test rules that out.
    pub fn new() -> Result<Self, GrammarError> {
        Ok(Self { grammars: Grammar::built_in()?, languages: Languages::built_in() })
    }

    /// Returns the plan for a person's words, or the question to ask first.
    pub fn plan(&self, turn: &Turn<'_>, dialogue: &Dialogue) -> Outcome {
        let Some(words) = text::words(turn.utterance) else {
            return not_covered(turn, 0.05, &say::plain(ENGLISH, "too long"));
        };
        if words.is_empty() {
            return not_covered(turn, 0.05, &say::plain(ENGLISH, "no words"));
        }
        let Some((first, others)) = self.grammars.split_first() else {
            return not_covered(turn, 0.05, &say::plain(ENGLISH, "not understood"));
        };
        let outcome = self.plan_in(first, turn, words.clone(), 0.0, dialogue);
        let knows = |code: &str, word: &str| {
            let grammar = self.grammars.iter().find(|grammar| grammar.language == code);
            grammar.is_some_and(|grammar| grammar.vocabulary.id(word).is_some())
        };
        // Words that English understands are another language only if none of them is English: `ring min mamma`.
        let sure = outcome.covered && outcome.plan.confidence.get() >= CONFIDENT;
        let language = self.languages.guess(turn.utterance, &words, knows);
        let Some(language) = language.filter(|language| language.certain || !sure) else { return outcome };
        match others.iter().find(|grammar| grammar.language == language.code) {
            Some(grammar) => {
                // A single word may be a slip in English: `heller` for `hello`.
                let doubt = if words.len() == 1 { ASKED } else { 0.0 };
                self.plan_in(grammar, turn, words, doubt, dialogue)
            }
            None => {
                let values = [("known", self.understood_languages()), ("found", language.name)];
                let values = values.map(|(name, value)| (name.to_owned(), value.into()));
                not_covered(turn, 0.1, &say::say(ENGLISH, "other language", &Map::from_iter(values)))
            }
        }
    }

    /// Plans words of one language; `doubt` is subtracted from the confidence.
    fn plan_in(
        &self,
        grammar: &Grammar,
        turn: &Turn<'_>,
        words: Vec<text::Word>,
        doubt: f32,
        dialogue: &Dialogue,
    ) -> Outcome {
        let doubt = if text::is_quotation(turn.utterance, &words) { ASKED } else { doubt };
        let input = MatchInput::new(grammar, turn.utterance, words, turn.now, turn.directory);
        let wishes = match understand::understood(&input) {
            Understood::Wishes(mut wishes) => {
                wishes.iter_mut().for_each(|wish| wish.confidence -= doubt);
                wishes
            }
            Understood::Later => return not_covered(turn, 0.3, &say::plain(grammar.language, "only now")),
        };
        if wishes.is_empty() {
            return not_covered(turn, 0.2, &say::plain(grammar.language, "not understood"));
        }
        let (plan, asked) = assemble::plan(&wishes, &self.context(grammar, turn, dialogue));
        Outcome { plan, covered: true, wishes, asked }
    }

    /// `English and German`.
    fn understood_languages(&self) -> String {
        let names: Vec<&str> =
            self.grammars.iter().filter_map(|grammar| self.languages.name_of(grammar.language)).collect();
        let joined = |first: String, second: &&str| {
            let values = [("first", first), ("second", (*second).to_owned())];
            say::say(ENGLISH, "and", &Map::from_iter(values.map(|(name, value)| (name.to_owned(), value.into()))))
        };
        names.iter().skip(1).fold(names.first().map(|first| (*first).to_owned()).unwrap_or_default(), joined)
    }

    /// Returns the grammar for an answer: that of the question.
    fn grammar_of(&self, language: Option<&str>) -> Option<&Grammar> {
        self.grammars.iter().find(|grammar| Some(grammar.language) == language).or_else(|| self.grammars.first())
    }

    fn context<'a>(&'a self, grammar: &'a Grammar, turn: &Turn<'a>, dialogue: &'a Dialogue) -> Context<'a> {
        Context { index: turn.directory, memory: &dialogue.memory, grammar, always_confirm: turn.always_confirm }
    }
}

/// Returns a question instead of a plan, for words outside the catalogue.
fn not_covered(turn: &Turn<'_>, confidence: f32, question: &str) -> Outcome {
    Outcome {
        plan: ActionPlan::unknown(hundredths(confidence), question).with_confirmation(turn.always_confirm),
        covered: false,
        wishes: Vec::new(),
        asked: 0,
    }
}
