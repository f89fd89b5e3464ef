//! Runs a phone's work on the runtime's blocking threads, never on a thread that serves requests. Code that takes the
//! phone's state, draws, dumps or encodes has exclusive access meanwhile. A shell command has it only while it reads or
//! changes the state.
//!
//! Access is granted in the order of requests (tokio's mutex is fair), so that an endless shell loop delays others by
//! at most one of its steps. Requests wait without a thread. Shells have their own threads ([`super::shells`]), so that
//! the shells of a blocked phone do not block other phones.

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

/// A phone with the queue for its state.
pub(super) struct Turns {
    state: State,
}

/// The phone's state, with exclusive access.
#[derive(Clone)]
pub(super) struct State {
    phone: Arc<Mutex<Phone>>,
    pub(super) clock: Clock,
    worked_ns: Arc<AtomicU64>,
    /// How many requests wait for the phone.
    in_flight: Arc<AtomicUsize>,
    /// The processes of its shells.
    pub(super) processes: Arc<ProcessTable>,
    /// The ports of servers started by commands, by the command's id.
    pub(super) servers: Arc<std::sync::Mutex<BTreeMap<u64, u16>>>,
    /// The ports opened by programs of its shells.
    pub(super) ports: Arc<Ports>,
    /// The adbd that serves connections to its own servers.
    pub(super) adbd: Weak<Adbd>,
    /// Whether a shell has requested a reboot.
    pub(super) goes_down: Arc<AtomicBool>,
}

impl State {
    /// Locks the phone and advances its clock. Call it only on threads that may block.
    pub(super) fn lock(&self) -> OwnedMutexGuard<Phone> {
        let mut phone = Arc::clone(&self.phone).blocking_lock_owned();
        phone.tick((self.clock)());
        phone
    }

    /// Whether a server started by a command listens on this port.
    pub(super) fn serves(&self, port: u16) -> bool {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner).values().any(|open| *open == port)
    }

    pub(super) fn worked(&self, time: Duration) {
        self.worked_ns.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// A request for the phone. If no other request runs at the same time, all its time counts as the phone's own,
/// including the wake-up of threads. Time that a shell spends waiting does not count.
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

    /// Returns how long the phone itself has worked, in nanoseconds.
    pub(super) fn worked_ns(&self) -> u64 {
        self.state.worked_ns.load(Ordering::Relaxed)
    }

    /// Runs `work` with the phone. Nothing happens if the caller is gone before its turn.
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
            // The phone survives a bug in one of its apps.
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
    /// Kills all processes of the phone.
    fn drop(&mut self) {
        self.state.processes.kill_all();
    }
}

#[cfg(test)]
mod tests;
