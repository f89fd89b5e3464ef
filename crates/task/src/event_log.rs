//! The log of events: each is written once, and read by whoever watches, at their own pace.
//!
//! A seam: in one process the events lie in memory ([`InProcessLog`]); where tasks run on many machines they come
//! over a network. Writing never waits for a reader.

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

/// Where events are written, and read again.
pub trait EventLog: fmt::Debug + Send + Sync {
    /// Numbers an event and keeps it for whoever reads. Numbers go up over all tasks, and over restarts.
    fn append(&self, task: &str, at: Timestamp, what: EventKind);

    /// The number of the latest event.
    fn newest(&self) -> u64;

    /// Whether events of this task are kept.
    fn has(&self, task: &str) -> bool;

    /// Drops the events of a task, also of one that is not over. A log that bounds itself need not.
    fn forget(&self, _task: &str) {}

    /// Everything after the event `after`; from the first that is kept, if there is no number; for all tasks
    /// from now on, if there is neither task nor number. A log elsewhere may connect when the first is asked for.
    fn read(&self, task: Option<&str>, after: Option<u64>) -> Box<dyn EventReader>;
}

/// A place in the log.
#[async_trait]
pub trait EventReader: fmt::Debug + Send {
    /// The next news, as soon as there are some; nothing when the task that is watched is over and everything
    /// was read. Dropping the future loses nothing.
    async fn next(&mut self) -> Option<News>;
}

/// What a reader gets.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// The next event.
    Event(Arc<Event>),
    /// Events up to this number are not kept any more. How things stand is asked for, then watching goes on.
    Lagged {
        /// The last number that was missed.
        upto: u64,
    },
}

/// One who watches. Costs nothing while nothing is read.
#[derive(Debug)]
pub struct Watching {
    /// All there is to say of a task whose events are not kept.
    only: Option<Arc<Event>>,
    reader: Option<Box<dyn EventReader>>,
}

impl Watching {
    /// One who reads on from a place in the log.
    pub(crate) fn from(reader: Box<dyn EventReader>) -> Self {
        Self { only: None, reader: Some(reader) }
    }

    /// One who is told how a task ended of which no events are kept, and nothing else.
    pub(crate) fn only(event: Event) -> Self {
        Self { only: Some(Arc::new(event)), reader: None }
    }

    /// The next news, as soon as there are some; nothing when the task that is watched is over and everything
    /// was read. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<News> {
        if let Some(only) = self.only.take() {
            return Some(News::Event(only));
        }
        self.reader.as_mut()?.next().await
    }
}
