//! Turns an utterance and a directory into a plan or a question. Pure; the grammar is data.
//!
//! [`Planner::plan`] is the entry point. It opens no file, reads no clock and calls no model; the caller passes the
//! time, the [`Index`] of contacts and apps, and the [`Dialogue`] so far. Words outside the catalogue of operations
//! give `unknown` and a question, never an action.
#![cfg_attr(not(test), warn(clippy::string_slice))]

mod action_words;
mod assemble;
mod calculate;
mod consent_words;
mod dialogue;
mod grammar;
mod index;
mod language;
mod last_request;
mod matcher;
mod memory;
mod names;
mod read;
mod role;
mod say;
mod summary;
mod text;
mod understand;

use action::plan::{ActionPlan, CONFIDENT, SEND_MESSAGE};
use jiff::civil::DateTime;
use serde_json::Map;

pub use self::action_words::{action_in_words, narrated, plain_answer};
use self::assemble::{Context, hundredths};
pub use self::calculate::calculate;
pub use self::consent_words::{consent_in_words, deed_in_words, phrase, quoted, quoted_names};
pub use self::dialogue::{Dialogue, Next, question, question_with_choices};
pub use self::grammar::GrammarError;
use self::grammar::{Grammar, SURE};
pub use self::index::{Index, LookupResult, Match};
pub use self::language::guessed_language;
use self::language::{Language, Languages};
pub use self::last_request::LastRequest;
use self::matcher::MatchInput;
pub use self::memory::Memory;
pub use self::names::{names_in, names_of};
use self::role::{Accounted, Role};
pub use self::say::languages;
pub use self::summary::{
    day_in_words, listed, listed_in as joined, near_day_in_words, said, span_in_words, summary, told, weekdays_in_words,
};
use self::understand::account;
use self::understand::{ASKED, Understood, Wish};

/// The maximum number of words before the one that reveals the language of a request: `hey iris`.
const FIRST_WORDS: usize = 3;

