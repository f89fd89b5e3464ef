//! From an utterance and a directory to a plan or a question. Pure; the grammar is data.
//!
//! [`Planner::plan`] is the entry. It opens no file, asks no clock and calls no model; whoever calls it
//! gives the time, the [`Index`] of contacts and apps, and the [`Dialogue`] so far. What is outside the
//! catalogue of operations gives `unknown` and a question, never an action.
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

/// In which language is said what no grammar understood.
const ENGLISH: &str = "en";

/// One thing a person says, and when.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// What was said, as typed or as heard.
    pub utterance: &'a str,
    /// Whom and what the person may mean; an empty one takes names as said.
    pub directory: &'a Index,
    /// The time on the person's wall.
    pub now: DateTime,
    /// Whether the person wants to be asked every time.
    pub always_confirm: bool,
}

/// What became of an utterance.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The plan, or a question.
    pub plan: ActionPlan,
    /// Whether the words are within the catalogue; when not, a model may be asked.
    pub covered: bool,
    /// What was understood, for the answers that may follow.
    wishes: Vec<Wish>,
    /// Which of them the plan's question is about.
    asked: usize,
}

/// The compiled grammars. Made once and shared.
#[derive(Debug)]
pub struct Planner {
    /// English first.
    grammars: Vec<Grammar>,
    languages: Languages,
}

impl Planner {
    /// A planner for the languages whose grammars are built in.
    ///
    /// # Errors
    /// When a sentence of a built-in grammar cannot be read, which a test makes sure of.
    pub fn new() -> Result<Self, GrammarError> {
        Ok(Self { grammars: Grammar::built_in()?, languages: Languages::built_in() })
    }

    /// The plan for what a person says, or the question that comes first.
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
        // What English understands is another language only when none of its words is English: `ring min mamma`.
        let sure = outcome.covered && outcome.plan.confidence.get() >= CONFIDENT;
        let language = self.languages.guess(turn.utterance, &words, knows);
        let Some(language) = language.filter(|language| language.certain || !sure) else { return outcome };
        match others.iter().find(|grammar| grammar.language == language.code) {
            Some(grammar) => {
                // One word alone may be a slip in English: `heller` for `hello`.
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

    /// The plan for words of one language, of which `doubt` is taken.
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

    /// The grammar in which an answer is read: that of the question.
    fn grammar_of(&self, language: Option<&str>) -> Option<&Grammar> {
        self.grammars.iter().find(|grammar| Some(grammar.language) == language).or_else(|| self.grammars.first())
    }

    fn context<'a>(&'a self, grammar: &'a Grammar, turn: &Turn<'a>, dialogue: &'a Dialogue) -> Context<'a> {
        Context { index: turn.directory, memory: &dialogue.memory, grammar, always_confirm: turn.always_confirm }
    }
}

/// A question in the place of a plan, for words that are outside the catalogue.
fn not_covered(turn: &Turn<'_>, confidence: f32, question: &str) -> Outcome {
    Outcome {
        plan: ActionPlan::unknown(hundredths(confidence), question).with_confirmation(turn.always_confirm),
        covered: false,
        wishes: Vec::new(),
        asked: 0,
    }
}
