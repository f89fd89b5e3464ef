//! Moves a window to another workspace: it keeps its content, its owner and its place in the undo log, and gets the key
//! that it has there. Its agent still finds it under the key that it knows.

use std::sync::Arc;

use action::os::MonitorId;
use action::{Code, Finding, quoted};

use super::rollback::Inverse;
use super::slots::{Chain, Slot};
use super::{Applied, Desktop, Mark};

impl Desktop {
    /// Moves a window to the top of another monitor. The active monitor stays active.
    pub(super) fn move_to_monitor(&mut self, slot: Slot, to: MonitorId, out: &mut Applied) -> Result<(), Finding> {
        let Some(entry) = self.slots.get(slot) else { return Ok(()) };
        let (from, old) = (entry.monitor(), entry.key.clone());
        if from == to {
            return Ok(());
        }
        if !entry.stacks() {
            let message = format!("{} is a panel, and a panel stays on the edge of its monitor", quoted(&old));
            return Err(Finding::new(Code::NotAllowed, "windowId", message));
        }
        let key = format!("{to}/{}", entry.window.frame.id);
        if self.slots.find(&key).is_some() {
            let message = format!("there is already a window {}; close it first", quoted(&key));
            return Err(Finding::new(Code::Exists, "monitorId", message));
        }
        let (known_as, rank) = (entry.known_as.clone(), entry.rank);
        // Back where its agent put it, it needs no second key.
        let next = Some(known_as.clone().unwrap_or_else(|| old.clone())).filter(|known| **known != *key);
        let below = self.slots.links(slot, Chain::All).and_then(|links| links.below);
        self.use_monitor(to, out);
        self.rehome(slot, to, next);
        self.rollback.push(Inverse::Rehomed { slot, monitor: from, known_as, below, rank });
        out.marks.push(Mark::Closed(old));
        out.marks.push(Mark::Window(slot));
        self.stack_new(slot, out);
        self.fit(slot, out);
        if self.focused == Some(slot) {
            self.focus_topmost(from, out);
        }
        Ok(())
    }

    /// Moves a window back to right above `below`, as if it had never left.
    pub(super) fn move_back(
        &mut self,
        slot: Slot,
        monitor: MonitorId,
        known_as: Option<Arc<str>>,
        (below, rank): (Option<Slot>, u64),
    ) {
        self.rehome(slot, monitor, known_as);
        if let Some(entry) = self.slots.get_mut(slot) {
            entry.rank = rank;
        }
        self.stack_in(slot, below);
    }

    /// Finds a window under the key that its agent knows, if a person has moved it since. Linear, but only for keys
    /// that name no window.
    pub(super) fn find_moved(&self, key: &str) -> Option<Slot> {
        let known = |known: &Arc<str>| **known == *key;
        self.slots.iter().find(|(_, entry)| entry.known_as.as_ref().is_some_and(known)).map(|(slot, _)| slot)
    }

    /// Takes a window out of the z-order and gives it the key that it has on a monitor.
    fn rehome(&mut self, slot: Slot, monitor: MonitorId, known_as: Option<Arc<str>>) {
        self.unstack(slot);
        self.slots.rekey(slot, |entry| {
            entry.window.frame.monitor_id = monitor;
            entry.key = format!("{monitor}/{}", entry.window.frame.id).into();
            entry.known_as = known_as;
        });
    }
}
