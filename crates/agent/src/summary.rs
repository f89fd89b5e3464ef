//! A task, and its result.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::settings::seconds;

/// A task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its id, also used in file names.
    pub id: String,
    /// The goal, in the person's words.
    pub goal: String,
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The agent reports success.
    Success,
    /// The goal was not reached, and will not be.
    Failed,
    /// A limit was reached: steps, time, tokens or money.
    Timeout,
    /// It was stopped from outside.
    Interrupted,
}

/// Why it ended, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The agent finished.
    Finished,
    /// The agent gave up.
    GaveUp,
    /// The limit of steps.
    MaxSteps,
    /// The time budget.
    Seconds,
    /// The token budget.
    Tokens,
    /// The money budget, or a budget that cannot be kept because the price is unknown.
    Money,
    /// The same actions again and again, without effect.
    Stuck,
    /// Three replies in a row that could not be carried out.
    InvalidActions,
    /// Text without an action, twice.
    TextOnly,
    /// The model gave no answer.
    Model,
    /// The phone could not be observed or controlled.
    Device,
    /// The phone was gone and did not come back.
    Disconnected,
    /// A question was not answered in time, and the settings end the task for that.
    AskTimeout,
    /// The journal could not be written.
    Recorder,
    /// Ctrl+C.
    Interrupt,
    /// Cancelled by the task's owner, or by the person who was asked.
    Cancel,
    /// Another holder took the phone.
    Preempted,
    /// It was paused for longer than allowed.
    PausedTooLong,
    /// It was resumed, and it remained unknown whether its last action was carried out.
    Undecided,
    /// A bug in the runtime itself.
    Panicked,
}

impl EndReason {
    /// The status that belongs to this reason.
    pub fn status(self) -> Status {
        match self {
            Self::Finished => Status::Success,
            Self::MaxSteps | Self::Seconds | Self::Tokens | Self::Money => Status::Timeout,
            Self::Interrupt | Self::Cancel | Self::Preempted | Self::PausedTooLong | Self::Undecided => {
                Status::Interrupted
            }
            Self::GaveUp
            | Self::Stuck
            | Self::InvalidActions
            | Self::TextOnly
            | Self::Model
            | Self::Device
            | Self::Disconnected
            | Self::AskTimeout
            | Self::Recorder
            | Self::Panicked => Status::Failed,
        }
    }
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The task.
    pub task_id: String,
    /// How it ended.
    pub status: Status,
    /// Why it ended.
    pub reason: EndReason,
    /// How many replies of the model were processed.
    pub steps: u32,
    /// How long it took.
    #[serde(with = "seconds")]
    pub duration: Duration,
    /// The message for the person.
    pub message: String,
    /// The message with the codes that the person asked to hear. For them alone: never written to a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_out: Option<String>,
    /// What went wrong and what to do about it; `None` for a success.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Tokens of the model, input and output.
    pub tokens: u64,
    /// The cost, if the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

impl Summary {
    /// The message for the person, including codes they asked to hear.
    pub fn told(&self) -> &str {
        self.read_out.as_deref().unwrap_or(&self.message)
    }
}
