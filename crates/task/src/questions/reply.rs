//! What a person answers, whatever they answer it with.

use std::fmt;

use action::phone::Capability;
use agent::{Answer, Artefact, Asks, Secret};
use bytes::Bytes;
use device::MOST_FILE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::TaskError;
use crate::question::Takes;

/// The longest answer, in bytes: as long as a goal may be.
const MOST: usize = 64 << 10;

/// What a person answers. It may hold a secret: it can be read, and never written or printed.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "TaskReply")]
pub enum Reply {
    /// Yes; with what was asked for, such as a code.
    Approve {
        /// The text that was asked for.
        #[serde(default)]
        text: Option<String>,
        /// Whether the same may go ahead without asking next time.
        #[serde(default)]
        remember: bool,
    },
    /// Yes, with a picture or another file. Its bytes come by themselves: as JSON it cannot be sent.
    #[serde(skip)]
    Give {
        /// What the person calls it.
        name: String,
        /// What is in it.
        bytes: Bytes,
    },
    /// No: the agent has to find another way.
    Reject {
        /// A word about it.
        #[serde(default)]
        why: Option<String>,
    },
    /// The person does it themselves: the phone is theirs, and the task stands still until they give it back. Only
    /// where the gate asks.
    Myself {},
    /// Stop the whole task.
    Cancel {},
    /// Nobody is there to be asked. Only the process that runs the task can know that: it cannot be sent.
    #[serde(skip)]
    Nobody,
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Approve { text: Some(_), .. } => "Approve(with a text)",
            Self::Approve { .. } => "Approve",
            Self::Give { .. } => "Give(a file)",
            Self::Reject { .. } => "Reject",
            Self::Myself {} => "Myself",
            Self::Cancel {} => "Cancel",
            Self::Nobody => "Nobody",
        })
    }
}

/// An answer as it is sent: the same words as [`Reply`] is read by.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Sent<'a> {
    Approve { text: Option<&'a str>, remember: bool },
    Reject { why: Option<&'a str> },
    Myself {},
    Cancel {},
}

impl Reply {
    /// As JSON, for the server that owns the task and for nobody else: it may hold a secret. Nothing for a file,
    /// whose bytes go by themselves, and for nobody's answer, which is none elsewhere.
    pub fn to_json(&self) -> Option<Vec<u8>> {
        let sent = match self {
            Self::Approve { text, remember } => Sent::Approve { text: text.as_deref(), remember: *remember },
            Self::Reject { why } => Sent::Reject { why: why.as_deref() },
            Self::Myself {} => Sent::Myself {},
            Self::Cancel {} => Sent::Cancel {},
            Self::Give { .. } | Self::Nobody => return None,
        };
        serde_json::to_vec(&sent).ok()
    }

    /// As the task that asked this takes it.
    pub(super) fn answer(self, asks: &Asks, takes: Takes) -> Result<Answer, TaskError> {
        let length = match &self {
            Self::Approve { text: Some(text), .. } | Self::Reject { why: Some(text) } => text.len(),
            Self::Give { bytes, .. } if bytes.len() > MOST_FILE => {
                return Err(TaskError::TooLong { what: "file", bytes: bytes.len(), most: MOST_FILE });
            }
            Self::Approve { .. }
            | Self::Give { .. }
            | Self::Reject { .. }
            | Self::Myself {}
            | Self::Cancel {}
            | Self::Nobody => 0,
        };
        if length > MOST {
            return Err(TaskError::TooLong { what: "answer", bytes: length, most: MOST });
        }
        Ok(match (self, asks) {
            (Self::Cancel {}, _) => Answer::Cancel,
            (Self::Nobody, _) => Answer::Unavailable,
            (Self::Reject { why }, _) => Answer::No { why: why.filter(|why| !why.trim().is_empty()) },
            (Self::Myself {}, Asks::Gate(_)) => Answer::Myself,
            (Self::Myself {}, _) => {
                let problem = "is nothing to do by yourself; answer it, or take the phone over";
                return Err(TaskError::invalid("kind", problem));
            }
            (Self::Approve { remember: true, .. }, Asks::Gate(gate)) if gate.remember.is_none() => {
                return Err(TaskError::invalid(
                    "remember",
                    "cannot be: this is asked every time; say yes for this once",
                ));
            }
            (Self::Give { .. }, _) if !takes.file() => {
                return Err(TaskError::invalid("file", "is not what this question takes; answer it in words"));
            }
            (Self::Give { bytes, .. }, _) if bytes.is_empty() => {
                return Err(TaskError::invalid("file", "is empty; choose one with something in it"));
            }
            (Self::Give { name, bytes }, _) => Answer::Approved { artefact: Some(Artefact::File { name, bytes }) },
            (Self::Approve { text: Some(text), .. }, Asks::Ask { .. }) => Answer::Text(text),
            (Self::Approve { text: None, .. }, Asks::Ask { .. }) => {
                return Err(TaskError::invalid("text", "is missing; this question takes words"));
            }
            (Self::Approve { text, .. }, Asks::Auth { capability, .. }) => {
                let artefact = text.filter(|text| !text.trim().is_empty()).map(|text| match capability {
                    Capability::Location => Artefact::Location { coordinates: text.trim().to_owned() },
                    _ => Artefact::Text(Secret::new(text)),
                });
                Answer::Approved { artefact }
            }
            (
                Self::Approve { remember, .. },
                Asks::Confirm { .. } | Asks::WasDone { .. } | Asks::Gate(_) | Asks::Attention { .. },
            ) => Answer::Yes { remember },
        })
    }
}
