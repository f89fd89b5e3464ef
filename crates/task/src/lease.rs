//! Who holds which phone: at most one of a task, a person, an outside client.
//!
//! Tasks wait in line. A person takes a phone over: the task that holds it is stopped and the person is next,
//! before the line. What a person or a client holds they give back, or lose when they do nothing for a while.
//! Nothing here waits with the lock held, and a waiter that goes away leaves the line.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agent::{Controller, StopReason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

/// Who holds a phone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum Holder {
    /// A task, by its id.
    Task(String),
    /// A person.
    Person,
    /// A program outside, by its name.
    Client(String),
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(id) => write!(f, "the task `{id}`"),
            Self::Person => f.write_str("a person"),
            Self::Client(name) => write!(f, "`{name}`"),
        }
    }
}

/// One who takes a phone without a task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Taker {
    /// A person: they take over.
    Person,
    /// A program outside: it takes what is free.
    Client(String),
}

impl From<&Taker> for Holder {
    fn from(taker: &Taker) -> Self {
        match taker {
            Taker::Person => Self::Person,
            Taker::Client(name) => Self::Client(name.clone()),
        }
    }
}

/// All phones that somebody holds or waits for.
#[derive(Debug)]
pub(crate) struct Leases {
    phones: Mutex<HashMap<String, Lease>>,
    /// How many tasks may wait for one phone.
    most: usize,
    /// Goes up with every change of hands: what an old guard gives back is not the new holder's.
    serials: AtomicU64,
}

#[derive(Debug, Default)]
struct Lease {
    /// Of the last change of hands.
    serial: u64,
    holder: Option<Held>,
    line: VecDeque<Waiting>,
}

#[derive(Debug)]
struct Held {
    who: Holder,
    /// Stops the task that holds it.
    controller: Option<Controller>,
    /// Until when somebody who is no task holds it without doing anything.
    until: Option<Duration>,
}

#[derive(Debug)]
struct Waiting {
    who: Holder,
    controller: Option<Controller>,
    turn: oneshot::Sender<Grant>,
}

/// The phone is yours until this is dropped.
#[derive(Debug)]
pub(crate) struct Grant {
    leases: Arc<Leases>,
    device: String,
    serial: u64,
}

/// What came of taking a phone.
#[derive(Debug)]
pub(crate) enum Taken {
    /// They had it.
    Already,
    /// It is theirs from now on.
    Now,
    /// A task has to let go first. The turn is [kept](Grant::keep) when it comes.
    Soon(oneshot::Receiver<Grant>),
}

/// How a phone stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) holder: Option<Holder>,
    pub(crate) waiting: usize,
}

