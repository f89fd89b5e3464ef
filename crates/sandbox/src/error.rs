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
    #[error("the script did not end within {} s and was killed", .0.as_secs_f64())]
    TimedOut(Duration),
    /// It was killed because somebody stopped it; with everything that it had started.
    #[error("the script was stopped before it ended")]
    Stopped,
    /// It was started, and what became of it is not known: its sandbox ended first.
    #[error("the script was started, but its sandbox ended before it did, perhaps for want of memory: {0}")]
    Broken(String),
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
