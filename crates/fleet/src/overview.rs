//! An overview of the fleet, and what people do with its tasks: watch, cancel, retry.

use std::collections::{BTreeMap, BTreeSet};

use async_nats::jetstream::kv::Operation;
use futures_util::{StreamExt, TryStreamExt};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use task::agent::EndReason;

use crate::connect::Fleet;
use crate::control::Command;
use crate::error::{FleetError, plain};
use crate::message::{TaskMessage, VERSION, read};
use crate::presence::WorkerPresence;
use crate::record::{Chunk, NotWritten, Record, RecordWriter, summary};
use crate::state::{FleetState, TaskState};
use crate::subject::{self, ALL_TASKS};

/// The longest dead task that is read.
const MOST: usize = 4 << 20;

/// An overview of the fleet.
#[derive(Clone, Debug, Serialize)]
pub struct Overview {
    /// The server's version.
    pub nats: String,
    /// The workers that are present.
    pub workers: Vec<WorkerPresence>,
    /// How many tasks wait or run in each line of the queue.
    pub queue: BTreeMap<String, u64>,
    /// How many tasks no worker can run.
    pub dead: u64,
}

/// A task that no worker can run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeadTask {
    version: u32,
    /// Its id, if it could be read.
    pub id: String,
    /// The reason.
    pub reason: String,
    /// Since when.
    pub at: Timestamp,
    /// The message in the queue.
    pub payload: String,
}

impl Fleet {
    /// Returns an overview of the fleet.
    pub async fn overview(&self) -> Result<Overview, FleetError> {
        let mut queue = BTreeMap::new();
        let mut subjects = self.tasks.info_with_subjects(ALL_TASKS).await.map_err(FleetError::away)?;
        while let Some((subject, count)) = subjects.try_next().await.map_err(FleetError::away)? {
            let parts: Vec<&str> = subject.split('.').collect();
            let [.., kind, line, priority, _] = parts.as_slice() else { continue };
            *queue.entry(format!("{kind} {line} {priority}")).or_default() += count as u64;
        }
        let dead = self.dead.get_info().await.map_err(FleetError::away)?.state.messages;
        let nats = plain(&self.client.server_info().version);
        Ok(Overview { nats, workers: self.workers().await?, queue, dead })
    }

    /// Returns the state of every task that is kept, the oldest first; unreadable ones are left out.
    pub async fn states(&self) -> Result<Vec<TaskState>, FleetError> {
        let mut states = BTreeMap::new();
        let kept = self.states.stream.get_info().await.map_err(FleetError::away)?.state.messages;
        if kept == 0 {
            return Ok(Vec::new());
        }
        let mut watch = self.states.watch_with_history(">").await.map_err(FleetError::away)?;
        while let Some(entry) = watch.next().await {
            let entry = entry.map_err(FleetError::away)?;
            let last = entry.delta == 0;
            if entry.operation == Operation::Put
                && let Ok(state) = TaskState::read(&entry.value)
            {
                states.insert(state.id.clone(), state);
            }
            if last {
                break;
            }
        }
        Ok(states.into_values().collect())
    }

    /// Returns the state of one task.
    pub async fn state(&self, task: &str) -> Result<TaskState, FleetError> {
        let found = self.state_of(task).await?;
        found.ok_or_else(|| {
            FleetError::NotFound(format!(
                "there is no task `{}` in this fleet; `fingertip fleet tasks` lists them",
                cut(task)
            ))
        })
    }

