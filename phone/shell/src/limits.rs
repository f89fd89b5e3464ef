//! How much a script may do. A phone would let it run; a simulated one must answer.

use std::sync::Arc;

use super::session::ShellProcess;

/// Simple commands and rounds of loops; in a session, from one wait to the next.
pub(super) const MAX_STEPS: u64 = 100_000;
/// Bytes that reach the caller, each of output and complaints.
pub(crate) const MAX_OUTPUT: usize = 64 << 20;
/// Bytes read, written and expanded, files included.
pub(super) const MAX_TRAFFIC: u64 = 256 << 20;
/// Bytes of one expanded word.
pub(super) const MAX_WORD: usize = 16 << 20;
/// Commands that run inside each other.
pub(super) const MAX_DEPTH: usize = 64;
/// Elements of one array.
pub(super) const MAX_ELEMENTS: usize = 100_000;
/// Words that one pair of braces after the other may give.
pub(super) const MAX_BRACES: usize = 10_000;
/// Names that one glob may give.
pub(super) const MAX_GLOB: usize = 20_000;

/// What a script has used.
#[derive(Clone, Debug, Default)]
pub(super) struct Budget {
    pub(super) steps: u64,
    pub(super) traffic: u64,
    pub(super) depth: usize,
    /// Who runs the script, and may be killed.
    pub(super) process: Option<Arc<ShellProcess>>,
}

impl Budget {
    pub(super) fn spent(&self) -> bool {
        self.steps > MAX_STEPS || self.traffic > MAX_TRAFFIC || self.stopped()
    }

    /// Whether somebody has ended the script.
    pub(super) fn stopped(&self) -> bool {
        self.process.as_ref().is_some_and(|process| {
            process.step();
            process.stopped().is_some()
        })
    }

    pub(super) fn charge(&mut self, bytes: usize) {
        self.traffic = self.traffic.saturating_add(bytes as u64);
    }

    /// The script has waited: what it may do counts anew.
    pub(super) fn renew(&mut self) {
        (self.steps, self.traffic) = (0, 0);
    }
}
