//! The context of one action on the desktop: its actor, its time, and its page.

use action::os::{MonitorId, check_id};
use action::{Finding, quoted};

use crate::wire::Actor;

/// The actor, by a borrowed name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActorRef<'a> {
    /// An agent, by the name of its credential.
    Agent(&'a str),
    /// A person, who is not bound by locks.
    Person,
    /// The desktop itself.
    System,
}

impl<'a> ActorRef<'a> {
    pub(super) fn of(actor: &'a Actor) -> Self {
        match actor {
            Actor::Agent(name) => Self::Agent(name),
            Actor::Person(_) => Self::Person,
            Actor::System => Self::System,
        }
    }

    /// Returns the agent's name, if it is one.
    pub(super) fn agent(self) -> Option<&'a str> {
        if let Self::Agent(name) = self { Some(name) } else { None }
    }

    /// Returns the name under which its notices and dialogs are kept.
    pub(super) fn name(self) -> &'a str {
        match self {
            Self::Agent(name) => name,
            Self::Person => "person",
            Self::System => "fingertip",
        }
    }
}

/// One action: its actor, its time, and its page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act<'a> {
    pub(super) who: ActorRef<'a>,
    /// The page on which a person acts.
    pub(super) page: &'a str,
    pub(super) now: u64,
    pub(super) index: usize,
    pub(super) monitor: Option<MonitorId>,
    pub(super) request_id: Option<&'a str>,
}

impl Act<'_> {
    /// Refuses an invalid id.
    pub(super) fn id(&self, id: &str, path: &'static str) -> Result<(), Finding> {
        check_id(id).map_err(|error| Finding::new(error.code(), path, format!("`{path}` {error}, got {}", quoted(id))))
    }
}
