//! Locks: they protect a window against other agents, never against a person.

use action::{Code, Finding, quoted};

use super::act::ActorRef;
use super::rollback::Inverse;
use super::slots::Slot;
use super::{Applied, Desktop, Mark};

impl Desktop {
    /// Refuses the actor if another agent holds the window's lock.
    pub(super) fn unlocked_for(&self, slot: Slot, who: ActorRef<'_>) -> Result<(), Finding> {
        let Some(entry) = self.slots.get(slot) else { return Ok(()) };
        match (&entry.window.frame.locked_by, who) {
            (Some(owner), ActorRef::Agent(agent)) if owner != agent => {
                let message = format!("window {} is locked by {}", quoted(&entry.key), quoted(owner));
                Err(Finding::new(Code::Locked, "windowId", format!("{message}; wait until it is unlocked")))
            }
            _ => Ok(()),
        }
    }

    /// Releases a lock: an agent its own, a person any. A window without a lock is unaffected.
    pub(super) fn unlock(&mut self, slot: Slot, who: ActorRef<'_>, out: &mut Applied) -> Result<(), Finding> {
        let Some(entry) = self.slots.get(slot) else { return Ok(()) };
        match (&entry.window.frame.locked_by, who) {
            (Some(owner), ActorRef::Agent(agent)) if owner != agent => {
                let message = format!("window {} is locked by {}", quoted(&entry.key), quoted(owner));
                Err(Finding::new(Code::NotOwner, "agentId", format!("{message}; only it or a person can unlock it")))
            }
            _ => {
                self.may_change(slot, who)?;
                self.set_lock(slot, None, out);
                Ok(())
            }
        }
    }

    /// Releases the locks of an agent that is gone.
    pub(super) fn release(&mut self, agent: &str, out: &mut Applied) {
        let held = self.locks.get(agent).map(|slots| slots.iter().copied().collect::<Vec<_>>()).unwrap_or_default();
        for slot in held {
            self.set_lock(slot, None, out);
        }
    }

    /// Sets or releases a lock; setting it again is fine.
    pub(super) fn set_lock(&mut self, slot: Slot, agent: Option<&str>, out: &mut Applied) {
        let Some(entry) = self.slots.get_mut(slot) else { return };
        if entry.window.frame.locked_by.as_deref() == agent {
            return;
        }
        let old = std::mem::replace(&mut entry.window.frame.locked_by, agent.map(str::to_owned));
        out.marks.push(Mark::Frame(slot));
        self.note_lock(slot, old.as_deref(), false);
        self.note_lock(slot, agent, true);
        self.rollback.push(Inverse::Lock { slot, agent: old });
    }

    /// Records which agent holds which locks.
    pub(super) fn note_lock(&mut self, slot: Slot, agent: Option<&str>, held: bool) {
        let Some(agent) = agent else { return };
        if held {
            self.locks.entry(agent.to_owned()).or_default().insert(slot);
        } else if let Some(slots) = self.locks.get_mut(agent) {
            slots.remove(&slot);
            if slots.is_empty() {
                self.locks.remove(agent);
            }
        }
    }
}
