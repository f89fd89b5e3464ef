//! The events of this process, in memory.
//!
//! There is no queue per reader. The last events lie once in a ring for each task and in one for all; a reader
//! is a place in one of them. Who falls behind is told so and goes on with what is there.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::watch;

use super::{EventLog, EventReader, News};
use crate::event::Event;
use crate::event_kind::EventKind;

/// How many events are state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keep {
    /// Of all tasks together.
    pub(crate) all: usize,
    /// Of each.
    pub(crate) each: usize,
    /// How many tasks that are over are state.
    pub(crate) ended: usize,
}

/// The events of this process.
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
    /// Tasks that are over, the first to be forgotten first.
    ended: VecDeque<String>,
}

#[derive(Debug, Default)]
struct Ring {
    events: VecDeque<Arc<Event>>,
    /// The number of the last event that was dropped.
    gone: u64,
    /// Whether more may come.
    live: bool,
}

/// A place in the log.
#[derive(Debug)]
pub(super) struct Reader {
    log: Arc<Rings>,
    task: Option<String>,
    after: u64,
    newest: watch::Receiver<u64>,
}

impl InProcessLog {
    /// A log whose numbers go on from the time, so that they never go back when the process begins anew.
    pub(crate) fn new(now: Timestamp, keep: Keep) -> Self {
        // Microseconds: a number stays exact in JavaScript until the year 2255.
        let n = u64::try_from(now.as_microsecond()).unwrap_or_default();
        let all = Ring { gone: n, live: true, ..Ring::default() };
        let state = State { n, all, each: HashMap::new(), ended: VecDeque::new() };
        Self(Arc::new(Rings { state: Mutex::new(state), newest: watch::Sender::new(n), keep }))
    }

    /// A place in the log, as [`EventLog::read`] gives it.
    pub(super) fn reader(&self, task: Option<&str>, after: Option<u64>) -> Reader {
        let newest = self.0.newest.subscribe();
        let state = self.0.state();
        let begin = match task.and_then(|task| state.each.get(task)) {
            Some(ring) => ring.gone,
            None => state.n,
        };
        // A number of the future was not given out here.
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
            let event = Arc::new(Event::new(state.n, task, at, what));
            let ring = match state.each.get_mut(task) {
                Some(ring) => ring,
                None => {
                    let ring = Ring { gone: state.n - 1, live: true, ..Ring::default() };
                    state.each.entry(task.to_owned()).or_insert(ring)
                }
            };
            // Only a task that begins anew is live again: an event that comes late is the last of its ring.
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
    /// What is there now; else whether nothing more will come.
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
