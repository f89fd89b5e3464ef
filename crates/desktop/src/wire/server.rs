//! Messages from the server to a page.

use action::Finding;
use action::os::Addressed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Change, PhoneEvent, Question, SafeState, TaskEvent};

/// The originator of a change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub enum Actor {
    /// An agent, by the name of its credential.
    Agent(String),
    /// A person, by the id of their page.
    Person(String),
    /// The desktop itself: something expired, a lock was released.
    System,
}

/// One message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ServerEvent {
    /// Everything, as of `seq`: sent first, and to a page that missed more than is kept.
    Snapshot {
        /// The number of the last change in it.
        seq: u64,
        /// The desktop.
        state: Box<SafeState>,
    },
    /// One numbered change: apply `changes`; `actions` is what was requested, for logs and narration.
    Actions {
        /// Its number, one more than the change before.
        seq: u64,
        /// Its originator.
        actor: Actor,
        /// The requested actions, if any. Long texts are cut here; the changes are complete.
        #[serde(default)]
        actions: Vec<Addressed>,
        /// The changes of the state.
        changes: Vec<Change>,
    },
    /// An event of a task. Not numbered: the state of a task is available over HTTP.
    Task {
        /// The event.
        event: TaskEvent,
    },
    /// An event of a phone.
    Phone {
        /// Its state.
        event: PhoneEvent,
    },
    /// An open question to people; it is part of the state as well.
    Human {
        /// The question.
        question: Question,
    },
    /// A page must draw this window (`window.capture`) and answer with `RENDERING_FEEDBACK`.
    Capture {
        /// The id for the answer.
        request_id: String,
        /// The window.
        key: String,
    },
    /// A message of this page was carried out.
    #[serde(rename = "RESULT")]
    Done {
        /// The page's number for the message.
        re: u64,
        /// The resulting change, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
        /// A message about it, such as what an undo did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        /// The names of the agents that are listening, if something was said to them; empty if none is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heard: Option<Vec<String>>,
    },
    /// A message from an agent to an app. Pages that show the app pass it on.
    #[serde(rename_all = "camelCase")]
    AppMessage {
        /// The app.
        app_id: String,
        /// The target window; absent for every window of the app.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The message, as JSON text.
        data: String,
    },
    /// A message of this page was refused. Nothing changed.
    Error(ErrorEvent),
}

/// Why a message of a page was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorEvent {
    /// The page's number for the message, if it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub re: Option<u64>,
    /// Everything that is wrong with it.
    pub errors: Vec<Finding>,
}
