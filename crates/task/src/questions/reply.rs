//! A person's answer, through whichever channel it comes.

use std::fmt;

use action::phone::Capability;
use agent::{Answer, Artefact, Asks, Secret};
use bytes::Bytes;
use device::MOST_FILE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::TaskError;
use crate::question::Takes;

/// The longest answer, in bytes: the same limit as for a goal.
const MOST: usize = 64 << 10;

/// A person's answer. It may hold a secret: it can be parsed, but never written or printed.
#[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "TaskReply")]
pub enum Reply {
    /// Yes; with the requested value, such as a code.
    Approve {
        /// The requested text.
        #[serde(default)]
        text: Option<String>,
        /// Whether to allow the same next time without asking.
        #[serde(default)]
        remember: bool,
    },
    /// Yes, with a picture or another file. The bytes are sent separately: JSON cannot carry this variant.
    #[serde(skip)]
    Give {
        /// The person's name for it.
        name: String,
        /// The content.
        bytes: Bytes,
    },
    /// No: the agent has to find another way.
    Reject {
        /// The reason.
        #[serde(default)]
        why: Option<String>,
    },
    /// The person does it themselves: they get the phone, and the task pauses until they give it back. Only where the
    /// gate asks.
    Myself {},
    /// Stops the whole task.
    Cancel {},
    /// No person can be asked. Only the process that runs the task can know that, so it cannot be sent.
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

/// An answer in its JSON form: the inverse of parsing a [`Reply`].
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Sent<'a> {
    Approve { text: Option<&'a str>, remember: bool },
    Reject { why: Option<&'a str> },
    Myself {},
    Cancel {},
}

impl Reply {
    /// Returns the answer as JSON, which only the server that owns the task may receive: it may hold a secret. `None`
    /// for a file, whose bytes are sent separately, and for [`Reply::Nobody`], which is not an answer elsewhere.
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

    /// Converts it to the answer for the task that asked.
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
                let problem = "cannot be done by yourself; answer it, or take the phone over";
                return Err(TaskError::invalid("kind", problem));
            }
            (Self::Approve { remember: true, .. }, Asks::Gate(gate)) if gate.remember.is_none() => {
                return Err(TaskError::invalid(
                    "remember",
                    "is not possible: this is asked every time; approve it once",
                ));
            }
            (Self::Give { .. }, _) if !takes.file() => {
                return Err(TaskError::invalid("file", "is not accepted for this question; answer it in words"));
            }
            (Self::Give { bytes, .. }, _) if bytes.is_empty() => {
                return Err(TaskError::invalid("file", "is empty; choose one with something in it"));
            }
            (Self::Give { name, bytes }, _) => Answer::Approved { artefact: Some(Artefact::File { name, bytes }) },
            (Self::Approve { text: Some(text), .. }, Asks::Ask { .. }) => Answer::Text(text),
            (Self::Approve { text: None, .. }, Asks::Ask { .. }) => {
                return Err(TaskError::invalid("text", "is missing; this question needs words"));
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
