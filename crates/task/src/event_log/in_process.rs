//! The in-memory event log of one process.
//!
//! Readers have no queues of their own. Recent events are stored once in a ring per task and once in a ring for all
//! tasks; a reader is a position in one of them. A reader that falls behind gets a notice and continues with the
//! remaining events.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::watch;

use super::{EventLog, EventReader, News};
use crate::event::Event;
use crate::event_kind::EventKind;

/// How many events are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keep {
    /// The limit over all tasks.
    pub(crate) all: usize,
    /// The limit for each task.
    pub(crate) each: usize,
    /// How many finished tasks keep their events.
    pub(crate) ended: usize,
}

/// The in-memory event log.
#[derive(Debug)]
pub(crate) struct InProcessLog(Arc<Rings>);

#[derive(Debug)]
struct Rings {
    state: Mutex<State>,
    newest: watch::Sender<u64>,
    keep: Keep,
}

#[derive(Debug)]
struct State {
    /// The number of the last event.
    n: u64,
    all: Ring,
    each: HashMap<String, Ring>,
    /// Finished tasks, the next to be forgotten first.
    ended: VecDeque<String>,
}

#[derive(Debug, Default)]
struct Ring {
    events: VecDeque<Arc<Event>>,
    /// The number of the last dropped event.
    gone: u64,
    /// Whether more events may come.
    live: bool,
    /// The language of the task's plan, once there is one.
    language: String,
}

/// A position in the log.
#[derive(Debug)]
pub(super) struct Reader {
    log: Arc<Rings>,
    task: Option<String>,
    after: u64,
    newest: watch::Receiver<u64>,
}

impl InProcessLog {
    /// Creates a log whose numbers start at the current time, so that they never go back when the process restarts.
    pub(crate) fn new(now: Timestamp, keep: Keep) -> Self {
        // Microseconds: the number stays exact in JavaScript until the year 2255.
        let n = u64::try_from(now.as_microsecond()).unwrap_or_default();
        let all = Ring { gone: n, live: true, ..Ring::default() };
        let state = State { n, all, each: HashMap::new(), ended: VecDeque::new() };
        Self(Arc::new(Rings { state: Mutex::new(state), newest: watch::Sender::new(n), keep }))
    }

    /// Returns a position in the log; see [`EventLog::read`].
    pub(super) fn reader(&self, task: Option<&str>, after: Option<u64>) -> Reader {
        let newest = self.0.newest.subscribe();
        let state = self.0.state();
        let begin = match task.and_then(|task| state.each.get(task)) {
            Some(ring) => ring.gone,
            None => state.n,
        };
        // A number from the future was not issued here.
        let after = after.filter(|after| *after <= state.n).unwrap_or(begin);
        drop(state);
        Reader { log: Arc::clone(&self.0), task: task.map(str::to_owned), after, newest }
    }
}

impl EventLog for InProcessLog {
    fn append(&self, task: &str, at: Timestamp, what: EventKind) {
        let n = {
            let mut guard = self.0.state();
            let state = &mut *guard;
            state.n += 1;
            let (begins, ended) = (what.begins(), matches!(what, EventKind::Ended(_)));
            let ring = match state.each.get_mut(task) {
                Some(ring) => ring,
                None => {
                    let ring = Ring { gone: state.n - 1, live: true, ..Ring::default() };
                    state.each.entry(task.to_owned()).or_insert(ring)
                }
            };
            if let EventKind::Plan { plan, .. } = &what
                && let Some(language) = &plan.metadata.language
            {
                ring.language.clone_from(language);
            }
            let event = Arc::new(Event::narrated(state.n, task, at, what, &ring.language));
            // Only a task that begins again is live again. A late event is the last of its ring.
            if !ring.live && (begins || ended) {
                state.ended.retain(|name| name != task);
            }
            ring.live = !ended && (ring.live || begins);
            ring.push(Arc::clone(&event), self.0.keep.each);
            state.all.push(event, self.0.keep.all);
            if ended {
                state.ended.push_back(task.to_owned());
                if state.ended.len() > self.0.keep.ended
                    && let Some(oldest) = state.ended.pop_front()
                {
                    state.each.remove(&oldest);
                }
            }
            state.n
        };
        self.0.newest.send_replace(n);
    }

    fn newest(&self) -> u64 {
        self.0.state().n
    }

    fn has(&self, task: &str) -> bool {
        self.0.state().each.contains_key(task)
    }

    fn forget(&self, task: &str) {
        let mut state = self.0.state();
        state.each.remove(task);
        state.ended.retain(|name| name != task);
    }

    fn read(&self, task: Option<&str>, after: Option<u64>) -> Box<dyn EventReader> {
        Box::new(self.reader(task, after))
    }
}

impl Rings {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ring {
    fn push(&mut self, event: Arc<Event>, most: usize) {
        self.events.push_back(event);
        while self.events.len() > most.max(1) {
            self.gone = self.events.pop_front().map_or(self.gone, |event| event.n);
        }
    }

    fn next(&self, after: u64) -> Option<News> {
        if after < self.gone {
            return Some(News::Lagged { upto: self.gone });
        }
        let place = self.events.partition_point(|event| event.n <= after);
        self.events.get(place).map(|event| News::Event(Arc::clone(event)))
    }
}

#[async_trait]
impl EventReader for Reader {
    async fn next(&mut self) -> Option<News> {
        loop {
            self.newest.borrow_and_update();
            match self.ready() {
                Ok(news) => return Some(news),
                Err(over) if over => return None,
                Err(_) => {}
            }
            if self.newest.changed().await.is_err() {
                return None;
            }
        }
    }
}

impl Reader {
    /// Returns the next news if there is any; otherwise whether the log is at its end.
    pub(super) fn ready(&mut self) -> Result<News, bool> {
        let state = self.log.state();
        let ring = match &self.task {
            None => Some(&state.all),
            Some(task) => state.each.get(task),
        };
        let Some(ring) = ring else { return Err(true) };
        let Some(news) = ring.next(self.after) else { return Err(!ring.live) };
        self.after = match &news {
            News::Event(event) => event.n,
            News::Lagged { upto } => *upto,
        };
        Ok(news)
    }
}
