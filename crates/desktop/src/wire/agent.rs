//! What agents send, what they are answered, and what they hear of people: the same over HTTP, over MCP and in
//! one process.

use std::borrow::Cow;
use std::collections::BTreeMap;

use action::Finding;
use action::os::{Addressed, Batch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FormValue;

/// What is wrong with one thing: a request, or one action of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// What kind of thing it is, for programs.
    pub code: Cow<'static, str>,
    /// Where it is, as in `actions[1].bounds.w`; empty for the whole.
    pub path: String,
    /// What it is, for people and models.
    pub message: String,
}

impl Fault {
    /// A fault of the whole request.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code: Cow::Borrowed(code), path: String::new(), message: message.into() }
    }

    /// The same at this place.
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

/// What an agent sends: one action, or several that are carried out together.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ActionsRequest {
    /// All of them or none.
    Batch(Batch),
    /// One.
    Action(Box<Addressed>),
}

/// What became of what an agent sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BatchReply {
    /// The number of the change, if anything changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// One for each action, in order.
    pub results: Vec<ActionResult>,
    /// What was ignored, such as fields that nobody knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Finding>,
}

/// What became of one action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionResult {
    /// Which action, counted from 0.
    pub index: usize,
    /// Whether all went well.
    pub ok: bool,
    /// What the agent calls its request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// What a page or a remembered choice says to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feedback: Option<ActionFeedback>,
    /// Whether the desktop was changed although not all went well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub applied: bool,
    /// What is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

/// What is said to an action besides that it was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ActionFeedback {
    /// How a page loaded or drew the window.
    Rendering(Rendering),
    /// How a remembered choice answers the dialog.
    Dialog {
        /// Yes or no.
        confirmed: bool,
        /// Always true: otherwise the answer is a person's and comes later.
        remembered: bool,
    },
}

/// How loading or drawing a window went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rendering {
    /// Whether it worked.
    pub ok: bool,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The picture, as base64 PNG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub png: Option<String>,
    /// Whether the picture lacks the inside of a frame.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// What an agent hears of people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum AgentEvent {
    /// A dialog was answered.
    DialogFeedback {
        /// The dialog.
        id: String,
        /// Yes or no.
        confirmed: bool,
        /// Whether it answered itself from a remembered choice.
        remembered: bool,
    },
    /// The button of a toast was pressed.
    ToastAction {
        /// The toast.
        id: String,
        /// What the button stands for.
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
        /// Which component, counted from 0.
        index: u32,
        /// The button's action.
        action: String,
        /// The fields of its form, by name.
        form: BTreeMap<String, FormValue>,
    },
    /// How loading or drawing a window went.
    RenderingFeedback {
        /// What the agent called its request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request_id: Option<String>,
        /// The window.
        key: String,
        /// How it went. Without the picture if that was handed over already.
        #[serde(flatten)]
        feedback: Rendering,
    },
    /// What an app in one of the agent's windows says.
    AppMessage {
        /// The window.
        key: String,
        /// The app.
        app_id: String,
        /// What, as JSON text.
        data: String,
    },
    /// Something that a person said to the agents.
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
    /// The name under which it is streamed.
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
    /// Whether it answered itself from a remembered choice.
    pub remembered: bool,
}

/// What is known of a dialog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DialogState {
    /// The dialog.
    pub id: String,
    /// Whether it was answered.
    pub answered: bool,
    /// How.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<DialogAnswer>,
}

impl BatchReply {
    /// Every action refused: those at fault with their first fault, the others because of them.
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

    /// What could not be read, with everything that is wrong in the results it belongs to.
    pub(crate) fn malformed(count: usize, faults: Vec<Fault>) -> Self {
        let count = count.max(1);
        let placed = faults.into_iter().map(|fault| (place(&fault.path).unwrap_or(0).min(count - 1), fault));
        Self::refused(vec![None; count], placed.collect())
    }
}

/// Which action a path is about: `actions[3].title`.
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
