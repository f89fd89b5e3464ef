//! One action on the desktop: who does it, when, and what came with it.

use action::os::{MonitorId, check_id};
use action::{Finding, quoted};

use crate::wire::Actor;

/// Who acts, by a borrowed name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActorRef<'a> {
    /// An agent, by the name of its credential.
    Agent(&'a str),
    /// A person, whom no lock binds.
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

    /// The agent, if it is one.
    pub(super) fn agent(self) -> Option<&'a str> {
        if let Self::Agent(name) = self { Some(name) } else { None }
    }

    /// The name under which what it shows is kept.
    pub(super) fn name(self) -> &'a str {
        match self {
            Self::Agent(name) => name,
            Self::Person => "person",
            Self::System => "fingertip",
        }
    }
}

/// One action: who does it, when, and what came with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act<'a> {
    pub(super) who: ActorRef<'a>,
    /// The page that a person does it on.
    pub(super) page: &'a str,
    pub(super) now: u64,
    pub(super) index: usize,
    pub(super) monitor: Option<MonitorId>,
    pub(super) request_id: Option<&'a str>,
}

impl Act<'_> {
    /// Refuses what cannot be an id.
    pub(super) fn id(&self, id: &str, path: &'static str) -> Result<(), Finding> {
        check_id(id).map_err(|error| Finding::new(error.code(), path, format!("`{path}` {error}, got {}", quoted(id))))
    }
}
