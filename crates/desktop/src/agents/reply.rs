//! The answer to an agent's batch.

use serde::{Deserialize, Serialize};

use crate::wire::{BatchReply, Fault};

/// The answer to an agent's batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It was carried out; later problems are in the results.
    Applied(BatchReply),
    /// It could not be parsed. Nothing changed.
    Malformed(BatchReply),
    /// The desktop refused it. Nothing changed.
    Refused(BatchReply),
    /// It could not be journalled. Nothing changed.
    Failed(BatchReply),
    /// It names an agent that is not the sender. Nothing changed.
    WrongAgent(Fault),
    /// The idempotency key was used for another batch. Nothing changed.
    KeyReused,
    /// It was interrupted by the end of the process. Whether anything changed is unknown.
    Unfinished,
}

impl Reply {
    /// Returns the results, if it got as far as the actions.
    pub fn batch(&self) -> Option<&BatchReply> {
        match self {
            Self::Applied(batch) | Self::Malformed(batch) | Self::Refused(batch) | Self::Failed(batch) => Some(batch),
            Self::WrongAgent(_) | Self::KeyReused | Self::Unfinished => None,
        }
    }
}
