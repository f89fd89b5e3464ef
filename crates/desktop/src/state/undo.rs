//! How a change is taken back, for two purposes with one mechanism: a command that is refused halfway, and a
//! person who wants the last command undone.
//!
//! Each primitive change leaves its inverse here. A refused command plays its inverses back, exactly. A command
//! that is kept becomes an entry; undoing one plays it back too, but leaves alone what a person does not
//! mean by "take it back": locks are only lifted, never set again (their agent may be gone); monitors
//! stay; dialogs and questions still want their answer; what went by stays in the history; windows go
//! where they fit now.

use std::collections::VecDeque;

use action::os::{DesktopShortcut, MonitorId, Renderer, WindowContent};
use serde::{Deserialize, Serialize};

use super::bounds::Place;
use super::monitors::Insets;
use super::notices::Timed;
use super::slots::{Entry, Slot};
use super::{Applied, Desktop, Mark, content, limits};
use crate::wire::{Dialog, HistoryEntry, Notification, Question, Toast, Viewport};

/// What takes a primitive change back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Inverse {
    /// Take the window out that was put in.
    Opened {
        slot: Slot,
        fresh: bool,
        replaced: bool,
    },
    /// Put the window back that was taken out.
    Closed {
        slot: Slot,
        below: Option<Slot>,
        entry: Box<Entry>,
    },
    /// Put a window back in the stacking order.
    Stacked {
        slot: Slot,
        below: Option<Slot>,
        rank: u64,
    },
    Moved {
        slot: Slot,
        place: Place,
        /// Whether nobody asked for it but the work area.
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
    /// Whose window it is.
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
    /// What panels occupy.
    Insets(MonitorId, Insets),
    Notification {
        id: String,
        old: Option<Box<Timed<Notification>>>,
    },
    Toast {
        id: String,
        old: Option<Box<Timed<Toast>>>,
    },
    /// A toast is held or let go.
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
        shortcut: Box<DesktopShortcut>,
    },
    Shortcut {
        shortcut: Box<DesktopShortcut>,
    },
    Apps(u64),
}

impl Inverse {
    /// Whether a command that left this can be undone by a person.
    #[inline]
    fn counts(&self) -> bool {
        match self {
            Self::Lock { agent, .. } => agent.is_none(),
            Self::NewMonitor(_)
            | Self::Viewport(..)
            | Self::Insets(..)
            | Self::Moved { fitted: true, .. }
            | Self::Held { .. }
            | Self::Dialog { .. }
            | Self::Question { .. }
            | Self::History { .. }
            | Self::Apps(_)
            | Self::Made { .. }
            | Self::Active(_) => false,
            _ => true,
        }
    }

    /// How much it keeps.
    #[inline]
    fn bytes(&self) -> usize {
        let kept = match self {
            Self::Closed { entry, .. } => entry.bytes + size_of::<Entry>() + entry.window.frame.title.len(),
            Self::Content { bytes, .. } => *bytes,
            Self::Title { title, .. } => title.len(),
            Self::Notification { old: Some(old), .. } => old.shown.show.title.len() + old.shown.show.body.len(),
            Self::Toast { old: Some(old), .. } => old.shown.show.message.len(),
            Self::OldShortcut { shortcut, .. } | Self::Shortcut { shortcut } => {
                shortcut.label.len() + shortcut.icon.len() + shortcut.target.len()
            }
            _ => 0,
        };
        kept + size_of::<Self>()
    }
}

/// What can be taken back, bounded in commands and in bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    /// The inverses of all entries, oldest first, and behind them those of the command that is under way.
    pub(super) steps: VecDeque<Inverse>,
    pub(super) entries: VecDeque<Kept>,
    bytes: usize,
    open: Kept,
    counts: bool,
    paused: bool,
}

/// A command that can be taken back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    pub(super) steps: usize,
    pub(super) bytes: usize,
}

impl Log {
    /// Notes how a change that was just made is taken back.
    //
    // Where it is called the variant is known, and nearly all of this with it.
    #[inline]
    pub(super) fn push(&mut self, inverse: Inverse) {
        if !self.paused {
            self.counts |= inverse.counts();
            self.open.steps += 1;
            self.open.bytes += inverse.bytes();
            self.steps.push_back(inverse);
        }
    }

