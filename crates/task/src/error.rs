//! Why the service does not do what it was asked, sorted by what the caller does next.

use std::path::PathBuf;

use agent::record::ReadError;
use device::DeviceError;

use crate::environment::{NoModel, Unreachable};
use crate::folder::FolderError;
use crate::question::Outcome;
use crate::queue::Holder;

/// Why not. The message is for the person: what is wrong and what to do.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// Say it otherwise.
    #[error("`{field}`: {problem}")]
    Invalid {
        /// Which part of the request.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// Say it in fewer words.
    #[error("the {what} has {bytes} bytes; at most {most} are taken")]
    TooLong {
        /// What.
        what: &'static str,
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
    /// There is no such task.
    #[error("there is no task `{0}`; `fingertip task list` has them")]
    NoTask(String),
    /// There is no such question.
    #[error("there is no question `{0}`")]
    NoQuestion(String),
    /// Somebody was faster, or the time is over.
    #[error("the question is settled already: {how}")]
    Settled {
        /// How.
        how: Outcome,
    },
    /// The task is not in a state for this.
    #[error("the task `{id}` {problem}")]
    State {
        /// The task.
        id: String,
        /// What is in the way.
        problem: String,
    },
    /// Somebody else has the phone: take it, or wait.
    #[error("the phone `{device}` is in use by {holder}; take it over first, or wait until it is given back")]
    Held {
        /// The phone.
        device: String,
        /// By whom.
        holder: Holder,
    },
    /// The gate says no.
    #[error("this is not done: {0}")]
    Refused(String),
    /// Later, perhaps.
    #[error("{0}")]
    Full(String),
    /// The process ends.
    #[error("the server is shutting down; start the task again when it is back")]
    Stopping,
    /// Look after the phone.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// Look after the phone.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// Look after the configuration.
    #[error(transparent)]
    Model(#[from] NoModel),
    /// Look after the data folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Look after the task's folder.
    #[error(transparent)]
    Record(#[from] ReadError),
    /// Look after this computer.
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
