//! Bodies of requests and answers about tasks, questions, phones and remembered choices: one type for the server, for
//! the commands that are its clients, and for the description of the API. Those about the desktop are in
//! `desktop::wire`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use task::{Link, Open, PhoneView};

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTask {
    /// What the person wants, in their words; at most 64 KiB.
    #[schemars(length(min = 1), regex(pattern = r"\S"))]
    pub goal: String,
    /// On which phone; the usual one if absent.
    #[serde(default)]
    pub device: Option<String>,
    /// By which model; the usual one if absent.
    #[serde(default)]
    pub model: Option<String>,
    /// In which dialect, if not the model's own.
    #[serde(default)]
    pub dialect: Option<String>,
    /// How many steps there may be.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub max_steps: Option<u32>,
    /// Whether everything is allowed that need not always be asked.
    #[serde(default)]
    pub yes: bool,
}

/// A task that was made.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TaskMade {
    /// Its name.
    pub task_id: String,
}

/// The questions that wait for an answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct QuestionList {
    /// The oldest first.
    pub questions: Vec<LinkedQuestion>,
}

/// A question with its link.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LinkedQuestion {
    /// The question.
    #[serde(flatten)]
    pub question: Open,
    /// The way to answer it elsewhere.
    pub link: Link,
}

/// The phones that can be reached.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DeviceList {
    /// The phones.
    pub devices: Vec<PhoneView>,
}

/// The choices that people wanted remembered.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceList {
    /// In the order in which they were made.
    pub choices: Vec<RememberedChoice>,
}

/// A remembered choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RememberedChoice {
    /// What it is called when it is revoked.
    pub id: String,
    /// Who asked: `gate`, or `agent:NAME`.
    pub who: String,
    /// For what.
    pub what: String,
    /// In which context.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Yes or no.
    pub allow: bool,
    /// When, in milliseconds since 1970.
    pub at: u64,
}
