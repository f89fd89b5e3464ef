//! Where a phone's work is done: on the runtime's threads for what blocks, never on one that serves requests. Whatever
//! takes the phone's state, draws, dumps or encodes has the phone to itself meanwhile; a shell command has it only while
//! it reads or changes it.
//!
//! Who waits for the state gets it in the order of asking (tokio's mutex is fair), so that a shell loop
//! that goes on and on delays nobody for longer than one of its steps. Requests wait without a thread, and a phone
//! has at most so many shells at once: one that stands still leaves the other phones their threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use adb::{Error, Result};
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore, oneshot};

use super::Clock;
use crate::files::Files;
use crate::phone::Phone;
use crate::shell::{FilesGuard, Io, Os, Outcome, Process, Shell};

/// Shell commands of one phone that run at once; further ones wait for their turn. Fifty phones that all stand still
/// leave some of the 512 threads that the runtime has for what blocks.
const MAX_SHELLS: usize = 8;

/// A phone, and who may work with it.
pub(super) struct Turns {
    state: State,
    shells: Arc<Semaphore>,
}

/// The phone's state, for one at a time.
#[derive(Clone)]
struct State {
    phone: Arc<Mutex<Phone>>,
    clock: Clock,
    worked_ns: Arc<AtomicU64>,
    /// How many wait for the phone.
    in_flight: Arc<AtomicUsize>,
}

impl State {
    /// Waits for the phone and tells it the time. Only on threads that may wait.
    fn lock(&self) -> OwnedMutexGuard<Phone> {
        let mut phone = Arc::clone(&self.phone).blocking_lock_owned();
        phone.tick((self.clock)());
        phone
    }

    fn worked(&self, time: Duration) {
        self.worked_ns.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// Somebody who waits for the phone. Where nobody else does meanwhile, all the time it takes is the phone's own, the
/// waking of its threads included.
struct Request<'s> {
    state: &'s State,
    alone: bool,
    begun: Instant,
    worked_before: u64,
}

impl<'s> Request<'s> {
    fn begin(state: &'s State) -> Self {
        let alone = state.in_flight.fetch_add(1, Ordering::Relaxed) == 0;
        let worked_before = state.worked_ns.load(Ordering::Relaxed);
        Self { state, alone, begun: Instant::now(), worked_before }
    }
}

impl Drop for Request<'_> {
    fn drop(&mut self) {
        let still_alone = self.state.in_flight.fetch_sub(1, Ordering::Relaxed) == 1;
        if self.alone && still_alone {
            let counted = self.state.worked_ns.load(Ordering::Relaxed).saturating_sub(self.worked_before);
            self.state.worked(self.begun.elapsed().saturating_sub(Duration::from_nanos(counted)));
        }
    }
}

impl Turns {
    pub(super) fn new(phone: Phone, clock: Clock) -> Self {
        let state =
            State { phone: Arc::new(Mutex::new(phone)), clock, worked_ns: Arc::default(), in_flight: Arc::default() };
        Self { state, shells: Arc::new(Semaphore::new(MAX_SHELLS)) }
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
        let _request = Request::begin(&self.state);
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

    /// Runs a script on a thread of its own. Dropping the future ends the script at its next step.
    pub(super) async fn shell(&self, mut shell: Shell, script: String, stdin: Vec<u8>) -> Result<(Shell, Outcome)> {
        let permit = Arc::clone(&self.shells).acquire_owned().await.map_err(|_| failed("it is switched off"))?;
        let _request = Request::begin(&self.state);
        let cancelled = CancelOnDrop::default();
        shell.cancel_with(Arc::clone(&cancelled.0));
        let (reply, answer) = oneshot::channel();
        let state = self.state.clone();
        let running = tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let mut os = ShellOs::new(state.clone());
            let outcome = shell.run(&script, &mut os, &stdin);
            state.worked(begun.elapsed().saturating_sub(os.waited()));
            let going_on = outcome.long_running.as_ref().map(|command| command.id);
            if reply.send((shell, outcome)).is_err()
                && let Some(id) = going_on
            {
                state.lock().take_long_running(id);
            }
            drop(permit);
        });
        let done = answer.await.map_err(|_| failed("a bug in its shell"));
        drop(cancelled);
        drop(running);
        done
    }
}

