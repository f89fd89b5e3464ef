//! The state of each task, for viewers: one small object per task, the newest counts.

use async_nats::jetstream::kv::{Operation, UpdateErrorKind};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use task::Open;
use task::agent::{Status, Summary};

use crate::connect::Fleet;
use crate::error::FleetError;
use crate::message::{Priority, TaskMessage, VERSION, read};
use crate::subject::token;

/// The longest object that is read.
const MOST: usize = 1 << 20;
/// How much of a text is kept.
const TEXT: usize = 2000;

/// The state of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FleetState {
    /// It waits for a phone, or to be retried.
    Queued,
    /// It waits for the phone on which it began.
    WaitsForPhone,
    /// It runs.
    Running,
    /// It is paused.
    Paused,
    /// It is done.
    Success,
    /// It failed for good.
    Failed,
    /// A limit was reached, or it waited too long.
    Timeout,
    /// It was stopped.
    Interrupted,
    /// No worker can run it.
    Dead,
}

impl FleetState {
    /// Returns whether it will not continue by itself.
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Queued | Self::WaitsForPhone | Self::Running | Self::Paused)
    }

    /// Returns its name in data.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::WaitsForPhone => "waits_for_phone",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Success => "success",
            Self::Failed => "failed",
            Self::Timeout => "timeout",
            Self::Interrupted => "interrupted",
            Self::Dead => "dead",
        }
    }
}

impl From<Status> for FleetState {
    fn from(status: Status) -> Self {
        match status {
            Status::Success => Self::Success,
            Status::Failed => Self::Failed,
            Status::Timeout => Self::Timeout,
            Status::Interrupted => Self::Interrupted,
        }
    }
}

/// A task, as everyone sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskState {
    version: u32,
    /// Its id.
    pub id: String,
    /// The goal.
    pub goal: String,
    /// Its state.
    pub state: FleetState,
    /// The pool of phones.
    pub pool: String,
    /// The priority.
    pub priority: Priority,
    /// The submitter.
    pub submitter: String,
    /// When it was submitted.
    pub created: Timestamp,
    /// When the state last changed.
    pub updated: Timestamp,
    /// The worker that has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// The phone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// The steps taken so far.
    #[serde(default)]
    pub steps: u32,
    /// How long it took, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_s: Option<f64>,
    /// The message to the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How often a worker took it.
    #[serde(default)]
    pub takes: u32,
    /// Its open questions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Open>,
    /// Its number in the queue, if it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) queued: Option<u64>,
    /// The fence: the number in its record from which this state counts. States with a smaller one are ignored.
    #[serde(default)]
    pub(crate) fence: u64,
    /// The revision of the last write, if known: while there is no other writer, one request is enough.
    #[serde(skip)]
    revision: Option<u64>,
}

impl TaskState {
    pub(crate) fn new(message: &TaskMessage, state: FleetState, now: Timestamp) -> Self {
        Self {
            version: VERSION,
            id: message.id.clone(),
            goal: cut(&message.task.goal),
            state,
            pool: message.pool.clone(),
            priority: message.priority,
            submitter: message.submitter.clone(),
            created: message.created,
            updated: now,
            worker: None,
            phone: None,
            steps: 0,
            duration_s: None,
            message: None,
            error: None,
            takes: 0,
            questions: Vec::new(),
            queued: None,
            fence: 0,
            revision: None,
        }
    }

    /// Marks it as over.
    pub(crate) fn end(&mut self, summary: &Summary) {
        self.state = summary.status.into();
        self.steps = summary.steps;
        self.duration_s = Some(summary.duration.as_secs_f64());
        self.message = Some(cut(&summary.message));
        self.error = summary.error.as_deref().map(cut);
        self.questions.clear();
        self.queued = None;
    }

    /// Adopts the revision of the last write, whatever changed since.
    pub(crate) fn said(&mut self, last: &Self) {
        self.revision = last.revision;
    }

    /// Marks a state that was never written, so that the first write needs one request.
    pub(crate) fn unheard_of(self) -> Self {
        Self { revision: Some(0), ..self }
    }

    pub(crate) fn read(payload: &[u8]) -> Result<Self, String> {
        read(payload, MOST, "state")
    }
}

pub(crate) fn cut(text: &str) -> String {
    let end = text.floor_char_boundary(TEXT.min(text.len()));
    text.get(..end).unwrap_or_default().to_owned()
}

impl Fleet {
    /// Returns the state of a task.
    pub(crate) async fn state_of(&self, task: &str) -> Result<Option<TaskState>, FleetError> {
        let entry = self.states.entry(token(task)).await.map_err(FleetError::away)?;
        let Some(entry) = entry.filter(|entry| entry.operation == Operation::Put) else { return Ok(None) };
        Ok(TaskState::read(&entry.value).ok().map(|state| TaskState { revision: Some(entry.revision), ..state }))
    }

    /// Publishes the state of a task, unless one with a later fence was published.
    pub(crate) async fn put_state(&self, state: &mut TaskState) -> Result<(), FleetError> {
        let payload = bytes::Bytes::from(serde_json::to_vec(state).map_err(FleetError::away)?);
        for _ in 0..8 {
            let revision = match state.revision.take() {
                Some(revision) => revision,
                None => match self.state_of(&state.id).await? {
                    Some(found) if found.fence > state.fence => return Ok(()),
                    found => found.and_then(|found| found.revision).unwrap_or(0),
                },
            };
            match self.states.update(token(&state.id), payload.clone(), revision).await {
                Ok(revision) => {
                    state.revision = Some(revision);
                    return Ok(());
                }
                Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {}
                Err(error) => return Err(FleetError::away(error)),
            }
        }
        Ok(())
    }
}
