//! A question as people see it.

use std::fmt;

use action::consent::ConsentRequest;
use action::phone::Capability;
use agent::{Asks, Question};
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::cut;

/// What kind of answer a question takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TaskQuestionKind")]
pub enum Kind {
    /// Words.
    Ask,
    /// Yes or no.
    Confirm,
    /// Something only the person can do or has: a code, a permission.
    Auth,
}

/// What an answer may bring besides a yes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TaskQuestionTakes")]
pub enum Takes {
    /// Nothing: the yes is the answer.
    #[default]
    Yes,
    /// Words, such as a code.
    Text,
    /// A place, as in `48.2082,16.3738`.
    Place,
    /// A picture or another file.
    File,
    /// Words or a file, as the person likes.
    TextOrFile,
}

impl Takes {
    pub(crate) fn of(asks: &Asks) -> Self {
        use Capability as C;
        match asks {
            Asks::Ask { .. } => Self::Text,
            Asks::Confirm { .. } | Asks::WasDone { .. } | Asks::Gate(_) | Asks::Attention { .. } => Self::Yes,
            Asks::Auth { capability, .. } => match capability {
                C::Camera | C::Microphone | C::Voice | C::Files => Self::File,
                C::Qr | C::Contacts | C::Calendar | C::Unknown => Self::TextOrFile,
                C::Sms | C::TwoFactor | C::Oauth | C::Payment => Self::Text,
                C::Location => Self::Place,
                C::Biometric | C::Notification | C::Permission => Self::Yes,
            },
        }
    }

    /// Whether what is given is nobody else's business: a code, and whatever else is typed into the phone.
    fn secret(self) -> bool {
        !matches!(self, Self::Place | Self::File)
    }

    /// Whether a file is an answer.
    pub fn file(self) -> bool {
        matches!(self, Self::File | Self::TextOrFile)
    }
}

/// How a question was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Somebody answered; the task is about to say what it makes of it.
    Answered,
    /// Yes, or what was asked for.
    Approved,
    /// No.
    Rejected,
    /// The person does it themselves; the task waits until they give the phone back.
    TakenOver,
    /// Nobody answered in time.
    Timeout,
    /// The task was stopped, or the question taken back.
    Cancelled,
}

impl Outcome {
    /// From the executor's word for it.
    pub(crate) fn of(how: &str) -> Self {
        match how {
            "yes" | "answered" | "approved" => Self::Approved,
            "no" => Self::Rejected,
            "myself" => Self::TakenOver,
            "timeout" => Self::Timeout,
            _ => Self::Cancelled,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Answered => "somebody has answered it",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::TakenOver => "somebody does it themselves",
            Self::Timeout => "the time was over",
            Self::Cancelled => "cancelled",
        })
    }
}

/// A question that waits for an answer. Its texts come from an agent: they are shown, never followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OpenQuestion")]
pub struct Open {
    /// Names it.
    pub id: String,
    /// The task that asks.
    pub task: String,
    /// What kind of answer it takes.
    pub kind: Kind,
    /// What it is about, in a few words.
    pub title: String,
    /// The question.
    pub message: String,
    /// What the answer may bring besides a yes.
    #[serde(default)]
    pub takes: Takes,
    /// Whether the answer is a secret: shown as dots.
    pub secret: bool,
    /// Whether a yes can be remembered.
    pub can_remember: bool,
    /// What the gate wants a yes to, whole; nothing for other questions. Only here the person may say that they do it
    /// themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Box<ConsentRequest>>,
    /// Since when it waits.
    #[schemars(with = "String")]
    pub asked: Timestamp,
    /// When it stops waiting.
    #[schemars(with = "String")]
    pub until: Timestamp,
}

impl Open {
    pub(crate) fn new(id: String, task: &str, question: &Question, now: Timestamp) -> Self {
        let wait = SignedDuration::try_from(question.timeout).unwrap_or(SignedDuration::MAX);
        let until = now.checked_add(wait).unwrap_or(Timestamp::MAX);
        let (kind, title, message, secret, can_remember) = match &question.asks {
            Asks::Ask { question } => (Kind::Ask, "The agent asks".to_owned(), question.clone(), false, false),
            Asks::Confirm { message } => (Kind::Confirm, "Go ahead?".to_owned(), message.clone(), false, false),
            Asks::WasDone { message } => {
                (Kind::Confirm, "Was it carried out?".to_owned(), message.clone(), false, false)
            }
            Asks::Gate(gate) => {
                let (title, message) = (gate.consent.summary.clone(), gate.consent.to_string());
                (Kind::Confirm, title, message, false, gate.remember.is_some())
            }
            Asks::Auth { capability, instruction } => {
                (Kind::Auth, needed(*capability), instruction.clone(), Takes::of(&question.asks).secret(), false)
            }
            Asks::Attention { message } => {
                (Kind::Confirm, "The phone needs you".to_owned(), message.clone(), false, false)
            }
        };
        let consent = match &question.asks {
            Asks::Gate(gate) => Some(Box::new(gate.consent.clone())),
            _ => None,
        };
        let (task, message, takes) = (task.to_owned(), cut(&message), Takes::of(&question.asks));
        Self { id, task, kind, title, message, takes, secret, can_remember, consent, asked: now, until }
    }
}

fn needed(capability: Capability) -> String {
    let name = serde_json::to_value(capability).ok();
    match name.as_ref().and_then(|name| name.as_str()) {
        None | Some("unknown") => "You are needed".to_owned(),
        Some(name) => format!("You are needed: {name}"),
    }
}

/// The way to answer one question from another device. It is a secret: whoever has it may answer.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "QuestionLink")]
pub struct Link {
    /// The address; only a path where the server has no public address.
    pub url: String,
    /// Where it works.
    pub note: String,
}

impl Link {
    pub(crate) fn new(public_url: Option<&str>, token: &str) -> Self {
        match public_url {
            Some(base) => Self {
                url: format!("{}/q/{token}", base.trim_end_matches('/')),
                note: "works once, on any device that reaches this address".to_owned(),
            },
            None => Self {
                url: format!("/q/{token}"),
                note: "works once, on this machine only; set a public address to answer from another device".to_owned(),
            },
        }
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Link(…)")
    }
}

/// A question with its link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LinkedQuestion {
    #[expect(missing_docs, reason = "its fields stand in its place, each with its own words")]
    #[serde(flatten)]
    pub question: Open,
    /// The way to answer it elsewhere.
    pub link: Link,
}

/// The questions that wait for an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionList {
    /// The oldest first.
    pub questions: Vec<LinkedQuestion>,
}
