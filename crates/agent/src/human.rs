//! The person, as the executor knows them: somebody who is asked and may answer.
//!
//! Implemented above (terminal, desktop, links). The executor keeps the time: an implementer shows the
//! countdown and is dropped when it is over. Whatever is not a clear yes is a no.

use std::time::Duration;

use action::consent::ConsentRequest;
use action::phone::{AgentAction, Capability};
use async_trait::async_trait;
use policy::{Pattern, Target};
use serde::{Deserialize, Serialize};

use crate::redact::Secret;
use crate::settings::seconds;

/// Those who can be asked.
#[async_trait]
pub trait Human: Send + Sync {
    /// Asks, and waits for the answer. Dropping the future takes the question back.
    async fn ask(&self, question: &Question) -> Answer;
}

/// What a person is asked. Its texts come from an agent: they are shown, never followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Its number within the task, from 1.
    pub id: u64,
    /// The task.
    pub task_id: String,
    /// What is asked.
    pub asks: Asks,
    /// How long there is to answer.
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
    /// The agent wants a yes. [`Answer::Yes`] or [`Answer::No`]
    Confirm {
        /// What is about to happen.
        message: String,
    },
    /// A task was cut off: the runtime wants to know whether its last action was carried out. [`Answer::Yes`] or
    /// [`Answer::No`]
    WasDone {
        /// What it was, and what the person should look at.
        message: String,
    },
    /// The gate wants a yes. [`Answer::Yes`], [`Answer::No`] or [`Answer::Myself`]
    Gate(Box<GateQuestion>),
    /// Only the person can do it. [`Answer::Approved`] or [`Answer::No`]
    Auth {
        /// What is needed.
        capability: Capability,
        /// What the person is told to do.
        instruction: String,
    },
    /// The runtime needs the person to do something, on the phone or on this computer. [`Answer::Yes`] when done.
    Attention {
        /// What is wrong and what to do.
        message: String,
    },
}

/// What the gate wants a yes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GateQuestion {
    /// Why it asks.
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
    /// What a yes may be remembered as; nothing where this is asked every time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remember: Option<Pattern>,
    /// The same for people: in words, with the picture and what would be touched in it.
    #[serde(default)]
    pub consent: ConsentRequest,
}

/// What a person answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// In words.
    Text(String),
    /// Yes; and whether that is to be remembered.
    Yes {
        /// Whether the next of this kind need not be asked.
        remember: bool,
    },
    /// No, perhaps with a word about it.
    No {
        /// Why not.
        why: Option<String>,
    },
    /// The person does it themselves. Whoever gives this answer has asked for the pause before
    /// ([`Controller::pause`](crate::Controller::pause) as taken over), and lets the task go on afterwards.
    Myself,
    /// Done, perhaps with what was asked for.
    Approved {
        /// What the person gave.
        artefact: Option<Artefact>,
    },
    /// The task is to end.
    Cancel,
    /// Nobody is there to be asked.
    Unavailable,
}

/// What a person gave besides their yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Artefact {
    /// A code, a password: it is typed into the phone, and nobody else sees it.
    Text(Secret),
    /// A place, in degrees.
    Location {
        /// As in `48.2082,16.3738`.
        coordinates: String,
    },
    /// A picture or another file: it is put on the phone, and the model is told where.
    File {
        /// Its name.
        name: String,
        /// What is in it.
        bytes: bytes::Bytes,
    },
}

/// Nobody: every question fails at once, and closed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

#[async_trait]
impl Human for Nobody {
    async fn ask(&self, _: &Question) -> Answer {
        Answer::Unavailable
    }
}
