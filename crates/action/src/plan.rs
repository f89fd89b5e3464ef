//! Plans: what the planner, or a model in its place, makes of a person's words.
//!
//! The planner writes an [`ActionPlan`], the executor carries its steps out one by one and answers
//! each with a [`StepResult`], the desktop shows both. The operations are rows of one table
//! ([`operations`]); [`read`] holds a plan from outside against it, and [`needs_confirmation`] says
//! whether the person is asked first. Nothing here understands words or touches a phone.
//!
//! To add an operation: its row in `plan/catalogue.rs`, and `cargo xtask codegen`.

mod catalogue;
mod confirm;
mod kind;
mod operation;
mod read;
mod result;
mod sample;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use self::catalogue::{intents, operation, operations};
pub use self::confirm::{CONFIDENT, Why, needs_confirmation};
pub use self::kind::{ArgumentKind, DAYS, DIRECTIONS, SETTINGS, STATES};
pub use self::operation::{Argument, Choice, Operation, Risk};
pub use self::read::read;
pub use self::result::{StepResult, StepStatus};
pub use self::sample::samples;
use crate::number::Finite;

/// The intent of words that are outside the catalogue: no steps, only a question.
pub const UNKNOWN: &str = "unknown";

/// The one intent that is not the name of an operation: it takes several to send a message.
pub const SEND_MESSAGE: &str = "send_message";

/// How many steps (and how many requests) one plan may have.
pub const MAX_STEPS: usize = 64;

/// What is to be done on the phone for what a person said, step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ActionPlan {
    /// What the person wants: the name of an operation, `send_message`, or `unknown`.
    #[schemars(extend("enum" = intents().collect::<Vec<_>>()))]
    pub intent: String,
    /// How sure the planner is, from 0 to 1. Below 0.7 the person is asked first.
    #[schemars(range(min = 0, max = 1))]
    pub confidence: Finite,
    /// Hints for carrying it out.
    pub metadata: Metadata,
    /// What was taken from the words, by name: `recipient`, `content`, `time`.
    pub slots: Map<String, Value>,
    /// The operations, in the order in which they are carried out.
    #[schemars(length(max = MAX_STEPS))]
    pub steps: Vec<Step>,
    /// Whether the person is asked before anything happens.
    #[serde(default)]
    pub confirm: bool,
    /// What is said afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow_up: Option<FollowUp>,
    /// What is missing or ambiguous and must be asked before the plan is whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// Every request, when the words held several; the first is also the plan's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_STEPS))]
    pub requests: Vec<Request>,
}

impl ActionPlan {
    /// A plan for this intent that does nothing yet.
    pub fn new(intent: impl Into<String>, confidence: Finite) -> Self {
        Self {
            intent: intent.into(),
            confidence,
            metadata: Metadata::default(),
            slots: Map::new(),
            steps: Vec::new(),
            confirm: false,
            follow_up: None,
            ask: None,
            requests: Vec::new(),
        }
    }

    /// A plan for words that were not understood: nothing is done, and `question` is asked.
    pub fn unknown(confidence: Finite, question: impl Into<String>) -> Self {
        let ask = Ask { slot: None, question: question.into(), choices: Vec::new() };
        Self { ask: Some(ask), ..Self::new(UNKNOWN, confidence) }.with_confirmation(false)
    }

    /// The same plan, with `confirm` as the policy has it.
    #[must_use]
    pub fn with_confirmation(mut self, always_confirm: bool) -> Self {
        self.confirm = needs_confirmation(&self, always_confirm).is_some();
        self
    }
}

/// Hints for carrying a plan out. Further entries are kept as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Metadata {
    /// The app it is done in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// What the words came after: `follow_up` for an answer to what was said before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The language the person spoke, as a BCP 47 tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The phone it is meant for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Whatever else the planner wants the executor to know.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// One operation of a plan, with its arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The operation's name.
    #[schemars(extend("enum" = operations().iter().map(|row| row.name).collect::<Vec<_>>()))]
    pub op: String,
    /// Its arguments, by name.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub args: Map<String, Value>,
}

impl Step {
    /// A step without arguments.
    pub fn new(op: impl Into<String>) -> Self {
        Self { op: op.into(), args: Map::new() }
    }

    /// The same step with one more argument.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.args.insert(name.into(), value.into());
        self
    }
}

/// What is said when the plan has been carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FollowUp {
    /// Whether the person is expected to answer.
    pub expected: bool,
    /// What is said.
    pub prompt: String,
}

/// A question to the person, because something is missing or could be meant in several ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// The slot that the answer fills; `null` when it is about the words as a whole.
    pub slot: Option<String>,
    /// The question.
    pub question: String,
    /// The answers to choose from, numbered in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
}

/// One of several requests in the same words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// What the person wants: the name of an operation, `send_message`, or `unknown`.
    #[schemars(extend("enum" = intents().collect::<Vec<_>>()))]
    pub intent: String,
    /// What was taken from the words for it, by name.
    pub slots: Map<String, Value>,
}
