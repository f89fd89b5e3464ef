//! Faults that tests inject on the wire.

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
    /// Cuts the wire at the n-th command from now (1 is the next), before or after the command runs.
    Drop {
        /// The number of the command.
        #[serde(default = "one")]
        at: u64,
        /// Whether the command runs first, without its answer getting through.
        #[serde(default)]
        after: bool,
    },
    /// Delays every command that contains this text before it runs.
    Delay {
        /// Milliseconds.
        ms: u64,
        /// The text in the commands; empty for all commands.
        #[serde(default)]
        matching: String,
    },
    /// Refuses the next commands that contain this text.
    Refuse {
        /// The text in the commands; empty for all commands.
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
    /// Adds a fault.
    pub fn add(&self, fault: Fault) {
        self.with(|wanted| wanted.push(fault));
    }

    /// Removes all faults.
    pub fn clear(&self) {
        self.with(Vec::clear);
    }

    /// Cuts all connections now.
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

    /// Applies the faults due before a command runs.
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
        if refused { Err(Error::Refused("refused by an injected fault".to_owned())) } else { Ok(()) }
    }

    /// Applies the faults due after a command has run.
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
