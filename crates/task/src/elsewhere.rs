//! Tasks that other processes run, as seen from this one: a desktop shows and controls the tasks of a fleet.
//!
//! The data is reported by those processes and may be a moment old. Only starting a task and fetching a picture wait
//! for the network.

use async_trait::async_trait;

use crate::error::TaskError;
use crate::spec::NewTask;
use crate::view::{PhoneView, View};

/// The tasks and phones of other processes.
#[async_trait]
pub trait Elsewhere: Send + Sync {
    /// Returns all known tasks, in no particular order.
    fn tasks(&self) -> Vec<View>;

    /// Returns one task.
    fn task(&self, id: &str) -> Option<View>;

    /// Returns the phones.
    fn phones(&self) -> Vec<PhoneView>;

    /// Fetches a screenshot of a task by its number.
    async fn picture(&self, task: &str, number: u64) -> Option<Vec<u8>>;

    /// Submits a task to the phone it names and returns the task's id, or `None` if the phone belongs to no other
    /// process.
    async fn start(&self, task: NewTask) -> Option<Result<String, TaskError>>;

    /// Forwards a request to a task. Its effect is reported like every other event.
    fn steer(&self, task: &str, steer: Steer);
}

/// A request to control a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steer {
    /// Ends it.
    Cancel,
    /// Pauses it.
    Pause,
    /// Continues it.
    GoOn,
}
