//! How a running task is told to stop, by whoever started it.

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// Why a task is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// Ctrl+C.
    Interrupt,
    /// Somebody cancelled it.
    Cancel,
    /// Somebody else took the phone.
    Preempted,
}

/// The end that stops.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<Option<StopReason>>);

impl Stopper {
    /// Stops the task. The first reason counts.
    pub fn stop(&self, reason: StopReason) {
        self.0.send_if_modified(|now| {
            let first = now.is_none();
            if first {
                *now = Some(reason);
            }
            first
        });
    }
}

/// The end that is stopped. Copies hear the same.
#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<Option<StopReason>>);

impl Stop {
    /// Both ends.
    pub fn pair() -> (Stopper, Self) {
        let (sender, receiver) = watch::channel(None);
        (Stopper(sender), Self(receiver))
    }

    /// One that nobody stops.
    pub fn never() -> Self {
        Self::pair().1
    }

    /// Why to stop, if it is time to.
    pub fn reason(&self) -> Option<StopReason> {
        *self.0.borrow()
    }

    /// Resolves when it is time to stop, and never if nobody is left who could say so.
    pub async fn requested(&self) -> StopReason {
        let mut receiver = self.0.clone();
        let said = receiver.wait_for(Option::is_some).await.ok().and_then(|reason| *reason);
        match said {
            Some(reason) => reason,
            None => std::future::pending().await,
        }
    }
}
