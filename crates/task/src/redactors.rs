//! Per-phone redactors, which keep secrets out of everything that is shown. Each phone uses the redactor of its last
//! task.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use agent::Redactor;

/// The redactors, by phone.
#[derive(Debug, Default)]
pub(crate) struct Redactors {
    last: Mutex<BTreeMap<String, Redactor>>,
}

impl Redactors {
    /// Creates the redactor for the next task on a phone and its viewers.
    pub(crate) fn renew(&self, device: &str) -> Redactor {
        let redactor = Redactor::default();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.insert(device.to_owned(), redactor.clone());
        redactor
    }

    /// Returns the phone's current redactor.
    pub(crate) fn of(&self, device: &str) -> Redactor {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(device).cloned().unwrap_or_default()
    }
}
