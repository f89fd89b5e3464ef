//! A worker: its phones, the tasks it pulls for them, and its presence. There may be any number of workers, started and
//! killed at any time.
//!
//! `pull` gets tasks for free phones, `run` runs one to its end, `attend` renews the worker's presence and its claims
//! on phones, and `tell` forwards events and receives commands. All of it ends when the worker is drained.

mod attend;
mod pictures;
mod pull;
mod run;
mod slot;
mod tell;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::{FutureExt, StreamExt, stream};
use jiff::Timestamp;
use nkeys::XKey;
use task::Service;
use task::agent::StopReason;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::JoinSet;

use self::slot::Slot;
use crate::connect::Fleet;
use crate::error::FleetError;
use crate::presence::{Claim, PhonePresence, WaitingPhone, WorkerPresence};
use crate::state::TaskState;
use crate::subject::label;

/// How many phones are claimed at once.
const AT_ONCE: usize = 64;

/// The identity of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Its name in the fleet.
    pub name: String,
    /// The machine.
    pub host: String,
    /// An identity that no other live process has: a worker that is restarted with it takes over the phones of its dead
    /// predecessor at once. If it is empty, the worker waits for a phone until the server forgets the previous owner.
    pub owner: String,
    /// Its phones.
    pub phones: Vec<WorkerPhone>,
}

/// A phone of a worker.
#[derive(Clone, Debug)]
pub struct WorkerPhone {
    /// The id by which the worker's own service reaches it.
    pub device: String,
    /// Its name in the fleet. The same phone has the same name wherever it is plugged in.
    pub name: String,
    /// The pools it is in.
    pub labels: Vec<String>,
}

impl WorkerPhone {
    /// Converts labels to a form that subjects can hold: the names of pools, or what a phone reports.
    pub fn labelled(device: String, name: String, labels: &[String]) -> Self {
        let labels: BTreeSet<String> = labels.iter().map(|text| label(text)).filter(|text| !text.is_empty()).collect();
        Self { device, name, labels: labels.into_iter().collect() }
    }
}

/// A worker that has claimed its phones, or waits for them.
#[derive(Debug)]
pub struct Worker {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    fleet: Fleet,
    service: Arc<Service>,
    name: String,
    host: String,
    /// The claim that it makes on its phones.
    claim: Claim,
    since: Timestamp,
    key: XKey,
    slots: Vec<Slot>,
    running: Mutex<BTreeMap<String, Arc<Running>>>,
    /// Whether it takes no new tasks.
    draining: watch::Sender<bool>,
    /// Whether it gives its tasks back.
    stopping: Arc<AtomicBool>,
    /// Notified when a phone becomes free.
    freed: Notify,
    /// Notified when a phone gets or loses a task.
    occupied: Notify,
    /// How many tasks are here, including those being given back.
    held: watch::Sender<usize>,
    /// Limits concurrent uploads of pictures.
    uploads: Semaphore,
    /// Limits the uploads that wait for that.
    waiting_uploads: Arc<Semaphore>,
}

/// A task that runs here.
#[derive(Debug)]
struct Running {
    /// Its state.
    state: Mutex<TaskState>,
    /// Notified when the state must be published.
    changed: Notify,
    /// The lease that it runs under.
    lease: Arc<crate::lease::Lease>,
}

