//! Commands beside the shell's own: one in the background, or one that another command writes to and reads from. `jobs`
//! starts them.

use std::sync::Arc;

use super::Input;
use super::session::{PipeWriter, ShellProcess};

/// A command that the shell has started and not waited for.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) number: usize,
    pub(super) process: Arc<ShellProcess>,
    /// As it was written.
    pub(super) text: String,
}

/// A command that another one writes to and reads from.
pub(super) struct PipedCommand {
    pub(super) process: Arc<ShellProcess>,
    /// What it reads, as long as there may be more.
    pub(super) input: Option<PipeWriter>,
    /// What it writes.
    pub(super) output: Input,
}
