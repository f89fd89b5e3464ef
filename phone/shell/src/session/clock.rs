//! The time of a session is its runtime's, whose clock a test may have stopped (`tokio::time::pause`); it then jumps to the next timer as soon as the runtime has nothing to do, and
//! waits for a command would be over before the command is. What counts for the runtime are timers and its own threads
//! for what blocks, and so a session whose runtime has a stopped clock uses just these.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use tokio::sync::futures::Notified;
use tokio::time::Instant;

use super::{Session, State};

/// Whether the runtime's clock has been stopped. A clock that runs cannot show the same time before and after the
/// computer's has moved on.
pub(super) fn stands_still() -> bool {
    let before = Instant::now();
    let begun = std::time::Instant::now();
    while std::time::Instant::now() <= begun {}
    Instant::now() == before
}

impl State {
    /// Whether something is being done for the shell.
    fn is_at_work(&self) -> bool {
        // Where no process is left, the status is about to come.
        self.status.is_none() && (self.processes == 0 || self.processes > self.waiting)
    }

    /// A process waits from now on, at the longest until then.
    pub(super) fn begin_wait(&mut self, until: Option<Instant>) {
        self.waiting += 1;
        if let Some(until) = until {
            *self.alarms.entry(until).or_default() += 1;
        }
    }

    /// A process that began to wait after so many changes waits no more.
    pub(super) fn end_wait(&mut self, until: Option<Instant>, changes: u64) {
        if self.changes == changes {
            self.waiting = self.waiting.saturating_sub(1);
        }
        if let Some(until) = until
            && let Some(count) = self.alarms.get_mut(&until)
        {
            *count -= 1;
            if *count == 0 {
                self.alarms.remove(&until);
            }
        }
    }
}

impl Session {
    /// Tells a watcher that nobody may be at work any more.
    pub(super) fn rest(&self, state: &State) {
        if self.watched.load(Ordering::Relaxed) && !state.is_at_work() {
            self.rested.notify_all();
        }
    }

    /// Waits until there may be output, with a clock that stands still.
    pub(super) async fn pass_time(self: &Arc<Self>, written: Notified<'_>) {
        self.watched.store(true, Ordering::Relaxed);
        let (at_work, alarm) = {
            let state = self.lock();
            (state.is_at_work(), state.alarms.keys().next().copied())
        };
        if at_work {
            let session = Arc::clone(self);
            // It fails only where the runtime ends, and with it whoever waits here.
            return drop(tokio::task::spawn_blocking(move || session.until_rest()).await);
        }
        let Some(alarm) = alarm else { return written.await };
        tokio::select! {
            () = written => {}
            () = tokio::time::sleep_until(alarm) => self.change(|_| ()),
        }
    }

    /// Waits until there is output, or until no process of the shell works any more.
    fn until_rest(&self) {
        let mut state = self.lock();
        while state.output.is_empty() && state.is_at_work() {
            state = self.rested.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
