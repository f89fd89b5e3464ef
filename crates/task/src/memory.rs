//! The remembered choices as the gate of a running task asks them.

use std::sync::Arc;

use action::policy::Pattern;
use agent::{Clock, Memory};

use crate::permissions::{Asked, Permissions};

/// What people allowed the gate once and for all.
pub(crate) struct Remembered {
    pub(crate) permissions: Arc<Permissions>,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Memory for Remembered {
    fn remembered(&self, pattern: &Pattern) -> bool {
        self.permissions.decision(&Asked::by_gate(pattern)) == Some(true)
    }

    fn remember(&self, pattern: &Pattern) {
        let at = u64::try_from(self.clock.time().as_millisecond()).unwrap_or_default();
        if let Err(error) = self.permissions.remember(Asked::by_gate(pattern), true, at) {
            // The yes holds for this once; next time it is asked again.
            tracing::warn!(%error, "a choice could not be remembered");
        }
    }
}