    /// Adds an entry that was saved.
    pub(super) fn restore(&mut self, inverses: Vec<Inverse>) {
        inverses.into_iter().for_each(|inverse| self.push(inverse));
        self.keep(true);
    }

    /// The command is done.
    fn keep(&mut self, undoable: bool) {
        let open = std::mem::take(&mut self.open);
        if std::mem::take(&mut self.counts) && undoable {
            self.bytes += open.bytes;
            self.entries.push_back(open);
        } else {
            self.steps.truncate(self.steps.len() - open.steps);
        }
        while self.entries.len() > limits::UNDO || self.bytes > limits::UNDO_BYTES {
            let Some(oldest) = self.entries.pop_front() else { break };
            self.bytes -= oldest.bytes;
            (0..oldest.steps).for_each(|_| drop(self.steps.pop_front()));
        }
    }

    fn pop_open(&mut self) -> Option<Inverse> {
        if self.open.steps == 0 {
            self.open = Kept::default();
            self.counts = false;
            return None;
        }
        self.open.steps -= 1;
        self.steps.pop_back()
    }
}

impl Desktop {
    /// The command under way is done; `undoable` says whether a person may take it back.
    pub(super) fn keep(&mut self, undoable: bool) {
        self.undo.keep(undoable);
    }

    /// The command under way is refused: everything is as it was.
    pub(super) fn take_back(&mut self) {
        self.undo.paused = true;
        let mut unheard = Applied::default();
        while let Some(inverse) = self.undo.pop_open() {
            self.revert(inverse, &mut unheard, true);
        }
        self.undo.paused = false;
    }

    /// Takes the last command back that can be. `false` if there is none.
    pub(super) fn undo_last(&mut self, out: &mut Applied) -> bool {
        let Some(entry) = self.undo.entries.pop_back() else { return false };
        self.undo.bytes -= entry.bytes;
        self.undo.paused = true;
        for _ in 0..entry.steps {
            if let Some(inverse) = self.undo.steps.pop_back() {
                self.revert(inverse, out, false);
            }
        }
        for id in self.monitors().map(|monitor| monitor.id).collect::<Vec<_>>() {
            self.arrange(id, out);
        }
        self.undo.paused = false;
        true
    }

