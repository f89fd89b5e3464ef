//! Presence: each worker with its phones, and the owner of each phone. The server forgets entries that are not renewed.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use async_nats::jetstream::kv::{CreateErrorKind, Operation};
use futures_util::TryStreamExt;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::connect::Fleet;
use crate::error::FleetError;
use crate::lease::{Lease, Moment};
use crate::message::{VERSION, read};
use crate::subject::{phone_key, worker_key};

const MOST: usize = 1 << 20;
/// How many workers are fetched at once.
const AT_ONCE: usize = 16;

/// A worker, as others see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerPresence {
    pub(crate) version: u32,
    /// Its name.
    pub worker: String,
    /// The machine.
    pub host: String,
    /// Since when it runs.
    pub since: Timestamp,
    /// The pools it serves.
    pub pools: Vec<String>,
    /// Its phones.
    pub phones: Vec<PhonePresence>,
    /// The phones that it waits for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<WaitingPhone>,
    /// Whether it takes no new tasks.
    pub draining: bool,
    /// The key that answers are sealed to.
    pub key: String,
}

/// A phone, as others see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhonePresence {
    /// Its name in the fleet.
    pub name: String,
    /// The pools it is in.
    pub labels: Vec<String>,
    /// Its current task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
}

/// A phone that a worker has but may not use yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingPhone {
    /// Its name in the fleet.
    pub name: String,
    /// Why, and until when.
    pub why: String,
}

/// The owner of a phone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Claim {
    version: u32,
    worker: String,
    host: String,
    /// Tells a restarted worker from another worker of the same name. Empty if nothing does.
    #[serde(default)]
    owner: String,
}

impl Claim {
    /// Creates the claim that a worker makes on its phones.
    pub(crate) fn new(worker: &str, host: &str, owner: &str) -> Self {
        let [worker, host, owner] = [worker, host, owner].map(str::to_owned);
        Self { version: VERSION, worker, host, owner }
    }

    /// Returns whether the maker of this claim is dead, because the one who asks is the same worker restarted: an owner
    /// is one process at a time. A name alone proves nothing, because two machines may use it.
    fn is_of_dead_self(&self, this: &Self) -> bool {
        !this.owner.is_empty() && self == this
    }
}

/// A phone that is ours.
#[derive(Debug)]
pub(crate) struct ClaimedPhone {
    pub(crate) name: String,
    revision: AtomicU64,
    /// Until when the claim holds.
    pub(crate) lease: Arc<Lease>,
}

impl ClaimedPhone {
    /// A phone that is not ours.
    pub(crate) fn unclaimed(name: &str) -> Self {
        let lease = Lease::new(Duration::ZERO, Moment::now());
        lease.lose();
        Self { name: name.to_owned(), revision: AtomicU64::new(0), lease }
    }
}

impl Fleet {
    /// Claims a phone for a worker, or returns its owner as an error. A killed worker holds it until the server forgets
    /// it; the same worker, restarted, gets it at once. A phone is never taken from a live worker.
    pub(crate) async fn claim(&self, phone: &str, claim: &Claim) -> Result<ClaimedPhone, FleetError> {
        let key = phone_key(phone);
        let payload = bytes::Bytes::from(serde_json::to_vec(claim).map_err(FleetError::away)?);
        for _ in 0..4 {
            let asked = Moment::now();
            let claimed = match self.presence.create(&key, payload.clone()).await {
                Ok(revision) => Some(revision),
                Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {
                    let entry = self.presence.entry(key.clone()).await.map_err(FleetError::away)?;
                    let Some(entry) = entry.filter(|entry| entry.operation == Operation::Put) else { continue };
                    match read::<Claim>(&entry.value, MOST, "claim") {
                        Ok(found) if found.is_of_dead_self(claim) => {
                            self.presence.update(&key, payload.clone(), entry.revision).await.ok()
                        }
                        Ok(found) => {
                            let Claim { worker, host, .. } = found;
                            let (seconds, ours) = (self.limits.lease.as_secs_f32(), &claim.worker);
                            return Err(FleetError::State(format!(
                                "the phone `{phone}` belongs to the worker `{worker}` on `{host}`; `{ours}` takes it when \
                                 that worker ends, or has not been heard of for {seconds:.0} s"
                            )));
                        }
                        Err(why) => return Err(FleetError::Foreign { name: key, why }),
                    }
                }
                Err(error) => return Err(FleetError::away(error)),
            };
            if let Some(revision) = claimed {
                let lease = Lease::new(self.limits.lease, asked);
                return Ok(ClaimedPhone { name: phone.to_owned(), revision: revision.into(), lease });
            }
        }
        Err(FleetError::State(format!("the phone `{phone}` is being claimed by another worker")))
    }

