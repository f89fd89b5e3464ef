//! The errors that end a task, sorted by what the caller can do about them.

use std::io;

use device::DeviceError;
use model::ModelError;

/// An error that ends a task. The message tells the person what happened and what to do.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// Free some disk space, then resume.
    #[error(
        "the journal cannot be written: {0}; unrecorded actions are never sent; free disk space, then resume the task"
    )]
    Recorder(#[from] io::Error),
    /// Check the model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Check the phone.
    #[error("{0}")]
    Device(DeviceError),
    /// Plug the phone in, then resume.
    #[error("the phone was gone for {waited_s} s: {why}; check the cable or the network, then resume the task")]
    Disconnected {
        /// How long the task waited for the phone.
        waited_s: u64,
        /// The error of the last attempt.
        why: DeviceError,
    },
}