    /// Plays one inverse, exactly or as a person means it.
    fn revert(&mut self, inverse: Inverse, out: &mut Applied, exact: bool) {
        match inverse {
            Inverse::Opened { slot, fresh, replaced } => self.unopen(slot, fresh, replaced, out),
            Inverse::Closed { slot, below, entry } => self.unclose(slot, below, entry, exact, out),
            Inverse::Stacked { slot, below, rank } => {
                self.stack_back(slot, below, rank);
                out.stacked.push(slot);
            }
            Inverse::Moved { fitted: true, .. } if !exact => {}
            Inverse::Moved { slot, place, .. } => {
                self.set_place(slot, place, out);
                if !exact {
                    self.fit(slot, out);
                }
            }
            Inverse::Minimized { slot, minimized } => self.set_minimized(slot, minimized, out),
            Inverse::Title { slot, title } => _ = self.set_title(slot, &title, out),
            Inverse::Lock { slot, agent } if exact || agent.is_none() => self.set_lock(slot, agent.as_deref(), out),
            Inverse::Made { slot, by } => self.set_maker(slot, by.as_deref(), out),
            Inverse::Content { slot, content, bytes, revision } => {
                self.put_content(slot, *content, bytes, out);
                self.reverted(slot, revision, exact, out);
            }
            Inverse::Renderer { slot, renderer, revision } => {
                if let Some(entry) = self.slots.get_mut(slot) {
                    let text = match &mut entry.window.content {
                        WindowContent::Markdown(text) | WindowContent::Html(text) | WindowContent::Text(text) => {
                            std::mem::take(text)
                        }
                        _ => String::new(),
                    };
                    entry.window.content = content::wrapped(text, renderer);
                }
                self.reverted(slot, revision, exact, out);
            }
            Inverse::Appended { slot, from } => {
                self.cut_text(slot, from);
                let revision = self.slots.get(slot).map_or(0, |entry| entry.window.revision);
                self.reverted(slot, revision, exact, out);
            }
            Inverse::Inserted { slot, at, length, revision } => {
                self.remove_text(slot, at, length, revision);
                self.reverted(slot, revision, exact, out);
            }
            // Its window may come back, or become visible, only with an inverse that is still to come.
            Inverse::Focus(slot) => self.set_focus(slot, out),
            Inverse::Active(monitor) => self.activate(monitor, out),
            Inverse::Notification { id, old } => self.set_notification(&id, old, out),
            Inverse::Toast { id, old } => self.set_toast(&id, old, out),
            Inverse::Badge { app, count } => self.set_badge(&app, count, out),
            Inverse::NewShortcut { id } => {
                if let Some(at) = self.shortcut_place(&id) {
                    self.take_shortcut(at, out);
                }
            }
            Inverse::OldShortcut { at, shortcut } => self.put_shortcut(at, *shortcut, out),
            Inverse::Shortcut { shortcut } => {
                if let Some(at) = self.shortcut_place(&shortcut.id) {
                    self.change_shortcut(at, *shortcut, out);
                }
            }
            exactly if exact => self.revert_exactly(exactly, out),
            Inverse::Lock { .. }
            | Inverse::NewMonitor(_)
            | Inverse::Viewport(..)
            | Inverse::Insets(..)
            | Inverse::Held { .. }
            | Inverse::Dialog { .. }
            | Inverse::Question { .. }
            | Inverse::History { .. }
            | Inverse::Apps(_) => {}
        }
    }

    /// What only a refused command takes back.
    fn revert_exactly(&mut self, inverse: Inverse, out: &mut Applied) {
        match inverse {
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
            Inverse::Held { id, old } => self.set_toast(&id, old, out),
            Inverse::Dialog { id, old } => self.set_dialog(&id, old, out),
            Inverse::Question { id, old } => self.set_question(&id, old, out),
            Inverse::History { gone } => {
                self.history.pop_back();
                if let Some(gone) = gone {
                    self.history.push_front(*gone);
                }
            }
            Inverse::Apps(version) => self.apps_version = version,
            _ => {}
        }
    }

    /// A content was put back: refused, it has its old number again; undone, it is news.
    fn reverted(&mut self, slot: Slot, revision: u64, exact: bool, out: &mut Applied) {
        let fresh = if exact { revision } else { self.next_revision() };
        if let Some(entry) = self.slots.get_mut(slot) {
            entry.window.revision = fresh;
            out.marks.push(Mark::Content(slot));
        }
    }

    fn unopen(&mut self, slot: Slot, fresh: bool, replaced: bool, out: &mut Applied) {
        let Some(entry) = self.slots.get(slot) else { return };
        let lock = entry.window.frame.locked_by.clone();
        self.unstack(slot);
        self.note_lock(slot, lock.as_deref(), false);
        if let Some(entry) = self.slots.forget(slot, fresh) {
            self.content_bytes -= entry.bytes;
            // What it replaced comes back under the same key.
            if !replaced {
                out.marks.push(Mark::Closed(entry.key.clone()));
            }
        }
    }

    fn unclose(&mut self, slot: Slot, below: Option<Slot>, mut entry: Box<Entry>, exact: bool, out: &mut Applied) {
        if !exact {
            entry.window.frame.locked_by = None;
            entry.window.revision = self.next_revision();
        }
        let (bytes, lock) = (entry.bytes, entry.window.frame.locked_by.clone());
        if !self.slots.put_back(slot, entry) {
            return;
        }
        self.content_bytes += bytes;
        self.note_lock(slot, lock.as_deref(), true);
        self.stack_in(slot, below);
        out.marks.push(Mark::Window(slot));
        out.stacked.push(slot);
        if !exact {
            self.fit(slot, out);
        }
    }
}