/// The same for words that English does not explain: `Wäsche Timer fünf Minuten`.
const FRAME_WORDS: usize = 6;

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
    /// The role of every word of the utterance.
    words: Vec<Accounted>,
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
        let outcome = self.planned(turn, dialogue);
        // "Never mind" without an open request is not a misunderstanding.
        let idle = || self.grammars.iter().find_map(|grammar| Some((grammar.language, dialogue::idle(grammar, turn)?)));
        match idle().filter(|_| !outcome.covered) {
            Some((language, key)) => not_covered(turn, language, 0.2, &say::plain(language, key)),
            None => outcome,
        }
    }

    fn planned(&self, turn: &Turn<'_>, dialogue: &Dialogue) -> Outcome {
        let Some(words) = text::words(turn.utterance) else {
            return not_covered(turn, ENGLISH, 0.05, &say::plain(ENGLISH, "too long"));
        };
        if words.is_empty() {
            return not_covered(turn, ENGLISH, 0.05, &say::plain(ENGLISH, "no words"));
        }
        let Some((first, others)) = self.grammars.split_first() else {
            return not_covered(turn, ENGLISH, 0.05, &say::plain(ENGLISH, "not understood"));
        };
        let outcome = self.plan_in(first, turn, words.clone(), 0.0, dialogue);
        let sure = outcome.covered && outcome.plan.confidence.get() >= CONFIDENT;
        // The content of a request may be in any language: only the words around it tell that of the request.
        let frame: Vec<text::Word> = words.iter().filter(|word| !sure || !outcome.is_content(word)).cloned().collect();
        let knows = |grammar: &Grammar, word: &text::Word| grammar.vocabulary.id(&word.plain).is_some();
        // "escríbele a Juan que …" is a note in English only by a slip: `scribble`.
        let slips = words.len() > 1 && !frame.iter().any(|word| knows(first, word));
        let language = self.language_of(turn.utterance, &frame).filter(|language| language.certain || !sure || slips);
        if let Some(grammar) = language.as_ref().and_then(|language| self.other(&language.code)) {
            // A single word may be a slip in English: `heller` for `hello`.
            let slip = words.len() == 1 && outcome.covered;
            // "send Mama a message saying ruf mich an": only the text may be in the other language.
            let english = words.first().is_some_and(|word| knows(first, word));
            let framed = english && outcome.covered && outcome.plan.intent == SEND_MESSAGE;
            let doubt = if slip || framed { ASKED } else { 0.0 };
            return self.plan_in(grammar, turn, words, doubt, dialogue);
        }
        // "schreib Ben: see you soon": most words are content, and the language is that of the first ones.
        let begins = |grammar: &&Grammar| {
            frame
                .iter()
                .take(if sure { FIRST_WORDS } else { FRAME_WORDS })
                .any(|word| knows(grammar, word) && !knows(first, word))
        };
        let tried =
            others.iter().filter(begins).map(|grammar| self.plan_in(grammar, turn, words.clone(), 0.0, dialogue));
        let understood = |outcome: &Outcome| outcome.covered && outcome.plan.confidence.get() >= CONFIDENT;
        // English with a slip in it is another language without one: `hallo`.
        let better = |other: &Outcome| !sure || other.plan.confidence > outcome.plan.confidence;
        if let Some(other) = tried.filter(better).find(understood) {
            return other;
        }
        let Some(language) = language else { return outcome };
        let values = [("known", self.understood_languages()), ("found", language.name)];
        let values = values.map(|(name, value)| (name.to_owned(), value.into()));
        not_covered(turn, ENGLISH, 0.1, &say::say(ENGLISH, "other language", &Map::from_iter(values)))
    }

    /// Guesses the language of these words of the utterance, unless it is English.
    fn language_of(&self, utterance: &str, words: &[text::Word]) -> Option<Language> {
        let knows = |code: &str, word: &str| {
            let grammar = self.grammars.iter().find(|grammar| grammar.language == code);
            grammar.is_some_and(|grammar| grammar.vocabulary.id(word).is_some())
        };
        self.languages.guess(utterance, words, knows)
    }

    /// Returns the grammar of a language other than English.
    fn other(&self, code: &str) -> Option<&Grammar> {
        self.grammars.iter().skip(1).find(|grammar| grammar.language == code)
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
        let (wishes, words) = match understand::understood(&input) {
            Understood::Wishes(mut wishes, words) => {
                // One rule for every caller: an unused word makes the plan ask.
                let unused = !account::left_over(turn.utterance, &words).is_empty();
                let most = if unused { SURE - ASKED } else { SURE };
                wishes.iter_mut().for_each(|wish| wish.confidence = (wish.confidence - doubt).min(most));
                (wishes, words)
            }
            Understood::Later => {
                return not_covered(turn, grammar.language, 0.3, &say::plain(grammar.language, "only now"));
            }
        };
        if wishes.is_empty() {
            return not_covered(turn, grammar.language, 0.2, &say::plain(grammar.language, "not understood"));
        }
        let left_over = account::left_over(turn.utterance, &words);
        if input.forbids(&words) {
            let values = Map::from_iter([("left".to_owned(), left_over.join(" … ").into())]);
            return not_covered(turn, grammar.language, 0.3, &say::say(grammar.language, "cannot keep", &values));
        }
        let (mut plan, asked) = assemble::plan(&wishes, &self.context(grammar, turn, dialogue));
        plan.metadata.more.insert("words".to_owned(), account::account(turn.utterance, &words));
        if !left_over.is_empty() {
            plan.metadata.more.insert("left_over".to_owned(), left_over.into());
        }
        Outcome { plan, covered: true, wishes, asked, words }
    }

    /// `English, German and Spanish`.
    fn understood_languages(&self) -> String {
        let names = self.grammars.iter().filter_map(|grammar| self.languages.name_of(grammar.language));
        summary::listed_in(ENGLISH, &names.map(str::to_owned).collect::<Vec<_>>())
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
fn not_covered(turn: &Turn<'_>, language: &str, confidence: f32, question: &str) -> Outcome {
    let mut plan = ActionPlan::unknown(hundredths(confidence), question).with_confirmation(turn.always_confirm);
    plan.metadata.language = Some(language.to_owned());
    Outcome { plan, covered: false, wishes: Vec::new(), asked: 0, words: Vec::new() }
}

impl Outcome {
    /// Whether a word became a part of a content: a message, a title, a search.
    fn is_content(&self, word: &text::Word) -> bool {
        let contents = ["content", "query", "label", "destination"];
        let content = |role: &Role| matches!(role, Role::Slot(name) if contents.contains(&name.as_str()));
        self.words.iter().any(|accounted| accounted.start == word.start && content(&accounted.role))
    }
}
