//! An event of a task as watchers receive it: numbered, dated, and with its spoken form.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::event_kind::EventKind;
use crate::narration::{Narration, narration};

/// An event of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The number: one more than the previous event of any task. Numbers continue across restarts of the process.
    pub n: u64,
    /// The task.
    pub task: String,
    /// When it happened.
    pub at: Timestamp,
    /// The spoken form, and the sound before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narration: Option<Narration>,
    /// What happened.
    #[serde(flatten)]
    pub what: EventKind,
}

impl Event {
    /// Creates an event and adds its narration in English.
    pub fn new(n: u64, task: impl Into<String>, at: Timestamp, what: EventKind) -> Self {
        Self::narrated(n, task, at, what, "")
    }

    /// Creates an event and adds its narration in the language of the request.
    pub fn narrated(n: u64, task: impl Into<String>, at: Timestamp, what: EventKind, language: &str) -> Self {
        Self { n, task: task.into(), at, narration: narration(&what, language), what }
    }
}
