//! The world that the client depends on besides the network: the time, chance, and waiting. Passed in, so
//! that tests see every wait and wait for none.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::pin::Pin;
use std::time::{Duration, SystemTime};

/// The time, chance and waiting.
pub trait Environment: Send + Sync {
    /// What time it is: a server may say until when it wants to be left alone.
    fn now(&self) -> SystemTime;
    /// A number from 0 up to but not including 1.
    fn chance(&self) -> f64;
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

    fn chance(&self) -> f64 {
        // The standard library seeds each hasher from the system's randomness: enough to spread retries.
        let bits = RandomState::new().build_hasher().finish() >> 11;
        #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
        let number = bits as f64 / (1_u64 << 53) as f64;
        number
    }

    fn wait(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(tokio::time::sleep(time))
    }
}
