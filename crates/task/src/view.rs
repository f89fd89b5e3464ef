//! Tasks and phones as they are shown.

use std::path::Path;

use agent::record::{Glance, ReadError, glance};
use agent::undo::Undo;
use agent::{EndReason, Status, Summary};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::TaskError;
use crate::queue::Holder;
use crate::spec::TaskFile;
use crate::text::cut;

/// How a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TaskState")]
pub enum State {
    /// It waits for its phone.
    Queued,
    /// It runs.
    Running,
    /// It stands still: somebody paused it, or took its phone over.
    Paused,
    /// It is done.
    Success,
    /// It is not done, and will not be.
    Failed,
    /// A limit was reached.
    Timeout,
    /// It was stopped, or its process ended. It can be resumed.
    Interrupted,
}

impl State {
    /// Returns whether nothing more happens to the task by itself.
    pub(crate) fn is_over(self) -> bool {
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
    /// Names it.
    pub id: String,
    /// What the person wants.
    pub goal: String,
    /// How it stands.
    pub state: State,
    /// On which phone.
    pub device: String,
    /// By which model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The program outside that asked for it; nothing where a person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_by: Option<String>,
    /// When it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub created: Option<Timestamp>,
    /// When something was last written down of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub last: Option<Timestamp>,
    /// How many steps were taken.
    pub steps: u32,
    /// How many there may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// How many seconds it took, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_sec: Option<f64>,
    /// How many tokens models used for it; none where no model was asked.
    #[serde(default)]
    pub tokens: u64,
    /// What that cost, in dollars, where the model says so and it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// What the person is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What went wrong and what to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What ended it, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub reason: Option<EndReason>,
    /// How many questions of it wait for an answer.
    #[serde(default)]
    pub questions: usize,
    /// Whether it can be resumed.
    pub resumable: bool,
    /// The way back from what it did last that can be taken back. Lists tell it of tasks that run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoOffer>,
}

/// The way back that an app offered after an act. Whether it is still there only the phone can tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoOffer {
    /// What the app calls it, or says of its bin.
    pub label: String,
    /// In which app, by its package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// Since when.
    #[schemars(with = "String")]
    pub since: Timestamp,
    /// Until when, where the app says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub until: Option<Timestamp>,
    /// Whether it can be pressed from here; else it has to be looked for on the phone.
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
    /// A task that does not run, from its folder. Blocking.
    pub(crate) fn read(id: &str, folder: &Path) -> Result<Self, TaskError> {
        let file = TaskFile::read(folder)?;
        let glance = match glance(folder) {
            Ok(glance) => Some(glance),
            // It was stopped before it began, or never got that far.
            Err(ReadError::None { .. }) if file.is_some() => None,
            Err(ReadError::None { .. }) => return Err(TaskError::NoTask(id.to_owned())),
            Err(error) => return Err(error.into()),
        };
        Ok(Self::of(id, file.as_ref(), glance))
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
            undo: None,
        };
        if let Some(summary) = &ended {
            view.end(summary);
        }
        // Only the program that decided each step, or a worker of the fleet, could go on with it.
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
        // What was not reached can be tried again; what is done is done.
        self.resumable = summary.status != Status::Success;
    }
}

/// Some of the tasks, the latest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TaskPage")]
pub struct Page {
    /// The tasks.
    pub tasks: Vec<View>,
    /// Give this as `before` to get those before them; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// A phone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PhoneView {
    /// By which it is reached.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What is in the way of working with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Who holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<Holder>,
    /// How many tasks wait for it.
    pub waiting: usize,
}

/// The phones that can be reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceList {
    /// The phones.
    pub devices: Vec<PhoneView>,
}
