//! Rolls back a command that is refused halfway: each primitive change records its inverse here, and a refused command
//! plays its inverses back, exactly and in reverse. From a successful command, [`super::undo`] keeps what a person may
//! want to undo later, and the rest is dropped.

use std::sync::Arc;

use action::os::{MonitorId, Renderer, WindowContent};

use super::insets::Insets;
use super::placement::WindowPlacement;
use super::shortcut::Shortcut;
use super::slots::{Entry, Slot};
use super::timed::Timed;
use super::{Applied, Desktop};
use crate::wire::{Dialog, HistoryEntry, Notification, Question, Toast, Viewport};

/// The inverse of a primitive change.
#[derive(Clone, Debug)]
pub(super) enum Inverse {
    /// Removes the window that was added.
    Opened {
        slot: Slot,
        fresh: bool,
        replaced: bool,
    },
    /// Adds the window that was removed.
    Closed {
        slot: Slot,
        below: Option<Slot>,
        entry: Box<Entry>,
    },
    /// Restores a window's place in the z-order.
    Stacked {
        slot: Slot,
        below: Option<Slot>,
        rank: u64,
    },
    /// Moves a window back to its monitor, at its place in the z-order.
    Rehomed {
        slot: Slot,
        monitor: MonitorId,
        known_as: Option<Arc<str>>,
        below: Option<Slot>,
        rank: u64,
    },
    Moved {
        slot: Slot,
        placement: WindowPlacement,
        /// Whether only the work area required it.
        fitted: bool,
    },
    Minimized {
        slot: Slot,
        minimized: bool,
    },
    Title {
        slot: Slot,
        title: String,
    },
    Lock {
        slot: Slot,
        agent: Option<String>,
    },
    /// Restores the agent that set the content last.
    Made {
        slot: Slot,
        by: Option<String>,
    },
    Content {
        slot: Slot,
        content: Box<WindowContent>,
        bytes: usize,
        revision: u64,
    },
    Renderer {
        slot: Slot,
        renderer: Renderer,
        revision: u64,
    },
    Appended {
        slot: Slot,
        from: usize,
    },
    Inserted {
        slot: Slot,
        at: usize,
        length: usize,
        revision: u64,
    },
    Focus(Option<Slot>),
    Active(MonitorId),
    NewMonitor(MonitorId),
    Viewport(MonitorId, Viewport),
    /// Restores the space that panels occupy.
    Insets(MonitorId, Insets),
    Notification {
        id: String,
        old: Option<Box<Timed<Notification>>>,
    },
    Toast {
        id: String,
        old: Option<Box<Timed<Toast>>>,
    },
    /// Restores whether a toast is held.
    Held {
        id: String,
        old: Option<Box<Timed<Toast>>>,
    },
    Dialog {
        id: String,
        old: Option<Box<Dialog>>,
    },
    Question {
        id: String,
        old: Option<Box<Question>>,
    },
    History {
        gone: Option<Box<HistoryEntry>>,
    },
    Badge {
        app: String,
        count: u64,
    },
    NewShortcut {
        id: String,
    },
    OldShortcut {
        at: usize,
        shortcut: Box<Shortcut>,
    },
    Shortcut {
        shortcut: Box<Shortcut>,
    },
    Apps(u64),
}

/// The inverses of the current command.
#[derive(Clone, Debug, Default)]
pub(super) struct Rollback {
    inverses: Vec<Inverse>,
    /// Whether the current changes are themselves a rollback.
    paused: bool,
}

impl Rollback {
    /// Records the inverse of a change that was just made.
    // Inlined: each call site knows its variant, so most of this is optimised away.
    #[inline]
    pub(super) fn push(&mut self, inverse: Inverse) {
        if !self.paused {
            self.inverses.push(inverse);
        }
    }

    /// Returns a savepoint; [`Desktop::take_back`] rolls back to it.
    pub(super) fn savepoint(&self) -> usize {
        self.inverses.len()
    }

    /// Takes the inverses of a finished command, in the order of the changes. Return them with [`Rollback::reuse`].
    pub(super) fn take(&mut self) -> Vec<Inverse> {
        std::mem::take(&mut self.inverses)
    }

    /// Returns the allocation that [`Rollback::take`] took.
    pub(super) fn reuse(&mut self, mut inverses: Vec<Inverse>) {
        inverses.clear();
        // A batch of thousands of actions is rare; its memory is not kept for the next one.
        inverses.shrink_to(1024);
        self.inverses = inverses;
    }
}

