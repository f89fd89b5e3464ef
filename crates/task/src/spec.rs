//! The specification of a task, and its file: `task.json` in the task's folder.

use std::path::Path;

use action::dialect::DialectName;
use action::macros::{Filled, MOST_STEPS};
use agent::{Redactor, Settings};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::TaskError;
use crate::folder::{FolderError, read_versioned, write_private};
use crate::text::shown;

/// The longest goal, in bytes: about twenty pages. Longer texts belong in a file, and a prompt holds little more.
pub const MOST_GOAL: usize = 64 << 10;
/// The longest name of a phone or model: as long as a path may be, because of `script:FILE`.
const MOST_NAME: usize = 4096;
/// How many steps of the loop one recorded step may take: itself, and a few to wait, to scroll and to close pop-ups.
const STEPS_OF_ONE: u32 = 6;
/// The version of the file format.
const VERSION: u64 = 1;
const FILE: &str = "task.json";

/// The specification of a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The goal, in the person's words.
    pub goal: String,
    /// The phone: `sim`, a serial, `host:port`; the default phone if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The model: a configured name, an address, `script:FILE`; the default model if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The dialect, if not the model's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// The most steps it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// Whether to approve everything that does not always require a person's approval.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub yes: bool,
    /// Other settings; the configured ones if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
    /// The outside program that requested it, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<String>,
    /// Whether that program decides each step itself; then only it can continue the task.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub outside: bool,
    /// The task that it undoes, if it is an undo: by the steps in that task's journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
    /// Whether the task's record belongs to a fleet; then only a worker can continue it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fleet: bool,
    /// The recorded steps that it repeats, if it is a replay. They are part of the task, so that it can be resumed even
    /// if the run or the macro is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Box<Filled>>,
}

/// The request for a new task.
// The body of a request. All other settings are not for a client to choose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTask {
    /// The goal, in the person's words; at most 64 KiB.
    #[schemars(length(min = 1), regex(pattern = r"\S"))]
    pub goal: String,
    /// The phone; the default phone if absent.
    #[serde(default)]
    pub device: Option<String>,
    /// The model; the default model if absent.
    #[serde(default)]
    pub model: Option<String>,
    /// The dialect, if not the model's own.
    #[serde(default)]
    pub dialect: Option<String>,
    /// The most steps it may take.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub max_steps: Option<u32>,
    /// Whether to approve everything that does not always require a person's approval.
    #[serde(default)]
    pub yes: bool,
    /// The recorded steps to repeat. For the commands `task replay` and `macro run`, so it is not described.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub replay: Option<Box<Filled>>,
}

/// A task that was created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskMade {
    /// Its id.
    pub task_id: String,
}

impl From<NewTask> for Spec {
    fn from(NewTask { goal, device, model, dialect, max_steps, yes, replay }: NewTask) -> Self {
        Self { goal, device, model, dialect, max_steps, yes, replay, ..Self::default() }
    }
}

impl From<Spec> for NewTask {
    fn from(Spec { goal, device, model, dialect, max_steps, yes, replay, .. }: Spec) -> Self {
        Self { goal, device, model, dialect, max_steps, yes, replay }
    }
}

impl Spec {
    /// Creates a task for the default model on the default phone.
    pub fn new(goal: impl Into<String>) -> Self {
        Self { goal: goal.into(), ..Self::default() }
    }

    /// Validates the specification. Returns the dialect, if it names one.
    pub(crate) fn check(&self) -> Result<Option<DialectName>, TaskError> {
        if self.goal.len() > MOST_GOAL {
            return Err(TaskError::TooLong { what: "goal", bytes: self.goal.len(), most: MOST_GOAL });
        }
        if self.goal.trim().is_empty() {
            return Err(TaskError::invalid("goal", "is empty; say what to do"));
        }
        for (field, name) in [("device", &self.device), ("model", &self.model)] {
            if name.as_ref().is_some_and(|name| name.len() > MOST_NAME || name.trim().is_empty()) {
                return Err(TaskError::invalid(field, "must be a name; to use the default, leave it out"));
            }
        }
        if self.max_steps == Some(0) {
            return Err(TaskError::invalid("max_steps", "`0` is too few steps; expected 1 or more"));
        }
        if let Some(replay) = &self.replay
            && !(1..=MOST_STEPS).contains(&replay.steps.len())
        {
            let problem = format!("has {} steps; expected 1 to {MOST_STEPS}", replay.steps.len());
            return Err(TaskError::invalid("replay", problem));
        }
        let Some(dialect) = &self.dialect else { return Ok(None) };
        let found = DialectName::find(dialect);
        found.map(Some).map_err(|error| TaskError::invalid("dialect", shown_error(&error.to_string(), dialect)))
    }

    /// Returns the settings: the configured ones, overridden by this task's own.
    pub(crate) fn settings(&self, usual: &Settings) -> Settings {
        let mut settings = self.settings.clone().unwrap_or_else(|| usual.clone());
        let steps = self.replay.as_ref().map_or(0, |replay| replay.steps.len());
        // A recorded step takes one of the loop's, and some to get to its element.
        let enough = u32::try_from(steps).unwrap_or(u32::MAX).saturating_mul(STEPS_OF_ONE);
        settings.max_steps = self.max_steps.unwrap_or(settings.max_steps.max(enough));
        settings.yes |= self.yes;
        settings
    }
}

fn shown_error(error: &str, given: &str) -> String {
    if given.len() > 80 { format!("there is no dialect `{}`", shown(given)) } else { error.to_owned() }
}

/// A task as stored in its folder, so that it can be shown and resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TaskFile {
    version: u64,
    /// When it was created.
    pub(crate) created: Timestamp,
    /// The phone, by its current id.
    pub(crate) device: String,
    /// The specification.
    pub(crate) spec: Spec,
}

impl TaskFile {
    /// Prepares the file for disk: masks strings that look like keys, as for the model.
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

    /// Reads the file; `None` if the folder has none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, FolderError> {
        read_versioned(&folder.join(FILE), VERSION)
    }
}
