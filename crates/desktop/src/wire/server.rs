//! What the server says to a page.

use action::Finding;
use action::os::Addressed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Change, PhoneEvent, Question, SafeState, TaskEvent};

/// Who did it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub enum Actor {
    /// An agent, by the name of its credential.
    Agent(String),
    /// A person, by the id of the page they did it on.
    Person(String),
    /// The desktop itself: something expired, a lock fell.
    System,
}

/// One message from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ServerEvent {
    /// Everything, as of `seq`: sent first, and to whoever missed more than is kept.
    Snapshot {
        /// The number of the last change in it.
        seq: u64,
        /// The desktop.
        state: Box<SafeState>,
    },
    /// One numbered change: apply `changes`; `actions` is what was asked for, for logs and narration.
    Actions {
        /// Its number, one more than the change before.
        seq: u64,
        /// Who did it.
        actor: Actor,
        /// What was asked for, if it was actions. Long texts are cut here; the changes are whole.
        #[serde(default)]
        actions: Vec<Addressed>,
        /// What the state became.
        changes: Vec<Change>,
    },
    /// Something about a task. Not numbered: the state of a task is asked for over HTTP.
    Task {
        /// The event.
        event: TaskEvent,
    },
    /// Something about a phone.
    Phone {
        /// How it stands.
        event: PhoneEvent,
    },
    /// An open question to people; it is part of the state as well.
    Human {
        /// The question.
        question: Question,
    },
    /// A window is to be drawn by whoever can (`window.capture`): answer with `RENDERING_FEEDBACK`.
    Capture {
        /// What the answer refers to.
        request_id: String,
        /// The window.
        key: String,
    },
    /// A message of this page was carried out.
    #[serde(rename = "RESULT")]
    Done {
        /// The page's own number of the message.
        re: u64,
        /// The change that came of it, if one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
        /// What there is to say about it, such as what an undo took back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        /// Who is listening to what was said to the agents, by name; nobody, if it is empty.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heard: Option<Vec<String>>,
    },
    /// What an agent says to an app. Pages that show the app hand it on.
    #[serde(rename_all = "camelCase")]
    AppMessage {
        /// The app.
        app_id: String,
        /// The window it is meant for; every window of the app if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// What, as JSON text.
        data: String,
    },
    /// A message of this page was refused. Nothing changed.
    Error(ErrorEvent),
}

/// Why a message of a page was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorEvent {
    /// The page's own number of the message, if it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub re: Option<u64>,
    /// Everything that is wrong with it.
    pub errors: Vec<Finding>,
}
