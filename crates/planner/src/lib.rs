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
mod matcher;
mod read;
mod summary;
mod text;
mod understand;

use action::plan::ActionPlan;
use jiff::civil::DateTime;

use self::assemble::{ASKED, Context, NOT_UNDERSTOOD, ONLY_NOW, hundredths};
pub use self::dialogue::{Dialogue, Next, question};
use self::grammar::Grammar;
pub use self::grammar::GrammarError;
pub use self::index::{Found, Index, Match};
use self::matcher::Scene;
pub use self::summary::summary;
use self::understand::{Understood, Wish};

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

/// The compiled grammar. Made once and shared.
#[derive(Debug)]
pub struct Planner {
    grammar: Grammar,
}

impl Planner {
    /// A planner for English.
    ///
    /// # Errors
    /// When a sentence of the built-in grammar cannot be read, which a test makes sure of.
    pub fn new() -> Result<Self, GrammarError> {
        Ok(Self { grammar: Grammar::english()? })
    }

    /// The plan for what a person says, or the question that comes first.
    pub fn plan(&self, turn: &Turn<'_>, dialogue: &Dialogue) -> Outcome {
        let not_covered = |confidence: f32, question: &str| Outcome {
            plan: ActionPlan::unknown(hundredths(confidence), question).with_confirmation(turn.always_confirm),
            covered: false,
            wishes: Vec::new(),
            asked: 0,
        };
        let Some(words) = text::words(turn.utterance) else {
            return not_covered(0.05, "That was too long for me. What should I do, in a sentence or two?");
        };
        if words.is_empty() {
            return not_covered(0.05, "I did not hear any words. What should I do?");
        }
        let quoted = text::is_quotation(turn.utterance, &words);
        let scene = Scene::new(&self.grammar, turn.utterance, words, turn.now, turn.directory);
        let wishes = match understand::understood(&scene) {
            Understood::Wishes(mut wishes) => {
                wishes.iter_mut().filter(|_| quoted).for_each(|wish| wish.confidence -= ASKED);
                wishes
            }
            Understood::Later => return not_covered(0.3, ONLY_NOW),
        };
        if wishes.is_empty() {
            return not_covered(0.2, NOT_UNDERSTOOD);
        }
        let (plan, asked) = assemble::plan(&wishes, &self.context(turn, dialogue));
        Outcome { plan, covered: true, wishes, asked }
    }

    fn context<'a>(&'a self, turn: &Turn<'a>, dialogue: &'a Dialogue) -> Context<'a> {
        Context {
            index: turn.directory,
            memory: &dialogue.memory,
            grammar: &self.grammar,
            always_confirm: turn.always_confirm,
        }
    }
}
