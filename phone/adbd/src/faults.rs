//! What is made to go wrong on the wire, so that it can be seen what becomes of it.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use adb::{Error, Result};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// The wire is cut at the n-th command from now (1 is the next), before it is carried out or after.
    Drop {
        /// Which one.
        #[serde(default = "one")]
        at: u64,
        /// Whether it is carried out first, without its answer getting through.
        #[serde(default)]
        after: bool,
    },
    /// Every command that contains this text waits so long before it is carried out.
    Delay {
        /// Milliseconds.
        ms: u64,
        /// Which commands; all of them if empty.
        #[serde(default)]
        matching: String,
    },
    /// The next so many commands that contain this text are refused.
    Refuse {
        /// Which commands; all of them if empty.
        #[serde(default)]
        matching: String,
        /// How many.
        #[serde(default = "one")]
        times: u64,
    },
}

fn one() -> u64 {
    1
}

/// The faults of one phone.
#[derive(Debug, Default)]
pub struct Faults {
    wanted: Mutex<Vec<Fault>>,
    cut: Notify,
}

impl Faults {
    /// Adds one.
    pub fn add(&self, fault: Fault) {
        self.with(|wanted| wanted.push(fault));
    }

    /// Takes all of them back.
    pub fn clear(&self) {
        self.with(Vec::clear);
    }

    /// Cuts every connection now.
    pub fn cut_now(&self) {
        self.cut.notify_waiters();
    }

    /// Resolves when the wire is cut.
    pub(super) async fn cut(&self) {
        self.cut.notified().await;
    }

    fn with<T>(&self, work: impl FnOnce(&mut Vec<Fault>) -> T) -> T {
        work(&mut self.wanted.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What happens before a command is carried out.
    pub(super) async fn before(&self, service: &str) -> Result<()> {
        let mut delay = 0;
        let mut refused = false;
        let mut dropped = false;
        self.with(|wanted| {
            for fault in wanted.iter_mut() {
                match fault {
                    Fault::Drop { at, after: false } => {
                        *at = at.saturating_sub(1);
                        dropped |= *at == 0;
                    }
                    Fault::Delay { ms, matching } if service.contains(matching.as_str()) => delay += *ms,
                    Fault::Refuse { matching, times } if *times > 0 && service.contains(matching.as_str()) => {
                        *times -= 1;
                        refused = true;
                    }
                    _ => {}
                }
            }
            wanted
                .retain(|fault| !matches!(fault, Fault::Drop { at: 0, after: false } | Fault::Refuse { times: 0, .. }));
        });
        if delay > 0 {
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        if dropped {
            self.cut_now();
            return Err(Error::Disconnected("the wire was cut".to_owned()));
        }
        if refused { Err(Error::Refused("made to fail".to_owned())) } else { Ok(()) }
    }

    /// What happens after a command was carried out.
    pub(super) async fn after(&self, _service: &str) -> Result<()> {
        let dropped = self.with(|wanted| {
            let mut dropped = false;
            for fault in wanted.iter_mut() {
                if let Fault::Drop { at, after: true } = fault {
                    *at = at.saturating_sub(1);
                    dropped |= *at == 0;
                }
            }
            wanted.retain(|fault| !matches!(fault, Fault::Drop { at: 0, after: true }));
            dropped
        });
        if dropped {
            self.cut_now();
            return Err(Error::Disconnected("the wire was cut".to_owned()));
        }
        Ok(())
    }
}