impl Running {
    fn state(&self) -> MutexGuard<'_, TaskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worker {
    /// Claims the phones. Those that other workers have are awaited; see [`Worker::waiting`].
    pub async fn start(
        fleet: &Fleet,
        service: &Arc<Service>,
        options: WorkerOptions,
        now: Timestamp,
    ) -> Result<Self, FleetError> {
        let WorkerOptions { name, host, owner, phones } = options;
        let (claim, mut slots) = (Claim::new(&name, &host, &owner), Vec::new());
        let claims = stream::iter(phones).map(|phone| async {
            let claimed = fleet.claim(&phone.name, &claim).await;
            (phone, claimed)
        });
        let mut claims = claims.buffered(AT_ONCE);
        while let Some((phone, claimed)) = claims.next().await {
            slots.push(match claimed {
                Ok(claimed) => Slot::new(phone, claimed),
                Err(error @ (FleetError::State(_) | FleetError::Foreign { .. })) => {
                    Slot::waiting(phone, error.to_string())
                }
                Err(error) => return Err(error),
            });
        }
        drop(claims);
        let inner = Inner {
            fleet: fleet.clone(),
            service: Arc::clone(service),
            name,
            host,
            claim,
            since: now,
            key: XKey::new(),
            slots,
            running: Mutex::default(),
            draining: watch::Sender::new(false),
            stopping: Arc::default(),
            freed: Notify::new(),
            occupied: Notify::new(),
            held: watch::Sender::new(0),
            uploads: Semaphore::new(pictures::AT_ONCE),
            waiting_uploads: Arc::new(Semaphore::new(pictures::MOST_WAITING)),
        };
        inner.fleet.put_worker(&inner.presence()).await?;
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Returns the phones that are not ours yet, and why. Each is claimed as soon as it is free.
    pub fn waiting(&self) -> Vec<WaitingPhone> {
        self.inner.presence().waiting
    }

    /// Returns the phones that are ours, and their pools.
    pub fn phones(&self) -> Vec<PhonePresence> {
        self.inner.presence().phones
    }

    /// Works until it is drained, by its caller or by a command: then it finishes the running tasks. If `stop`
    /// resolves, it gives the running tasks back instead, for others to continue.
    pub async fn run(self, drain: impl Future<Output = ()>, stop: impl Future<Output = ()>) {
        let inner = self.inner;
        let mut helpers = JoinSet::new();
        helpers.spawn(Arc::clone(&inner).attend());
        helpers.spawn(Arc::clone(&inner).show_phones());
        helpers.spawn(Arc::clone(&inner).forward());
        helpers.spawn(Arc::clone(&inner).hear());
        helpers.spawn(Arc::clone(&inner).pull());
        helpers.spawn(Arc::clone(&inner).pull_directed());
        let mut draining = inner.draining.subscribe();
        // It may resolve before anything else, and is polled again below.
        let stop = stop.fuse();
        tokio::pin!(stop);
        tokio::select! {
            () = drain => { inner.draining.send_replace(true); }
            _ = draining.wait_for(|draining| *draining) => {}
            () = &mut stop => { inner.draining.send_replace(true); inner.interrupt(); }
        }
        let mut held = inner.held.subscribe();
        // No more tasks are pulled; those on their way are already counted as held.
        tokio::select! {
            _ = held.wait_for(|held| *held == 0) => {}
            () = stop => inner.interrupt(),
        }
        let _ = held.wait_for(|held| *held == 0).await;
        helpers.shutdown().await;
        let claimed: Vec<_> = inner.slots.iter().map(Slot::claimed).collect();
        let unclaimed = stream::iter(&claimed).map(|phone| inner.fleet.unclaim(phone, &inner.claim));
        unclaimed.for_each_concurrent(AT_ONCE, |unclaimed| unclaimed).await;
        inner.fleet.remove_worker(&inner.name).await;
        let _ = inner.fleet.client.flush().await;
    }
}

impl Inner {
    /// Returns the worker as others see it.
    fn presence(&self) -> WorkerPresence {
        let (mut phones, mut waiting) = (Vec::new(), Vec::new());
        for slot in &self.slots {
            let name = slot.phone.name.clone();
            match slot.waits() {
                Some(why) => waiting.push(WaitingPhone { name, why }),
                None => phones.push(PhonePresence { name, labels: slot.phone.labels.clone(), task: slot.task() }),
            }
        }
        WorkerPresence {
            version: crate::message::VERSION,
            worker: self.name.clone(),
            host: self.host.clone(),
            since: self.since,
            pools: self.pools().into_iter().map(str::to_owned).collect(),
            phones,
            waiting,
            draining: *self.draining.borrow(),
            key: self.key.public_key(),
        }
    }

    /// Returns all pools that our phones are in.
    fn pools(&self) -> BTreeSet<&str> {
        self.slots.iter().flat_map(|slot| slot.phone.labels.iter().map(String::as_str)).collect()
    }

    /// Returns whether it gives its tasks back.
    fn stops(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Gives the running tasks back. A task that is being taken at this moment checks this itself.
    fn interrupt(&self) {
        self.stopping.store(true, Ordering::Release);
        let running: Vec<String> = self.running().keys().cloned().collect();
        for task in running {
            // A task that is over by now needs no stop.
            let _ = self.service.stop(&task, StopReason::Interrupt);
        }
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Running>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
