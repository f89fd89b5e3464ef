//! Tasks that other processes run, as far as this one shows and steers them: those of a fleet, on a desktop.
//!
//! What comes from there was heard, and may be a moment old. Nothing here waits for a network but handing a task in and
//! fetching a picture.

use async_trait::async_trait;

use crate::error::TaskError;
use crate::spec::NewTask;
use crate::view::{PhoneView, View};

/// The tasks and phones of other processes.
#[async_trait]
pub trait Elsewhere: Send + Sync {
    /// All tasks that are known, in no order.
    fn tasks(&self) -> Vec<View>;

    /// One of them.
    fn task(&self, id: &str) -> Option<View>;

    /// The phones.
    fn phones(&self) -> Vec<PhoneView>;

    /// A picture of a task's screen, by its number.
    async fn picture(&self, task: &str, number: u64) -> Option<Vec<u8>>;

    /// Hands a task to the phone that it names, and has its name; nothing if that phone is none of theirs.
    async fn start(&self, task: NewTask) -> Option<Result<String, TaskError>>;

    /// Passes on what somebody wants of a task. What comes of it is heard like everything else.
    fn steer(&self, task: &str, steer: Steer);
}

/// What somebody wants of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steer {
    /// End it.
    Cancel,
    /// Let it stand still.
    Pause,
    /// Let it go on.
    GoOn,
}
