//! What the helper is told, and how much a script may use.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How much a script may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Memory of each process, in bytes; with a cgroup, of all of them together.
    pub memory: u64,
    /// Processes and threads at once.
    pub processes: u64,
    /// What all its files may take, in bytes; they lie in memory while it runs.
    pub disk: u64,
    /// Files and folders.
    pub files: u64,
    /// Open files of a process.
    pub open_files: u64,
    /// What is kept of each of its outputs, in bytes.
    pub output: usize,
    /// How long a script may be, in bytes.
    pub script: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // Enough for Node, whose heap alone may take half of it.
            memory: 1 << 30,
            // A pipeline with some workers; a fork bomb is over at once.
            processes: 128,
            disk: 256 << 20,
            files: 10_000,
            open_files: 256,
            // As much as a person may want to read afterwards; a model is shown far less.
            output: 1 << 20,
            script: 1 << 20,
        }
    }
}

/// One run, as its helper knows it: the first line on the helper's standard input. The script follows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// How many bytes the script has.
    pub(crate) script: usize,
    /// The interpreter and its arguments; the script's place comes behind them.
    pub(crate) command: Vec<String>,
    /// What is in the script's environment besides the usual.
    pub(crate) environment: Vec<(String, String)>,
    pub(crate) limits: Limits,
    /// Processor time of a process: a second wall behind the time-out.
    pub(crate) time: Duration,
}

/// Where the script lies inside.
pub(crate) const SCRIPT: &str = "/run/script";
/// The folder it works in, and whose files are kept.
pub(crate) const WORK: &str = "/work";
/// Its private home.
pub(crate) const HOME: &str = "/home";
/// Where the helper itself lies inside.
pub(crate) const HELPER: &str = "/.helper";
