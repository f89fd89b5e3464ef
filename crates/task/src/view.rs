//! Tasks and phones in the form that people and clients see.

use std::path::Path;

use agent::record::{Glance, ReadError, glance};
use agent::undo::Undo;
use agent::{EndReason, Status, Summary};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::TaskError;
use crate::queue::Holder;
use crate::retention::is_pinned;
use crate::spec::TaskFile;
use crate::text::cut;

/// The state of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TaskState")]
pub enum State {
    /// It waits for its phone.
    Queued,
    /// It runs.
    Running,
    /// It is paused: somebody paused it, or took its phone over.
    Paused,
    /// It is done.
    Success,
    /// It failed for good.
    Failed,
    /// A limit was reached.
    Timeout,
    /// It was stopped, or its process ended. It can be resumed.
    Interrupted,
}

impl State {
    /// Returns whether the task will not continue by itself.
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Queued | Self::Running | Self::Paused)
    }
}

impl From<Status> for State {
    fn from(status: Status) -> Self {
        match status {
            Status::Success => Self::Success,
            Status::Failed => Self::Failed,
            Status::Timeout => Self::Timeout,
            Status::Interrupted => Self::Interrupted,
        }
    }
}

/// A task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TaskView")]
pub struct View {
    /// Its id.
    pub id: String,
    /// The person's goal.
    pub goal: String,
    /// Its state.
    pub state: State,
    /// The phone.
    pub device: String,
    /// The model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The outside program that requested it; absent if a person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<String>,
    /// When it was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub created: Option<Timestamp>,
    /// When something was last recorded for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub last: Option<Timestamp>,
    /// The steps taken so far.
    pub steps: u32,
    /// The most steps it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// How long it took in seconds, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_sec: Option<f64>,
    /// The tokens that models used for it; none if no model was asked.
    #[serde(default)]
    pub tokens: u64,
    /// The cost in dollars, if the model reports it and the task is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The message to the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What went wrong and what to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Why it ended, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub reason: Option<EndReason>,
    /// How many of its questions wait for an answer.
    #[serde(default)]
    pub questions: usize,
    /// Whether it can be resumed.
    pub resumable: bool,
    /// Whether a person pinned it, so that it is never deleted for its age.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
    /// The last action that the app may still undo. Lists include it only for running tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoOffer>,
}

/// An undo that an app offered after an action. Only the phone can tell whether it still does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoOffer {
    /// The app's label for it, or its text about the bin.
    pub label: String,
    /// The app's package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// Since when it is offered.
    #[schemars(with = "String")]
    pub since: Timestamp,
    /// When the offer ends, if the app says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub until: Option<Timestamp>,
    /// Whether it can be pressed from here; otherwise the person has to find it on the phone.
    pub pressable: bool,
}

impl UndoOffer {
    pub(crate) fn new(undo: &Undo, since: Timestamp) -> Self {
        let element = undo.element.as_ref();
        Self {
            label: cut(&undo.label),
            app: element.map(|element| element.package.clone()).filter(|package| !package.is_empty()),
            since,
            until: undo.until,
            pressable: element.is_some(),
        }
    }
}

impl View {
    /// Reads a task that does not run from its folder. Blocking.
    pub(crate) fn read(id: &str, folder: &Path) -> Result<Self, TaskError> {
        let file = TaskFile::read(folder)?;
        let glance = match glance(folder) {
            Ok(glance) => Some(glance),
            // It was stopped before it began, or it never got that far.
            Err(ReadError::None { .. }) if file.is_some() => None,
            Err(ReadError::None { .. }) => return Err(TaskError::NoTask(id.to_owned())),
            Err(error) => return Err(error.into()),
        };
        Ok(Self { kept: is_pinned(folder), ..Self::of(id, file.as_ref(), glance) })
    }

    fn of(id: &str, file: Option<&TaskFile>, glance: Option<Glance>) -> Self {
        let (started, last, ended) = match glance {
            Some(glance) => (Some(glance.started), Some(glance.last), glance.ended),
            None => (None, None, None),
        };
        let spec = file.map(|file| &file.spec);
        let goal = spec.map(|spec| spec.goal.clone()).or_else(|| started.as_ref().map(|line| line.goal.clone()));
        let device = file.map(|file| file.device.clone()).or_else(|| started.as_ref().map(|line| line.device.clone()));
        let model =
            started.as_ref().map(|line| line.model.clone()).or_else(|| spec.and_then(|spec| spec.model.clone()));
        let mut view = Self {
            id: id.to_owned(),
            goal: goal.unwrap_or_default(),
            state: State::Interrupted,
            device: device.unwrap_or_default(),
            model,
            asked_by: spec.and_then(|spec| spec.asked_by.clone()),
            created: file.map(|file| file.created).or_else(|| started.as_ref().map(|line| line.mark.at)),
            last: last.map(|mark| mark.at),
            steps: last.map_or(0, |mark| mark.step),
            max_steps: started.as_ref().map(|line| line.settings.max_steps),
            duration_sec: None,
            tokens: 0,
            cost: None,
            message: None,
            error: None,
            reason: None,
            questions: 0,
            resumable: true,
            kept: false,
            undo: None,
        };
        if let Some(summary) = &ended {
            view.end(summary);
        }
        // Only the program that decided each step, or a worker of the fleet, could continue it.
        view.resumable &= !spec.is_some_and(|spec| spec.outside || spec.fleet);
        view
    }

    pub(crate) fn end(&mut self, summary: &Summary) {
        self.state = summary.status.into();
        self.steps = summary.steps;
        self.duration_sec = Some(summary.duration.as_secs_f64());
        (self.tokens, self.cost) = (summary.tokens, summary.cost);
        self.message = Some(summary.message.clone());
        self.error = summary.error.clone();
        self.reason = Some(summary.reason);
        // An unfinished goal can be tried again; a finished one cannot.
        self.resumable = summary.status != Status::Success;
    }
}

/// A page of tasks, the latest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TaskPage")]
pub struct Page {
    /// The tasks.
    pub tasks: Vec<View>,
    /// Pass this as `before` to get the next page; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// A phone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PhoneView {
    /// Its id.
    pub id: String,
    /// The name people know it by.
    pub name: String,
    /// Why it cannot be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Its holder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<Holder>,
    /// How many tasks wait for it.
    pub waiting: usize,
}

/// The reachable phones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceList {
    /// The phones.
    pub devices: Vec<PhoneView>,
}
