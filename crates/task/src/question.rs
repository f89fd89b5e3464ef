//! A question as people see it.

mod capability_request;
mod takes;

use std::fmt;

use action::consent::ConsentRequest;
use action::{AnswerForm, QuestionKind};
use agent::{Asks, Question};
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::capability_request::{CapabilityRequest, capability_request};
pub use self::takes::Takes;
use crate::text::cut;

/// The most choices a question may have, and the longest choice in bytes: as much as a person can take in at a glance.
/// Longer lists become part of the question's text.
const MOST_CHOICES: usize = 24;
const LONGEST_CHOICE: usize = 200;

/// How a question was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Somebody answered; the task is about to evaluate the answer.
    Answered,
    /// Yes, or the requested value.
    Approved,
    /// No.
    Rejected,
    /// The person takes over; the task waits until they give the phone back.
    TakenOver,
    /// Nobody answered in time.
    Timeout,
    /// The task was stopped, or the question withdrawn.
    Cancelled,
}

impl Outcome {
    /// Converts the executor's word.
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
            Self::Answered => "somebody answered it",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::TakenOver => "somebody took over",
            Self::Timeout => "it timed out",
            Self::Cancelled => "cancelled",
        })
    }
}

/// A question that waits for an answer. Its texts come from an agent: they are shown, never followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OpenQuestion")]
pub struct Open {
    /// Its id.
    pub id: String,
    /// The task that asks.
    pub task: String,
    /// The kind of answer it takes.
    pub kind: QuestionKind,
    /// A short title.
    pub title: String,
    /// The question.
    pub message: String,
    /// What is needed and how it is used, in our own words; empty if the question says it all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The ways to answer it, the most common first.
    #[serde(default)]
    pub forms: Vec<AnswerForm>,
    /// Answers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// What an answer may contain besides a yes.
    #[serde(default)]
    pub takes: Takes,
    /// Whether the answer is a secret: shown as dots.
    pub secret: bool,
    /// Whether a yes can be remembered.
    pub can_remember: bool,
    /// The gate's full request for consent; absent for other questions. Only with this may the person choose to do it
    /// themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Box<ConsentRequest>>,
    /// When it was asked.
    #[schemars(with = "String")]
    pub asked: Timestamp,
    /// When it times out.
    #[schemars(with = "String")]
    pub until: Timestamp,
}

impl Open {
    pub(crate) fn new(id: String, task: &str, question: &Question, now: Timestamp) -> Self {
        let wait = SignedDuration::try_from(question.timeout).unwrap_or(SignedDuration::MAX);
        let until = now.checked_add(wait).unwrap_or(Timestamp::MAX);
        let language = question.language.as_str();
        let titled = |key: &str| planner::phrase(language, &format!("title {key}"), &[]);
        let said = match &question.asks {
            Asks::Ask { question, choices } if can_be_shown(choices) => QuestionParts {
                kind: QuestionKind::Ask,
                title: titled("ask"),
                forms: &[AnswerForm::Choice, AnswerForm::Text],
                choices: choices.clone(),
                ..QuestionParts::new(question.clone())
            },
            Asks::Ask { question, choices } => QuestionParts {
                kind: QuestionKind::Ask,
                title: titled("ask"),
                forms: &[AnswerForm::Text],
                ..QuestionParts::new(numbered(question, choices))
            },
            Asks::Confirm { message } => {
                QuestionParts { title: titled("confirm"), ..QuestionParts::new(message.clone()) }
            }
            Asks::WasDone { message } => {
                QuestionParts { title: titled("was done"), ..QuestionParts::new(message.clone()) }
            }
            Asks::Attention { message } => {
                QuestionParts { title: titled("attention"), ..QuestionParts::new(message.clone()) }
            }
            Asks::Gate(gate) => QuestionParts {
                title: gate.consent.summary.clone(),
                can_remember: gate.remember.is_some(),
                consent: Some(Box::new(gate.consent.clone())),
                ..QuestionParts::new(planner::consent_in_words(language, &gate.consent))
            },
            Asks::Auth { capability, instruction } => {
                let CapabilityRequest { title, about, forms } = capability_request(*capability);
                let secret = Takes::of(forms).secret();
                QuestionParts {
                    kind: QuestionKind::Auth,
                    title: title.to_owned(),
                    about,
                    forms,
                    secret,
                    ..QuestionParts::new(instruction.clone())
                }
            }
        };
        Self {
            id,
            task: task.to_owned(),
            kind: said.kind,
            title: said.title,
            message: cut(&said.message),
            about: said.about.to_owned(),
            forms: said.forms.to_vec(),
            choices: said.choices,
            takes: Takes::of(said.forms),
            secret: said.secret,
            can_remember: said.can_remember,
            consent: said.consent,
            asked: now,
            until,
        }
    }
}

/// The parts that differ between kinds of questions. The default is a yes or no.
struct QuestionParts {
    kind: QuestionKind,
    title: String,
    message: String,
    about: &'static str,
    forms: &'static [AnswerForm],
    choices: Vec<String>,
    secret: bool,
    can_remember: bool,
    consent: Option<Box<ConsentRequest>>,
}

impl QuestionParts {
    fn new(message: String) -> Self {
        Self {
            kind: QuestionKind::Confirm,
            title: String::new(),
            message,
            about: "",
            forms: &[AnswerForm::Yes],
            choices: Vec::new(),
            secret: false,
            can_remember: false,
            consent: None,
        }
    }
}

/// Returns whether the choices fit on buttons. An answer names a choice word for word, so none may be cut.
fn can_be_shown(choices: &[String]) -> bool {
    (1..=MOST_CHOICES).contains(&choices.len()) && choices.iter().all(|choice| choice.len() <= LONGEST_CHOICE)
}

/// Formats a question and its choices in one line, for speech and for displays without buttons.
pub(crate) fn numbered(question: &str, choices: &[String]) -> String {
    let choices = choices.iter().enumerate().map(|(at, choice)| format!("{}. {choice}", at + 1));
    let choices = choices.collect::<Vec<_>>().join(", ");
    format!("{question} {choices}").trim_end().to_owned()
}

/// A link for answering one question from another device. It is a secret: anyone who has it may answer.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "QuestionLink")]
pub struct Link {
    /// The address; only a path if the server has no public address.
    pub url: String,
    /// Where the link works.
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
    /// The link for answering it on another device.
    pub link: Link,
}

/// The questions that wait for an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionList {
    /// The questions, the oldest first.
    pub questions: Vec<LinkedQuestion>,
    /// The server's clock, in milliseconds since 1970. Remaining times are computed from it, so the viewer's clock need
    /// not be right.
    #[serde(default)]
    pub now: u64,
}

/// The one question that a link gives access to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionByLink {
    #[expect(missing_docs, reason = "its fields stand in its place, each with its own words")]
    #[serde(flatten)]
    pub question: Open,
    /// The server's clock, in milliseconds since 1970.
    pub now: u64,
}
