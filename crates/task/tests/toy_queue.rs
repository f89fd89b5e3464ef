//! Another implementation of the queue, in this one file: one task at a time over all phones, the latest first.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]
#![expect(dead_code, reason = "the phones and models are those of the other tests, which use more of them")]

#[path = "service/world.rs"]
mod world;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use task::agent::{Controller, Status};
use task::folder::Paths;
use task::permissions::Permissions;
use task::{
    Event, EventKind, EventLog, EventReader, Holder, Lease, Limits, News, Queue, QueueFull, Service, Spec, Standing,
    TakeOutcome, Taker, Ticket,
};
use tokio::sync::{oneshot, watch};

/// One task at a time, the latest first.
#[derive(Debug, Default)]
struct Latest(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    fence: u64,
    running: Option<String>,
    waiting: Vec<(String, oneshot::Sender<Box<dyn Lease>>)>,
    acknowledged: Vec<(String, u64)>,
}

#[derive(Debug)]
struct Turn {
    queue: Arc<Mutex<State>>,
    task: String,
    fence: u64,
}

impl Latest {
    fn next(queue: &Arc<Mutex<State>>) {
        let mut state = queue.lock().unwrap();
        if state.running.is_some() {
            return;
        }
        let Some((task, turn)) = state.waiting.pop() else { return };
        state.fence += 1;
        state.running = Some(task.clone());
        let lease = Turn { queue: Arc::clone(queue), task, fence: state.fence };
        drop(state);
        drop(turn.send(Box::new(lease)));
    }
}

impl Lease for Turn {
    fn fence(&self) -> u64 {
        self.fence
    }

    fn acknowledge(self: Box<Self>) {
        self.queue.lock().unwrap().acknowledged.push((self.task.clone(), self.fence));
    }

    fn keep(self: Box<Self>, _: Duration) {}
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.queue.lock().unwrap().running = None;
        Latest::next(&self.queue);
    }
}

#[async_trait]
impl Queue for Latest {
    async fn enqueue(&self, _: &str, task: &str, _: &Controller) -> Result<Ticket, QueueFull> {
        let (turn, mine) = oneshot::channel();
        let ahead = {
            let mut state = self.0.lock().unwrap();
            state.waiting.push((task.to_owned(), turn));
            usize::from(state.running.is_some())
        };
        Self::next(&self.0);
        Ok(Ticket { ahead, turn: Box::pin(async move { mine.await.ok() }) })
    }

    async fn take(&self, _: &str, _: &Taker, _: Duration) -> Result<TakeOutcome, Holder> {
        Ok(TakeOutcome::Now)
    }

    async fn renew(&self, _: &str, _: &Taker, _: Duration) -> bool {
        false
    }

    async fn release(&self, _: &str, _: &Taker) -> bool {
        false
    }

    async fn expire(&self, _: &str, _: Duration) -> Option<Duration> {
        None
    }

    fn standing(&self, _: &str) -> Standing {
        let state = self.0.lock().unwrap();
        Standing { holder: state.running.clone().map(Holder::Task), waiting: state.waiting.len() }
    }
}

/// A log that keeps everything and lets readers read all of it.
#[derive(Debug)]
struct Everything(watch::Sender<Vec<Arc<Event>>>);

#[derive(Debug)]
struct Reader {
    events: watch::Receiver<Vec<Arc<Event>>>,
    place: usize,
    task: Option<String>,
}

impl EventLog for Everything {
    fn append(&self, task: &str, at: jiff::Timestamp, what: EventKind) {
        self.0.send_modify(|events| {
            let n = events.len() as u64 + 1;
            events.push(Arc::new(Event::new(n, task, at, what)));
        });
    }

    fn newest(&self) -> u64 {
        self.0.borrow().len() as u64
    }

    fn has(&self, task: &str) -> bool {
        self.0.borrow().iter().any(|event| event.task == task)
    }

    fn read(&self, task: Option<&str>, _: Option<u64>) -> Box<dyn EventReader> {
        Box::new(Reader { events: self.0.subscribe(), place: 0, task: task.map(str::to_owned) })
    }
}

#[async_trait]
impl EventReader for Reader {
    async fn next(&mut self) -> Option<News> {
        loop {
            let place = self.place;
            let event = self.events.wait_for(|events| events.len() > place).await.ok()?[place].clone();
            self.place += 1;
            if self.task.as_ref().is_none_or(|task| *task == event.task) {
                return Some(News::Event(event));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_service_runs_over_another_queue_and_another_log() {
    let world = world::World::usual().await;
    let folder = tempfile::tempdir().unwrap();
    let places = Paths::new(folder.path());
    let permissions = Arc::new(Permissions::open(&places.permissions()).unwrap());
    let queue = Arc::new(Latest::default());
    let state = Arc::clone(&queue.0);
    let log = Arc::new(Everything(watch::Sender::new(Vec::new())));
    let (environment, options) = (world::environment(&world), world::options(Limits::default()));
    let service = Service::open_with(places, permissions, environment, options, queue, log).unwrap();
    let mut watching = service.watch_all(None);
    let start = async |device: &str, model: &str| {
        let (device, model) = (Some(device.to_owned()), Some(model.to_owned()));
        service.start(Spec { device, model, ..Spec::new("Find the thing") }).await.unwrap()
    };
    let first = start("one", "asks").await;
    let (second, third) = (start("two", "done").await, start("one", "done").await);
    let mut ended = Vec::new();
    while ended.len() < 3 {
        let Some(News::Event(event)) = watching.next().await else { panic!("{ended:?}") };
        match &event.what {
            EventKind::Question { question } => {
                let text = Some("that one".to_owned());
                service.answer(&question.id, task::Reply::Approve { text, remember: false }).unwrap();
            }
            EventKind::Ended(summary) => {
                assert_eq!(summary.status, Status::Success, "{summary:?}");
                ended.push(event.task.clone());
            }
            _ => {}
        }
    }
    assert_eq!(ended, [first.clone(), third.clone(), second.clone()]);
    let acknowledged = state.lock().unwrap().acknowledged.clone();
    assert_eq!(acknowledged, [(first, 1), (third, 2), (second, 3)]);
    assert_eq!(service.phones().await.unwrap()[0].holder, None);
}
