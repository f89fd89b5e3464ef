//! Requests that only a person can fulfil: an authorisation, an answer, a confirmation.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read::PhoneFields;
use super::verb::Verb;
use crate::fields::{Fields, Need};
use crate::number::Finite;

/// The capability that the person is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Capability {
    Camera,
    Qr,
    Microphone,
    Voice,
    Sms,
    #[serde(rename = "2fa")]
    TwoFactor,
    Location,
    Biometric,
    Notification,
    Contacts,
    Calendar,
    Files,
    Oauth,
    Payment,
    Permission,
    Unknown,
}

impl Capability {
    /// Every capability by name.
    pub const NAMES: &'static [&'static str] = &[
        "camera",
        "qr",
        "microphone",
        "voice",
        "sms",
        "2fa",
        "location",
        "biometric",
        "notification",
        "contacts",
        "calendar",
        "files",
        "oauth",
        "payment",
        "permission",
        "unknown",
    ];
}

/// Stop and let the person do what an agent must not: sign in, enter a code, approve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestHumanAuth {
    /// The capability that is needed.
    pub capability: Capability,
    /// The instruction to the person.
    pub instruction: String,
    /// The timeout of the request, in seconds.
    #[serde(default = "RequestHumanAuth::default_timeout")]
    #[schemars(range(min = 0))]
    pub timeout_sec: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RequestHumanAuth {
    /// The instruction if the agent gave none.
    pub const DEFAULT_INSTRUCTION: &'static str = "Human authorization is required to continue.";

    /// The default timeout of a request.
    pub fn default_timeout() -> Finite {
        Finite::from(300)
    }

    /// Creates a request with this instruction, or the default one.
    pub fn asking(instruction: Option<String>) -> Self {
        Self {
            capability: Capability::Unknown,
            instruction: instruction
                .filter(|text| !text.trim().is_empty())
                .unwrap_or_else(|| Self::DEFAULT_INSTRUCTION.to_owned()),
            timeout_sec: Self::default_timeout(),
            reason: None,
        }
    }
}

impl Verb for RequestHumanAuth {
    const NAME: &'static str = "request_human_auth";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            capability: fields.word("capability", Capability::NAMES, Need::Required, Capability::Unknown),
            instruction: fields.text("instruction", Need::Required, Self::DEFAULT_INSTRUCTION),
            timeout_sec: fields.span("timeoutSec", Self::default_timeout()),
            reason: fields.reason(),
        }
    }
    fn sample() -> Self {
        Self::asking(Some("Please enter the code you were sent.".to_owned()))
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.instruction);
    }
}

/// Ask the person a question and wait for the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskUser {
    /// The question.
    pub question: String,
    /// The timeout of the question, in seconds.
    #[serde(default = "AskUser::default_timeout")]
    #[schemars(range(min = 0))]
    pub timeout_sec: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl AskUser {
    /// The question if the agent gave none.
    pub const DEFAULT_QUESTION: &'static str = "How should I go on?";

    /// The default timeout of a question.
    pub fn default_timeout() -> Finite {
        Finite::from(120)
    }

    /// Asks this question, or the default one.
    pub fn asking(question: Option<String>) -> Self {
        Self {
            question: question
                .filter(|text| !text.trim().is_empty())
                .unwrap_or_else(|| Self::DEFAULT_QUESTION.to_owned()),
            timeout_sec: Self::default_timeout(),
            reason: None,
        }
    }
}

impl Verb for AskUser {
    const NAME: &'static str = "ask_user";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            question: fields.text("question", Need::Required, Self::DEFAULT_QUESTION),
            timeout_sec: fields.span("timeoutSec", Self::default_timeout()),
            reason: fields.reason(),
        }
    }
    fn sample() -> Self {
        Self::asking(Some("Which of the two do you want?".to_owned()))
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.question);
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.question)
    }
}

/// Ask the person for a yes before something that cannot be taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Confirm {
    /// What is about to happen.
    pub message: String,
    /// The timeout of the question, in seconds; it then counts as a no.
    #[serde(default = "Confirm::default_timeout")]
    #[schemars(range(min = 0))]
    pub timeout_sec: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Confirm {
    /// The message if the agent gave none.
    pub const DEFAULT_MESSAGE: &'static str = "Shall I go on?";

    /// The default timeout of a confirmation.
    pub fn default_timeout() -> Finite {
        Finite::from(120)
    }

    /// Creates a confirmation with this message.
    pub fn of(message: impl Into<String>) -> Self {
        Self { message: message.into(), timeout_sec: Self::default_timeout(), reason: None }
    }
}

impl Verb for Confirm {
    const NAME: &'static str = "confirm";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            message: fields.text("message", Need::Required, Self::DEFAULT_MESSAGE),
            timeout_sec: fields.span("timeoutSec", Self::default_timeout()),
            reason: fields.reason(),
        }
    }
    fn sample() -> Self {
        Self::of("This sends the message to Sam.")
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.message);
    }
}
