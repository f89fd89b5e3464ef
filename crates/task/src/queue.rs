//! What waits to run, and who takes it: a task waits in the line of its phone, and a phone has at most one holder, a
//! task, a person or an outside client.
//!
//! A seam: in one process the lines are in memory ([`InProcessQueue`]); where phones are on many machines they are
//! elsewhere, and a lease that was lost is found out by its fencing number. The queue never runs anything itself.

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

/// What waits to run, and who takes it. Object-safe: the service knows nothing else of it.
#[async_trait]
pub trait Queue: fmt::Debug + Send + Sync {
    /// Puts a task in the line of a phone. The queue keeps the controller: it pauses a task whose phone a person takes
    /// over (E11), and stops one that lost its lease otherwise, before its next action.
    async fn enqueue(&self, device: &str, task: &str, controller: &Controller) -> Result<Ticket, QueueFull>;

    /// Takes a phone for somebody who is no task, or says who has it. A person takes it over from a task, which is
    /// paused and has it back before everybody in line when the person gives it up. They lose it at the time `until`,
    /// as the service's clock counts, unless they renew it or a paused task waits for them.
    async fn take(&self, device: &str, taker: &Taker, until: Duration) -> Result<TakeOutcome, Holder>;

    /// Puts off the time when a phone is lost for doing nothing; whether they hold it.
    async fn renew(&self, device: &str, taker: &Taker, until: Duration) -> bool;

    /// Gives a phone back; whether they held it.
    async fn release(&self, device: &str, taker: &Taker) -> bool;

    /// Takes a phone away from those who did nothing until now. When to look again, if there is somebody.
    async fn expire(&self, device: &str, now: Duration) -> Option<Duration>;

    /// How a phone stands, as far as it is known here.
    fn standing(&self, device: &str) -> Standing;

    /// Changes whenever a phone goes into other hands; nothing where nobody can tell.
    fn changes(&self) -> Option<watch::Receiver<u64>> {
        None
    }
}

/// A place in line.
pub struct Ticket {
    /// How many go first.
    pub ahead: usize,
    /// The turn, when it comes.
    pub turn: Turn,
}

/// The turn, when it comes; nothing if it never will. Whoever drops it leaves the line.
pub type Turn = Pin<Box<dyn Future<Output = Option<Box<dyn Lease>>> + Send>>;

/// The phone is yours. Dropped without a word, the task broke off: its phone is free, and a queue that outlives the
/// process may give the task to another.
pub trait Lease: fmt::Debug + Send {
    /// Goes up with every change of hands: what an old holder does is told from what the new one does.
    fn fence(&self) -> u64;

    /// The end of the task is on record, and nobody needs to run it again. The phone is free.
    fn acknowledge(self: Box<Self>);

    /// Holds the phone beyond this lease, until it is released or nothing was done until then.
    fn keep(self: Box<Self>, until: Duration);
}

/// Too many wait for a phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull {
    /// How many.
    pub waiting: usize,
}

/// What came of taking a phone.
pub enum TakeOutcome {
    /// They had it.
    Already,
    /// It is theirs from now on.
    Now,
    /// A task has to stand still first. The turn is [kept](Lease::keep) when it comes.
    Soon(Turn),
}

/// How a phone stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Who holds it.
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
    /// A program outside, by its name.
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

/// One who takes a phone without a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Taker {
    /// A person: they take over.
    Person,
    /// A program outside: it takes what is free.
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
