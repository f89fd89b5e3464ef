//! The time, passed in so that tests own it. The executor waits here and nowhere else.

use std::pin::Pin;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

/// A wait.
pub type Sleep<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// A clock.
pub trait Clock: Send + Sync {
    /// The time since some fixed moment; it only goes forward.
    fn now(&self) -> Duration;

    /// The time of day, for what people read.
    fn time(&self) -> Timestamp;

    /// Waits until [`Clock::now`] says so.
    fn sleep_until(&self, at: Duration) -> Sleep<'_>;
}

/// The computer's own, through the runtime's timer: where the runtime's time is paused, so is this.
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

    /// A clock that begins at this time of day and goes as the runtime's timer goes.
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
        // A date beyond what the timer can hold is as good as never.
        match self.began.checked_add(at) {
            Some(until) => Box::pin(tokio::time::sleep_until(until)),
            None => Box::pin(std::future::pending()),
        }
    }
}
