//! Plans: the steps that the planner, or a model in its place, derives from a person's words.
//!
//! The planner writes an [`ActionPlan`], the executor carries out its steps one by one and returns a [`StepResult`] for
//! each, and the desktop shows both. The operations are rows of one table ([`operations`]). [`read`] checks a plan from
//! outside against it, and [`needs_confirmation`] tells whether to ask the person first. Nothing here understands words
//! or touches a phone.
//!
//! To add an operation: add its row to `plan/catalogue.rs`, and run `cargo xtask codegen`.

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
pub use self::kind::{ArgumentKind, DAYS, DIRECTIONS, SETTINGS, UNITS};
pub use self::operation::{Argument, Choice, Operation, Risk};
pub use self::read::read;
pub use self::result::{StepResult, StepStatus};
pub use self::sample::samples;
use crate::number::Finite;

/// The intent of words outside the catalogue: no steps, only a question.
pub const UNKNOWN: &str = "unknown";

/// The only intent that is not the name of an operation: sending a message takes several operations.
pub const SEND_MESSAGE: &str = "send_message";

/// The most steps (and the most requests) of one plan.
pub const MAX_STEPS: usize = 64;

/// The steps on the phone for a person's words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ActionPlan {
    /// The person's intent: the name of an operation, `send_message`, or `unknown`.
    #[schemars(extend("enum" = intents().collect::<Vec<_>>()))]
    pub intent: String,
    /// The planner's confidence, from 0 to 1. Below 0.7 the person is asked first.
    #[schemars(range(min = 0, max = 1))]
    pub confidence: Finite,
    /// Hints for carrying it out.
    pub metadata: Metadata,
    /// The values taken from the words, by name: `recipient`, `content`, `time`.
    pub slots: Map<String, Value>,
    /// The operations, in the order of execution.
    #[schemars(length(max = MAX_STEPS))]
    pub steps: Vec<Step>,
    /// Whether the person is asked before the first step.
    #[serde(default)]
    pub confirm: bool,
    /// The message after the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follow_up: Option<FollowUp>,
    /// The question about missing or ambiguous information, to be asked before the plan is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// Every request, if the words contained several; the first is also the plan's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_STEPS))]
    pub requests: Vec<Request>,
}

impl ActionPlan {
    /// Creates a plan for this intent without steps.
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

    /// Creates a plan for words that were not understood: it does nothing and asks `question`.
    pub fn unknown(confidence: Finite, question: impl Into<String>) -> Self {
        let ask = Ask { slot: None, question: question.into(), choices: Vec::new() };
        Self { ask: Some(ask), ..Self::new(UNKNOWN, confidence) }.with_confirmation(false)
    }

    /// Returns the same plan, with `confirm` set by the policy.
    #[must_use]
    pub fn with_confirmation(mut self, always_confirm: bool) -> Self {
        self.confirm = needs_confirmation(&self, always_confirm).is_some();
        self
    }
}

/// Hints for carrying it out. Unknown entries are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Metadata {
    /// The app to use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// The context of the words: `follow_up` for an answer to an earlier question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// The person's language, as a BCP 47 tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The phone it is meant for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Other hints from the planner to the executor.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// One operation of a plan, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// The message after the plan has been carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FollowUp {
    /// Whether an answer from the person is expected.
    pub expected: bool,
    /// The message.
    pub prompt: String,
}

/// A question to the person, because something is missing or ambiguous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// The slot that the answer fills; `null` if it concerns the words as a whole.
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
    /// The person's intent: the name of an operation, `send_message`, or `unknown`.
    #[schemars(extend("enum" = intents().collect::<Vec<_>>()))]
    pub intent: String,
    /// The values taken from the words for it, by name.
    pub slots: Map<String, Value>,
}
