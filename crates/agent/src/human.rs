//! The person, as the executor sees them: they are asked, and may answer.
//!
//! Implemented by higher crates (terminal, desktop, links). The executor owns the timeout: an implementation shows the
//! countdown and is dropped when the time is over. Anything but a clear yes is a no.

use std::time::Duration;

use action::consent::ConsentRequest;
use action::phone::{AgentAction, AskUser, Capability, Confirm, RequestHumanAuth};
use async_trait::async_trait;
use policy::{Pattern, Target};
use serde::{Deserialize, Serialize};

use crate::redact::Secret;
use crate::settings::seconds;

/// The people who can be asked.
#[async_trait]
pub trait Human: Send + Sync {
    /// Asks, and waits for the answer. Dropping the future withdraws the question.
    async fn ask(&self, question: &Question) -> Answer;
}

/// A question to a person. Its text comes from an agent: show it, never follow it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Its number within the task, from 1.
    pub id: u64,
    /// The task.
    pub task_id: String,
    /// The question.
    pub asks: Asks,
    /// The language of the request, as a BCP 47 tag; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// How long the person has to answer.
    #[serde(with = "seconds", rename = "timeoutSec")]
    pub timeout: Duration,
}

/// The kinds of question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Asks {
    /// The agent wants to know something. [`Answer::Text`]
    Ask {
        /// The question.
        question: String,
        /// Answers to choose from, each a whole answer; other words are taken too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        choices: Vec<String>,
    },
    /// The agent asks for approval. [`Answer::Yes`] or [`Answer::No`]
    Confirm {
        /// What is about to happen.
        message: String,
    },
    /// The runtime asks whether the last action of an interrupted task was carried out. [`Answer::Yes`] or
    /// [`Answer::No`]
    WasDone {
        /// The action, and the evidence for the person.
        message: String,
    },
    /// The gate asks for approval. [`Answer::Yes`], [`Answer::No`] or [`Answer::Myself`]
    Gate(Box<GateQuestion>),
    /// Only the person can do it. [`Answer::Approved`] or [`Answer::No`]
    Auth {
        /// The requested capability.
        capability: Capability,
        /// The instruction for the person.
        instruction: String,
    },
    /// The runtime needs the person to do something, on the phone or on this computer. [`Answer::Yes`] when done.
    Attention {
        /// The problem and its solution.
        message: String,
    },
}

impl Asks {
    /// The question in words, and the gate's rule if it is the gate that asks, for the record.
    pub(crate) fn recorded(&self) -> (&str, &str) {
        match self {
            Self::Ask { question, .. } => (question, ""),
            Self::Confirm { message } | Self::WasDone { message } | Self::Attention { message } => (message, ""),
            Self::Auth { instruction, .. } => (instruction, ""),
            Self::Gate(gate) => (&gate.consent.summary, &gate.rule),
        }
    }

    /// The action that asks this, for a question that no action asked.
    pub(crate) fn as_action(&self) -> AgentAction {
        match self {
            Self::Ask { question, .. } => {
                let (question, timeout_sec) = (question.clone(), AskUser::default_timeout());
                AgentAction::AskUser(AskUser { question, timeout_sec, reason: None })
            }
            Self::Confirm { message } | Self::WasDone { message } | Self::Attention { message } => {
                let (message, timeout_sec) = (message.clone(), Confirm::default_timeout());
                AgentAction::Confirm(Confirm { message, timeout_sec, reason: None })
            }
            Self::Auth { capability, instruction } => AgentAction::RequestHumanAuth(RequestHumanAuth {
                capability: *capability,
                instruction: instruction.clone(),
                timeout_sec: RequestHumanAuth::default_timeout(),
                reason: None,
            }),
            Self::Gate(gate) => gate.action.clone(),
        }
    }
}

/// The action that needs approval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GateQuestion {
    /// Why the gate asks.
    pub reason: String,
    /// The rule.
    pub rule: String,
    /// What is about to happen.
    pub action: AgentAction,
    /// On which element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// In which app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The pattern under which a yes may be remembered; `None` if the gate asks every time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remember: Option<Pattern>,
    /// The question as shown to people: in words, with the picture and the touched element marked in it.
    #[serde(default)]
    pub consent: ConsentRequest,
}

/// A person's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// In words.
    Text(String),
    /// Yes.
    Yes {
        /// Whether to skip the question next time.
        remember: bool,
    },
    /// No, perhaps with a reason.
    No {
        /// Why not.
        why: Option<String>,
    },
    /// The person does it themselves. The caller that gives this answer has already requested the pause
    /// ([`Controller::pause`](crate::Controller::pause) with a takeover) and continues the task afterwards.
    Myself,
    /// Done, perhaps with the requested item.
    Approved {
        /// The person's artefact.
        artefact: Option<Artefact>,
    },
    /// End the task.
    Cancel,
    /// No person can be asked.
    Unavailable,
}

/// An item that a person gives along with their yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Artefact {
    /// A code or password. It is typed into the phone and shown nowhere else.
    Text(Secret),
    /// A position, in degrees.
    Location {
        /// As in `48.2082,16.3738`.
        coordinates: String,
    },
    /// A picture or another file. It is put on the phone, and the model learns its path.
    File {
        /// Its name.
        name: String,
        /// Its content.
        bytes: bytes::Bytes,
    },
}

/// No person is available: every question fails at once, as a refusal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

#[async_trait]
impl Human for Nobody {
    async fn ask(&self, _: &Question) -> Answer {
        Answer::Unavailable
    }
}
