//! Where a phone's work is done: on the runtime's threads for what blocks, never on one that serves requests. Whatever
//! takes the phone's state, draws, dumps or encodes has the phone to itself meanwhile; a shell command has it only while
//! it reads or changes it.
//!
//! Who waits for the state gets it in the order of asking (tokio's mutex is fair), so that a shell loop
//! that goes on and on delays nobody for longer than one of its steps. Requests wait without a thread; shells have
//! their own ([`super::shells`]), so that those of a phone that stands still are nobody else's.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, Weak};
use std::time::{Duration, Instant};

use adb::{Error, Result};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::process_table::ProcessTable;
use super::{Adbd, Clock};
use framework::Phone;
use shell::ShellProcess;
use shell::ports::Ports;

/// A phone, and who may work with it.
pub(super) struct Turns {
    state: State,
}

/// The phone's state, for one at a time.
#[derive(Clone)]
pub(super) struct State {
    phone: Arc<Mutex<Phone>>,
    pub(super) clock: Clock,
    worked_ns: Arc<AtomicU64>,
    /// How many wait for the phone.
    in_flight: Arc<AtomicUsize>,
    /// The processes of its shells.
    pub(super) processes: Arc<ProcessTable>,
    /// The ports on which servers that were started by a command listen, by the command.
    pub(super) servers: Arc<std::sync::Mutex<BTreeMap<u64, u16>>>,
    /// The ports on which programs of its shells listen.
    pub(super) ports: Arc<Ports>,
    /// Who serves what its own servers are asked.
    pub(super) adbd: Weak<Adbd>,
    /// Whether a shell has asked for a reboot.
    pub(super) goes_down: Arc<AtomicBool>,
}

impl State {
    /// Waits for the phone and tells it the time. Only on threads that may wait.
    pub(super) fn lock(&self) -> OwnedMutexGuard<Phone> {
        let mut phone = Arc::clone(&self.phone).blocking_lock_owned();
        phone.tick((self.clock)());
        phone
    }

    /// Whether a server that was started by a command listens on this port.
    pub(super) fn serves(&self, port: u16) -> bool {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner).values().any(|open| *open == port)
    }

    pub(super) fn worked(&self, time: Duration) {
        self.worked_ns.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// Somebody who waits for the phone. Where nobody else does meanwhile, all the time it takes is the phone's own, the
/// waking of its threads included. What a shell waits for is not the phone's time.
pub(super) struct Request<'s> {
    state: &'s State,
    shell: Option<Arc<ShellProcess>>,
    alone: bool,
    begun: Instant,
    worked_before: u64,
}

impl<'s> Request<'s> {
    pub(super) fn begin(state: &'s State, shell: Option<Arc<ShellProcess>>) -> Self {
        let alone = state.in_flight.fetch_add(1, Ordering::Relaxed) == 0;
        let worked_before = state.worked_ns.load(Ordering::Relaxed);
        Self { state, shell, alone, begun: Instant::now(), worked_before }
    }
}

impl Drop for Request<'_> {
    fn drop(&mut self) {
        let still_alone = self.state.in_flight.fetch_sub(1, Ordering::Relaxed) == 1;
        if self.alone && still_alone {
            let counted = self.state.worked_ns.load(Ordering::Relaxed).saturating_sub(self.worked_before);
            let waited = self.shell.as_ref().map_or(Duration::ZERO, |shell| shell.waited());
            let own = self.begun.elapsed().saturating_sub(waited);
            self.state.worked(own.saturating_sub(Duration::from_nanos(counted)));
        }
    }
}

impl Turns {
    pub(super) fn new(phone: Phone, clock: Clock, adbd: Weak<Adbd>) -> Self {
        Self {
            state: State {
                phone: Arc::new(Mutex::new(phone)),
                clock,
                worked_ns: Arc::default(),
                in_flight: Arc::default(),
                processes: Arc::default(),
                servers: Arc::default(),
                ports: Arc::default(),
                adbd,
                goes_down: Arc::default(),
            },
        }
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// How long the phone itself has worked, in nanoseconds.
    pub(super) fn worked_ns(&self) -> u64 {
        self.state.worked_ns.load(Ordering::Relaxed)
    }

    /// Works with the phone. Nothing happens if the caller has gone before its turn came.
    pub(super) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Phone) -> T + Send + 'static,
    ) -> Result<T> {
        let _request = Request::begin(&self.state, None);
        let mut phone = Arc::clone(&self.state.phone).lock_owned().await;
        let state = self.state.clone();
        let done = tokio::task::spawn_blocking(move || {
            phone.tick((state.clock)());
            let begun = Instant::now();
            // A phone is still a phone after a bug in one of its apps.
            let done = catch_unwind(AssertUnwindSafe(|| work(&mut phone)));
            state.worked(begun.elapsed());
            done
        });
        let done = done.await.ok().and_then(std::result::Result::ok);
        done.ok_or_else(|| failed("a bug in one of its apps"))
    }
}

fn failed(why: &str) -> Error {
    Error::Disconnected(format!("the simulated phone failed: {why}"))
}

impl Drop for Turns {
    /// A phone that is gone has no processes.
    fn drop(&mut self) {
        self.state.processes.kill_all();
    }
}

#[cfg(test)]
mod tests;
