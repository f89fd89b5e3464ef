//! What can be taken back later. Two logs, both bounded, both part of what is saved:
//!
//! - **What people did**: `desktop.undo` takes back the last thing that this person did (of the page that asks, else
//!   of any page), and `desktop.redo` does it again, until they do something new. What agents did meanwhile is kept:
//!   where it stands in the way, because the window is gone or was moved again, that entry is passed over, and who
//!   asks is told so. What is no change of its own, such as raising a window or going to another monitor, is not in it.
//! - **What agents did to windows** ([`edits`]): `window.undo` takes back the last change of one window.
//!
//! A window is named here by a number that it keeps when it goes and comes back, never by its place.

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

/// Something that a person did, and that can be taken back or done again.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct UndoEntry {
    /// The page they did it on.
    by: String,
    /// What changed, in order.
    steps: Vec<Step>,
}

impl UndoEntry {
    fn bytes(&self) -> usize {
        self.by.len() + self.steps.iter().map(Step::bytes).sum::<usize>()
    }
}

/// What can be taken back.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct UndoLog {
    /// What people did, oldest first.
    done: VecDeque<UndoEntry>,
    /// What they took back, oldest first.
    undone: VecDeque<UndoEntry>,
    /// What agents did to windows.
    edits: Edits,
}

impl UndoLog {
    /// A person did something new: what they took back before is not done again.
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

/// An entry that could be played: where it stood in the log, what it is now, and what is said about it.
struct Played {
    at: usize,
    entry: UndoEntry,
    note: String,
}

impl Desktop {
    /// The command is done: what of it can be taken back is kept. `first` is the number of the last content before.
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

    /// Takes back the last thing that this person did.
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

    /// Does again what this person took back last.
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
            UndoDirection::Redo => (&self.undo.undone, "there is nothing to do again"),
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

    /// Plays all steps of an entry, or none; the steps as they are to be played the other way.
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

    /// Where the window is now that has this number. Looks at all of them: people undo rarely, and windows come and go
    /// often.
    fn by_serial(&self, serial: u64) -> Option<Slot> {
        self.slots.iter().find(|(_, entry)| entry.serial == serial).map(|(slot, _)| slot)
    }
}
