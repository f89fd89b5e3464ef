//! What happens to tasks, as everybody who watches is told it: numbered, dated, and with what is said of it aloud.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::event_kind::EventKind;
use crate::narration::{Narration, narration};

/// Something happened to a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Its number: one more than the event before, of whichever task. Numbers do not begin anew with the
    /// process.
    pub n: u64,
    /// The task.
    pub task: String,
    /// When.
    pub at: Timestamp,
    /// What is said of it aloud, and the sound before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narration: Option<Narration>,
    /// What.
    #[serde(flatten)]
    pub what: EventKind,
}

impl Event {
    /// This happened, with what is said of it.
    pub fn new(n: u64, task: impl Into<String>, at: Timestamp, what: EventKind) -> Self {
        Self { n, task: task.into(), at, narration: narration(&what), what }
    }
}
