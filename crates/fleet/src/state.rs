//! How each task stands, for those who look: one small object a task, the newest counts.

use async_nats::jetstream::kv::{Operation, UpdateErrorKind};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use task::Open;
use task::agent::{Status, Summary};

use crate::connect::Fleet;
use crate::error::FleetError;
use crate::message::{Priority, TaskMessage, VERSION, read};
use crate::subject::token;

/// The longest that is read.
const MOST: usize = 1 << 20;
/// How much of a text is kept.
const TEXT: usize = 2000;

/// How a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FleetState {
    /// It waits for a phone, or to be tried again.
    Queued,
    /// It waits for its own phone, on which it began.
    WaitsForPhone,
    /// It runs.
    Running,
    /// It stands still.
    Paused,
    /// It is done.
    Success,
    /// It is not done, and will not be.
    Failed,
    /// A limit was reached, or it waited too long.
    Timeout,
    /// It was stopped.
    Interrupted,
    /// Nobody can run it.
    Dead,
}

impl FleetState {
    /// Whether nothing more happens to it by itself.
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Queued | Self::WaitsForPhone | Self::Running | Self::Paused)
    }

    /// As it is written.
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

/// A task, as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskState {
    version: u32,
    /// Its name.
    pub id: String,
    /// What is to be done.
    pub goal: String,
    /// How it stands.
    pub state: FleetState,
    /// For which phones.
    pub pool: String,
    /// Who goes first.
    pub priority: Priority,
    /// On whose behalf.
    pub submitter: String,
    /// Since when.
    pub created: Timestamp,
    /// Since when it stands like this.
    pub updated: Timestamp,
    /// Who has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// On which phone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// How many steps were taken.
    #[serde(default)]
    pub steps: u32,
    /// How long it took, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_s: Option<f64>,
    /// What the person is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How often a worker took it.
    #[serde(default)]
    pub takes: u32,
    /// What a person is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Open>,
    /// Where it waits in the queue, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) queued: Option<u64>,
    /// The number in its record from which this counts: who has a smaller one is not heard.
    #[serde(default)]
    pub(crate) fence: u64,
    /// The number of what was said last, where that is known: as long as nobody else says anything, one request is enough.
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

    /// It is over.
    pub(crate) fn end(&mut self, summary: &Summary) {
        self.state = summary.status.into();
        self.steps = summary.steps;
        self.duration_s = Some(summary.duration.as_secs_f64());
        self.message = Some(cut(&summary.message));
        self.error = summary.error.as_deref().map(cut);
        self.questions.clear();
        self.queued = None;
    }

    /// Whatever changed since, this was said last.
    pub(crate) fn said(&mut self, last: &Self) {
        self.revision = last.revision;
    }

    /// One of which nobody has heard yet.
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
    /// How a task stands.
    pub(crate) async fn state_of(&self, task: &str) -> Result<Option<TaskState>, FleetError> {
        let entry = self.states.entry(token(task)).await.map_err(FleetError::away)?;
        let Some(entry) = entry.filter(|entry| entry.operation == Operation::Put) else { return Ok(None) };
        Ok(TaskState::read(&entry.value).ok().map(|state| TaskState { revision: Some(entry.revision), ..state }))
    }

    /// Says how a task stands, unless somebody with a later fence said something else.
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