impl Desktop {
    /// Restores the state at the savepoint.
    pub(super) fn take_back(&mut self, savepoint: usize) {
        self.rollback.paused = true;
        let mut unheard = Applied::default();
        while self.rollback.inverses.len() > savepoint
            && let Some(inverse) = self.rollback.inverses.pop()
        {
            self.revert(inverse, &mut unheard);
        }
        self.rollback.paused = false;
    }

    fn revert(&mut self, inverse: Inverse, out: &mut Applied) {
        match inverse {
            Inverse::Opened { slot, fresh, .. } => self.unopen(slot, fresh),
            Inverse::Closed { slot, below, entry } => self.unclose(slot, below, entry),
            Inverse::Stacked { slot, below, rank } => self.stack_back(slot, below, rank),
            Inverse::Rehomed { slot, monitor, known_as, below, rank } => {
                self.move_back(slot, monitor, known_as, (below, rank));
            }
            Inverse::Moved { slot, placement, .. } => self.set_placement(slot, placement, out),
            Inverse::Minimized { slot, minimized } => self.set_minimized(slot, minimized, out),
            Inverse::Title { slot, title } => _ = self.set_title(slot, &title, out),
            Inverse::Lock { slot, agent } => self.set_lock(slot, agent.as_deref(), out),
            Inverse::Made { slot, by } => self.set_maker(slot, by.as_deref(), out),
            Inverse::Content { slot, content, bytes, revision } => {
                self.put_content(slot, *content, bytes, out);
                self.set_revision(slot, revision);
            }
            Inverse::Renderer { slot, renderer, revision } => {
                self.wrap_again(slot, renderer);
                self.set_revision(slot, revision);
            }
            Inverse::Appended { slot, from } => self.cut_text(slot, from),
            Inverse::Inserted { slot, at, length, revision } => {
                self.remove_text(slot, at, length);
                self.set_revision(slot, revision);
            }
            Inverse::Focus(slot) => self.focused = slot,
            Inverse::Active(monitor) => self.active = monitor,
            Inverse::NewMonitor(id) => {
                if let Some(place) = self.screens.get_mut(usize::from(id.number())) {
                    *place = None;
                }
            }
            Inverse::Viewport(id, viewport) => {
                if let Some(screen) = self.screen_mut(id) {
                    screen.viewport = viewport;
                }
            }
            Inverse::Insets(id, insets) => {
                if let Some(screen) = self.screen_mut(id) {
                    screen.insets = insets;
                }
            }
            Inverse::Notification { id, old } => self.set_notification(&id, old, out),
            Inverse::Toast { id, old } | Inverse::Held { id, old } => self.set_toast(&id, old, out),
            Inverse::Dialog { id, old } => self.set_dialog(&id, old, out),
            Inverse::Question { id, old } => self.set_question(&id, old, out),
            Inverse::History { gone } => {
                self.history.pop_back();
                if let Some(gone) = gone {
                    self.history.push_front(*gone);
                }
            }
            Inverse::Badge { app, count } => self.set_badge(&app, count, out),
            Inverse::NewShortcut { id } => {
                if let Some(at) = self.shortcut_place(&id) {
                    self.take_shortcut(at, out);
                }
            }
            Inverse::OldShortcut { at, shortcut } => self.put_shortcut(at, *shortcut, out),
            Inverse::Shortcut { shortcut } => {
                if let Some(at) = self.shortcut_place(&shortcut.shortcut.id) {
                    self.change_shortcut(at, *shortcut, out);
                }
            }
            Inverse::Apps(version) => self.apps_version = version,
        }
    }

    fn set_revision(&mut self, slot: Slot, revision: u64) {
        if let Some(entry) = self.slots.get_mut(slot) {
            entry.window.revision = revision;
        }
    }

    fn unopen(&mut self, slot: Slot, fresh: bool) {
        let Some(entry) = self.slots.get(slot) else { return };
        let lock = entry.window.frame.locked_by.clone();
        self.unstack(slot);
        self.note_lock(slot, lock.as_deref(), false);
        if let Some(entry) = self.slots.forget(slot, fresh) {
            self.content_bytes -= entry.bytes;
        }
    }

    fn unclose(&mut self, slot: Slot, below: Option<Slot>, entry: Box<Entry>) {
        let (bytes, lock) = (entry.bytes, entry.window.frame.locked_by.clone());
        if self.slots.put_back(slot, entry) {
            self.content_bytes += bytes;
            self.note_lock(slot, lock.as_deref(), true);
            self.stack_in(slot, below);
        }
    }
}
