//! What a page says to the server.

use std::collections::BTreeMap;

use action::OsAction;
use action::os::MonitorId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One message from a page. `n` is the page's own number of it, one more than of the one before: a
/// message that is sent again after a broken connection is carried out once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ClientEvent {
    /// A dialog was answered.
    #[serde(rename_all = "camelCase")]
    DialogFeedback {
        /// The page's number of this message.
        n: u64,
        /// The dialog.
        id: String,
        /// Yes or no.
        confirmed: bool,
        /// Whether the answer is to be remembered.
        #[serde(default)]
        remember: bool,
    },
    /// The button of a toast was pressed.
    #[serde(rename_all = "camelCase")]
    ToastAction {
        /// The page's number of this message.
        n: u64,
        /// The toast.
        id: String,
        /// What the button stands for.
        event_id: String,
    },
    /// A shortcut of the type `action` was pressed.
    ShortcutAction {
        /// The page's number of this message.
        n: u64,
        /// The shortcut.
        id: String,
        /// Its target, so that a shortcut which changed meanwhile is not pressed by mistake.
        action: String,
    },
    /// How loading or drawing a window went.
    #[serde(rename_all = "camelCase")]
    RenderingFeedback {
        /// The page's number of this message.
        n: u64,
        /// The request it answers.
        request_id: String,
        /// The window.
        key: String,
        /// Whether it worked.
        ok: bool,
        /// Why not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        /// The picture, as base64 PNG.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        png: Option<String>,
        /// Whether the picture lacks the inside of a frame.
        #[serde(default)]
        partial: bool,
    },
    /// A button in a window was pressed, with what stood in its form.
    #[serde(rename_all = "camelCase")]
    ComponentAction {
        /// The page's number of this message.
        n: u64,
        /// The window.
        key: String,
        /// Which component, counted from 0.
        index: u32,
        /// The button's action, so that a button which changed meanwhile is not pressed by mistake.
        action: String,
        /// The fields of the form, by name.
        #[serde(default)]
        form: BTreeMap<String, FormValue>,
    },
    /// Something that a person did to the desktop itself.
    UserAction {
        /// The page's number of this message.
        n: u64,
        /// What, in order; all of it or nothing.
        actions: Vec<PersonAction>,
    },
    /// The answer to an open question. Never written to disk in clear.
    #[serde(rename_all = "camelCase")]
    HumanAnswer {
        /// The page's number of this message.
        n: u64,
        /// The question.
        id: String,
        /// The answer.
        answer: HumanAnswer,
    },
    /// What an app in a window says to the agent that opened it.
    AppMessage {
        /// The page's number of this message.
        n: u64,
        /// The window.
        key: String,
        /// What, as JSON text.
        data: String,
    },
    /// Something that a person said to the agents.
    UserMessage {
        /// The page's number of this message.
        n: u64,
        /// The words.
        text: String,
    },
}

/// What stands in a field of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FormValue {
    /// A text.
    Text(String),
    /// A box that is ticked or not.
    Flag(bool),
}

/// What a person answers to an open question.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HumanAnswer {
    /// Yes; with what was asked for, such as a code.
    Approve {
        /// The text that was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Whether the same may go ahead without asking next time.
        #[serde(default)]
        remember: bool,
    },
    /// No: the agent has to find another way.
    Reject {
        /// A word about it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// The person does it themselves: the task stands still until they give the phone back.
    Myself,
    /// Stop the whole task.
    Cancel,
}

impl std::fmt::Debug for HumanAnswer {
    /// What a person typed may be a secret.
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

/// What a person can do to the desktop: most of what an agent can, and a few things of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PersonAction {
    /// Theirs alone.
    Command(PersonCommand),
    /// One of the agents' verbs that a person may use: windows (close, focus, minimize, maximize, restore,
    /// move, resize, unlock), dismissing, shortcuts.
    Os(OsAction),
}

/// What only a person does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
pub enum PersonCommand {
    /// The size of what the person sees of a monitor.
    #[serde(rename = "desktop.viewport", rename_all = "camelCase")]
    Viewport {
        /// The monitor.
        monitor_id: MonitorId,
        /// Its width in CSS pixels.
        w: u32,
        /// Its height.
        h: u32,
    },
    /// Go to a monitor.
    #[serde(rename = "desktop.activate", rename_all = "camelCase")]
    Activate {
        /// The monitor.
        monitor_id: MonitorId,
    },
    /// Take back the person's own last deed.
    #[serde(rename = "desktop.undo")]
    Undo {},
    /// Do again what was taken back last.
    #[serde(rename = "desktop.redo")]
    Redo {},
    /// Take back the last thing that an agent did to a window.
    #[serde(rename = "window.undo", rename_all = "camelCase")]
    UndoAgent {
        /// The window.
        window_id: String,
    },
    /// Open something that lies on the desktop in a window; one that is open already comes to the front.
    #[serde(rename = "desktop.open", rename_all = "camelCase")]
    Open {
        /// What kind of thing it is.
        what: Openable,
        /// Which: an app's folder name, a path below `files/`, or a part of the page.
        id: String,
        /// For a part that is about one thing: which, such as the phone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// What an app calls itself. The server fills it in; a page does not send it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(skip)]
        title: Option<String>,
    },
    /// Give a shortcut another place among the others.
    #[serde(rename = "desktop.moveShortcut", rename_all = "camelCase")]
    MoveShortcut {
        /// The shortcut.
        shortcut_id: String,
        /// Its new place, counted from 0.
        at: u32,
    },
    /// A toast is being read: it does not go away meanwhile.
    #[serde(rename = "toast.hold")]
    HoldToast {
        /// The toast.
        id: String,
        /// Whether it is held or let go.
        held: bool,
    },
}

/// What a person can open in a window.
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
