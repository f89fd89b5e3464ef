//! What keeps the secrets of each phone out of what is shown: the redactor of its last task.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use agent::Redactor;

/// The redactors, by the phone.
#[derive(Debug, Default)]
pub(crate) struct Redactors {
    last: Mutex<BTreeMap<String, Redactor>>,
}

impl Redactors {
    /// What the next task on a phone and those who look on hide its secrets with.
    pub(crate) fn renew(&self, device: &str) -> Redactor {
        let redactor = Redactor::default();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.insert(device.to_owned(), redactor.clone());
        redactor
    }

    /// What hides the secrets of a phone now.
    pub(crate) fn of(&self, device: &str) -> Redactor {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(device).cloned().unwrap_or_default()
    }
}
