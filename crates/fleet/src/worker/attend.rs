//! Keeping the worker known and its phones claimed.

use std::sync::Arc;

use task::agent::StopReason;

use super::Inner;
use crate::presence::renewals;

impl Inner {
    /// Says again and again that we are here. A phone that became another's is given up, and claimed when it is free.
    pub(super) async fn attend(self: Arc<Self>) {
        let every = renewals(self.fleet.limits.lease);
        loop {
            if let Err(error) = self.fleet.put_worker(&self.presence()).await {
                tracing::warn!(%error, "this worker could not say that it is here");
            }
            for slot in &self.slots {
                let claimed = slot.claimed();
                let ours = claimed.lease.holds() && self.fleet.renew_claim(&claimed, &self.name, &self.host).await;
                if ours {
                    continue;
                }
                claimed.lease.lose();
                if let Some(task) = slot.task() {
                    let _ = self.service.stop(&task, StopReason::Preempted);
                }
                match self.fleet.claim(&claimed.name, &self.name, &self.host).await {
                    Ok(again) => {
                        slot.claim_again(again);
                        self.freed.notify_waiters();
                    }
                    Err(error) => tracing::warn!(%error, "a phone is not ours"),
                }
            }
            tokio::time::sleep(every).await;
        }
    }
}
