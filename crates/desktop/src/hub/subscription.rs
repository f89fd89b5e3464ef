//! One page's position in the stream.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, Weak};

use bytes::Bytes;
use tokio::sync::watch;

use super::ring::{Ring, RingRead};
use super::{Audience, Hub};

/// One page's position in the stream. It stores no messages and does not keep the hub alive.
pub struct Subscription {
    hub: Weak<Hub>,
    ring: Arc<RwLock<Ring>>,
    newest: watch::Receiver<u64>,
    /// The next position; `None` if a snapshot comes next.
    position: Option<u64>,
    /// Announcements from before this position are not for this page.
    joined: u64,
    audience: Audience,
}

impl Subscription {
    pub(super) fn new(
        hub: &Arc<Hub>,
        ring: Arc<RwLock<Ring>>,
        newest: watch::Receiver<u64>,
        position: Option<u64>,
        joined: u64,
    ) -> Self {
        Self { hub: Arc::downgrade(hub), ring, newest, position, joined, audience: Audience::People }
    }

    /// Converts it for an agent: leaves out what concerns only people, such as questions and the goals of tasks. The
    /// numbers are the same; a change that is not for agents is empty.
    #[must_use]
    pub fn for_agents(mut self) -> Self {
        self.audience = Audience::Agents;
        self
    }

    /// Waits for messages and takes those available: whole messages (JSON text), in order, at most about a megabyte at
    /// once. `None` when the hub is gone. Cancel-safe.
    pub async fn next(&mut self) -> Option<Vec<Bytes>> {
        loop {
            // Marked before the ring is read, so that a change in between wakes the wait below.
            self.newest.mark_unchanged();
            match self.take() {
                Some(messages) if !messages.is_empty() => return Some(messages),
                Some(_) => {}
                None => return self.snapshot().await,
            }
            if self.newest.changed().await.is_err() {
                // The hub is gone, but its earlier messages are still here.
                return self.take().filter(|messages| !messages.is_empty());
            }
        }
    }

    /// Returns the available messages, perhaps none; `None` if a snapshot is needed.
    fn take(&mut self) -> Option<Vec<Bytes>> {
        let position = self.position?;
        let taken = self.ring().take(position, self.joined, self.audience);
        match taken {
            RingRead::Nothing => Some(Vec::new()),
            RingRead::Messages(messages, next) => {
                self.position = Some(next);
                Some(messages)
            }
            RingRead::Gone => None,
        }
    }

    /// Returns the snapshot, and the announcements to this page since, which are in no snapshot. A large desktop takes
    /// a while to encode, so that is done on another thread.
    async fn snapshot(&mut self) -> Option<Vec<Bytes>> {
        let (hub, audience) = (self.hub.upgrade()?, self.audience);
        let (message, position) = match tokio::runtime::Handle::try_current() {
            // If the runtime is stopping, it would not be read.
            Ok(runtime) => runtime.spawn_blocking(move || hub.snapshot(audience)).await.ok()?,
            // Without a runtime, blocking delays no other task.
            Err(_) => hub.snapshot(audience),
        };
        let missed = self.position.unwrap_or(self.joined).max(self.joined);
        let mut messages = vec![message];
        messages.extend(self.ring().announcements(missed, position, audience));
        self.position = Some(position);
        Some(messages)
    }

    fn ring(&self) -> RwLockReadGuard<'_, Ring> {
        self.ring.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").field("position", &self.position).field("joined", &self.joined).finish()
    }
}
