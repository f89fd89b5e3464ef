//! A phone of a worker: whether it is ours, and which task has it.

use std::sync::{Arc, Mutex, PoisonError};

use super::WorkerPhone;
use crate::presence::ClaimedPhone;

/// A phone of a worker.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) phone: WorkerPhone,
    claimed: Mutex<Arc<ClaimedPhone>>,
    /// The tasks that were taken for it; the first has it, unless that is being taken only.
    tasks: Mutex<Vec<String>>,
}

impl Slot {
    pub(super) fn new(phone: WorkerPhone, claimed: ClaimedPhone) -> Self {
        Self { phone, claimed: Mutex::new(Arc::new(claimed)), tasks: Mutex::default() }
    }

    /// The claim, as it was last made.
    pub(super) fn claimed(&self) -> Arc<ClaimedPhone> {
        Arc::clone(&self.claimed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// It was lost, and is ours again.
    pub(super) fn claim_again(&self, claimed: ClaimedPhone) {
        *self.claimed.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(claimed);
    }

    /// Whether a task can begin on it now.
    pub(super) fn is_free(&self) -> bool {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).is_empty() && self.claimed().lease.holds()
    }

    /// Somebody is about to be given it.
    pub(super) fn reserve(&self, task: &str) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task.to_owned());
    }

    pub(super) fn release(&self, task: &str) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = tasks.iter().position(|found| found == task) {
            tasks.remove(at);
        }
    }

    /// The task that has it.
    pub(super) fn task(&self) -> Option<String> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).first().cloned()
    }
}
