//! How much a script may do. A phone would let it run; a simulated one must answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Simple commands and rounds of loops.
pub(super) const MAX_STEPS: u64 = 100_000;
/// Bytes that reach the caller, each of output and complaints.
pub(crate) const MAX_OUTPUT: usize = 64 << 20;
/// Bytes read, written and expanded, pipes and files included.
pub(super) const MAX_TRAFFIC: u64 = 256 << 20;
/// Bytes of one expanded word.
pub(super) const MAX_WORD: usize = 16 << 20;
/// Commands that run inside each other.
pub(super) const MAX_DEPTH: usize = 64;
/// Names that one glob may give.
pub(super) const MAX_GLOB: usize = 20_000;

/// What a script has used.
#[derive(Clone, Debug, Default)]
pub(super) struct Budget {
    pub(super) steps: u64,
    pub(super) traffic: u64,
    pub(super) depth: usize,
    /// Set from outside when nobody waits for the script any more.
    pub(super) cancelled: Arc<AtomicBool>,
}

impl Budget {
    pub(super) fn spent(&self) -> bool {
        self.steps > MAX_STEPS || self.traffic > MAX_TRAFFIC || self.cancelled.load(Ordering::Relaxed)
    }

    pub(super) fn charge(&mut self, bytes: usize) {
        self.traffic = self.traffic.saturating_add(bytes as u64);
    }
}
