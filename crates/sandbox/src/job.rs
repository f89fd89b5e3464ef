//! The job for the helper, and the limits of a script.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The limits of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Memory of each process, in bytes; with a cgroup, of all of them together.
    pub memory: u64,
    /// Processes and threads at once.
    pub processes: u64,
    /// The total size of its files, in bytes; they are in memory while it runs.
    pub disk: u64,
    /// Files and folders.
    pub files: u64,
    /// Open files of a process.
    pub open_files: u64,
    /// How much of each output is kept, in bytes.
    pub output: usize,
    /// The longest script, in bytes.
    pub script: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // Enough for Node, whose heap alone may take half of it.
            memory: 1 << 30,
            // A pipeline with some workers; stops a fork bomb at once.
            processes: 128,
            disk: 256 << 20,
            files: 10_000,
            open_files: 256,
            // As much as a person may want to read afterwards; a model sees far less.
            output: 1 << 20,
            script: 1 << 20,
        }
    }
}

/// One run, for its helper: the first line on the helper's standard input. The script follows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The length of the script in bytes.
    pub(crate) script: usize,
    /// The interpreter and its arguments; the script's path is appended.
    pub(crate) command: Vec<String>,
    /// Additional environment variables.
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) limits: Limits,
    /// The CPU time of a process: a second limit behind the timeout.
    pub(crate) time: Duration,
}

/// The script's path inside.
pub(crate) const SCRIPT: &str = "/run/script";
/// The working folder, whose files are kept.
pub(crate) const WORK: &str = "/work";
/// Its private home.
pub(crate) const HOME: &str = "/home";
/// The helper's path inside.
pub(crate) const HELPER: &str = "/.helper";
