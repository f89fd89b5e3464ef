//! Waiting, looking, taking notes, and the two ends of a task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read::PhoneFields;
use super::verb::Verb;
use crate::fields::{Fields, Need};
use crate::number::Finite;

/// Do nothing for a while.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Wait {
    /// How long, in milliseconds.
    #[serde(default = "Wait::default_duration")]
    #[schemars(range(min = 0))]
    pub duration_ms: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Wait {
    /// The default duration.
    pub fn default_duration() -> Finite {
        Finite::from(1000)
    }
}

impl Verb for Wait {
    const NAME: &'static str = "wait";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { duration_ms: fields.span("durationMs", Self::default_duration()), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { duration_ms: Finite::from(2000), reason: None }
    }
    fn texts(&mut self, _: &mut dyn FnMut(&mut String)) {}
}

/// Look at the screen again, and do nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Observe {
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for Observe {
    const NAME: &'static str = "observe";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { reason: None }
    }
    fn texts(&mut self, _: &mut dyn FnMut(&mut String)) {}
}

/// Remember something for later steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// What to remember.
    pub text: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for Note {
    const NAME: &'static str = "note";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { text: fields.text("text", Need::Required, ""), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { text: "The order number is 4711.".to_owned(), reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.text);
    }
}

/// End the task: it is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finish {
    /// The message to the person, or the answer they asked for.
    pub message: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Finish {
    /// The message if the agent gave none.
    pub const DEFAULT_MESSAGE: &'static str = "Task finished.";

    /// Finishes with this message, or the default one.
    pub fn saying(message: Option<String>) -> Self {
        let message =
            message.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| Self::DEFAULT_MESSAGE.to_owned());
        Self { message, reason: None }
    }
}

impl Verb for Finish {
    const NAME: &'static str = "finish";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { message: fields.text("message", Need::Required, Self::DEFAULT_MESSAGE), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self::saying(Some("The message has been sent.".to_owned()))
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.message);
    }
}

/// Give up: the task cannot be done, and the message says why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fail {
    /// Why it cannot be done.
    pub message: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Fail {
    /// The message if the agent gave none.
    pub const DEFAULT_MESSAGE: &'static str = "The task could not be done.";

    /// Gives up with this message, or the default one.
    pub fn saying(message: Option<String>) -> Self {
        let message =
            message.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| Self::DEFAULT_MESSAGE.to_owned());
        Self { message, reason: None }
    }
}

impl Verb for Fail {
    const NAME: &'static str = "fail";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { message: fields.text("message", Need::Required, Self::DEFAULT_MESSAGE), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self::saying(Some("There is no contact of that name.".to_owned()))
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.message);
    }
}
