//! What the person allowed once and for all. Kept above; here is the seam, and one that lasts a task.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use policy::Pattern;

/// Remembered choices.
pub trait Memory: Send + Sync {
    /// Whether the person allowed this before.
    fn remembered(&self, pattern: &Pattern) -> bool;

    /// Whether they allowed the same tool when its program said something else of it.
    fn remembered_otherwise(&self, pattern: &Pattern) -> bool;

    /// They allow it from now on.
    fn remember(&self, pattern: &Pattern);
}

/// Remembers as long as it lives.
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
