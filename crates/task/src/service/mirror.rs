//! Mirrors the tasks of other processes: publishes their events and questions as if they ran here.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use jiff::Timestamp;
use tokio::sync::oneshot;

use super::Service;
use crate::elsewhere::{Elsewhere, Steer};
use crate::error::TaskError;
use crate::event_kind::EventKind;
use crate::questions::Reply;
use crate::view::View;

/// How many unfinished tasks of other processes keep their events: as many as a desktop shows.
const MOST_HEARD: usize = 2000;

/// The tasks of other processes whose events are kept here, each with the number of its last event.
#[derive(Debug, Default)]
pub(super) struct MirroredTasks {
    events: u64,
    last: HashMap<String, u64>,
}

impl MirroredTasks {
    /// Counts an event. If there are too many tasks, returns the one that was silent longest.
    fn count(&mut self, task: &str) -> Option<String> {
        self.events += 1;
        self.last.insert(task.to_owned(), self.events);
        if self.last.len() <= MOST_HEARD {
            return None;
        }
        let silent = self.last.iter().min_by_key(|(_, last)| **last).map(|(task, _)| task.clone())?;
        self.last.remove(&silent);
        Some(silent)
    }
}

impl Service {
    /// Shows and controls the tasks of other processes here too, from now on. Only the first call counts.
    pub fn set_elsewhere(&self, elsewhere: Arc<dyn Elsewhere>) {
        let _ = self.elsewhere.set(elsewhere);
    }

    /// Publishes an event of a task of another process. For a question, returns a receiver for the person's answer,
    /// which the caller passes on; `None` if the question is already open here or its task is over.
    pub fn mirror(&self, task: &str, at: Timestamp, what: EventKind) -> Option<oneshot::Receiver<Reply>> {
        let ended = matches!(what, EventKind::Ended(_));
        if !ended && !what.begins() && self.is_over_elsewhere(task) {
            // It comes too late. Such a question can no longer be answered, and the event alone would look like a
            // running task.
            if matches!(what, EventKind::Question { .. }) || !self.events.has(task) {
                return None;
            }
        }
        self.keep_bounded(task, ended);
        match what {
            EventKind::Question { question } => return self.questions.mirror(*question, at),
            EventKind::QuestionClosed { id, how } => self.questions.close(&id, how),
            EventKind::Ended(summary) => {
                self.questions.settle(task, crate::question::Outcome::Cancelled);
                self.events.append(task, at, EventKind::Ended(summary));
            }
            what => self.events.append(task, at, what),
        }
        None
    }

    /// Drops the events of the unfinished task that was silent longest, if too many are kept.
    fn keep_bounded(&self, task: &str, ended: bool) {
        if self.tasks().known.contains(task) {
            return;
        }
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if ended {
            heard.last.remove(task);
        } else if let Some(silent) = heard.count(task) {
            self.events.forget(&silent);
        }
    }

    /// Returns whether a task of another process is over, as far as this one knows.
    fn is_over_elsewhere(&self, task: &str) -> bool {
        self.elsewhere.get().and_then(|elsewhere| elsewhere.task(task)).is_some_and(|view| view.state.is_over())
    }

    /// Forwards the request if the task belongs to another process. Returns whether it does.
    pub(super) fn steer_elsewhere(&self, id: &str, steer: Steer) -> bool {
        let found = self.elsewhere.get().filter(|elsewhere| elsewhere.task(id).is_some());
        found.inspect(|elsewhere| elsewhere.steer(id, steer)).is_some()
    }

    /// Fetches a screenshot of a task of another process.
    pub async fn picture_elsewhere(&self, id: &str, number: u64) -> Option<Vec<u8>> {
        let elsewhere = self.elsewhere.get().filter(|elsewhere| elsewhere.task(id).is_some())?;
        elsewhere.picture(id, number).await
    }

    /// Returns a task of another process.
    pub(super) fn view_elsewhere(&self, id: &str) -> Result<View, TaskError> {
        let view = self.elsewhere.get().and_then(|elsewhere| elsewhere.task(id));
        let mut view = view.ok_or_else(|| TaskError::NoTask(crate::text::shown(id)))?;
        view.questions = self.questions.waiting(id);
        Ok(view)
    }
}
