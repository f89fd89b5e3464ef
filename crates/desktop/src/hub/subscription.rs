//! One page's place in the stream.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, Weak};

use bytes::Bytes;
use tokio::sync::watch;

use super::Hub;
use super::ring::{Ring, Taken};

/// One page's place in the stream. It keeps no messages and does not keep the hub alive.
pub struct Subscription {
    hub: Weak<Hub>,
    ring: Arc<RwLock<Ring>>,
    newest: watch::Receiver<u64>,
    /// What comes next; nothing when that is a snapshot.
    position: Option<u64>,
    /// Announcements from before this position were not for this page.
    joined: u64,
}

impl Subscription {
    pub(super) fn new(
        hub: &Arc<Hub>,
        ring: Arc<RwLock<Ring>>,
        newest: watch::Receiver<u64>,
        position: Option<u64>,
        joined: u64,
    ) -> Self {
        Self { hub: Arc::downgrade(hub), ring, newest, position, joined }
    }

    /// Waits until there is something, and takes what there is: whole messages (JSON text), in order, at
    /// most about a megabyte at once. `None` when the hub is gone. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Vec<Bytes>> {
        loop {
            // Seen before the ring is read: what comes in between is waited for in vain never.
            self.newest.mark_unchanged();
            if let Some(messages) = self.take()? {
                return Some(messages);
            }
            if self.newest.changed().await.is_err() {
                // The hub is gone. What it said before is still here.
                return self.take().flatten();
            }
        }
    }

    /// What there is now, which may be nothing; `None` when a snapshot is needed and the hub is gone.
    fn take(&mut self) -> Option<Option<Vec<Bytes>>> {
        let Some(position) = self.position else { return self.snapshot() };
        let taken = self.ring.read().unwrap_or_else(PoisonError::into_inner).take(position, self.joined);
        match taken {
            Taken::Nothing => Some(None),
            Taken::Messages(messages, next) => {
                self.position = Some(next);
                Some(Some(messages).filter(|messages| !messages.is_empty()))
            }
            Taken::Gone => self.snapshot(),
        }
    }

    /// The snapshot, and what was announced to this page meanwhile and is in no snapshot.
    fn snapshot(&mut self) -> Option<Option<Vec<Bytes>>> {
        let (message, position) = self.hub.upgrade()?.snapshot();
        let missed = self.position.unwrap_or(self.joined).max(self.joined);
        let mut messages = vec![message];
        messages.extend(self.ring.read().unwrap_or_else(PoisonError::into_inner).announcements(missed, position));
        self.position = Some(position);
        Some(Some(messages))
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").field("position", &self.position).field("joined", &self.joined).finish()
    }
}
