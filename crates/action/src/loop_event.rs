//! What the agent loop reports while it works, in the same words on every wire.
//!
//! The loop's own events, the events of a task and those that a page gets carry this enum, so that none of them is
//! translated on its way. What they tell in different forms, such as a plan or the end, is not in here; neither is
//! `acting`, for where nobody knows the label, a task's event leaves it out and a page's event has `null`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the agent loop reports while it works.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum LoopEvent {
    /// A step begins: the phone was looked at.
    Step {
        /// Its number.
        step: u32,
        /// The picture's number.
        screenshot: Option<u64>,
        /// The app in front.
        app: Option<String>,
    },
    /// The model is asked.
    Thinking {
        /// The step.
        step: u32,
    },
    /// Something is said to the person in the middle of a step.
    Say {
        /// What.
        words: String,
    },
    /// Something is tried again.
    Retrying {
        /// The step.
        step: u32,
        /// What failed.
        why: String,
        /// After how many seconds.
        after_sec: f64,
    },
    /// The phone is gone, and is waited for.
    Disconnected {
        /// What it looked like.
        why: String,
        /// For how many seconds.
        wait_sec: f64,
    },
    /// The phone is back.
    Reconnected,
    /// It goes on.
    Continued,
    /// Something is not as it should be, and the task goes on.
    Warning {
        /// The step.
        step: u32,
        /// What.
        message: String,
    },
}
