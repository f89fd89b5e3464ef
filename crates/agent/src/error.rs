//! What ends a task from inside, sorted by what its caller can do about it.

use std::io;

use device::DeviceError;
use model::ModelError;

/// What ends a task. The message is for the person: what happened and what to do.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// Start it again when the disk has room.
    #[error(
        "the journal cannot be written: {0}; nothing is done that is not on record; make room, then resume the task"
    )]
    Recorder(#[from] io::Error),
    /// Look after the model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// Look after the phone.
    #[error("{0}")]
    Device(DeviceError),
    /// Plug the phone in.
    #[error("the phone was gone for {waited_s} s: {why}; check the cable or the network, then resume the task")]
    Disconnected {
        /// How long it was waited for.
        waited_s: u64,
        /// What the last attempt said.
        why: DeviceError,
    },
}
