//! The owner of a window, a notice or a shortcut, and who may change it. No other file decides this.
//!
//! A window that a person opened (the phone, the Assistant, settings, an app, a file) is theirs, and no agent changes
//! it. An agent changes the windows that it made itself, and those whose owner shared them (`shared: true`). People
//! and the runtime are not bound. The same holds for notifications, toasts, dialogs and shortcuts.

use action::os::WindowContent;
use action::{Code, Finding, quoted};

use super::Desktop;
use super::act::{Act, ActorRef};
use super::slots::{Entry, Slot};
use crate::safe;
use crate::wire::NARRATOR;

/// The owner of something on the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner<'a> {
    /// A person, who opened or made it.
    Person,
    /// The runtime, which reports on tasks.
    Runtime,
    /// An agent.
    Agent(&'a str),
}

impl<'a> Owner<'a> {
    /// Returns the owner with this name; without a name it is a person.
    pub(super) fn named(name: Option<&'a str>) -> Self {
        match name {
            None => Self::Person,
            Some(NARRATOR) => Self::Runtime,
            Some(agent) => Self::Agent(agent),
        }
    }

    /// Refuses an agent that would change another owner's item. `what` names it, `instead` is the agent's alternative.
    pub(super) fn permits(
        self,
        who: ActorRef<'_>,
        path: &'static str,
        what: &str,
        instead: &str,
    ) -> Result<(), Finding> {
        let Some(agent) = who.bound_agent() else { return Ok(()) };
        let message = match self {
            Self::Agent(owner) if owner == agent => return Ok(()),
            Self::Agent(owner) => {
                format!(
                    "{what} belongs to the agent {0}, and only {0} or the person can change it; {instead}",
                    quoted(owner)
                )
            }
            Self::Person => {
                format!("{what} belongs to the person, and only they can change it; ask them to, or {instead}")
            }
            Self::Runtime => {
                format!("{what} belongs to the desktop itself, and only the person can change it; {instead}")
            }
        };
        Err(Finding::new(Code::NotOwner, path, message))
    }
}

impl<'a> ActorRef<'a> {
    /// Returns the agent's name, if ownership binds this actor.
    pub(super) fn bound_agent(self) -> Option<&'a str> {
        self.agent().filter(|name| *name != NARRATOR)
    }
}

impl Entry {
    /// Returns the window's owner.
    pub(super) fn owner(&self) -> Owner<'_> {
        Owner::named(self.window.frame.shared_by.as_deref().or(self.window.made_by.as_deref()))
    }

    /// Returns whether it shows a part of the desktop itself: a phone, the Assistant, settings.
    pub(super) fn is_part(&self) -> bool {
        matches!(&self.window.content, WindowContent::Iframe(frame) if safe::part(frame.url()).is_some())
    }
}

impl Desktop {
    /// Refuses an agent that would change a window which is neither its own nor shared.
    pub(super) fn may_change(&self, slot: Slot, who: ActorRef<'_>) -> Result<(), Finding> {
        let Some(entry) = self.slots.get(slot).filter(|entry| entry.window.frame.shared_by.is_none()) else {
            return Ok(());
        };
        let instead = match entry.owner() {
            Owner::Agent(_) => "open a window of your own; its owner can share this one with `shared: true`",
            Owner::Person | Owner::Runtime => "open a window of your own",
        };
        entry.owner().permits(who, "windowId", &format!("window {}", quoted(&entry.key)), instead)
    }

    /// Finds the target of an action that changes a window.
    pub(super) fn find_own(&mut self, id: &str, act: &Act<'_>) -> Result<Slot, Finding> {
        let slot = self.find(id, act)?;
        self.may_change(slot, act.who)?;
        Ok(slot)
    }

    /// Like [`Desktop::find_own`], for an action that a lock prevents too.
    pub(super) fn find_unlocked(&mut self, id: &str, act: &Act<'_>) -> Result<Slot, Finding> {
        let slot = self.find(id, act)?;
        self.unlocked_for(slot, act.who)?;
        self.may_change(slot, act.who)?;
        Ok(slot)
    }

    /// Refuses an agent that would capture a window that only people see: the phone, the conversation, a file they
    /// opened.
    pub(super) fn may_picture(&self, slot: Slot, who: ActorRef<'_>) -> Result<(), Finding> {
        let Some(entry) = self.slots.get(slot) else { return Ok(()) };
        match (who.bound_agent(), entry.owner()) {
            (Some(_), Owner::Person) => {
                let message = format!("window {} belongs to the person; only they can show it", quoted(&entry.key));
                Err(Finding::new(Code::NotOwner, "windowId", format!("{message}: capture a window of your own")))
            }
            _ => Ok(()),
        }
    }
}
