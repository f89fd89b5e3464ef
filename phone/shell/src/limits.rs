//! Limits on what a script may consume. A real phone would let it run; the simulated one must always answer.

use std::sync::Arc;

use super::session::ShellProcess;

/// Simple commands plus loop iterations. In a session, the count restarts after each wait.
pub(super) const MAX_STEPS: u64 = 100_000;
/// The same on a terminal: a user who sees an endless loop presses Ctrl+C, and must find it still running.
const MAX_STEPS_ON_TERMINAL: u64 = 100 * MAX_STEPS;
/// Bytes that reach the caller, for each of stdout and stderr.
pub(crate) const MAX_OUTPUT: usize = 64 << 20;
/// Bytes read, written and expanded, including files.
pub(super) const MAX_TRAFFIC: u64 = 256 << 20;
/// Bytes of one expanded word.
pub(super) const MAX_WORD: usize = 16 << 20;
/// Nesting depth of running commands.
pub(super) const MAX_DEPTH: usize = 64;
/// Elements of one array.
pub(super) const MAX_ELEMENTS: usize = 100_000;
/// Words that one brace expansion may produce.
pub(super) const MAX_BRACES: usize = 10_000;
/// Names that one glob may produce.
pub(super) const MAX_GLOB: usize = 20_000;

/// The resources that a script has used.
#[derive(Clone, Debug, Default)]
pub(super) struct Budget {
    pub(super) steps: u64,
    pub(super) traffic: u64,
    pub(super) depth: usize,
    /// The process that runs the script and may be killed.
    pub(super) process: Option<Arc<ShellProcess>>,
}

impl Budget {
    pub(super) fn spent(&self) -> bool {
        (self.steps > MAX_STEPS && self.steps > self.most_steps()) || self.traffic > MAX_TRAFFIC || self.stopped()
    }

    fn most_steps(&self) -> u64 {
        let on_terminal = self.process.as_ref().is_some_and(|process| process.session().has_terminal());
        if on_terminal { MAX_STEPS_ON_TERMINAL } else { MAX_STEPS }
    }

    /// Whether the script was killed.
    pub(super) fn stopped(&self) -> bool {
        self.process.as_ref().is_some_and(|process| {
            process.step();
            process.stopped().is_some()
        })
    }

    pub(super) fn charge(&mut self, bytes: usize) {
        self.traffic = self.traffic.saturating_add(bytes as u64);
    }

    /// Restarts the step count after the script has waited.
    pub(super) fn renew(&mut self) {
        (self.steps, self.traffic) = (0, 0);
    }
}
