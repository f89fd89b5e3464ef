//! Undo. Two logs, both bounded, both saved with the desktop:
//!
//! - **Changes by people**: `desktop.undo` undoes this person's last change (of the requesting page, otherwise of any
//!   page), and `desktop.redo` redoes it, until they make a new change. Changes by agents in the meantime are kept: if
//!   one is in conflict, because the window is gone or was moved again, the entry is skipped, and the person is
//!   notified. Operations that are not changes of their own, such as raising a window or switching monitors, are not
//!   logged.
//! - **Changes of windows by agents** ([`edits`]): `window.undo` undoes the last change of one window.
//!
//! The logs identify a window by its serial, which it keeps when it is closed and reopened, never by its slot.

mod edits;
mod names;
mod sentence;
mod step;

use std::collections::VecDeque;

use action::{Code, Finding};
use serde::{Deserialize, Serialize};

use self::edits::Edits;
use self::step::{Step, Steps};
use super::slots::Slot;
use super::{Applied, Desktop, limits};
use crate::wire::Actor;

/// A person's change that can be undone or redone.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct UndoEntry {
    /// The page on which it was made.
    by: String,
    /// The steps, in order.
    steps: Vec<Step>,
}

impl UndoEntry {
    fn bytes(&self) -> usize {
        self.by.len() + self.steps.iter().map(Step::bytes).sum::<usize>()
    }
}

/// The undo log.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct UndoLog {
    /// Changes by people, oldest first.
    done: VecDeque<UndoEntry>,
    /// Undone changes, oldest first.
    undone: VecDeque<UndoEntry>,
    /// Changes of windows by agents.
    edits: Edits,
}

impl UndoLog {
    /// Logs a new change, and drops the undone ones, which can no longer be redone.
    fn did(&mut self, entry: UndoEntry) {
        self.undone.retain(|other| other.by != entry.by);
        self.done.push_back(entry);
        self.shrink();
    }

    fn shrink(&mut self) {
        let mut bytes = self.done.iter().chain(&self.undone).map(UndoEntry::bytes).sum::<usize>();
        while self.done.len() > limits::UNDO || bytes > limits::UNDO_BYTES {
            let Some(oldest) = self.done.pop_front().or_else(|| self.undone.pop_front()) else { break };
            bytes -= oldest.bytes();
        }
        while self.undone.len() > limits::UNDO {
            self.undone.pop_front();
        }
    }
}

/// Which way an entry is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UndoDirection {
    Undo,
    Redo,
}

/// A played entry: its index in the log, its new form, and the message about it.
struct Played {
    at: usize,
    entry: UndoEntry,
    note: String,
}

impl Desktop {
    /// Logs the undoable changes of a finished command. `first` is the last revision before it.
    pub(super) fn keep(&mut self, actor: &Actor, undoable: bool, first: u64) {
        let mut inverses = self.rollback.take();
        if undoable {
            match actor {
                Actor::Person(page) => {
                    let steps = Steps::of(self, inverses.drain(..), first);
                    if !steps.is_empty() {
                        self.undo.did(UndoEntry { by: page.clone(), steps });
                    }
                }
                Actor::Agent(agent) => self.keep_edits(agent, inverses.drain(..), first),
                Actor::System => {}
            }
        }
        self.rollback.reuse(inverses);
    }

    /// Undoes this person's last change.
    pub(super) fn undo_last(&mut self, page: &str, out: &mut Applied) -> Result<(), Finding> {
        let own = self.undo.done.iter().any(|entry| entry.by == page);
        let of = |entry: &UndoEntry| !own || entry.by == page;
        let played = self.play_newest(UndoDirection::Undo, of, out)?;
        self.undo.done.remove(played.at);
        self.undo.undone.push_back(UndoEntry { by: page.to_owned(), ..played.entry });
        self.undo.shrink();
        out.note = Some(played.note);
        Ok(())
    }

    /// Redoes this person's last undone change.
    pub(super) fn redo_last(&mut self, page: &str, out: &mut Applied) -> Result<(), Finding> {
        let played = self.play_newest(UndoDirection::Redo, |entry| entry.by == page, out)?;
        self.undo.undone.remove(played.at);
        self.undo.done.push_back(played.entry);
        self.undo.shrink();
        out.note = Some(played.note);
        Ok(())
    }

    /// Plays the newest of these entries that can be played.
    fn play_newest(
        &mut self,
        direction: UndoDirection,
        of: impl Fn(&UndoEntry) -> bool,
        out: &mut Applied,
    ) -> Result<Played, Finding> {
        let (log, nothing) = match direction {
            UndoDirection::Undo => (&self.undo.done, "there is nothing to undo"),
            UndoDirection::Redo => (&self.undo.undone, "there is nothing to redo"),
        };
        let entries: Vec<usize> = (0..log.len()).rev().filter(|at| log.get(*at).is_some_and(&of)).collect();
        let mut passed_over = None;
        for at in entries {
            let log = if direction == UndoDirection::Undo { &self.undo.done } else { &self.undo.undone };
            let Some(entry) = log.get(at).cloned() else { continue };
            let what = sentence::describe(self, &entry.steps);
            match self.play(&entry.steps, direction, out) {
                Ok(steps) => {
                    let note = sentence::note(direction, &what, passed_over.as_deref());
                    return Ok(Played { at, entry: UndoEntry { steps, ..entry }, note });
                }
                Err(why) => _ = passed_over.get_or_insert_with(|| sentence::not_possible(direction, &what, &why)),
            }
        }
        let message = passed_over.unwrap_or_else(|| nothing.to_owned());
        Err(Finding::new(Code::NotAllowed, "type", message))
    }

    /// Plays all steps of an entry, or none. Returns the steps for the opposite direction.
    fn play(&mut self, steps: &[Step], direction: UndoDirection, out: &mut Applied) -> Result<Vec<Step>, String> {
        let (savepoint, numbers) = (self.rollback.savepoint(), (self.revisions, self.ranks));
        let mut played = Vec::with_capacity(steps.len());
        for index in 0..steps.len() {
            let index = if direction == UndoDirection::Undo { steps.len() - 1 - index } else { index };
            let Some(step) = steps.get(index) else { continue };
            match self.play_step(step, direction, out) {
                Ok(step) => played.push(step),
                Err(why) => {
                    self.take_back(savepoint);
                    (self.revisions, self.ranks) = numbers;
                    out.clear();
                    return Err(why);
                }
            }
        }
        if direction == UndoDirection::Undo {
            played.reverse();
        }
        Ok(played)
    }

    /// Finds the slot of the window with this serial. A linear search: people undo rarely, and windows come and go
    /// often.
    fn by_serial(&self, serial: u64) -> Option<Slot> {
        self.slots.iter().find(|(_, entry)| entry.serial == serial).map(|(slot, _)| slot)
    }
}
