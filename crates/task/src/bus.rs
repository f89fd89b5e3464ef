//! The one way of events: told once, read by whoever watches, at their own pace.
//!
//! There is no queue per reader. The last events lie once in a ring for each task and in one for all; a reader
//! is a place in one of them. Who falls behind is told so and goes on with what is there.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use tokio::sync::watch;

use crate::event::{Event, What};

/// How many events are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keep {
    /// Of all tasks together.
    pub(crate) all: usize,
    /// Of each.
    pub(crate) each: usize,
    /// How many tasks that are over are kept.
    pub(crate) ended: usize,
}

/// The bus.
#[derive(Debug)]
pub(crate) struct Bus {
    rings: Mutex<Rings>,
    newest: watch::Sender<u64>,
    keep: Keep,
}

#[derive(Debug)]
struct Rings {
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
    bus: Arc<Bus>,
    task: Option<String>,
    after: u64,
    newest: watch::Receiver<u64>,
    /// All there is to say of a task whose events are not kept.
    only: Option<Arc<Event>>,
}

impl Bus {
    /// A bus whose numbers go on from the time, so that they never go back when the process begins anew.
    pub(crate) fn new(now: Timestamp, keep: Keep) -> Arc<Self> {
        // Microseconds: a number stays exact in JavaScript until the year 2255.
        let n = u64::try_from(now.as_microsecond()).unwrap_or_default();
        let all = Ring { gone: n, live: true, ..Ring::default() };
        let rings = Rings { n, all, each: HashMap::new(), ended: VecDeque::new() };
        Arc::new(Self { rings: Mutex::new(rings), newest: watch::Sender::new(n), keep })
    }

    /// Tells everybody.
    pub(crate) fn tell(&self, task: &str, at: Timestamp, what: What) {
        let n = {
            let mut guard = self.rings();
            let rings = &mut *guard;
            rings.n += 1;
            let ended = matches!(what, What::Ended(_));
            let event = Arc::new(Event { n: rings.n, task: task.to_owned(), at, what });
            let ring = match rings.each.get_mut(task) {
                Some(ring) => ring,
                None => rings.each.entry(task.to_owned()).or_insert(Ring { gone: rings.n - 1, ..Ring::default() }),
            };
            if !ring.live {
                rings.ended.retain(|name| name != task);
            }
            ring.live = !ended;
            ring.push(Arc::clone(&event), self.keep.each);
            rings.all.push(event, self.keep.all);
            if ended {
                rings.ended.push_back(task.to_owned());
                if rings.ended.len() > self.keep.ended
                    && let Some(oldest) = rings.ended.pop_front()
                {
                    rings.each.remove(&oldest);
                }
            }
            rings.n
        };
        self.newest.send_replace(n);
    }

    /// Everything after the event `after`; from the first that is kept, if there is no number; for all tasks
    /// from now on, if there is neither task nor number.
    pub(crate) fn watch(self: &Arc<Self>, task: Option<&str>, after: Option<u64>) -> Watching {
        let newest = self.newest.subscribe();
        let rings = self.rings();
        let begin = match task.and_then(|task| rings.each.get(task)) {
            Some(ring) => ring.gone,
            None => rings.n,
        };
        // A number of the future was not given out here.
        let after = after.filter(|after| *after <= rings.n).unwrap_or(begin);
        drop(rings);
        Watching { bus: Arc::clone(self), task: task.map(str::to_owned), after, newest, only: None }
    }

    /// One who is told how a task ended of which no events are kept, and nothing else.
    pub(crate) fn only(self: &Arc<Self>, task: &str, at: Timestamp, what: What) -> Watching {
        let n = self.rings().n;
        let only = Some(Arc::new(Event { n, task: task.to_owned(), at, what }));
        let newest = self.newest.subscribe();
        Watching { bus: Arc::clone(self), task: Some(task.to_owned()), after: n, newest, only }
    }

    /// Whether events of this task are kept.
    pub(crate) fn knows(&self, task: &str) -> bool {
        self.rings().each.contains_key(task)
    }

    fn rings(&self) -> MutexGuard<'_, Rings> {
        self.rings.lock().unwrap_or_else(PoisonError::into_inner)
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

impl Watching {
    /// The next news, as soon as there are some; nothing when the task that is watched is over and everything
    /// was read. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<News> {
        if let Some(only) = self.only.take() {
            return Some(News::Event(only));
        }
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

    /// What is there now; else whether nothing more will come.
    fn ready(&mut self) -> Result<News, bool> {
        let rings = self.bus.rings();
        let ring = match &self.task {
            None => Some(&rings.all),
            Some(task) => rings.each.get(task),
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

#[cfg(test)]
mod tests;
