//! Requests of agents, their answers, and the events they receive: the same over HTTP, over MCP and in one process.

use std::borrow::Cow;
use std::collections::BTreeMap;

use action::Finding;
use action::os::{Addressed, Batch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FormValue;

/// What is wrong with a request, or with one action of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// The kind of fault, for programs.
    pub code: Cow<'static, str>,
    /// Its location, as in `actions[1].bounds.w`; empty for the whole request.
    pub path: String,
    /// An explanation, for people and models.
    pub message: String,
}

impl Fault {
    /// Creates a fault of the whole request.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code: Cow::Borrowed(code), path: String::new(), message: message.into() }
    }

    /// Sets its location.
    #[must_use]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }
}

impl From<Finding> for Fault {
    fn from(finding: Finding) -> Self {
        Self { code: Cow::Borrowed(finding.code.as_str()), path: finding.path, message: finding.message }
    }
}

/// The body of every refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// What is wrong.
    pub error: Fault,
}

/// A request of an agent: one action, or several that are carried out together.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ActionsRequest {
    /// All of them or none.
    Batch(Batch),
    /// One.
    Action(Box<Addressed>),
}

/// The outcome of an agent's request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BatchReply {
    /// The number of the change, if anything changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// One result for each action, in order.
    pub results: Vec<ActionResult>,
    /// Ignored input, such as unknown fields and styles that are not allowed, and windows that are not where they were
    /// asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Finding>,
}

/// The outcome of one action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionResult {
    /// The index of the action, counted from 0.
    pub index: usize,
    /// Whether it succeeded.
    pub ok: bool,
    /// The agent's id for its request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Feedback from a page or from a remembered choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feedback: Option<ActionFeedback>,
    /// Whether the desktop changed although the action did not succeed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub applied: bool,
    /// What is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

/// Feedback on an action besides its success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ActionFeedback {
    /// How a page loaded or drew the window.
    Rendering(Rendering),
    /// The answer of a remembered choice to the dialog.
    Dialog {
        /// Yes or no.
        confirmed: bool,
        /// Always true: a person's answer comes later, as an event.
        remembered: bool,
    },
}

/// The outcome of loading or drawing a window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rendering {
    /// Whether it worked.
    pub ok: bool,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The picture, as base64 PNG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub png: Option<String>,
    /// Whether the picture lacks the inside of a frame.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// Events that people cause, as an agent receives them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum AgentEvent {
    /// A dialog was answered.
    DialogFeedback {
        /// The dialog.
        id: String,
        /// Yes or no.
        confirmed: bool,
        /// Whether a remembered choice answered it.
        remembered: bool,
    },
    /// The button of a toast was pressed.
    ToastAction {
        /// The toast.
        id: String,
        /// The id of the button's event.
        event_id: String,
    },
    /// A shortcut of the type `action` was pressed.
    ShortcutAction {
        /// The shortcut.
        id: String,
        /// Its target.
        action: String,
    },
    /// A button in a window was pressed.
    ComponentAction {
        /// The window.
        key: String,
        /// The index of the component, counted from 0.
        index: u32,
        /// The button's action.
        action: String,
        /// The fields of its form, by name.
        form: BTreeMap<String, FormValue>,
    },
    /// The outcome of loading or drawing a window.
    RenderingFeedback {
        /// The agent's id for its request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request_id: Option<String>,
        /// The window.
        key: String,
        /// The outcome. Without the picture if that was already delivered.
        #[serde(flatten)]
        feedback: Rendering,
    },
    /// A message from an app in one of the agent's windows.
    AppMessage {
        /// The window.
        key: String,
        /// The app.
        app_id: String,
        /// The message, as JSON text.
        data: String,
    },
    /// A message from a person to the agents.
    UserMessage {
        /// The words.
        text: String,
    },
    /// The mailbox was full: this many events before the next one are lost.
    Lost {
        /// How many.
        count: u64,
    },
}

impl AgentEvent {
    /// Returns the name under which it is streamed.
    pub fn name(&self) -> &'static str {
        match self {
            Self::DialogFeedback { .. } => "DIALOG_FEEDBACK",
            Self::ToastAction { .. } => "TOAST_ACTION",
            Self::ShortcutAction { .. } => "SHORTCUT_ACTION",
            Self::ComponentAction { .. } => "COMPONENT_ACTION",
            Self::RenderingFeedback { .. } => "RENDERING_FEEDBACK",
            Self::AppMessage { .. } => "APP_MESSAGE",
            Self::UserMessage { .. } => "USER_MESSAGE",
            Self::Lost { .. } => "LOST",
        }
    }
}

/// How a dialog was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DialogAnswer {
    /// Yes or no.
    pub confirmed: bool,
    /// Whether a remembered choice answered it.
    pub remembered: bool,
}

/// The state of a dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DialogState {
    /// The dialog.
    pub id: String,
    /// Whether it was answered.
    pub answered: bool,
    /// The answer.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<DialogAnswer>,
}

impl BatchReply {
    /// Refuses every action: faulty ones with their first fault, the others because of them.
    pub(crate) fn refused(requests: Vec<Option<String>>, mut faults: Vec<(usize, Fault)>) -> Self {
        faults.sort_by_key(|(index, _)| *index);
        let results = requests.into_iter().enumerate().map(|(index, request_id)| {
            let own = faults.iter().find(|(at, _)| *at == index).map(|(_, fault)| fault.clone());
            let error =
                own.or_else(|| Some(Fault::new("refused_with_batch", "another action of the batch is refused")));
            ActionResult { index, request_id, error, ..ActionResult::default() }
        });
        Self { results: results.collect(), ..Self::default() }
    }

    /// Returns the reply to a request that could not be parsed, with every fault in the result it belongs to.
    pub(crate) fn malformed(count: usize, faults: Vec<Fault>) -> Self {
        let count = count.max(1);
        let placed = faults.into_iter().map(|fault| (place(&fault.path).unwrap_or(0).min(count - 1), fault));
        Self::refused(vec![None; count], placed.collect())
    }
}

/// Returns the index of the action that a path refers to: `actions[3].title`.
fn place(path: &str) -> Option<usize> {
    path.strip_prefix("actions[")?.split_once(']')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_gets_its_own_fault_and_the_innocent_say_so() {
        let fault = Fault::new("missing", "`title` is missing").at("actions[1].title");
        let reply = BatchReply::malformed(3, vec![fault]);
        let codes: Vec<&str> =
            reply.results.iter().map(|each| each.error.as_ref().map_or("", |error| error.code.as_ref())).collect();
        assert_eq!(codes, ["refused_with_batch", "missing", "refused_with_batch"]);
        assert_eq!(BatchReply::malformed(0, vec![Fault::new("syntax", "x")]).results.len(), 1);
        assert_eq!((place("actions[12].x"), place("agentId"), place("actions[x]")), (Some(12), None, None));
    }
}
