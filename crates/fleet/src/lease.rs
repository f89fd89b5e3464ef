//! For how long a task is ours: a message of the queue, its heartbeats, and the clock by which we believe that it is.
//!
//! The server gives a task to another when it did not hear of us for a lease's length. We count from before we asked,
//! so that we stop believing before it does. Two clocks are looked at: one that no person can set, and one that also
//! runs while the machine sleeps; the first that says so ends it.

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

    /// Whether more than this has passed since, by either clock; also when the wall's went back.
    fn is_older_than(self, most: Duration) -> bool {
        self.steady.elapsed() >= most || self.wall.elapsed().map_or(true, |elapsed| elapsed >= most)
    }
}

/// Something that is ours as long as it is renewed.
#[derive(Debug)]
pub(crate) struct Lease {
    length: Duration,
    /// From when the last renewal counts.
    renewed: Mutex<Moment>,
    lost: AtomicBool,
}

impl Lease {
    pub(crate) fn new(length: Duration, since: Moment) -> Arc<Self> {
        Arc::new(Self { length, renewed: Mutex::new(since), lost: AtomicBool::new(false) })
    }

    /// Somebody confirmed that it is ours, asked at this moment. What was lost stays lost.
    pub(crate) fn renew(&self, asked: Moment) {
        if self.holds() {
            *self.renewed.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        }
    }

    /// Whether it is ours still.
    pub(crate) fn holds(&self) -> bool {
        let renewed = *self.renewed.lock().unwrap_or_else(PoisonError::into_inner);
        if renewed.is_older_than(self.length) {
            self.lose();
        }
        !self.lost.load(Ordering::Acquire)
    }

    /// It is another's.
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
    /// As it came, after being asked for at this moment.
    pub(crate) fn new(client: Client, message: Message, length: Duration, asked: Moment) -> Self {
        Self { client, message, lease: Lease::new(length, asked) }
    }

    pub(crate) fn payload(&self) -> &[u8] {
        &self.message.payload
    }

    /// Keeps it ours until this is dropped or it is lost.
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
                Err(error) => tracing::warn!(%error, "a heartbeat was not heard"),
            }
        }
    }

    /// Its end is on record: nobody needs it again.
    pub(crate) async fn done(&self) {
        // Who gets it again finds the end on record.
        if let Err(error) = self.tell(AckKind::Ack).await {
            tracing::warn!(%error, "a task that is over could not be taken off the queue; that is done when it comes again");
        }
    }

    /// Somebody may have it, after a while.
    pub(crate) async fn give_back(&self, after: Duration) {
        // What is another's by now is not taken away from them.
        if !self.lease.holds() {
            return;
        }
        if let Err(error) = self.tell(AckKind::Nak(Some(after))).await {
            tracing::debug!(%error, "a task could not be given back; it comes again when its lease is over");
        }
    }

    async fn tell(&self, kind: AckKind) -> Result<(), FleetError> {
        let Some(reply) = self.message.reply.clone() else { return Err(FleetError::away("it came from no stream")) };
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
        // A machine that slept: the steady clock did not see it.
        assert!(!Lease::new(length, earlier(1, 31)).holds());
        assert!(!Lease::new(length, earlier(31, 1)).holds());
        // A clock that was set back.
        let back = Moment { steady: now.steady, wall: now.wall + Duration::from_secs(3600) };
        assert!(!Lease::new(length, back).holds());
        lease.lose();
        lease.renew(Moment::now());
        assert!(!lease.holds());
    }
}
