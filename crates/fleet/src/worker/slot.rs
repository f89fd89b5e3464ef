//! A phone of a worker: whether it is ours or awaited, and its task.

use std::sync::{Arc, Mutex, PoisonError};

use super::WorkerPhone;
use crate::presence::ClaimedPhone;

/// A phone of a worker.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) phone: WorkerPhone,
    claimed: Mutex<Arc<ClaimedPhone>>,
    /// Why it is not ours, if known.
    waits: Mutex<Option<String>>,
    /// The tasks that were taken for it; the first one has it, unless it is still being taken.
    tasks: Mutex<Vec<String>>,
}

impl Slot {
    pub(super) fn new(phone: WorkerPhone, claimed: ClaimedPhone) -> Self {
        let claimed = Mutex::new(Arc::new(claimed));
        Self { phone, claimed, waits: Mutex::default(), tasks: Mutex::default() }
    }

    /// Creates a phone that is not ours yet, for this reason.
    pub(super) fn waiting(phone: WorkerPhone, why: String) -> Self {
        let slot = Self::new(phone.clone(), ClaimedPhone::unclaimed(&phone.name));
        slot.wait(why);
        slot
    }

    /// Records why it is not ours. Returns whether that is new.
    pub(super) fn wait(&self, why: String) -> bool {
        let mut waits = self.waits.lock().unwrap_or_else(PoisonError::into_inner);
        let news = waits.as_deref() != Some(why.as_str());
        *waits = Some(why);
        news
    }

    /// Returns why it is not ours; `None` if it is.
    pub(super) fn waits(&self) -> Option<String> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the latest claim.
    pub(super) fn claimed(&self) -> Arc<ClaimedPhone> {
        Arc::clone(&self.claimed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes it ours, for the first time or again.
    pub(super) fn claim(&self, claimed: ClaimedPhone) {
        *self.claimed.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(claimed);
        *self.waits.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns whether a task can begin on it now.
    pub(super) fn is_free(&self) -> bool {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).is_empty() && self.claimed().lease.holds()
    }

    /// Reserves it for a task.
    pub(super) fn reserve(&self, task: &str) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task.to_owned());
    }

    pub(super) fn release(&self, task: &str) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = tasks.iter().position(|found| found == task) {
            tasks.remove(at);
        }
    }

    /// Returns the task that has it.
    pub(super) fn task(&self) -> Option<String> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).first().cloned()
    }
}
