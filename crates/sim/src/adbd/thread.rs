//! A phone's own threads. Whatever takes the phone's state, draws, dumps or encodes runs on one thread
//! that belongs to the phone, never on one that serves requests; each shell command runs on one of the runtime's
//! threads for what blocks, and has the state only while it reads or changes it.
//!
//! Who waits for the state gets it in the order of asking (tokio's mutex is fair), so that a shell loop
//! that goes on and on delays nobody for longer than one of its steps.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use adb::{Error, Result};
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore, oneshot};

use super::Clock;
use crate::files::Files;
use crate::phone::Phone;
use crate::shell::{FilesGuard, Io, Os, Outcome, Process, Shell};

/// Shell commands of one phone that run at once; further ones wait for their turn. An `adb` connection
/// carries 512 streams, and a thread for each would be more than a computer likes.
const MAX_SHELLS: usize = 32;
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

impl PhoneThread {
    /// Gives a phone its thread.
    pub(super) fn start(phone: Phone, clock: Clock) -> Self {
        let state =
            State { phone: Arc::new(Mutex::new(phone)), clock, worked_ns: Arc::default(), in_flight: Arc::default() };
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
        let _request = Request::begin(&self.state);
        let (reply, answer) = oneshot::channel();
        let gone = CancelOnDrop::default();
        let nobody_waits = Arc::clone(&gone.0);
        let job = move |phone: &mut Phone| {
            if !nobody_waits.load(Ordering::Relaxed) {
                _ = reply.send(work(phone));
            }
        };
        self.jobs.send(Box::new(job)).map_err(|_| failed("it has no thread to run on"))?;
        let done = waited_for(answer).await.ok_or_else(|| failed("a bug in one of its apps"));
        drop(gone);
        done
    }

    /// Runs a script on a thread of its own. Dropping the future ends the script at its next step.
    pub(super) async fn shell(&self, mut shell: Shell, script: String, stdin: Vec<u8>) -> Result<(Shell, Outcome)> {
        let permit = Arc::clone(&self.shells).acquire_owned().await.map_err(|_| failed("it is switched off"))?;
        let _request = Request::begin(&self.state);
        let cancelled = CancelOnDrop::default();
        shell.cancel_with(Arc::clone(&cancelled.0));
        let (reply, answer) = oneshot::channel();
        let (state, jobs) = (self.state.clone(), self.jobs.clone());
        let running = tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let mut os = ShellOs::new(state.clone(), jobs);
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

/// Waits for the phone's thread on one of the runtime's threads for what blocks: where a test has paused the
/// runtime's time, it stands still until the phone has answered.
async fn waited_for<T: Send + 'static>(answer: oneshot::Receiver<T>) -> Option<T> {
    let waiting = tokio::task::spawn_blocking(move || answer.blocking_recv().ok());
    waiting.await.ok().flatten()
}

fn failed(why: &str) -> Error {
    Error::Disconnected(format!("the simulated phone failed: {why}"))
}

/// Tells a script to end, and a job not to begin, when nobody waits for it any more.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The phone as a shell on its own thread sees it: taken for each operation, and free between them.
struct ShellOs {
    state: State,
    jobs: mpsc::Sender<Job>,
    /// What the phone's clock said when the computer's said the other.
    now_ms: i64,
    told_ms: i64,
    utc_offset_min: i32,
    waited_ns: AtomicU64,
}

impl ShellOs {
    fn new(state: State, jobs: mpsc::Sender<Job>) -> Self {
        let mut os = Self { state, jobs, now_ms: 0, told_ms: 0, utc_offset_min: 0, waited_ns: AtomicU64::new(0) };
        let phone = os.lock();
        let (now_ms, utc_offset_min) = (phone.now_ms(), phone.shared().utc_offset_min);
        drop(phone);
        (os.now_ms, os.utc_offset_min) = (now_ms, utc_offset_min);
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
        Box::new(OwnedMutexGuard::map(self.lock(), |phone| -> &mut Files { phone.files() }))
    }

    fn processes(&self) -> Vec<Process> {
        self.lock().processes()
    }

    fn kill(&mut self, pid: u32, signal: u32) -> bool {
        self.lock().kill(pid, signal)
    }

    fn command(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<i32> {
        let begun = Instant::now();
        let (reply, answer) = mpsc::sync_channel(1);
        let (name, args, mut theirs) = (name.to_owned(), args.to_vec(), std::mem::take(io));
        // On the phone's own thread: fonts and glyphs are cached for each thread.
        let job = move |phone: &mut Phone| {
            let status = phone.command(&name, &args, &mut theirs);
            _ = reply.send((status, theirs));
        };
        _ = self.jobs.send(Box::new(job));
        let done = answer.recv();
        let waited = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.waited_ns.fetch_add(waited, Ordering::Relaxed);
        match done {
            Ok((status, theirs)) => {
                *io = theirs;
                status
            }
            // The command panicked: killed, as the shell would say.
            Err(_) => Some(137),
        }
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