    /// Waits for tasks to end, and reports each end as it comes. Survives lost connections.
    pub async fn wait(&self, tasks: &[String], mut told: impl FnMut(&TaskState)) -> Result<(), FleetError> {
        let mut left: BTreeSet<&str> = tasks.iter().map(String::as_str).collect();
        while !left.is_empty() {
            let Ok(mut watch) = self.states.watch_with_history(">").await else {
                tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                continue;
            };
            while let Some(Ok(entry)) = watch.next().await {
                let state = (entry.operation == Operation::Put).then(|| TaskState::read(&entry.value));
                if let Some(Ok(state)) = state
                    && state.state.is_over()
                    && left.remove(state.id.as_str())
                {
                    told(&state);
                }
                if left.is_empty() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Cancels a task, wherever it is.
    pub async fn cancel(&self, task: &str, by: &str, now: Timestamp) -> Result<(), FleetError> {
        for _ in 0..4 {
            let mut state = self.state(task).await?;
            if state.state.is_over() {
                let how = state.state.as_str();
                return Err(FleetError::State(format!("the task `{task}` is already over: {how}")));
            }
            if let (FleetState::Running | FleetState::Paused, Some(worker)) = (state.state, &state.worker)
                && self.worker(worker).await?.is_some()
            {
                return self.command(worker, Command::Cancel { task: task.to_owned() }).await;
            }
            // No worker has it. If one takes it at this very moment, the next round finds it there.
            let record = Record::read(self, task).await?;
            let ended = summary(task, EndReason::Cancel, "cancelled while it waited for a phone");
            let mut writer = RecordWriter::new(self, task, record.last);
            match writer.write(Chunk::ended(by, &ended, None, now), || false).await {
                Ok(()) => {
                    if let Some(queued) = state.queued {
                        // A worker that gets it before it is deleted finds the end on record.
                        let _ = self.tasks.delete_message(queued).await;
                    }
                    state.end(&ended);
                    (state.updated, state.fence) = (now, writer.last());
                    return self.put_state(&mut state).await;
                }
                Err(NotWritten::Fenced) => {}
                Err(NotWritten::Away(why)) => return Err(FleetError::Away(why)),
            }
        }
        Err(FleetError::State(format!("the task `{task}` keeps changing hands; try again")))
    }

    /// Retries a task that ended without success, or that waits for a phone that does not come back. It continues where
    /// its record ends, on the phone where it began; on any phone with `anywhere`.
    pub async fn retry(&self, task: &str, anywhere: bool, by: &str, now: Timestamp) -> Result<(), FleetError> {
        let mut state = self.state(task).await?;
        let record = Record::read(self, task).await?;
        let dead = self.dead_task(task).await?;
        let message = match (&record.message, &dead) {
            (Some(message), _) => Some(message.clone()),
            (None, Some((dead, _))) => TaskMessage::read(dead.payload.as_bytes()).ok(),
            (None, None) => None,
        };
        let Some(mut message) = message else {
            return Err(FleetError::State(format!("the task `{task}` has left nothing to retry")));
        };
        match state.state {
            FleetState::Success => return Err(FleetError::State(format!("the task `{task}` is already done"))),
            FleetState::Queued | FleetState::Running | FleetState::Paused => {
                return Err(FleetError::State(format!("the task `{task}` is already {}", state.state.as_str())));
            }
            FleetState::WaitsForPhone if !anywhere => {
                let phone = state.phone.as_deref().unwrap_or("its phone");
                return Err(FleetError::State(format!(
                    "the task `{task}` goes on when `{phone}` is back; --anywhere has it done on another phone, where what \
                     it did on the first may be done a second time"
                )));
            }
            _ => {}
        }
        // Its time to live starts again, because a person requested it now.
        message.expires = None;
        let mut writer = RecordWriter::new(self, task, record.last);
        writer.write(Chunk::reopened(by, anywhere), || false).await.map_err(|error| match error {
            NotWritten::Fenced => FleetError::State(format!("the task `{task}` is being taken; try again")),
            NotWritten::Away(why) => FleetError::Away(why),
        })?;
        if let Some(queued) = state.queued.take() {
            let _ = self.tasks.delete_message(queued).await;
        }
        let phone = record.phone.as_deref().filter(|_| record.outward && !anywhere);
        let queued = self.enqueue(&message, phone, &format!("retry:{}", writer.last())).await?;
        if let Some((_, sequence)) = dead {
            let _ = self.dead.delete_message(sequence).await;
        }
        (state.state, state.updated, state.fence) = (FleetState::Queued, now, writer.last());
        (state.message, state.error, state.worker, state.queued) = (None, None, None, Some(queued));
        self.put_state(&mut state).await
    }

    /// Moves a task that no worker can run to where people find it, with the reason.
    pub(crate) async fn bury(&self, id: &str, reason: &str, payload: &[u8], at: Timestamp) -> Result<(), FleetError> {
        let payload =
            String::from_utf8_lossy(payload.get(..payload.len().min(MOST / 4)).unwrap_or_default()).into_owned();
        let dead = DeadTask { version: VERSION, id: id.to_owned(), reason: reason.to_owned(), at, payload };
        let text = serde_json::to_vec(&dead).map_err(FleetError::away)?;
        let sent = self.jetstream.publish(subject::dead(id), text.into()).await;
        let acknowledged = match sent {
            Ok(sent) => sent.await,
            Err(error) => Err(error),
        };
        acknowledged.map(drop).map_err(|error| FleetError::publish(&error))
    }

    async fn dead_task(&self, id: &str) -> Result<Option<(DeadTask, u64)>, FleetError> {
        use async_nats::jetstream::stream::LastRawMessageErrorKind::NoMessageFound;
        match self.dead.get_last_raw_message_by_subject(&subject::dead(id)).await {
            Ok(found) => Ok(read(&found.payload, MOST, "dead task").ok().map(|dead| (dead, found.sequence))),
            Err(error) if error.kind() == NoMessageFound => Ok(None),
            Err(error) => Err(FleetError::away(error)),
        }
    }
}

fn cut(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(80).collect()
}
