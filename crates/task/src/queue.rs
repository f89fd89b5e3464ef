//! The task queue and phone leases: tasks wait in line for their phone, and a phone has at most one holder (a task, a
//! person or an outside client).
//!
//! This is a seam. In one process the lines are in memory ([`InProcessQueue`]); in a fleet they are remote, and a lost
//! lease is detected by its fencing number. The queue never runs anything itself.

mod in_process;
#[cfg(test)]
mod tests;

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use agent::Controller;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

pub(crate) use self::in_process::InProcessQueue;

/// The task queue and phone leases. Object-safe, because the service knows only this trait.
#[async_trait]
pub trait Queue: fmt::Debug + Send + Sync {
    /// Adds a task to a phone's line. The queue keeps the controller: it pauses a task when a person takes its phone
    /// over (E11), and stops a task that loses its lease for another reason before its next action.
    async fn enqueue(&self, device: &str, task: &str, controller: &Controller) -> Result<Ticket, QueueFull>;

    /// Takes a phone for a holder other than a task, or returns the current holder. A person takes over from a task:
    /// the task is paused and gets the phone back, ahead of the line, when the person releases it. The lease expires at
    /// `until` on the service's clock, unless it is renewed or a paused task waits for the person.
    async fn take(&self, device: &str, taker: &Taker, until: Duration) -> Result<TakeOutcome, Holder>;

    /// Extends the idle timeout of a lease. Returns whether the taker holds the phone.
    async fn renew(&self, device: &str, taker: &Taker, until: Duration) -> bool;

    /// Releases a phone. Returns whether the taker held it.
    async fn release(&self, device: &str, taker: &Taker) -> bool;

    /// Takes the phone from a holder that was idle until now. Returns when to check again, if there is a holder.
    async fn expire(&self, device: &str, now: Duration) -> Option<Duration>;

    /// Returns a phone's current holder and line, as far as this process knows.
    fn standing(&self, device: &str) -> Standing;

    /// Returns a counter that changes whenever a phone changes hands; `None` if the queue cannot tell.
    fn changes(&self) -> Option<watch::Receiver<u64>> {
        None
    }
}

/// A place in the line.
pub struct Ticket {
    /// How many tasks are ahead.
    pub ahead: usize,
    /// Resolves when the task's turn comes.
    pub turn: Turn,
}

/// Resolves to the lease when the turn comes, or to `None` if it never will. Dropping the future leaves the line.
pub type Turn = Pin<Box<dyn Future<Output = Option<Box<dyn Lease>>> + Send>>;

/// A lease on a phone. Dropping it without acknowledging means that the task broke off: the phone is free, and a queue
/// that outlives the process may give the task to another.
pub trait Lease: fmt::Debug + Send {
    /// Returns the fencing number. It increases with every new holder, which distinguishes actions of an old holder
    /// from those of the new one.
    fn fence(&self) -> u64;

    /// Confirms that the task's end is on record and that it need not run again. Frees the phone.
    fn acknowledge(self: Box<Self>);

    /// Keeps the phone beyond this lease, until it is released or idle past `until`.
    fn keep(self: Box<Self>, until: Duration);
}

/// Too many tasks wait for the phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull {
    /// How many wait.
    pub waiting: usize,
}

/// The outcome of taking a phone.
pub enum TakeOutcome {
    /// The taker already had it.
    Already,
    /// The taker has it from now on.
    Now,
    /// A task has to pause first. [Keep](Lease::keep) the lease when the turn comes.
    Soon(Turn),
}

/// A phone's holder and line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The holder.
    pub holder: Option<Holder>,
    /// How many tasks wait for it.
    pub waiting: usize,
}

/// Who holds a phone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum Holder {
    /// A task, by its id.
    Task(String),
    /// A person.
    Person,
    /// An outside program, by its name.
    Client(String),
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(id) => write!(f, "the task `{id}`"),
            Self::Person => f.write_str("a person"),
            Self::Client(name) => write!(f, "`{name}`"),
        }
    }
}

/// A holder that takes a phone without a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Taker {
    /// A person: takes over.
    Person,
    /// An outside program: takes only a free phone.
    Client(String),
}

impl From<&Taker> for Holder {
    fn from(taker: &Taker) -> Self {
        match taker {
            Taker::Person => Self::Person,
            Taker::Client(name) => Self::Client(name.clone()),
        }
    }
}
