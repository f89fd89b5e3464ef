//! A worker: its phones, what it pulls for them, and what it says of itself. There may be any number of them, started and
//! killed at any time.
//!
//! `pull` gets tasks for phones that are free, `run` sees one through, `attend` keeps the worker known and its phones
//! claimed, and `tell` forwards what happens and hears what others want. All of it ends when the worker is drained.

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

/// What a worker is.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// By which others know it.
    pub name: String,
    /// The machine.
    pub host: String,
    /// What no other process that lives has: a worker that is started again with it takes over the phones of its dead
    /// self at once. Where it is empty, a phone is waited for until the server forgets whoever had it.
    pub owner: String,
    /// Its phones.
    pub phones: Vec<WorkerPhone>,
}

/// A phone of a worker.
#[derive(Clone, Debug)]
pub struct WorkerPhone {
    /// By which the worker's own service reaches it.
    pub device: String,
    /// By which the whole fleet knows it. The same phone has the same name wherever it is plugged in.
    pub name: String,
    /// The pools it is in.
    pub labels: Vec<String>,
}

impl WorkerPhone {
    /// Labels as subjects can hold them: what people call a pool, or a phone says of itself.
    pub fn labelled(device: String, name: String, labels: &[String]) -> Self {
        let labels: BTreeSet<String> = labels.iter().map(|text| label(text)).filter(|text| !text.is_empty()).collect();
        Self { device, name, labels: labels.into_iter().collect() }
    }
}

/// A worker whose phones are claimed, or waited for.
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
    /// What its phones are claimed with.
    claim: Claim,
    since: Timestamp,
    key: XKey,
    slots: Vec<Slot>,
    running: Mutex<BTreeMap<String, Arc<Running>>>,
    /// Whether nothing new is taken.
    draining: watch::Sender<bool>,
    /// Whether what is here is given back.
    stopping: Arc<AtomicBool>,
    /// A phone is free again.
    freed: Notify,
    /// A phone has a task, or has none any more.
    occupied: Notify,
    /// How many tasks are here, also those that are being given back.
    held: watch::Sender<usize>,
    /// Who puts pictures into the store waits for one of these.
    uploads: Semaphore,
    /// And before that has one of these.
    waiting_uploads: Arc<Semaphore>,
}

/// A task that runs here.
#[derive(Debug)]
struct Running {
    /// How it stands.
    state: Mutex<TaskState>,
    /// That is to be said.
    changed: Notify,
    /// What ends our belief that it is ours.
    lease: Arc<crate::lease::Lease>,
}

impl Running {
    fn state(&self) -> MutexGuard<'_, TaskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worker {
    /// Claims the phones. Those that others have are waited for; see [`Worker::waiting`].
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

    /// The phones that are not ours yet, and why. Each is claimed as soon as nobody has it.
    pub fn waiting(&self) -> Vec<WaitingPhone> {
        self.inner.presence().waiting
    }

    /// The phones that are ours, and the pools they are in.
    pub fn phones(&self) -> Vec<PhonePresence> {
        self.inner.presence().phones
    }

    /// Works until it is drained, by whoever runs it or by a command: then what runs is finished. Told to `stop`, it
    /// gives back what runs instead, for others to go on with.
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
        // It may come before anything else and is looked at again below.
        let stop = stop.fuse();
        tokio::pin!(stop);
        tokio::select! {
            () = drain => { inner.draining.send_replace(true); }
            _ = draining.wait_for(|draining| *draining) => {}
            () = &mut stop => { inner.draining.send_replace(true); inner.interrupt(); }
        }
        let mut held = inner.held.subscribe();
        // Nothing is pulled any more; what is on its way is held already.
        tokio::select! {
            _ = held.wait_for(|held| *held == 0) => {}
            () = stop => inner.interrupt(),
        }
        let _ = held.wait_for(|held| *held == 0).await;
        helpers.shutdown().await;
        let claimed: Vec<_> = inner.slots.iter().map(Slot::claimed).collect();
        stream::iter(claimed).for_each_concurrent(AT_ONCE, |claimed| inner.fleet.unclaim(claimed)).await;
        inner.fleet.remove_worker(&inner.name).await;
        let _ = inner.fleet.client.flush().await;
    }
}

impl Inner {
    /// As others see it.
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

    /// All pools that a phone of ours is in.
    fn pools(&self) -> BTreeSet<&str> {
        self.slots.iter().flat_map(|slot| slot.phone.labels.iter().map(String::as_str)).collect()
    }

    /// Whether what is here is given back.
    fn stops(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Gives back what runs. What is being taken in this moment sees that it is given back too.
    fn interrupt(&self) {
        self.stopping.store(true, Ordering::Release);
        let running: Vec<String> = self.running().keys().cloned().collect();
        for task in running {
            // One that is over by now needs no word.
            let _ = self.service.stop(&task, StopReason::Interrupt);
        }
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Running>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
