//! Why a script was not run, or not to its end.

use std::path::PathBuf;
use std::time::Duration;

/// An error of the sandbox. A script that ran and failed is not an error.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The script was refused.
    #[error("{0}")]
    Refused(String),
    /// The script was killed at its timeout, with everything it had started.
    #[error("the script did not end within {} s and was killed", .0.as_secs_f64())]
    TimedOut(Duration),
    /// The script was killed because somebody stopped it, with everything it had started.
    #[error("the script was stopped before it ended")]
    Stopped,
    /// The script was started, but its result is unknown: its sandbox ended first.
    #[error("the script was started, but its sandbox ended before it did, perhaps out of memory: {0}")]
    Broken(String),
    /// The run folder cannot be written.
    #[error("the run folder `{}` cannot be written: {source}", path.display())]
    Disk {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// A wall could not be built, so the script was not started.
    #[error("the sandbox could not be built, so the script was not run: {0}")]
    Walls(String),
}

impl SandboxError {
    pub(crate) fn disk(path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Self::Disk { path: path.into(), source }
    }
}