impl Leases {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { phones: Mutex::default(), most, serials: AtomicU64::new(0) })
    }

    /// Gets in line for a phone: how many go first, and the turn when it comes. Nothing if the line is full.
    pub(crate) fn request(
        self: &Arc<Self>,
        device: &str,
        task: &str,
        controller: &Controller,
    ) -> Option<(usize, oneshot::Receiver<Grant>)> {
        let (turn, mine) = oneshot::channel();
        let ahead = {
            let mut phones = self.phones();
            let lease = phones.entry(device.to_owned()).or_default();
            lease.line.retain(|waiting| !waiting.turn.is_closed());
            if lease.line.len() >= self.most {
                return None;
            }
            let ahead = lease.line.len() + usize::from(lease.holder.is_some());
            let (who, controller) = (Holder::Task(task.to_owned()), Some(controller.clone()));
            lease.line.push_back(Waiting { who, controller, turn });
            ahead
        };
        self.hand_on(device);
        Some((ahead, mine))
    }

    /// Takes a phone, or says who has it.
    pub(crate) fn take(self: &Arc<Self>, device: &str, taker: &Taker, until: Duration) -> Result<Taken, Holder> {
        let who = Holder::from(taker);
        let mut phones = self.phones();
        let lease = phones.entry(device.to_owned()).or_default();
        let waited_for = match &mut lease.holder {
            Some(held) if held.who == who => {
                held.until = Some(until);
                return Ok(Taken::Already);
            }
            Some(held) if *taker != Taker::Person => return Err(held.who.clone()),
            Some(Held { who: Holder::Task(_), controller, .. }) => {
                if let Some(controller) = controller {
                    controller.stop(StopReason::Preempted);
                }
                true
            }
            Some(_) | None => false,
        };
        if waited_for {
            let (turn, mine) = oneshot::channel();
            lease.line.push_front(Waiting { who, controller: None, turn });
            return Ok(Taken::Soon(mine));
        }
        lease.serial = self.serial();
        lease.holder = Some(Held { who, controller: None, until: Some(until) });
        Ok(Taken::Now)
    }

    /// Puts off the time when a phone is lost for doing nothing; whether they hold it.
    pub(crate) fn renew(&self, device: &str, taker: &Taker, until: Duration) -> bool {
        let mut phones = self.phones();
        let held = phones.get_mut(device).and_then(|lease| lease.holder.as_mut());
        let mine = held.filter(|held| held.who == Holder::from(taker));
        mine.map(|held| held.until = Some(until)).is_some()
    }

    /// Gives a phone back; whether they held it.
    pub(crate) fn release(self: &Arc<Self>, device: &str, taker: &Taker) -> bool {
        let mine = {
            let mut phones = self.phones();
            let lease = phones.get_mut(device);
            match lease.filter(|lease| lease.holder.as_ref().is_some_and(|held| held.who == Holder::from(taker))) {
                Some(lease) => {
                    lease.holder = None;
                    true
                }
                None => false,
            }
        };
        if mine {
            self.hand_on(device);
        }
        mine
    }

    /// Takes a phone away from those who did nothing until now. When to look again, if there is somebody.
    pub(crate) fn expire(self: &Arc<Self>, device: &str, now: Duration) -> Option<Duration> {
        {
            let mut phones = self.phones();
            let lease = phones.get_mut(device)?;
            let until = lease.holder.as_ref().and_then(|held| held.until)?;
            if now < until {
                return Some(until);
            }
            tracing::info!(device, "the phone is free again: whoever took it did nothing for a while");
            lease.holder = None;
        }
        self.hand_on(device);
        None
    }

    /// How a phone stands.
    pub(crate) fn standing(&self, device: &str) -> Standing {
        let phones = self.phones();
        phones.get(device).map_or_else(Standing::default, |lease| Standing {
            holder: lease.holder.as_ref().map(|held| held.who.clone()),
            waiting: lease.line.iter().filter(|waiting| !waiting.turn.is_closed()).count(),
        })
    }

    /// Gives a free phone to the next in line.
    fn hand_on(self: &Arc<Self>, device: &str) {
        loop {
            let (turn, grant, others) = {
                let mut phones = self.phones();
                let Some(lease) = phones.get_mut(device) else { return };
                if lease.holder.is_some() {
                    return;
                }
                let Some(next) = lease.line.pop_front() else {
                    phones.remove(device);
                    return;
                };
                lease.serial = self.serial();
                let grant = Grant { leases: Arc::clone(self), device: device.to_owned(), serial: lease.serial };
                let others = if next.who == Holder::Person { lease.take_people() } else { Vec::new() };
                lease.holder = Some(Held { who: next.who, controller: next.controller, until: None });
                (next.turn, grant, others)
            };
            // People share what one of them has: they need nothing but to be told.
            for turn in others {
                let _ = turn.send(Grant { leases: Arc::clone(self), device: device.to_owned(), serial: 0 });
            }
            // Outside the lock: who is gone gives it back at once.
            match turn.send(grant) {
                Ok(()) => return,
                Err(mut grant) => grant.give_back(),
            }
        }
    }

    fn serial(&self) -> u64 {
        self.serials.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn phones(&self) -> MutexGuard<'_, HashMap<String, Lease>> {
        self.phones.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease {
    /// The people at the head of the line.
    fn take_people(&mut self) -> Vec<oneshot::Sender<Grant>> {
        let mut people = Vec::new();
        while self.line.front().is_some_and(|waiting| waiting.who == Holder::Person) {
            people.extend(self.line.pop_front().map(|waiting| waiting.turn));
        }
        people
    }
}

impl Grant {
    /// Keeps the phone beyond this guard, until it is released or nothing was done until then.
    pub(crate) fn keep(mut self, until: Duration) {
        let mut phones = self.leases.phones();
        if let Some(lease) = phones.get_mut(&self.device).filter(|lease| lease.serial == self.serial)
            && let Some(held) = &mut lease.holder
        {
            held.until = Some(until);
        }
        drop(phones);
        self.serial = 0;
    }

    /// Whether the phone was this guard's; it is free then, and nobody was told yet.
    fn give_back(&mut self) {
        let serial = std::mem::take(&mut self.serial);
        if let Some(lease) = self.leases.phones().get_mut(&self.device).filter(|lease| lease.serial == serial) {
            lease.holder = None;
        }
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        if self.serial != 0 {
            self.give_back();
            let leases = Arc::clone(&self.leases);
            leases.hand_on(&self.device);
        }
    }
}
