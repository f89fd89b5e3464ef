//! The lease on a task: a message of the queue, its heartbeats, and the clock that decides whether we still hold it.
//!
//! The server gives a task to another worker if it has not heard from us for the length of a lease. We count from
//! before our request, so our lease expires before the server's. Two clocks are checked: one that cannot be set, and
//! one that also runs while the machine sleeps; the first to exceed the limit ends the lease.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use async_nats::Client;
use async_nats::jetstream::{AckKind, Message};

use crate::error::FleetError;

/// A moment on both clocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    steady: Instant,
    wall: SystemTime,
}

impl Moment {
    pub(crate) fn now() -> Self {
        Self { steady: Instant::now(), wall: SystemTime::now() }
    }

    /// Returns whether more than this has passed since, by either clock; also if the wall clock went back.
    fn is_older_than(self, most: Duration) -> bool {
        self.steady.elapsed() >= most || self.wall.elapsed().map_or(true, |elapsed| elapsed >= most)
    }
}

/// A lease that holds as long as it is renewed.
#[derive(Debug)]
pub(crate) struct Lease {
    length: Duration,
    /// The start of the last renewal.
    renewed: Mutex<Moment>,
    lost: AtomicBool,
}

impl Lease {
    pub(crate) fn new(length: Duration, since: Moment) -> Arc<Self> {
        Arc::new(Self { length, renewed: Mutex::new(since), lost: AtomicBool::new(false) })
    }

    /// Renews the lease; `asked` is when the confirmed request was sent. A lost lease stays lost.
    pub(crate) fn renew(&self, asked: Moment) {
        if self.holds() {
            *self.renewed.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        }
    }

    /// Returns whether it still holds.
    pub(crate) fn holds(&self) -> bool {
        let renewed = *self.renewed.lock().unwrap_or_else(PoisonError::into_inner);
        if renewed.is_older_than(self.length) {
            self.lose();
        }
        !self.lost.load(Ordering::Acquire)
    }

    /// Marks it as lost to another worker.
    pub(crate) fn lose(&self) {
        self.lost.store(true, Ordering::Release);
    }
}

/// A message of the queue that was delivered to us.
#[derive(Debug)]
pub(crate) struct Delivery {
    client: Client,
    message: Message,
    pub(crate) lease: Arc<Lease>,
}

impl Delivery {
    /// Wraps a delivered message; `asked` is when it was requested.
    pub(crate) fn new(client: Client, message: Message, length: Duration, asked: Moment) -> Self {
        Self { client, message, lease: Lease::new(length, asked) }
    }

    pub(crate) fn payload(&self) -> &[u8] {
        &self.message.payload
    }

    /// Sends heartbeats until this is dropped or the lease is lost.
    pub(crate) async fn keep(&self) {
        let every = self.lease.length / 3;
        loop {
            tokio::time::sleep(every).await;
            if !self.lease.holds() {
                return;
            }
            let asked = Moment::now();
            match self.tell(AckKind::Progress).await {
                Ok(()) => self.lease.renew(asked),
                Err(error) => tracing::warn!(%error, "the server did not acknowledge a heartbeat"),
            }
        }
    }

    /// Removes the task from the queue, because its end is on record.
    pub(crate) async fn done(&self) {
        // A worker that gets it again finds the end on record.
        if let Err(error) = self.tell(AckKind::Ack).await {
            tracing::warn!(%error, "couldn't remove a finished task from the queue; will retry when it is redelivered");
        }
    }

    /// Makes the task available to others after a delay.
    pub(crate) async fn give_back(&self, after: Duration) {
        // If another worker has it by now, it must keep it.
        if !self.lease.holds() {
            return;
        }
        if let Err(error) = self.tell(AckKind::Nak(Some(after))).await {
            tracing::debug!(%error, "couldn't give a task back; it is redelivered when its lease expires");
        }
    }

    async fn tell(&self, kind: AckKind) -> Result<(), FleetError> {
        let Some(reply) = self.message.reply.clone() else { return Err(FleetError::away("it is not from a stream")) };
        self.client.request(reply, kind.into()).await.map(drop).map_err(FleetError::away)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_ends_by_either_clock_and_stays_lost() {
        let (length, now) = (Duration::from_secs(30), Moment::now());
        let lease = Lease::new(length, now);
        assert!(lease.holds());
        let earlier = |steady: u64, wall: u64| Moment {
            steady: now.steady.checked_sub(Duration::from_secs(steady)).unwrap(),
            wall: now.wall - Duration::from_secs(wall),
        };
        // The machine slept: the monotonic clock did not notice.
        assert!(!Lease::new(length, earlier(1, 31)).holds());
        assert!(!Lease::new(length, earlier(31, 1)).holds());
        // The clock was set back.
        let back = Moment { steady: now.steady, wall: now.wall + Duration::from_secs(3600) };
        assert!(!Lease::new(length, back).holds());
        lease.lose();
        lease.renew(Moment::now());
        assert!(!lease.holds());
    }
}