fn failed(why: &str) -> Error {
    Error::Disconnected(format!("the simulated phone failed: {why}"))
}

/// Tells a script to end when nobody waits for it any more.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The phone as a shell sees it: taken for each operation, and free between them.
struct ShellOs {
    state: State,
    /// What the phone's clock said when the computer's said the other.
    now_ms: i64,
    told_ms: i64,
    utc_offset_min: i32,
    /// Who runs what comes next.
    user: u32,
    waited_ns: AtomicU64,
}

impl ShellOs {
    fn new(state: State) -> Self {
        let mut os = Self { state, now_ms: 0, told_ms: 0, utc_offset_min: 0, user: 0, waited_ns: AtomicU64::new(0) };
        let phone = os.lock();
        let (now_ms, utc_offset_min, user) = (phone.now_ms(), phone.shared().utc_offset_min, phone.user());
        drop(phone);
        (os.now_ms, os.utc_offset_min, os.user) = (now_ms, utc_offset_min, user);
        os.told_ms = (os.state.clock)();
        os
    }

    fn lock(&self) -> OwnedMutexGuard<Phone> {
        let begun = Instant::now();
        let phone = self.state.lock();
        let waited = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.waited_ns.fetch_add(waited, Ordering::Relaxed);
        phone
    }

    /// How long others had the phone.
    fn waited(&self) -> Duration {
        Duration::from_nanos(self.waited_ns.load(Ordering::Relaxed))
    }
}

impl Os for ShellOs {
    fn now_ms(&self) -> i64 {
        self.now_ms.saturating_add((self.state.clock)().saturating_sub(self.told_ms).max(0))
    }

    fn utc_offset_minutes(&self) -> i32 {
        self.utc_offset_min
    }

    fn files(&mut self) -> FilesGuard<'_> {
        let user = self.user;
        Box::new(OwnedMutexGuard::map(self.lock(), |phone| -> &mut Files { phone.files_as(user) }))
    }

    fn processes(&self) -> Vec<Process> {
        self.lock().processes()
    }

    fn kill(&mut self, pid: u32, signal: u32) -> bool {
        self.lock().kill(pid, signal)
    }

    fn command(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<i32> {
        let mut phone = self.lock();
        phone.files_as(self.user);
        // A command that panics was killed, as the shell would say.
        let status = catch_unwind(AssertUnwindSafe(|| phone.command(name, args, io))).unwrap_or(Some(137));
        // It may have set the clock or the zone.
        let told = (phone.now_ms(), phone.shared().utc_offset_min);
        drop(phone);
        (self.now_ms, self.utc_offset_min) = told;
        self.told_ms = (self.state.clock)();
        status
    }

    fn command_names(&self) -> Vec<String> {
        crate::android::names().iter().map(|name| (*name).to_owned()).collect()
    }

    fn user(&self) -> u32 {
        self.user
    }

    fn set_user(&mut self, user: u32) {
        self.user = user;
    }

    fn has_root(&self) -> bool {
        Os::has_root(&*self.lock())
    }

    fn set_clock(&mut self, now_ms: i64) -> bool {
        let mut phone = self.lock();
        let set = phone.set_clock(now_ms);
        let now_ms = phone.now_ms();
        drop(phone);
        (self.now_ms, self.told_ms) = (now_ms, (self.state.clock)());
        set
    }

    fn zone_name(&self) -> Option<String> {
        Os::zone_name(&*self.lock())
    }

    fn property(&self, name: &str) -> Option<String> {
        self.lock().property(name)
    }
}

#[cfg(test)]
mod tests;
