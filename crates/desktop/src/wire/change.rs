//! Changes of the state: keyed upserts and removals, which a page applies in order.
//!
//! Each names its target and carries the new value as a whole, except where that could be long: the z-order and growing
//! content have their own changes, so that the cost of a change does not depend on the size of the desktop.

use action::os::{DesktopShortcut, MonitorId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Block, Dialog, HistoryEntry, Notification, Question, SafeContent, SafeFrame, SafeMonitor, SafeWindow, Toast,
};

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Change {
    /// A monitor is new or was resized.
    Monitor {
        /// The monitor.
        monitor: SafeMonitor,
    },
    /// Another monitor is active.
    Active {
        /// The monitor.
        monitor_id: MonitorId,
    },
    /// A window is new, or replaces another under the same key.
    Window {
        /// Its key.
        key: String,
        /// The window.
        window: Box<SafeWindow>,
    },
    /// Everything about a window but its content.
    Frame {
        /// Its key.
        key: String,
        /// The frame, and the window's agent.
        frame: Box<SafeFrame>,
    },
    /// A window was closed; it also leaves the stacking order.
    Closed {
        /// Its key.
        key: String,
    },
    /// A window's place in its monitor's stacking order changed, or is new.
    Stack(Placed),
    /// Another window is focused, or none.
    Focused {
        /// Its key.
        key: Option<String>,
    },
    /// A window's content was replaced.
    Content {
        /// Its key.
        key: String,
        /// The content.
        content: SafeContent,
    },
    /// The blocks of a window from `keep` on are replaced by these.
    Blocks {
        /// Its key.
        key: String,
        /// How many blocks stay.
        keep: u64,
        /// The blocks that follow.
        blocks: Vec<Block>,
    },
    /// A window's plain text grew.
    TextAppended {
        /// Its key.
        key: String,
        /// The text to append.
        text: String,
    },
    /// A notification is new or changed.
    Notification {
        /// The notification.
        notification: Box<Notification>,
    },
    /// A notification is gone.
    NotificationGone {
        /// Its id.
        id: String,
    },
    /// A toast is new or changed.
    Toast {
        /// The toast.
        toast: Box<Toast>,
    },
    /// A toast is gone.
    ToastGone {
        /// Its id.
        id: String,
    },
    /// A dialog is new or changed.
    Dialog {
        /// The dialog.
        dialog: Box<Dialog>,
    },
    /// A dialog is gone.
    DialogGone {
        /// Its id.
        id: String,
    },
    /// A question is new or changed.
    Question {
        /// The question.
        question: Box<Question>,
    },
    /// A question is gone.
    QuestionGone {
        /// Its id.
        id: String,
    },
    /// An entry was added to the history. Past the limit the oldest is dropped.
    History {
        /// The entry.
        entry: HistoryEntry,
    },
    /// A badge; 0 removes it.
    Badge {
        /// The app.
        app_id: String,
        /// The count.
        count: u64,
    },
    /// A shortcut is new (then it is the last) or changed.
    Shortcut {
        /// The shortcut.
        shortcut: Box<DesktopShortcut>,
        /// Its index in the list.
        at: u64,
    },
    /// A shortcut is gone.
    ShortcutGone {
        /// Its id.
        id: String,
    },
    /// The list of apps must be read again.
    Apps {
        /// Its version.
        version: u64,
    },
}

/// A window's place in its monitor's stacking order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Placed {
    /// The window.
    pub key: String,
    /// The window right below it; none at the bottom.
    pub above: Option<String>,
}
