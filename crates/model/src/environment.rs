//! The world that a model depends on besides the network: the time, and waiting (a script may take its time). Passed in,
//! so that tests see every wait and wait for none.

use std::pin::Pin;
use std::time::{Duration, SystemTime};

/// The time, and waiting.
pub trait Environment: Send + Sync {
    /// What time it is: a server may say until when it wants to be left alone.
    fn now(&self) -> SystemTime;
    /// Lets time pass.
    fn wait(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The real world.
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
