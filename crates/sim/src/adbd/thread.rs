//! A phone's own threads. Whatever takes the phone's state, draws, dumps or encodes runs on one thread
//! that belongs to the phone, never on one of the runtime's; each shell command runs on another, and has
//! the state only while it reads or changes it.
//!
//! Who waits for the state gets it in the order of asking (tokio's mutex is fair), so that a shell loop
//! that goes on and on delays nobody for longer than one of its steps.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use adb::{Error, Result};
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore, oneshot};

use super::Clock;
use crate::files::Files;
use crate::phone::Phone;
use crate::shell::{FilesGuard, Io, Outcome, Process, Shell, World};

/// Shell commands of one phone that run at once; further ones wait for their turn. An `adb` connection
/// carries 512 streams, and a thread for each would be more than a computer likes.
const MAX_SHELLS: usize = 32;
/// The stack of a shell: its parser and its commands go 64 levels deep in code that is not optimised.
const SHELL_STACK: usize = 16 << 20;

type Job = Box<dyn FnOnce(&mut Phone) + Send>;

/// A phone and the threads it runs on. They end when this is dropped.
pub(super) struct PhoneThread {
    state: State,
    jobs: mpsc::Sender<Job>,
    shells: Arc<Semaphore>,
}

/// The phone's state, for one at a time.
#[derive(Clone)]
struct State {
    phone: Arc<Mutex<Phone>>,
    clock: Clock,
    worked_ns: Arc<AtomicU64>,
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

impl PhoneThread {
    /// Gives a phone its thread.
    pub(super) fn start(phone: Phone, clock: Clock) -> Self {
        let state = State { phone: Arc::new(Mutex::new(phone)), clock, worked_ns: Arc::default() };
        let (jobs, todo) = mpsc::channel::<Job>();
        let shared = state.clone();
        // Without a thread the channel is closed, and every request says so.
        _ = std::thread::Builder::new().name("phone".to_owned()).spawn(move || {
            while let Ok(job) = todo.recv() {
                let mut phone = shared.lock();
                let begun = Instant::now();
                // A phone is still a phone after a bug in one of its apps; whoever asked sees its job dropped.
                _ = catch_unwind(AssertUnwindSafe(|| job(&mut phone)));
                shared.worked(begun.elapsed());
            }
        });
        Self { state, jobs, shells: Arc::new(Semaphore::new(MAX_SHELLS)) }
    }

    /// How long the phone itself has worked, in nanoseconds.
    pub(super) fn worked_ns(&self) -> u64 {
        self.state.worked_ns.load(Ordering::Relaxed)
    }

    /// Works with the phone on its thread. Nothing happens if the caller has gone before its turn came.
    pub(super) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Phone) -> T + Send + 'static,
    ) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        let job = move |phone: &mut Phone| {
            if !reply.is_closed() {
                _ = reply.send(work(phone));
            }
        };
        self.jobs.send(Box::new(job)).map_err(|_| failed("it has no thread to run on"))?;
        answer.await.map_err(|_| failed("a bug in one of its apps"))
    }

    /// Runs a script on a thread of its own. Dropping the future ends the script at its next step.
    pub(super) async fn shell(&self, mut shell: Shell, script: String, stdin: Vec<u8>) -> Result<(Shell, Outcome)> {
        let permit = Arc::clone(&self.shells).acquire_owned().await.map_err(|_| failed("it is switched off"))?;
        let cancelled = CancelOnDrop::default();
        shell.cancel_with(Arc::clone(&cancelled.0));
        let (reply, answer) = oneshot::channel();
        let state = self.state.clone();
        let running = std::thread::Builder::new().name("phone-shell".to_owned()).stack_size(SHELL_STACK);
        running
            .spawn(move || {
                let begun = Instant::now();
                let mut world = ShellWorld::new(state.clone());
                let outcome = shell.run(&script, &mut world, &stdin);
                state.worked(begun.elapsed().saturating_sub(world.waited()));
                let follow = outcome.follow.as_ref().map(|follow| follow.id);
                if reply.send((shell, outcome)).is_err()
                    && let Some(id) = follow
                {
                    state.lock().take_follow(id);
                }
                drop(permit);
            })
            .map_err(|error| failed(&format!("no thread for a shell: {error}")))?;
        let done = answer.await.map_err(|_| failed("a bug in its shell"));
        drop(cancelled);
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

/// The phone as a shell on its own thread sees it: taken for each operation, and free between them.
struct ShellWorld {
    state: State,
    /// What the phone's clock said when the computer's said the other.
    now_ms: i64,
    told_ms: i64,
    utc_offset_min: i32,
    waited_ns: AtomicU64,
}

impl ShellWorld {
    fn new(state: State) -> Self {
        let mut world = Self { state, now_ms: 0, told_ms: 0, utc_offset_min: 0, waited_ns: AtomicU64::new(0) };
        let phone = world.lock();
        let (now_ms, utc_offset_min) = (phone.now_ms(), phone.shared().utc_offset_min);
        drop(phone);
        (world.now_ms, world.utc_offset_min) = (now_ms, utc_offset_min);
        world.told_ms = (world.state.clock)();
        world
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

impl World for ShellWorld {
    fn now_ms(&self) -> i64 {
        self.now_ms.saturating_add((self.state.clock)().saturating_sub(self.told_ms).max(0))
    }

    fn utc_offset_minutes(&self) -> i32 {
        self.utc_offset_min
    }

    fn files(&mut self) -> FilesGuard<'_> {
        Box::new(OwnedMutexGuard::map(self.lock(), |phone| -> &mut Files { phone.files() }))
    }

    fn processes(&self) -> Vec<Process> {
        self.lock().processes()
    }

    fn kill(&mut self, pid: u32, signal: u32) -> bool {
        self.lock().kill(pid, signal)
    }

    fn command(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<i32> {
        self.lock().command(name, args, io)
    }

    fn command_names(&self) -> Vec<String> {
        crate::android::names().iter().map(|name| (*name).to_owned()).collect()
    }

    fn property(&self, name: &str) -> Option<String> {
        self.lock().property(name)
    }
}

#[cfg(test)]
mod tests;
