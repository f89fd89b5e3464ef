//! The input and output of the state machine: commands, marks, follow-ups, refusals.

use std::sync::Arc;

use action::Finding;
use action::os::{Batch, MonitorId};
use serde::{Deserialize, Serialize};

use super::slots::Slot;
use crate::wire::{PersonAction, Question};

/// An operation on the desktop. The journal stores commands; replaying them in order, with the same times, gives the
/// same desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
// The tag is the one in journals on disk.
#[serde(tag = "deed", rename_all = "snake_case")]
pub enum Command {
    /// Actions of an agent: all of them or none.
    Batch(Batch),
    /// A person's own actions: all of them or none.
    Person {
        /// The actions, in order.
        actions: Vec<PersonAction>,
    },
    /// Removes everything that is due by now: toasts, notifications.
    Expire,
    /// Releases the locks of an agent that is gone.
    Release {
        /// The agent.
        agent: String,
    },
    /// A dialog was answered, by a person or from a remembered choice.
    Answer {
        /// The dialog.
        id: String,
        /// Whether it was confirmed.
        confirmed: bool,
    },
    /// The button of a toast was pressed: the toast disappears.
    Press {
        /// The toast.
        id: String,
        /// The id of the button's event.
        event_id: String,
    },
    /// A task asks people a question.
    Ask(Box<Question>),
    /// A question no longer needs an answer. The answer itself is not part of the state.
    Settle {
        /// The question.
        id: String,
        /// How it was settled, as in a task's stream: `approved`, `rejected` and so on. Empty in journals of earlier
        /// versions, and if unknown; then the history omits it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        how: String,
    },
}

/// A change: a window by its slot, everything else by its name. Values are looked up after the command and before the
/// next one. A mark for something that the same command removed again therefore finds nothing, and can be ignored; if
/// another window is in the slot by then, it has its own mark.
///
/// The `Stack` marks of a command are consecutive, one per window, bottom to top: inserting the windows in this order,
/// each right above the one [`below`](super::Desktop::below) it, gives the right z-order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A monitor is new or was resized.
    Monitor(MonitorId),
    /// Another monitor is active.
    Active,
    /// A window is new, or replaced another under the same key.
    Window(Slot),
    /// A property of a window changed, but not its content.
    Frame(Slot),
    /// The window with this key was closed.
    Closed(Arc<str>),
    /// A window's place in the z-order changed.
    Stack(Slot),
    /// The focus changed.
    Focused,
    /// A window's content changed.
    Content(Slot),
    /// A window's text grew beyond its first `from` bytes.
    Appended {
        /// Its slot.
        slot: Slot,
        /// The length of the text before.
        from: usize,
    },
    /// A notification is new, changed or gone.
    Notification(String),
    /// A toast is new, changed or gone.
    Toast(String),
    /// A dialog is new, changed or gone.
    Dialog(String),
    /// A question is new, changed or gone.
    Question(String),
    /// This many entries were added to the history.
    History(usize),
    /// A badge changed.
    Badge(String),
    /// A shortcut is new, changed or gone.
    Shortcut(String),
    /// The list of apps must be read again.
    Apps,
}

/// An effect of a command outside the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// A page must draw a window, after the batch.
    Capture {
        /// The window.
        key: String,
        /// The agent's id for the request.
        request_id: Option<String>,
        /// The index of the action in the batch.
        index: usize,
    },
    /// A page must report how a frame loaded.
    FrameLoad {
        /// The window.
        key: String,
        /// The agent's id for the request.
        request_id: String,
        /// The index of the action in the batch.
        index: usize,
    },
    /// The button of a toast was pressed: notify its sender.
    ToastPressed {
        /// The toast's sender.
        from: String,
    },
    /// A dialog is open: its answer goes to the agent that asked.
    DialogOpened {
        /// The dialog.
        id: String,
        /// The index of the action in the batch.
        index: usize,
    },
    /// An agent's window would have covered a part of the desktop: tell the agent where it is instead.
    GaveWay {
        /// The window.
        key: String,
        /// Whether it was moved next to the part; otherwise it is below it.
        moved: bool,
        /// The index of the action in the batch.
        index: usize,
    },
}

/// The result of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// The changes, in order. If there are none, the command gets no number.
    pub marks: Vec<Mark>,
    /// Effects outside the state.
    pub follow_ups: Vec<FollowUp>,
    /// A message for the person who sent the command, such as the result of an undo.
    pub note: Option<String>,
    /// The windows whose place in the z-order changed; empty after the command.
    pub(super) stacked: Vec<Slot>,
    /// Whether the focus changed.
    pub(super) focus: bool,
}

impl Applied {
    /// The empty result.
    pub(super) const NOTHING: Self =
        Self { marks: Vec::new(), follow_ups: Vec::new(), note: None, stacked: Vec::new(), focus: false };

    /// Clears it but keeps its allocations.
    pub(super) fn clear(&mut self) {
        self.marks.clear();
        self.follow_ups.clear();
        self.note = None;
        self.stacked.clear();
        self.focus = false;
    }
}

/// Why a command was refused: the index and fault of each faulty action. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.first().map_or_else(|| "refused".to_owned(), |(_, finding)| finding.to_string()))]
pub struct Refused(pub Vec<(usize, Finding)>);
