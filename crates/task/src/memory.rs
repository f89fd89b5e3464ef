//! The remembered permissions, as the gate of a running task queries them.

use std::sync::Arc;

use agent::{Clock, Memory};
use policy::Pattern;

use crate::permissions::{ChoiceKey, Permissions};

/// The permissions that people have granted for good.
pub struct Remembered {
    pub(crate) permissions: Arc<Permissions>,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Remembered {
    /// Wraps the stored permissions.
    pub fn new(permissions: Arc<Permissions>, clock: Arc<dyn Clock>) -> Self {
        Self { permissions, clock }
    }
}

impl std::fmt::Debug for Remembered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Remembered").finish_non_exhaustive()
    }
}

impl Memory for Remembered {
    fn remembered(&self, pattern: &Pattern) -> bool {
        self.permissions.decision(&ChoiceKey::by_gate(pattern)) == Some(true)
    }

    fn remembered_otherwise(&self, pattern: &Pattern) -> bool {
        let ChoiceKey { who, what, .. } = ChoiceKey::by_gate(pattern);
        let same = |text: &str| text.split('@').next() == what.split('@').next();
        let is_tool = matches!(pattern, Pattern::Tool(_));
        let list = if is_tool { self.permissions.list() } else { Vec::new() };
        list.iter().any(|choice| {
            let asked = &choice.asked;
            choice.allow && asked.who == who && asked.what != what && same(&asked.what)
        })
    }

    fn remember(&self, pattern: &Pattern) {
        let at = u64::try_from(self.clock.time().as_millisecond()).unwrap_or_default();
        if let Err(error) = self.permissions.remember(ChoiceKey::by_gate(pattern), true, at) {
            // This approval holds once; next time the person is asked again.
            tracing::warn!(%error, "couldn't remember a choice");
        }
    }
}
