//! Messages from a page to the server.

use std::collections::BTreeMap;

use action::OsAction;
use action::os::{MonitorId, WindowBounds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One message from a page. `n` is the page's number for it, one more than the previous one: a message
/// that is sent again after a broken connection is carried out once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ClientEvent {
    /// A person answered a dialog.
    #[serde(rename_all = "camelCase")]
    DialogFeedback {
        /// The page's number for this message.
        n: u64,
        /// The dialog.
        id: String,
        /// Yes or no.
        confirmed: bool,
        /// Whether to remember the answer.
        #[serde(default)]
        remember: bool,
    },
    /// A person pressed the button of a toast.
    #[serde(rename_all = "camelCase")]
    ToastAction {
        /// The page's number for this message.
        n: u64,
        /// The toast.
        id: String,
        /// The id of the button's event.
        event_id: String,
    },
    /// A person pressed a shortcut of the type `action`.
    ShortcutAction {
        /// The page's number for this message.
        n: u64,
        /// The shortcut.
        id: String,
        /// Its target, so that a shortcut that changed meanwhile is not pressed by mistake.
        action: String,
    },
    /// The outcome of loading or drawing a window.
    #[serde(rename_all = "camelCase")]
    RenderingFeedback {
        /// The page's number for this message.
        n: u64,
        /// The request it answers.
        request_id: String,
        /// The window.
        key: String,
        /// Whether it worked.
        ok: bool,
        /// Why it failed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        /// The picture, as base64 PNG.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        png: Option<String>,
        /// Whether the picture lacks the inside of a frame.
        #[serde(default)]
        partial: bool,
    },
    /// A person pressed a button in a window, with the values of its form.
    #[serde(rename_all = "camelCase")]
    ComponentAction {
        /// The page's number for this message.
        n: u64,
        /// The window.
        key: String,
        /// The index of the component, counted from 0.
        index: u32,
        /// The button's action, so that a button that changed meanwhile is not pressed by mistake.
        action: String,
        /// The fields of the form, by name.
        #[serde(default)]
        form: BTreeMap<String, FormValue>,
    },
    /// A person's actions on the desktop itself.
    UserAction {
        /// The page's number for this message.
        n: u64,
        /// The actions, in order; all of them or none.
        actions: Vec<PersonAction>,
    },
    /// The answer to an open question. Never written to disk in clear.
    #[serde(rename_all = "camelCase")]
    HumanAnswer {
        /// The page's number for this message.
        n: u64,
        /// The question.
        id: String,
        /// The answer.
        answer: HumanAnswer,
    },
    /// A message from an app in a window to the agent that opened it.
    AppMessage {
        /// The page's number for this message.
        n: u64,
        /// The window.
        key: String,
        /// The message, as JSON text.
        data: String,
    },
    /// A person's message to the agents.
    UserMessage {
        /// The page's number for this message.
        n: u64,
        /// The words.
        text: String,
    },
}

/// The value of a form field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FormValue {
    /// A text.
    Text(String),
    /// A checkbox, ticked or not.
    Flag(bool),
}

/// A person's answer to an open question.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HumanAnswer {
    /// Yes; with the requested value, such as a code.
    Approve {
        /// The requested text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Whether to allow the same next time without asking.
        #[serde(default)]
        remember: bool,
    },
    /// No: the agent has to find another way.
    Reject {
        /// The reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// The person does it themselves: the task pauses until they give the phone back.
    Myself,
    /// Stops the whole task.
    Cancel,
}

impl std::fmt::Debug for HumanAnswer {
    /// Hides what the person typed: it may be a secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Approve { text: Some(_), .. } => "Approve(with a text)",
            Self::Approve { .. } => "Approve",
            Self::Reject { .. } => "Reject",
            Self::Myself => "Myself",
            Self::Cancel => "Cancel",
        })
    }
}

/// A person's action on the desktop: most actions of agents, and a few of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PersonAction {
    /// An action that only people have.
    Command(PersonCommand),
    /// One of the agents' verbs that a person may use: windows (close, focus, minimize, maximize, restore,
    /// move, resize, unlock), dismissing, shortcuts.
    Os(OsAction),
}

/// Actions that only people have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
pub enum PersonCommand {
    /// Set the size of the visible part of a monitor.
    #[serde(rename = "desktop.viewport", rename_all = "camelCase")]
    Viewport {
        /// The monitor.
        monitor_id: MonitorId,
        /// Its width in CSS pixels.
        w: u32,
        /// Its height.
        h: u32,
    },
    /// Switch to a monitor.
    #[serde(rename = "desktop.activate", rename_all = "camelCase")]
    Activate {
        /// The monitor.
        monitor_id: MonitorId,
    },
    /// Undo the person's own last action.
    #[serde(rename = "desktop.undo")]
    Undo {},
    /// Redo what was undone last.
    #[serde(rename = "desktop.redo")]
    Redo {},
    /// Undo the last change that an agent made to a window.
    #[serde(rename = "window.undo", rename_all = "camelCase")]
    UndoAgent {
        /// The window.
        window_id: String,
    },
    /// Move a window to another monitor; its key changes with it.
    #[serde(rename = "window.moveToMonitor", rename_all = "camelCase")]
    MoveToMonitor {
        /// The window.
        window_id: String,
        /// The monitor.
        monitor_id: MonitorId,
    },
    /// Give a window the shape that its content has now, such as that of a phone that was turned. It is no step to
    /// undo, and the window returns to where a person placed it when somebody moves or undoes something.
    #[serde(rename = "window.fit", rename_all = "camelCase")]
    Fit {
        /// The window.
        window_id: String,
        /// Where the page saw it. Elsewhere by now, it stays.
        from: WindowBounds,
        /// The new bounds.
        to: WindowBounds,
    },
    /// Open an item of the desktop in a window; one that is already open comes to the front.
    #[serde(rename = "desktop.open", rename_all = "camelCase")]
    Open {
        /// The kind of item.
        what: Openable,
        /// The item: an app's folder name, a path below `files/`, or a part of the page.
        id: String,
        /// The subject of a part that has one, such as the phone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// The app's own title. The server fills it in; a page does not send it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(skip)]
        title: Option<String>,
    },
    /// Move a shortcut among the others.
    #[serde(rename = "desktop.moveShortcut", rename_all = "camelCase")]
    MoveShortcut {
        /// The shortcut.
        shortcut_id: String,
        /// Its new index, counted from 0.
        at: u32,
    },
    /// Hold a toast while it is being read: it does not disappear meanwhile.
    #[serde(rename = "toast.hold")]
    HoldToast {
        /// The toast.
        id: String,
        /// Whether it is held or let go.
        held: bool,
    },
}

/// An item that a person can open in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Openable {
    /// A part of the page itself.
    Part,
    /// An app of the data folder.
    App,
    /// A file of the data folder.
    File,
}
