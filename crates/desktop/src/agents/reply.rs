//! What an agent is answered when it has sent a batch.

use serde::{Deserialize, Serialize};

use crate::wire::{BatchReply, Fault};

/// What an agent is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It was carried out; what went wrong after that stands in the results.
    Applied(BatchReply),
    /// It could not be read. Nothing changed.
    Malformed(BatchReply),
    /// The desktop refuses. Nothing changed.
    Refused(BatchReply),
    /// It could not be written down. Nothing changed.
    Failed(BatchReply),
    /// The agent that it names is not the one who sends. Nothing changed.
    WrongAgent(Fault),
    /// The idempotency key was used for another batch. Nothing changed.
    KeyReused,
    /// It began and came to no end: the process ends. Whether anything changed is not known.
    Unfinished,
}

impl Reply {
    /// The results, if it got as far as the actions.
    pub fn batch(&self) -> Option<&BatchReply> {
        match self {
            Self::Applied(batch) | Self::Malformed(batch) | Self::Refused(batch) | Self::Failed(batch) => Some(batch),
            Self::WrongAgent(_) | Self::KeyReused | Self::Unfinished => None,
        }
    }
}
