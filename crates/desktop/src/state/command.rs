//! What goes into the machine and what comes out: commands, marks, what follows, refusals.

use std::sync::Arc;

use action::Finding;
use action::os::{Batch, MonitorId};
use serde::{Deserialize, Serialize};

use super::slots::Slot;
use crate::wire::{PersonAction, Question};

/// Something that happens to the desktop. The journal keeps these, and playing them again in order, with
/// the same times, gives the same desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
// The tag is what journals on disk have.
#[serde(tag = "deed", rename_all = "snake_case")]
pub enum Command {
    /// Actions of an agent: all of them or none.
    Batch(Batch),
    /// What a person did with their own hand: all of it or nothing.
    Person {
        /// What, in order.
        actions: Vec<PersonAction>,
    },
    /// Whatever is due by now goes: toasts, notifications.
    Expire,
    /// The agent is gone: its locks fall.
    Release {
        /// The agent.
        agent: String,
    },
    /// A dialog was answered, or answered itself from a remembered choice.
    Answer {
        /// The dialog.
        id: String,
        /// Yes or no.
        confirmed: bool,
    },
    /// The button of a toast was pressed: the toast goes.
    Press {
        /// The toast.
        id: String,
        /// What the button stands for.
        event_id: String,
    },
    /// A task asks people something.
    Ask(Box<Question>),
    /// A question needs no answer any more. The answer itself is nowhere in the state.
    Settle {
        /// The question.
        id: String,
    },
}

/// What changed: a window by its place, all else by its name. Values are looked up when the command is done
/// and before the next one, so a mark about something that the same command took away again finds nothing,
/// and nothing need be told. If another window is in the place by then, it has a mark of its own.
///
/// The `Stack` marks of a command stand together, one a window, bottom to top: put in this order right above
/// the window that is [`below`](super::Desktop::below) each, the windows stand as they should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A monitor is new or has another size.
    Monitor(MonitorId),
    /// Another monitor is active.
    Active,
    /// A window is new, or another one under an old key.
    Window(Slot),
    /// Something about a window, not its content.
    Frame(Slot),
    /// The window of this key is gone.
    Closed(Arc<str>),
    /// A window stands elsewhere in the stacking order.
    Stack(Slot),
    /// Another window is focused, or none.
    Focused,
    /// A window shows something else.
    Content(Slot),
    /// A window's text goes on behind its first `from` bytes.
    Appended {
        /// Its place.
        slot: Slot,
        /// How long the text was before.
        from: usize,
    },
    /// A notification is new, another or gone.
    Notification(String),
    /// A toast is new, another or gone.
    Toast(String),
    /// A dialog is new, another or gone.
    Dialog(String),
    /// A question is new, another or gone.
    Question(String),
    /// This many entries were added to the history.
    History(usize),
    /// A badge.
    Badge(String),
    /// A shortcut is new, another or gone.
    Shortcut(String),
    /// The list of apps is to be read again.
    Apps,
}

/// What has to happen outside because of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// A page is to draw a window, after the batch.
    Capture {
        /// The window.
        key: String,
        /// What the agent calls its request.
        request_id: Option<String>,
        /// Which action of the batch it was.
        index: usize,
    },
    /// A page reports how a frame loaded.
    FrameLoad {
        /// The window.
        key: String,
        /// What the agent calls its request.
        request_id: String,
        /// Which action of the batch it was.
        index: usize,
    },
    /// The button of a toast was pressed: who showed it is told.
    ToastPressed {
        /// Who showed it.
        from: String,
    },
    /// A dialog is open: its answer goes to who asked.
    DialogOpened {
        /// The dialog.
        id: String,
        /// Which action of the batch it was.
        index: usize,
    },
}

/// What came of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// What changed, in order. Empty when nothing did: then there is no number for it.
    pub marks: Vec<Mark>,
    /// What has to happen outside.
    pub follow_ups: Vec<FollowUp>,
    /// What there is to say to the person who did it, such as what an undo took back.
    pub note: Option<String>,
    /// Which windows stand elsewhere; empty when the command is done.
    pub(super) stacked: Vec<Slot>,
    /// Whether another window is focused.
    pub(super) focus: bool,
}

impl Applied {
    /// Nothing came of it.
    pub(super) const NOTHING: Self =
        Self { marks: Vec::new(), follow_ups: Vec::new(), note: None, stacked: Vec::new(), focus: false };

    /// Forgets everything but its memory.
    pub(super) fn clear(&mut self) {
        self.marks.clear();
        self.follow_ups.clear();
        self.note = None;
        self.stacked.clear();
        self.focus = false;
    }
}

/// Why a command was refused: for each action that is at fault, which one and why. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.first().map_or_else(|| "refused".to_owned(), |(_, finding)| finding.to_string()))]
pub struct Refused(pub Vec<(usize, Finding)>);
