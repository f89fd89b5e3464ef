//! What is asked for, and how it is kept: `task.json` in the task's folder.

use std::path::Path;

use action::dialect::DialectName;
use agent::{Redactor, Settings};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::TaskError;
use crate::folder::{FolderError, read_versioned, write_private};
use crate::text::shown;

/// The longest goal, in bytes: some twenty pages. More belongs into a file, and a prompt holds little more.
pub const MOST_GOAL: usize = 64 << 10;
/// The longest name of a phone or a model: as long as a path may be, for `script:FILE`.
const MOST_NAME: usize = 4096;
/// The format of the file.
const VERSION: u64 = 1;
const FILE: &str = "task.json";

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// What the person wants, in their words.
    pub goal: String,
    /// On which phone: `sim`, a serial, `host:port`; the usual one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// By which model: a name of the configuration, an address, `script:FILE`; the usual one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// In which dialect, if not the model's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// How many steps there may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// Whether everything is allowed that need not always be asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub yes: bool,
    /// How it is run otherwise; as configured if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
    /// The program outside that asked for it, if it was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<String>,
    /// Whether that program decides each step itself; then nobody else can go on with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outside: bool,
    /// Whether its record is that of a fleet; then only a worker goes on with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fleet: bool,
}

/// What is to be done.
// The body of a request. How a task is run otherwise is not for a client to say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskMade {
    /// Its name.
    pub task_id: String,
}

impl From<NewTask> for Spec {
    fn from(NewTask { goal, device, model, dialect, max_steps, yes }: NewTask) -> Self {
        Self { goal, device, model, dialect, max_steps, yes, ..Self::default() }
    }
}

impl From<Spec> for NewTask {
    fn from(Spec { goal, device, model, dialect, max_steps, yes, .. }: Spec) -> Self {
        Self { goal, device, model, dialect, max_steps, yes }
    }
}

impl Spec {
    /// A task for the usual model on the usual phone.
    pub fn new(goal: impl Into<String>) -> Self {
        Self { goal: goal.into(), ..Self::default() }
    }

    /// Whether it can be done at all; the dialect, if one was named.
    pub(crate) fn check(&self) -> Result<Option<DialectName>, TaskError> {
        if self.goal.len() > MOST_GOAL {
            return Err(TaskError::TooLong { what: "goal", bytes: self.goal.len(), most: MOST_GOAL });
        }
        if self.goal.trim().is_empty() {
            return Err(TaskError::invalid("goal", "is empty; say what is to be done"));
        }
        for (field, name) in [("device", &self.device), ("model", &self.model)] {
            if name.as_ref().is_some_and(|name| name.len() > MOST_NAME || name.trim().is_empty()) {
                return Err(TaskError::invalid(field, "must be a name, or be left out"));
            }
        }
        if self.max_steps == Some(0) {
            return Err(TaskError::invalid("max_steps", "`0` steps lead nowhere; expected 1 or more"));
        }
        let Some(dialect) = &self.dialect else { return Ok(None) };
        let found = DialectName::find(dialect);
        found.map(Some).map_err(|error| TaskError::invalid("dialect", shown_error(&error.to_string(), dialect)))
    }

    /// How it is run, over what is configured.
    pub(crate) fn settings(&self, usual: &Settings) -> Settings {
        let mut settings = self.settings.clone().unwrap_or_else(|| usual.clone());
        settings.max_steps = self.max_steps.unwrap_or(settings.max_steps);
        settings.yes |= self.yes;
        settings
    }
}

fn shown_error(error: &str, given: &str) -> String {
    if given.len() > 80 { format!("there is no dialect `{}`", shown(given)) } else { error.to_owned() }
}

/// A task as its folder keeps it, so that it can be shown and resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TaskFile {
    version: u64,
    /// When it was asked for.
    pub(crate) created: Timestamp,
    /// The phone that was meant, by the name it has now.
    pub(crate) device: String,
    /// What was asked for.
    pub(crate) spec: Spec,
}

impl TaskFile {
    /// As it may lie on disk: what looks like a key is masked, as it is for the model.
    pub(crate) fn new(spec: &Spec, device: &str, created: Timestamp) -> Self {
        let goal = Redactor::default().owned(spec.goal.clone());
        let spec = Spec { goal, ..spec.clone() };
        Self { version: VERSION, created, device: device.to_owned(), spec }
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), TaskError> {
        let path = folder.join(FILE);
        let mut text = serde_json::to_vec_pretty(self).map_err(|error| TaskError::disk(&path, error.into()))?;
        text.push(b'\n');
        write_private(&path, &text).map_err(|error| TaskError::disk(&path, error))
    }

    /// Nothing if the folder has none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        read_versioned(&folder.join(FILE), VERSION)
    }
}
