//! Submits tasks: masked, counted against the submitter's quota, and in the queue when the call returns.

use async_nats::HeaderMap;
use async_nats::header::NATS_MESSAGE_ID;
use jiff::{SignedDuration, Timestamp};
use task::agent::Redactor;
use task::{MOST_GOAL, NewTask, new_task_id};

use crate::connect::Fleet;
use crate::error::FleetError;
use crate::message::{Priority, TaskMessage};
use crate::state::{FleetState, TaskState};
use crate::subject::{Line, tasks_of};

/// How many tasks may pass before a submitter's quota is counted again: counting costs the server more than accepting
/// one.
const COUNT_EVERY: u64 = 100;

/// How to run a task.
#[derive(Clone, Debug, Default)]
pub struct Submission {
    /// The pool: phones with this label.
    pub pool: String,
    /// The priority.
    pub priority: Priority,
    /// How long it may wait to begin.
    pub ttl: Option<std::time::Duration>,
    /// How often to retry it after a temporary failure.
    pub retries: u32,
}

/// A submitter of tasks.
#[derive(Debug)]
pub struct Submitter {
    fleet: Fleet,
    name: String,
    /// How many more are accepted before the next count.
    left: u64,
}

impl Submitter {
    /// Creates a submitter of this name.
    pub fn new(fleet: &Fleet, name: impl Into<String>) -> Self {
        Self { fleet: fleet.clone(), name: name.into(), left: 0 }
    }

    /// Submits a task and returns its id. When this returns, the task is in the queue and will be done once.
    pub async fn submit(
        &mut self,
        mut task: NewTask,
        how: &Submission,
        now: Timestamp,
        random: [u8; 32],
    ) -> Result<String, FleetError> {
        if task.goal.trim().is_empty() || task.goal.len() > MOST_GOAL {
            let why = format!("`goal`: say what to do, in at most {MOST_GOAL} bytes");
            return Err(FleetError::Invalid(why));
        }
        if how.pool.is_empty() || how.pool.len() > 100 {
            return Err(FleetError::Invalid("`pool`: expected a name of 1 to 100 letters".to_owned()));
        }
        self.count().await?;
        // Text that looks like a key must not be on any subject.
        task.goal = Redactor::default().owned(task.goal);
        let id = new_task_id(now, random);
        let mut message = TaskMessage::new(id.clone(), task, how.pool.clone(), self.name.clone(), now);
        (message.priority, message.retries) = (how.priority, how.retries);
        let until = |ttl| SignedDuration::try_from(ttl).ok().and_then(|ttl| now.checked_add(ttl).ok());
        message.expires = how.ttl.and_then(until);
        let mut state = TaskState::new(&message, FleetState::Queued, now).unheard_of();
        state.phone.clone_from(&message.task.device);
        // Before the task is queued: a fast worker then publishes the later state.
        self.fleet.put_state(&mut state).await?;
        match self.fleet.enqueue(&message, None, "").await {
            Ok(_) => Ok(id),
            Err(error) => {
                let _ = self.fleet.states.delete(crate::subject::token(&id)).await;
                Err(error)
            }
        }
    }

    async fn count(&mut self) -> Result<(), FleetError> {
        if self.left > 0 {
            self.left -= 1;
            return Ok(());
        }
        let waiting = self.fleet.waiting(&tasks_of(&self.name)).await?;
        let most = self.fleet.limits.quota;
        if waiting >= most {
            return Err(FleetError::Quota { submitter: self.name.clone(), waiting, most });
        }
        self.left = COUNT_EVERY.min(most - waiting).saturating_sub(1);
        Ok(())
    }
}

impl Fleet {
    /// Adds a task to the queue, in its pool's line or in the line of one phone, and returns its number there. Repeats
    /// with the same `again` are added once.
    pub(crate) async fn enqueue(
        &self,
        message: &TaskMessage,
        phone: Option<&str>,
        again: &str,
    ) -> Result<u64, FleetError> {
        let line = match phone.or(message.task.device.as_deref()) {
            Some(phone) => Line::Phone(phone),
            None => Line::Pool(&message.pool),
        };
        let mut headers = HeaderMap::new();
        headers.insert(NATS_MESSAGE_ID, format!("{}:{again}", message.id).as_str());
        let subject = line.subject(message.priority, &message.submitter);
        let sent = self.jetstream.publish_with_headers(subject, headers, message.to_json().into()).await;
        let acknowledged = match sent {
            Ok(sent) => sent.await,
            Err(error) => Err(error),
        };
        acknowledged.map(|ack| ack.sequence).map_err(|error| FleetError::publish(&error))
    }

    /// Counts the tasks that wait or run on these subjects.
    pub(crate) async fn waiting(&self, subjects: &str) -> Result<u64, FleetError> {
        use futures_util::TryStreamExt;
        let counted = self.tasks.info_with_subjects(subjects).await.map_err(FleetError::away)?;
        let counted = counted.try_fold(0, |sum, (_, count)| async move { Ok(sum + count as u64) });
        counted.await.map_err(FleetError::away)
    }
}
