//! Renews the worker's presence and its claims on phones.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use task::agent::StopReason;
use tokio::time::MissedTickBehavior;

use super::Inner;
use super::slot::Slot;
use crate::presence::renewals;

/// How often the phones' tasks are published at most.
const EVERY: Duration = Duration::from_secs(1);

impl Inner {
    /// Renews everything at fixed times. A phone that another worker has is given up, and claimed again when it is
    /// free.
    ///
    /// All renewals run concurrently: on a network where an answer takes a second, a hundred phones one after the other
    /// would be renewed after their leases expired.
    pub(super) async fn attend(self: Arc<Self>) {
        let mut rounds = tokio::time::interval(renewals(self.fleet.limits.lease));
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            rounds.tick().await;
            let phones = FuturesUnordered::new();
            for slot in &self.slots {
                phones.push(self.keep_phone(slot));
            }
            let presence = self.presence();
            let (said, ()) = tokio::join!(self.fleet.put_worker(&presence), phones.collect::<()>());
            if let Err(error) = said {
                tracing::warn!(%error, "couldn't renew this worker's presence");
            }
        }
    }

    /// Publishes soon which phones have a task, so that viewers see the current state.
    pub(super) async fn show_phones(self: Arc<Self>) {
        loop {
            self.occupied.notified().await;
            if let Err(error) = self.fleet.put_worker(&self.presence()).await {
                tracing::debug!(%error, "couldn't publish the phones' tasks; will retry");
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Renews the claim on a phone, or makes a new one.
    async fn keep_phone(&self, slot: &Slot) {
        let claimed = slot.claimed();
        if claimed.lease.holds() && self.fleet.renew_claim(&claimed, &self.claim).await {
            return;
        }
        claimed.lease.lose();
        if let Some(task) = slot.task() {
            let _ = self.service.stop(&task, StopReason::Preempted);
        }
        match self.fleet.claim(&claimed.name, &self.claim).await {
            Ok(claimed) => {
                tracing::info!(phone = claimed.name, "the phone is ours");
                slot.claim(claimed);
                self.freed.notify_waiters();
                self.occupied.notify_one();
            }
            Err(error) => {
                if slot.wait(error.to_string()) {
                    tracing::warn!("waiting for a phone: {error}");
                }
            }
        }
    }
}
