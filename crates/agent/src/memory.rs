//! Approvals that the person gave once and for all. Higher crates store them; this file has the trait, and an
//! implementation that lasts one task.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use policy::Pattern;

/// Remembered approvals.
pub trait Memory: Send + Sync {
    /// Whether the person allowed this before.
    fn remembered(&self, pattern: &Pattern) -> bool;

    /// Whether they allowed the same tool when its program described it differently.
    fn remembered_otherwise(&self, pattern: &Pattern) -> bool;

    /// Remembers that they allow it from now on.
    fn remember(&self, pattern: &Pattern);
}

/// Remembers until it is dropped.
#[derive(Debug, Default)]
pub struct Remembers(Mutex<HashSet<Pattern>>);

impl Memory for Remembers {
    fn remembered(&self, pattern: &Pattern) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(pattern)
    }

    fn remembered_otherwise(&self, pattern: &Pattern) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|known| known != pattern && known.is_same_tool(pattern))
    }

    fn remember(&self, pattern: &Pattern) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(pattern.clone());
    }
}
