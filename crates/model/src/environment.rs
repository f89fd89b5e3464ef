//! The clock of a model: the current time, and waiting (a script may delay its answer). Passed in, so that tests see
//! every wait without waiting.

use std::pin::Pin;
use std::time::{Duration, SystemTime};

/// The time, and waiting.
pub trait Environment: Send + Sync {
    /// The current time: a server may say until when a client should wait.
    fn now(&self) -> SystemTime;
    /// Waits for this long.
    fn wait(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The system's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

impl Environment for System {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn wait(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(tokio::time::sleep(time))
    }
}
