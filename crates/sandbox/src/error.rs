//! Why a script was not run, or not to its end.

use std::path::PathBuf;
use std::time::Duration;

/// What went wrong. A script that ran and failed is no error.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// It was not run.
    #[error("{0}")]
    Refused(String),
    /// It was killed because its time was over; with everything that it had started.
    #[error("the script did not end within {} s and was killed", .0.as_secs())]
    TimedOut(Duration),
    /// The run folder cannot be written.
    #[error("the run folder `{}` cannot be written: {source}", path.display())]
    Disk {
        /// Where.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A wall could not be put up, so that the script was not started.
    #[error("the sandbox could not be built, so the script was not run: {0}")]
    Walls(String),
}

impl SandboxError {
    pub(crate) fn disk(path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Self::Disk { path: path.into(), source }
    }
}
