//! Commands that run beside the shell: background jobs, and commands that another command writes to and reads from.
//! `jobs` starts them.

use std::sync::Arc;

use super::Input;
use super::session::{PipeWriter, ShellProcess};

/// A job: a command that the shell has started and does not wait for.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) number: usize,
    pub(super) process: Arc<ShellProcess>,
    /// The command as written in the script.
    pub(super) text: String,
}

/// A command that another one writes to and reads from.
pub(super) struct PipedCommand {
    pub(super) process: Arc<ShellProcess>,
    /// Its input, as long as more may follow.
    pub(super) input: Option<PipeWriter>,
    /// Its output.
    pub(super) output: Input,
}
