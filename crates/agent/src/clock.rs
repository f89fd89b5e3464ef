//! The clock, passed in so that tests control it. The executor waits only through this module.

use std::pin::Pin;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

/// A wait.
pub type Sleep<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// A clock.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; it never goes backwards.
    fn now(&self) -> Duration;

    /// The wall-clock time, for people.
    fn time(&self) -> Timestamp;

    /// Waits until [`Clock::now`] reaches `at`.
    fn sleep_until(&self, at: Duration) -> Sleep<'_>;
}

/// The computer's clock, driven by the runtime's timer: pausing the runtime's time pauses this clock too.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    began: Instant,
    epoch: Option<Timestamp>,
}

impl SystemClock {
    /// The computer's clock.
    pub fn new() -> Self {
        Self { began: Instant::now(), epoch: None }
    }

    /// A clock that starts at this wall-clock time and advances with the runtime's timer.
    pub fn starting_at(epoch: Timestamp) -> Self {
        Self { began: Instant::now(), epoch: Some(epoch) }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn time(&self) -> Timestamp {
        match self.epoch {
            None => Timestamp::now(),
            Some(epoch) => epoch.checked_add(self.began.elapsed()).unwrap_or(epoch),
        }
    }

    fn sleep_until(&self, at: Duration) -> Sleep<'_> {
        // A date beyond the timer's range never comes.
        match self.began.checked_add(at) {
            Some(until) => Box::pin(tokio::time::sleep_until(until)),
            None => Box::pin(std::future::pending()),
        }
    }
}