    /// Renews a claim. Returns false if the phone is another worker's by now.
    pub(crate) async fn renew_claim(&self, phone: &ClaimedPhone, claim: &Claim) -> bool {
        use std::sync::atomic::Ordering;
        let Ok(payload) = serde_json::to_vec(claim) else { return true };
        let asked = Moment::now();
        let revision = phone.revision.load(Ordering::Relaxed);
        match self.presence.update(phone_key(&phone.name), payload.into(), revision).await {
            Ok(revision) => {
                phone.revision.store(revision, Ordering::Relaxed);
                phone.lease.renew(asked);
                true
            }
            Err(error) if error.kind() == async_nats::jetstream::kv::UpdateErrorKind::WrongLastRevision => false,
            Err(_) => true,
        }
    }

    /// Gives a phone back. Leaves another worker's claim alone.
    pub(crate) async fn unclaim(&self, phone: &ClaimedPhone, claim: &Claim) {
        let known = phone.revision.load(std::sync::atomic::Ordering::Relaxed);
        if known == 0 {
            return;
        }
        let key = phone_key(&phone.name);
        // A renewal that was cut off may have raised the revision without our knowing, now or in a moment.
        for _ in 0..4 {
            let Ok(Some(entry)) = self.presence.entry(key.clone()).await else { return };
            let found = read::<Claim>(&entry.value, MOST, "claim");
            let ours = entry.revision == known || found.is_ok_and(|found| found.is_of_dead_self(claim));
            if entry.operation != Operation::Put
                || !ours
                || self.presence.delete_expect_revision(key.clone(), Some(entry.revision)).await.is_ok()
            {
                return;
            }
        }
    }

    pub(crate) async fn put_worker(&self, presence: &WorkerPresence) -> Result<(), FleetError> {
        let payload = serde_json::to_vec(presence).map_err(FleetError::away)?;
        self.presence.put(worker_key(&presence.worker), payload.into()).await.map(drop).map_err(FleetError::away)
    }

    pub(crate) async fn remove_worker(&self, worker: &str) {
        let _ = self.presence.delete(worker_key(worker)).await;
    }

    /// Returns the workers that are present.
    pub async fn workers(&self) -> Result<Vec<WorkerPresence>, FleetError> {
        // Listed by subject: listing all keys would go through every phone of the fleet.
        let subjects = format!("{}worker.>", self.presence.prefix);
        let named = self.presence.stream.info_with_subjects(subjects).await.map_err(FleetError::away)?;
        let named = named.map_err(FleetError::away).map_ok(|(subject, _)| async move {
            let key = subject.strip_prefix(&self.presence.prefix).unwrap_or(&subject);
            self.presence.get(key).await.map_err(FleetError::away)
        });
        let mut values = named.try_buffered(AT_ONCE);
        let mut workers = Vec::new();
        while let Some(value) = values.try_next().await? {
            let Some(value) = value else { continue };
            match read::<WorkerPresence>(&value, MOST, "worker") {
                Ok(worker) => workers.push(worker),
                Err(error) => tracing::warn!(error, "an entry is not a worker's presence"),
            }
        }
        workers.sort_by(|one, other| one.worker.cmp(&other.worker));
        Ok(workers)
    }

    /// Returns a worker, if it is present.
    pub(crate) async fn worker(&self, name: &str) -> Result<Option<WorkerPresence>, FleetError> {
        let value = self.presence.get(worker_key(name)).await.map_err(FleetError::away)?;
        Ok(value.and_then(|value| read(&value, MOST, "worker").ok()))
    }
}

/// Returns how often to renew an entry that the server forgets after `lease`.
pub(crate) fn renewals(lease: Duration) -> Duration {
    lease / 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_dead_self_gives_up_its_phones_at_once() {
        let this = Claim::new("rack-1", "hub", "a1");
        for (found, dead_self) in [
            (this.clone(), true),
            (Claim::new("rack-1", "hub", "b2"), false),
            (Claim::new("rack-1", "hub", ""), false),
            (Claim::new("rack-2", "hub", "a1"), false),
            (Claim::new("rack-1", "attic", "a1"), false),
        ] {
            assert_eq!(found.is_of_dead_self(&this), dead_self, "{found:?}");
        }
        let nobody = Claim::new("rack-1", "hub", "");
        assert!(!nobody.is_of_dead_self(&nobody));
        // Workers of an earlier version did not state an owner.
        let earlier = br#"{"version":1,"worker":"rack-1","host":"hub"}"#;
        assert_eq!(read::<Claim>(earlier, MOST, "claim").unwrap(), nobody);
    }
}
