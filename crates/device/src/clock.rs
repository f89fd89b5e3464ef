//! The time, passed in so that tests control it.

use std::time::{Duration, Instant};

/// A clock that only goes forward.
pub trait Clock: Send + Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The computer's own clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl Default for SystemClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
