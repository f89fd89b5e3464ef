//! A worker in the test's own process: the test holds its service and its clock, and stops it at will.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use fleet::{Access, Fleet, Limits, Worker, WorkerOptions, WorkerPhone};
use jiff::Timestamp;
use task::agent::{Clock, Sleep, SystemClock};
use task::{Phones, Service};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::phones::Plugged;
use crate::rig::{PATIENCE, Rig};
use crate::world::{Addresses, service_with};

/// A running worker.
pub(crate) struct Hired {
    pub(crate) service: Arc<Service>,
    pub(crate) clock: Arc<Forward>,
    drain: oneshot::Sender<()>,
    stop: oneshot::Sender<()>,
    running: JoinHandle<()>,
}

impl Hired {
    pub(crate) async fn start(rig: &Rig, limits: Limits, name: &str, phone: &Plugged) -> Self {
        Self::reaching(rig, limits, name, phone, Arc::new(Addresses::default())).await
    }

    /// Like `start`, with other access to its phone.
    pub(crate) async fn reaching(
        rig: &Rig,
        limits: Limits,
        name: &str,
        phone: &Plugged,
        phones: Arc<dyn Phones>,
    ) -> Self {
        let clock = Arc::new(Forward::default());
        let service = service_with(&rig.data(name), Arc::<Forward>::clone(&clock), phones);
        let fleet = Fleet::connect(&Access::new(rig.nats.url()), name, limits).await.unwrap();
        let options = options(name, "its-own", phone);
        let worker = Worker::start(&fleet, &service, options, Timestamp::now()).await.unwrap();
        let ((drain, drained), (stop, stopped)) = (oneshot::channel::<()>(), oneshot::channel::<()>());
        let running = tokio::spawn(worker.run(told(drained), told(stopped)));
        Self { service, clock, drain, stop, running }
    }

    /// Finishes the running tasks and exits.
    pub(crate) async fn drain(self) {
        self.drain.send(()).unwrap();
        tokio::time::timeout(PATIENCE, self.running).await.expect("it never drains").unwrap();
    }

    /// Gives the running tasks back and exits.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        tokio::time::timeout(PATIENCE, self.running).await.expect("it never stops").unwrap();
    }
}

/// A worker of this machine with one phone.
pub(crate) fn options(name: &str, owner: &str, phone: &Plugged) -> WorkerOptions {
    let address = phone.address.clone();
    let phones = vec![WorkerPhone::labelled(address.clone(), address, &["default".to_owned()])];
    WorkerOptions { name: name.to_owned(), host: "here".to_owned(), owner: owner.to_owned(), phones }
}

/// Waits for the test's signal, and for ever if the test drops it.
async fn told(said: oneshot::Receiver<()>) {
    if said.await.is_err() {
        std::future::pending().await
    }
}

/// The computer's clock, put forward at will.
#[derive(Default)]
pub(crate) struct Forward {
    clock: SystemClock,
    seconds: AtomicU64,
}

impl Forward {
    pub(crate) fn put(&self, seconds: u64) {
        self.seconds.fetch_add(seconds, Ordering::Relaxed);
    }

    fn by(&self) -> Duration {
        Duration::from_secs(self.seconds.load(Ordering::Relaxed))
    }
}

impl Clock for Forward {
    fn now(&self) -> Duration {
        self.clock.now() + self.by()
    }

    fn time(&self) -> Timestamp {
        self.clock.time() + self.by()
    }

    fn sleep_until(&self, at: Duration) -> Sleep<'_> {
        self.clock.sleep_until(at.saturating_sub(self.by()))
    }
}
