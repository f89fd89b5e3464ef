//! Errors of the service, sorted by what the caller does next.

use std::path::PathBuf;

use agent::record::ReadError;
use device::DeviceError;

use crate::environment::{NoModel, Unreachable};
use crate::folder::FolderError;
use crate::question::Outcome;
use crate::queue::Holder;

/// An error of the service. The message is for the person: what is wrong and what to do.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// A field of the request is invalid: correct it.
    #[error("`{field}`: {problem}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A text is too long: shorten it.
    #[error("the {what} has {bytes} bytes; at most {most} are allowed")]
    TooLong {
        /// The kind of text.
        what: &'static str,
        /// Its length.
        bytes: usize,
        /// The longest allowed.
        most: usize,
    },
    /// There is no such task.
    #[error("there is no task `{0}`; `fingertip task list` shows all tasks")]
    NoTask(String),
    /// There is no such question.
    #[error("there is no question `{0}`")]
    NoQuestion(String),
    /// The question was already answered, or it timed out.
    #[error("the question is settled already: {how}")]
    Settled {
        /// How it was settled.
        how: Outcome,
    },
    /// The question was open when the server ended. Its task asks again when it continues.
    #[error("the server was restarted, so the task has stopped; when it goes on and asks again, this link works again")]
    Restarted,
    /// The task is in the wrong state for this.
    #[error("the task `{id}` {problem}")]
    State {
        /// The task.
        id: String,
        /// Why not.
        problem: String,
    },
    /// The phone has another holder: take it over, or wait.
    #[error("the phone `{device}` is in use by {holder}; take it over first, or wait until it is free")]
    Held {
        /// The phone.
        device: String,
        /// Its holder.
        holder: Holder,
    },
    /// The gate refused.
    #[error("refused: {0}")]
    Refused(String),
    /// Too many tasks: try again later.
    #[error("{0}")]
    Full(String),
    /// The process is shutting down.
    #[error("the server is shutting down; start the task again when it is back")]
    Stopping,
    /// The phone cannot be reached: check the phone.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The phone reported an error: check the phone.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The model is not available: check the configuration.
    #[error(transparent)]
    Model(#[from] NoModel),
    /// The data folder cannot be used: check the folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The task's record cannot be read: check the task's folder.
    #[error(transparent)]
    Record(#[from] ReadError),
    /// The operating system failed: check this computer.
    #[error("{0}")]
    System(String),
}

impl TaskError {
    pub(crate) fn invalid(field: &'static str, problem: impl Into<String>) -> Self {
        Self::Invalid { field, problem: problem.into() }
    }

    pub(crate) fn disk(path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Self::Folder(FolderError::Disk { path: path.into(), source })
    }

    pub(crate) fn state(id: &str, problem: impl Into<String>) -> Self {
        Self::State { id: id.to_owned(), problem: problem.into() }
    }
}
