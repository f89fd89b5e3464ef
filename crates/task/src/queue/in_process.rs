//! The queue of one process: for each phone a line of tasks and a holder.
//!
//! Tasks wait in line. When a person takes a phone over, the task that holds it is paused and the person is next; when
//! they give it back, the task continues ahead of the line. A person or client gives a phone back or loses it after
//! being idle for a while, except that a person never loses it while a paused task waits for them. The code never
//! awaits with the lock held, and a waiter that goes away leaves the line.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agent::{Controller, PauseReason};
use async_trait::async_trait;
use tokio::sync::{oneshot, watch};

use super::{Holder, Lease, Queue, QueueFull, Standing, TakeOutcome, Taker, Ticket, Turn};

/// How soon to check again on a person for whom a paused task waits: often enough for a task that is limited to half an
/// hour.
const LOOK_AGAIN: Duration = Duration::from_secs(60);

/// All phones with a holder or a line.
#[derive(Debug)]
pub(super) struct Leases {
    phones: Mutex<HashMap<String, Line>>,
    /// How many tasks may wait for one phone.
    most: usize,
    /// Increases with every change of hands, so that an old guard cannot release the new holder's phone.
    serials: AtomicU64,
    /// Counts changes of hands, for subscribers.
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Line {
    /// The serial of the last change of hands.
    serial: u64,
    holder: Option<PhoneHold>,
    /// The task whose phone a person has taken over, with the serial of its own lease.
    paused: Option<(u64, PhoneHold)>,
    waiting: VecDeque<Waiting>,
}

/// A phone's holder, and its deadline.
#[derive(Debug)]
struct PhoneHold {
    who: Holder,
    /// Stops the task that holds it.
    controller: Option<Controller>,
    /// The idle deadline of a holder that is not a task.
    until: Option<Duration>,
}

#[derive(Debug)]
struct Waiting {
    who: Holder,
    controller: Option<Controller>,
    turn: oneshot::Sender<Grant>,
}

/// A hold on a phone until it is dropped.
#[derive(Debug)]
struct Grant {
    leases: Arc<Leases>,
    device: String,
    serial: u64,
}

/// The queue of this process.
#[derive(Debug)]
pub(crate) struct InProcessQueue(Arc<Leases>);

impl InProcessQueue {
    /// Creates a queue that lets this many tasks wait for one phone.
    pub(crate) fn new(most: usize) -> Self {
        Self(Leases::new(most))
    }
}

#[async_trait]
impl Queue for InProcessQueue {
    async fn enqueue(&self, device: &str, task: &str, controller: &Controller) -> Result<Ticket, QueueFull> {
        self.0.enqueue(device, task, controller)
    }

    async fn take(&self, device: &str, taker: &Taker, until: Duration) -> Result<TakeOutcome, Holder> {
        self.0.take(device, taker, until)
    }

    async fn renew(&self, device: &str, taker: &Taker, until: Duration) -> bool {
        self.0.renew(device, taker, until)
    }

    async fn release(&self, device: &str, taker: &Taker) -> bool {
        self.0.release(device, taker)
    }

    async fn expire(&self, device: &str, now: Duration) -> Option<Duration> {
        self.0.expire(device, now)
    }

    fn standing(&self, device: &str) -> Standing {
        self.0.standing(device)
    }

