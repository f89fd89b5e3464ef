//! The event log: each event is written once, and every watcher reads at its own pace.
//!
//! This is a seam. In one process the events are in memory ([`InProcessLog`]); in a fleet they come over the network.
//! Writing never waits for a reader.

mod in_process;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;

pub(crate) use self::in_process::{InProcessLog, Keep};
use crate::event::Event;
use crate::event_kind::EventKind;

/// A log that events are appended to and read from.
pub trait EventLog: fmt::Debug + Send + Sync {
    /// Numbers an event and keeps it for readers. Numbers increase across all tasks and across restarts.
    fn append(&self, task: &str, at: Timestamp, what: EventKind);

    /// Returns the number of the latest event.
    fn newest(&self) -> u64;

    /// Returns whether events of this task are kept.
    fn has(&self, task: &str) -> bool;

    /// Drops the events of a task, even of one that is not over. A log that bounds itself need not implement this.
    fn forget(&self, _task: &str) {}

    /// Reads everything after the event `after`. Without a number, reading begins at the first event that is kept;
    /// without a number and a task, it begins now, for all tasks. A remote log may connect on the first read.
    fn read(&self, task: Option<&str>, after: Option<u64>) -> Box<dyn EventReader>;
}

/// A position in the log.
#[async_trait]
pub trait EventReader: fmt::Debug + Send {
    /// Waits for the next news. Returns `None` when the watched task is over and everything was read. Cancel-safe:
    /// dropping the future loses nothing.
    async fn next(&mut self) -> Option<News>;
}

/// An item that a reader receives.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// The next event.
    Event(Arc<Event>),
    /// Events up to this number are no longer kept. Fetch the current state, then keep watching.
    Lagged {
        /// The number of the last event that was missed.
        upto: u64,
    },
}

/// A watcher. It costs nothing until it reads.
#[derive(Debug)]
pub struct Watching {
    /// The only event, for a task whose events are not kept.
    only: Option<Arc<Event>>,
    reader: Option<Box<dyn EventReader>>,
    /// The task whose events are picked out of those of all tasks.
    picked: Option<String>,
}

impl Watching {
    /// Watches from a position in the log.
    pub(crate) fn from(reader: Box<dyn EventReader>) -> Self {
        Self { only: None, reader: Some(reader), picked: None }
    }

    /// Watches a task that has told nothing here yet: `reader` reads the events of all tasks.
    pub(crate) fn from_its_first(task: &str, reader: Box<dyn EventReader>) -> Self {
        Self { only: None, reader: Some(reader), picked: Some(task.to_owned()) }
    }

    /// Reports only how a task ended, for a task whose events are not kept.
    pub(crate) fn only(event: Event) -> Self {
        Self { only: Some(Arc::new(event)), reader: None, picked: None }
    }

    /// Waits for the next news. Returns `None` when the watched task is over and everything was read. Cancel-safe:
    /// dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<News> {
        if let Some(only) = self.only.take() {
            return Some(News::Event(only));
        }
        loop {
            let news = self.reader.as_mut()?.next().await?;
            let (Some(task), News::Event(event)) = (&self.picked, &news) else { return Some(news) };
            if event.task != *task {
                continue;
            }
            if matches!(event.what, EventKind::Ended(_)) {
                self.reader = None;
            }
            return Some(news);
        }
    }
}
