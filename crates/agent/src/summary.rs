//! What a task is, and what became of it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::settings::seconds;

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// By which it is known, in file names too.
    pub id: String,
    /// What the person wants, in their words.
    pub goal: String,
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The agent says that it is done.
    Success,
    /// It is not done, and will not be.
    Failed,
    /// A limit was reached: steps, time, tokens or money.
    Timeout,
    /// Somebody stopped it.
    Interrupted,
}

/// What ended it, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The agent finished.
    Finished,
    /// The agent gave up.
    GaveUp,
    /// The limit of steps.
    MaxSteps,
    /// The budget of time.
    Seconds,
    /// The budget of tokens.
    Tokens,
    /// The budget of money, or one that cannot be kept because nobody knows the price.
    Money,
    /// The same again and again, without effect.
    Stuck,
    /// Three replies in a row that could not be carried out.
    InvalidActions,
    /// Mere text, twice.
    TextOnly,
    /// The model gave no answer.
    Model,
    /// The phone could not be looked at or acted upon.
    Device,
    /// The phone was gone and did not come back.
    Disconnected,
    /// A question was not answered in time, and that was to end the task.
    AskTimeout,
    /// The journal could not be written.
    Recorder,
    /// Ctrl+C.
    Interrupt,
    /// Cancelled, by whoever started it or by the person who was asked.
    Cancel,
    /// Somebody else took the phone.
    Preempted,
    /// It was paused for longer than it may be.
    PausedTooLong,
    /// It was resumed, and nobody could tell whether its last action was carried out.
    Undecided,
    /// A fault of the runtime itself.
    Panicked,
}

impl EndReason {
    /// The status that goes with it.
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

/// What became of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The task.
    pub task_id: String,
    /// How it ended.
    pub status: Status,
    /// What ended it.
    pub reason: EndReason,
    /// How many replies of the model were worked through.
    pub steps: u32,
    /// How long it took.
    #[serde(with = "seconds")]
    pub duration: Duration,
    /// What the person is told.
    pub message: String,
    /// The same with the codes that the person asked to have read out. For them alone: no file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_out: Option<String>,
    /// What went wrong and what to do about it, unless it is a success.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Tokens of the model, both ways.
    pub tokens: u64,
    /// Money, where the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

impl Summary {
    /// What the person is told, with what they asked to have read out.
    pub fn told(&self) -> &str {
        self.read_out.as_deref().unwrap_or(&self.message)
    }
}