    fn changes(&self) -> Option<watch::Receiver<u64>> {
        Some(self.0.changes.subscribe())
    }
}

impl Leases {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { phones: Mutex::default(), most, serials: AtomicU64::new(0), changes: watch::Sender::default() })
    }

    pub(super) fn enqueue(
        self: &Arc<Self>,
        device: &str,
        task: &str,
        controller: &Controller,
    ) -> Result<Ticket, QueueFull> {
        let (turn, mine) = oneshot::channel();
        let ahead = {
            let mut phones = self.phones();
            let line = phones.entry(device.to_owned()).or_default();
            line.waiting.retain(|waiting| !waiting.turn.is_closed());
            if line.waiting.len() >= self.most {
                return Err(QueueFull { waiting: self.most });
            }
            let ahead = line.waiting.len() + usize::from(line.holder.is_some());
            let (who, controller) = (Holder::Task(task.to_owned()), Some(controller.clone()));
            line.waiting.push_back(Waiting { who, controller, turn });
            ahead
        };
        self.hand_on(device);
        Ok(Ticket { ahead, turn: turn_of(mine) })
    }

    /// Takes a phone, or returns its holder.
    pub(super) fn take(self: &Arc<Self>, device: &str, taker: &Taker, until: Duration) -> Result<TakeOutcome, Holder> {
        let who = Holder::from(taker);
        let mut phones = self.phones();
        let line = phones.entry(device.to_owned()).or_default();
        let task = match &mut line.holder {
            Some(held) if held.who == who => {
                held.until = Some(until);
                return Ok(TakeOutcome::Already);
            }
            Some(held) if *taker != Taker::Person => return Err(held.who.clone()),
            Some(PhoneHold { who: Holder::Task(_), controller, .. }) => controller.clone(),
            Some(_) | None => None,
        };
        if let Some(controller) = task {
            controller.pause(PauseReason::TakenOver);
            let (turn, mine) = oneshot::channel();
            line.waiting.push_front(Waiting { who, controller: None, turn });
            let (leases, serial) = (Arc::clone(self), line.serial);
            let takeover = Takeover { leases, device: device.to_owned(), controller, granted: mine };
            return Ok(TakeOutcome::Soon(takeover.turn(serial)));
        }
        line.serial = self.serial();
        line.holder = Some(PhoneHold { who, controller: None, until: Some(until) });
        drop(phones);
        self.changed();
        Ok(TakeOutcome::Now)
    }

    /// Extends the idle timeout. Returns whether the taker holds the phone.
    pub(super) fn renew(&self, device: &str, taker: &Taker, until: Duration) -> bool {
        let mut phones = self.phones();
        let held = phones.get_mut(device).and_then(|line| line.holder.as_mut());
        let mine = held.filter(|held| held.who == Holder::from(taker));
        mine.map(|held| held.until = Some(until)).is_some()
    }

    /// Releases a phone. Returns whether the taker held it.
    pub(super) fn release(self: &Arc<Self>, device: &str, taker: &Taker) -> bool {
        let mine = {
            let mut phones = self.phones();
            let line = phones.get_mut(device);
            match line.filter(|line| line.holder.as_ref().is_some_and(|held| held.who == Holder::from(taker))) {
                Some(line) => {
                    line.holder = None;
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

    /// Takes the phone from a holder that was idle until now. Returns when to check again, if there is a holder.
    pub(super) fn expire(self: &Arc<Self>, device: &str, now: Duration) -> Option<Duration> {
        {
            let mut phones = self.phones();
            let line = phones.get_mut(device)?;
            let until = line.holder.as_ref().and_then(|held| held.until)?;
            if now < until {
                return Some(until);
            }
            if line.paused.is_some() {
                // Only this person knows what state the phone is in, so the task waits for them until its own time runs
                // out.
                return Some(now.saturating_add(LOOK_AGAIN));
            }
            tracing::info!(device, "the phone is free again: its holder was idle for too long");
            line.holder = None;
        }
        self.hand_on(device);
        None
    }

    /// Returns a phone's holder and line.
    pub(super) fn standing(&self, device: &str) -> Standing {
        let phones = self.phones();
        phones.get(device).map_or_else(Standing::default, |line| Standing {
            holder: line.holder.as_ref().map(|held| held.who.clone()),
            waiting: line.waiting.iter().filter(|waiting| !waiting.turn.is_closed()).count(),
        })
    }

    /// Gives a free phone to the next in line, and notifies subscribers.
    fn hand_on(self: &Arc<Self>, device: &str) {
        self.give_to_next(device);
        self.changed();
    }

    fn changed(&self) {
        self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
    }

    fn give_to_next(self: &Arc<Self>, device: &str) {
        loop {
            let (turn, grant, others) = {
                let mut phones = self.phones();
                let Some(line) = phones.get_mut(device) else { return };
                if line.holder.is_some() {
                    return;
                }
                let person_next = line.waiting.front().is_some_and(|next| next.who == Holder::Person);
                if !person_next && let Some((serial, task)) = line.paused.take() {
                    line.serial = serial;
                    if let Some(controller) = &task.controller {
                        controller.go_on();
                    }
                    line.holder = Some(task);
                    return;
                }
                let Some(next) = line.waiting.pop_front() else {
                    phones.remove(device);
                    return;
                };
                line.serial = self.serial();
                let grant = Grant { leases: Arc::clone(self), device: device.to_owned(), serial: line.serial };
                let others = if next.who == Holder::Person { line.take_people() } else { Vec::new() };
                line.holder = Some(PhoneHold { who: next.who, controller: next.controller, until: None });
                (next.turn, grant, others)
            };
            // People share a phone that one of them has: they only need the notification.
            for turn in others {
                let _ = turn.send(Grant { leases: Arc::clone(self), device: device.to_owned(), serial: 0 });
            }
            // Outside the lock, because a waiter that is gone returns the grant at once.
            match turn.send(grant) {
                Ok(()) => return,
                Err(mut grant) => grant.give_back(),
            }
        }
    }

    /// Frees the phone of a paused task with this lease for the person who takes it over.
    fn set_aside(self: &Arc<Self>, device: &str, serial: u64) {
        {
            let mut phones = self.phones();
            let Some(line) = phones.get_mut(device) else { return };
            let is_task = line.holder.as_ref().is_some_and(|held| matches!(held.who, Holder::Task(_)));
            if line.serial != serial || !is_task {
                return;
            }
            line.paused = line.holder.take().map(|task| (serial, task));
        }
        self.hand_on(device);
    }

    fn serial(&self) -> u64 {
        self.serials.fetch_add(1, Ordering::Relaxed) + 1
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.phones().is_empty()
    }

    fn phones(&self) -> MutexGuard<'_, HashMap<String, Line>> {
        self.phones.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    /// Removes the people at the head of the line.
    fn take_people(&mut self) -> Vec<oneshot::Sender<Grant>> {
        let mut people = Vec::new();
        while self.waiting.front().is_some_and(|waiting| waiting.who == Holder::Person) {
            people.extend(self.waiting.pop_front().map(|waiting| waiting.turn));
        }
        people
    }
}

/// A person waiting for a phone that a task holds. Dropping it lets the task continue.
struct Takeover {
    leases: Arc<Leases>,
    device: String,
    controller: Controller,
    granted: oneshot::Receiver<Grant>,
}

impl Takeover {
    /// The person's turn: when the task with this lease has paused, or is over.
    fn turn(mut self, serial: u64) -> Turn {
        Box::pin(async move {
            let grant = tokio::select! {
                biased;
                grant = &mut self.granted => grant,
                () = self.controller.standing_still() => {
                    self.leases.set_aside(&self.device, serial);
                    (&mut self.granted).await
                }
            };
            grant.ok().map(|grant| Box::new(grant) as Box<dyn Lease>)
        })
    }
}

impl Drop for Takeover {
    fn drop(&mut self) {
        self.granted.close();
        let wanted = {
            let phones = self.leases.phones();
            phones.get(&self.device).is_some_and(|line| {
                let person = |next: &Waiting| next.who == Holder::Person && !next.turn.is_closed();
                line.holder.as_ref().is_some_and(|held| held.who == Holder::Person) || line.waiting.iter().any(person)
            })
        };
        if !wanted && self.controller.pause_reason() == Some(PauseReason::TakenOver) {
            self.controller.go_on();
        }
    }
}

/// Resolves when the turn comes. Dropping it leaves the line.
fn turn_of(granted: oneshot::Receiver<Grant>) -> Turn {
    Box::pin(async move { granted.await.ok().map(|grant| Box::new(grant) as Box<dyn Lease>) })
}

impl Lease for Grant {
    fn fence(&self) -> u64 {
        self.serial
    }

    /// In one process no notification is needed: the phone goes to the next.
    fn acknowledge(self: Box<Self>) {}

    fn keep(mut self: Box<Self>, until: Duration) {
        let mut phones = self.leases.phones();
        if let Some(line) = phones.get_mut(&self.device).filter(|line| line.serial == self.serial)
            && let Some(held) = &mut line.holder
        {
            held.until = Some(until);
        }
        drop(phones);
        self.serial = 0;
    }
}

impl Grant {
    /// Frees the phone if it was this guard's. Does not notify anyone yet.
    fn give_back(&mut self) {
        let serial = std::mem::take(&mut self.serial);
        let mut phones = self.leases.phones();
        let Some(line) = phones.get_mut(&self.device) else { return };
        if line.paused.as_ref().is_some_and(|(paused, _)| *paused == serial) {
            // The task ended while a person had its phone; the person keeps it.
            line.paused = None;
        } else if line.serial == serial {
            line.holder = None;
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
