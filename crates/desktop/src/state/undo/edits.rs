//! Changes of windows by agents: content, title and place. They are undone one window at a time, the last change first.
//! A change is everything that one command did to the window; consecutive appends by an agent count as one change.

use std::collections::VecDeque;
use std::sync::Arc;

use action::os::{Renderer, WindowContent};
use action::{Code, Finding};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::names::{named, short};
use crate::state::placement::{RequestedPlacement, WindowPlacement};
use crate::state::rollback::Inverse;
use crate::state::slots::{Entry, Slot};
use crate::state::{Applied, Desktop, Mark, limits};

/// The word for a window that replaced another.
const REPLACED: &str = "window";

/// The inverse of a change.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum EditInverse {
    Place {
        before: RequestedPlacement,
        after: RequestedPlacement,
    },
    Title(String),
    Content {
        content: Box<WindowContent>,
        bytes: usize,
    },
    Renderer(Renderer),
    /// The text ended here.
    Appended(usize),
    Inserted {
        at: usize,
        length: usize,
    },
    /// The agent that set the content last.
    Made(Option<String>),
    /// The window that was replaced.
    Replaced(Box<Entry>),
}

impl EditInverse {
    fn bytes(&self) -> usize {
        let kept = match self {
            Self::Content { bytes, .. } => *bytes,
            Self::Replaced(entry) => entry.bytes + size_of::<Entry>(),
            Self::Title(title) => title.len(),
            _ => 0,
        };
        kept + size_of::<Edit>()
    }

    /// Returns the changed aspect, in a word.
    fn about(&self) -> Option<&'static str> {
        match self {
            Self::Place { .. } => Some("place"),
            Self::Title(_) => Some("title"),
            Self::Content { .. } | Self::Renderer(_) | Self::Appended(_) | Self::Inserted { .. } => Some("content"),
            Self::Replaced(_) => Some(REPLACED),
            Self::Made(_) => None,
        }
    }
}

/// One change of one window.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Edit {
    serial: u64,
    #[serde(serialize_with = "write_name", deserialize_with = "read_name")]
    by: Arc<str>,
    /// The command that it was part of.
    command: u64,
    was: EditInverse,
}

fn write_name<S: Serializer>(name: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name)
}

fn read_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
    String::deserialize(deserializer).map(Arc::from)
}

/// The last changes of windows by agents, oldest first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Edits {
    edits: VecDeque<Edit>,
    bytes: usize,
    /// How many commands there were.
    commands: u64,
}

impl Edits {
    fn push(&mut self, edit: Edit) {
        self.bytes += edit.was.bytes();
        self.edits.push_back(edit);
        while self.edits.len() > limits::EDITS || self.bytes > limits::UNDO_BYTES {
            let Some(oldest) = self.edits.pop_front() else { break };
            self.bytes -= oldest.was.bytes();
        }
    }

    /// Returns whether the agent merely continues its last append.
    #[inline]
    fn goes_on(&self, serial: u64, agent: &str) -> bool {
        self.edits.back().is_some_and(|last| {
            last.serial == serial && matches!(last.was, EditInverse::Appended(_)) && *last.by == *agent
        })
    }

    fn remove(&mut self, at: usize) -> Option<Edit> {
        let edit = self.edits.remove(at)?;
        self.bytes -= edit.was.bytes();
        Some(edit)
    }
}

impl Desktop {
    /// Logs the changes of an agent's command to existing windows.
    pub(super) fn keep_edits(&mut self, agent: &str, inverses: impl Iterator<Item = Inverse>, first: u64) {
        self.undo.edits.commands += 1;
        let command = self.undo.edits.commands;
        let mut name: Option<Arc<str>> = None;
        let mut replaced = None;
        for inverse in inverses {
            let (slot, was) = match inverse {
                Inverse::Moved { slot, placement, fitted: false } => {
                    let before = placement.requested();
                    (slot, EditInverse::Place { before, after: before })
                }
                Inverse::Title { slot, title } => (slot, EditInverse::Title(title)),
                Inverse::Content { slot, content, bytes, .. } => (slot, EditInverse::Content { content, bytes }),
                Inverse::Renderer { slot, renderer, .. } => (slot, EditInverse::Renderer(renderer)),
                Inverse::Appended { slot, from } => (slot, EditInverse::Appended(from)),
                Inverse::Inserted { slot, at, length, .. } => (slot, EditInverse::Inserted { at, length }),
                Inverse::Made { slot, by } => (slot, EditInverse::Made(by)),
                Inverse::Closed { slot, entry, .. } => {
                    replaced = Some((slot, entry));
                    continue;
                }
                Inverse::Opened { slot, replaced: true, .. } => match replaced.take() {
                    Some((old, entry)) if old == slot => (slot, EditInverse::Replaced(entry)),
                    _ => continue,
                },
                _ => continue,
            };
            let Some(entry) = self.slots.get(slot) else { continue };
            let serial = entry.serial;
            if serial > first && !matches!(was, EditInverse::Replaced(_)) {
                continue;
            }
            if matches!(was, EditInverse::Appended(_)) && self.undo.edits.goes_on(serial, agent) {
                continue;
            }
            let was = match was {
                EditInverse::Place { before, .. } => {
                    EditInverse::Place { before, after: WindowPlacement::of(entry).requested() }
                }
                other => other,
            };
            let maker = || entry.window.made_by.clone().filter(|maker| **maker == *agent);
            let by = name.get_or_insert_with(|| maker().unwrap_or_else(|| Arc::from(agent))).clone();
            self.undo.edits.push(Edit { serial, by, command, was });
        }
    }

