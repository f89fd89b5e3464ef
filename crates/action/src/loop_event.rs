//! The events of the agent loop that have the same form on every wire.
//!
//! The loop's own events, a task's events and a page's events all contain this enum, so that no crate translates them.
//! Events whose form differs between them, such as a plan or the end, are not part of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An event of the agent loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum LoopEvent {
    /// A step begins: the agent has observed the phone.
    Step {
        /// The step's number.
        step: u32,
        /// The screenshot's number.
        screenshot: Option<u64>,
        /// The app in the foreground.
        app: Option<String>,
    },
    /// The model is asked.
    Thinking {
        /// The step.
        step: u32,
    },
    /// A touch or a key is about to be sent to the phone.
    Acting {
        /// The step.
        step: u32,
        /// The kind of action, such as `tap`.
        verb: String,
        /// The position on the screen, in the phone's pixels: one point for a tap, two for a swipe, none for a key.
        points: Vec<[i32; 2]>,
        /// The screen's width and height.
        screen: [u32; 2],
        /// The label of the element under the point, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// A message to the person in the middle of a step.
    Say {
        /// The message.
        words: String,
    },
    /// An operation is retried.
    Retrying {
        /// The step.
        step: u32,
        /// What failed.
        why: String,
        /// The delay before the retry, in seconds.
        after_sec: f64,
    },
    /// The phone is disconnected, and the task waits for it.
    Disconnected {
        /// How the disconnection showed.
        why: String,
        /// How long it waits, in seconds.
        wait_sec: f64,
    },
    /// The phone is back.
    Reconnected,
    /// The task continues.
    Continued,
    /// A problem that does not stop the task.
    Warning {
        /// The step.
        step: u32,
        /// The problem.
        message: String,
    },
}
