//! What the state became: keyed upserts and removals, which a page applies in order.
//!
//! Each names what it is about and carries the new value whole, except where that could be long: the
//! stacking order and growing content have changes of their own, so that the cost of a change does not
//! depend on how much there is.

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
    /// A monitor is new or has another size.
    Monitor {
        /// The monitor.
        monitor: SafeMonitor,
    },
    /// Another monitor is active.
    Active {
        /// Which.
        monitor_id: MonitorId,
    },
    /// A window is new, or another one under an old key.
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
        /// The frame, and whose window it is.
        frame: Box<SafeFrame>,
    },
    /// A window is gone, from the stacking order too.
    Closed {
        /// Its key.
        key: String,
    },
    /// A window stands elsewhere in its monitor's stacking order, or is new in it.
    Stack(Placed),
    /// Another window is in front, or none.
    Focused {
        /// Its key.
        key: Option<String>,
    },
    /// A window shows something else.
    Content {
        /// Its key.
        key: String,
        /// What.
        content: SafeContent,
    },
    /// The blocks of a window from `keep` on are replaced by these.
    Blocks {
        /// Its key.
        key: String,
        /// How many blocks stay as they are.
        keep: u64,
        /// What follows them.
        blocks: Vec<Block>,
    },
    /// A window's plain text goes on.
    TextAppended {
        /// Its key.
        key: String,
        /// What comes behind.
        text: String,
    },
    /// A notification is new or another.
    Notification {
        /// The notification.
        notification: Box<Notification>,
    },
    /// A notification is gone.
    NotificationGone {
        /// Its id.
        id: String,
    },
    /// A toast is new or another.
    Toast {
        /// The toast.
        toast: Box<Toast>,
    },
    /// A toast is gone.
    ToastGone {
        /// Its id.
        id: String,
    },
    /// A dialog is new or another.
    Dialog {
        /// The dialog.
        dialog: Box<Dialog>,
    },
    /// A dialog is gone.
    DialogGone {
        /// Its id.
        id: String,
    },
    /// A question is new or another.
    Question {
        /// The question.
        question: Box<Question>,
    },
    /// A question is gone.
    QuestionGone {
        /// Its id.
        id: String,
    },
    /// Something went by. Past the bound the oldest entry goes.
    History {
        /// What.
        entry: HistoryEntry,
    },
    /// A badge; 0 removes it.
    Badge {
        /// The app.
        app_id: String,
        /// The count.
        count: u64,
    },
    /// A shortcut is new (then it is the last) or another.
    Shortcut {
        /// The shortcut.
        shortcut: Box<DesktopShortcut>,
        /// Its place in the list.
        at: u64,
    },
    /// A shortcut is gone.
    ShortcutGone {
        /// Its id.
        id: String,
    },
    /// The list of apps is to be read again.
    Apps {
        /// Its version.
        version: u64,
    },
}

/// Where a window stands in its monitor's stacking order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Placed {
    /// The window.
    pub key: String,
    /// The window right below it; none at the bottom.
    pub above: Option<String>,
}