    /// Undoes the last change that an agent made to this window, unless something newer is in conflict.
    pub(in crate::state) fn undo_edit(&mut self, slot: Slot, out: &mut Applied) -> Result<(), Finding> {
        let Some(entry) = self.slots.get(slot) else { return Ok(()) };
        let (serial, window) = (entry.serial, named(entry));
        loop {
            let newest = self.undo.edits.edits.iter().rev().find(|edit| edit.serial == serial);
            let Some((command, by)) = newest.map(|edit| (edit.command, Arc::clone(&edit.by))) else {
                let message = format!("there is no agent's change to {window} that could be undone");
                return Err(Finding::new(Code::NotAllowed, "windowId", message));
            };
            let mut about: Vec<&'static str> = Vec::new();
            while let Some(at) = self.undo.edits.edits.iter().rposition(|edit| edit.serial == serial)
                && self.undo.edits.edits.get(at).is_some_and(|edit| edit.command == command)
            {
                let Some(edit) = self.undo.edits.remove(at) else { break };
                let word = edit.was.about();
                if self.unedit(slot, edit.was, out) {
                    about.extend(word.filter(|word| !about.contains(word)));
                }
            }
            if !about.is_empty() {
                about.reverse();
                let what = match about[..] {
                    [REPLACED] => format!("replaced {window}"),
                    _ => format!("changed the {} of {window}", about.join(" and the ")),
                };
                out.note = Some(format!("Undone: {} {what}", short(&by)));
                return Ok(());
            }
        }
    }

    /// Returns whether it could be undone.
    fn unedit(&mut self, slot: Slot, was: EditInverse, out: &mut Applied) -> bool {
        let Some(entry) = self.slots.get(slot) else { return false };
        match was {
            EditInverse::Place { before, after } => {
                // A person has moved it since: that takes precedence.
                if WindowPlacement::of(entry).requested() != after {
                    return false;
                }
                self.want(slot, before, out);
            }
            EditInverse::Title(title) => _ = self.set_title(slot, &title, out),
            EditInverse::Made(by) => {
                self.set_maker(slot, by.as_deref(), out);
                return false;
            }
            EditInverse::Content { content, bytes } => {
                if self.room_for_content(entry.bytes, bytes, "").is_err() {
                    return false;
                }
                self.put_content(slot, *content, bytes, out);
            }
            EditInverse::Renderer(renderer) => {
                self.wrap_again(slot, renderer);
                self.told_anew(slot, out);
            }
            EditInverse::Appended(from) => {
                self.cut_text(slot, from);
                self.told_anew(slot, out);
            }
            EditInverse::Inserted { at, length } => {
                self.remove_text(slot, at, length);
                self.told_anew(slot, out);
            }
            EditInverse::Replaced(old) => return self.put_old(slot, old, out),
        }
        true
    }

    /// Marks restored content as new for pages.
    fn told_anew(&mut self, slot: Slot, out: &mut Applied) {
        let revision = self.next_revision();
        if let Some(entry) = self.slots.get_mut(slot) {
            entry.window.revision = revision;
            out.marks.push(Mark::Content(slot));
        }
    }

    /// Restores a replaced window in its slot, under its key.
    fn put_old(&mut self, slot: Slot, mut old: Box<Entry>, out: &mut Applied) -> bool {
        let Some(entry) = self.slots.get(slot) else { return false };
        if self.room_for_content(entry.bytes, old.bytes, "").is_err() {
            return false;
        }
        let (monitor, focused) = (entry.monitor(), self.focused == Some(slot));
        old.window.frame.locked_by = entry.window.frame.locked_by.clone();
        // A person may have moved the window to another workspace since.
        old.window.frame.monitor_id = monitor;
        (old.key, old.known_as) = (entry.key.clone(), entry.known_as.clone());
        old.window.revision = self.next_revision();
        let shown = old.stacks() && !old.window.frame.minimized;
        self.put_in(Some(slot), old);
        self.stack_new(slot, out);
        out.marks.push(Mark::Window(slot));
        self.arrange(monitor, out);
        self.fit(slot, out);
        if focused && !shown {
            self.focus_topmost(monitor, out);
        }
        true
    }
}
