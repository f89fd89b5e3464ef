//! Lets sessions work with a paused runtime clock, as tests use it (`tokio::time::pause`).
//!
//! A paused clock jumps to the next timer as soon as the runtime is idle, so a wait for a command would time out before
//! the command has finished. Only timers and the runtime's own blocking threads keep it from jumping. A session whose
//! runtime has a paused clock therefore uses exactly those.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use tokio::sync::futures::Notified;
use tokio::time::Instant;

use super::{Session, State};

/// Whether the runtime's clock is paused. A running clock cannot show the same time before and after the system clock
/// has advanced.
pub(super) fn stands_still() -> bool {
    let before = Instant::now();
    let begun = std::time::Instant::now();
    while std::time::Instant::now() <= begun {}
    Instant::now() == before
}

impl State {
    /// Whether any process of the shell is working.
    fn is_at_work(&self) -> bool {
        // With no process left, the status is about to arrive.
        self.status.is_none() && (self.processes == 0 || self.processes > self.waiting)
    }

    /// Records that a process waits, at the longest until `until`.
    pub(super) fn begin_wait(&mut self, until: Option<Instant>) {
        self.waiting += 1;
        if let Some(until) = until {
            *self.alarms.entry(until).or_default() += 1;
        }
    }

    /// Records that a process stopped waiting. `changes` is the change counter from when its wait began.
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
    /// Notifies a watcher if no process is working any more.
    pub(super) fn rest(&self, state: &State) {
        if self.watched.load(Ordering::Relaxed) && !state.is_at_work() {
            self.rested.notify_all();
        }
    }

    /// Waits until there may be output, with a paused clock.
    pub(super) async fn pass_time(self: &Arc<Self>, written: Notified<'_>) {
        self.watched.store(true, Ordering::Relaxed);
        let (at_work, alarm) = {
            let state = self.lock();
            (state.is_at_work(), state.alarms.keys().next().copied())
        };
        if at_work {
            let session = Arc::clone(self);
            // Fails only if the runtime shuts down, and with it this task.
            return drop(tokio::task::spawn_blocking(move || session.until_rest()).await);
        }
        let Some(alarm) = alarm else { return written.await };
        tokio::select! {
            () = written => {}
            () = tokio::time::sleep_until(alarm) => self.change(|_| ()),
        }
    }

    /// Waits until there is output, or until no process of the shell is working any more.
    fn until_rest(&self) {
        let mut state = self.lock();
        while state.output.is_empty() && state.is_at_work() {
            state = self.rested.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
