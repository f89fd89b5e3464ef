//! Getting tasks: as many as there are phones for, the urgent ones first, and those that wait for one of our phones.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::pull::Config;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use futures_util::stream::select_all;
use futures_util::{FutureExt, StreamExt};

use super::Inner;
use crate::error::FleetError;
use crate::lease::{Delivery, Moment};
use crate::message::Priority;
use crate::subject::Line;

/// How soon it is looked again for what comes back by itself: a task whose worker died makes no noise.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

impl Inner {
    /// Pulls for the pools until the worker is drained.
    pub(super) async fn pull(self: Arc<Self>) {
        let pools: Vec<String> = self.pools().into_iter().map(str::to_owned).collect();
        // Whoever hands a task in wakes us.
        let mut calls = Vec::new();
        for pool in &pools {
            match self.fleet.client.subscribe(Line::Pool(pool).filter(None)).await {
                Ok(subscription) => calls.push(subscription),
                Err(error) => tracing::warn!(%error, pool, "new tasks are not heard of, and looked for instead"),
            }
        }
        let mut calls = select_all(calls);
        let mut consumers = HashMap::new();
        let mut draining = self.draining.subscribe();
        while !*draining.borrow_and_update() {
            let freed = self.freed.notified();
            match self.pull_once(&pools, &mut consumers).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(%error, "cannot pull; trying again");
                    consumers.clear();
                }
            }
            tokio::select! {
                () = freed => {}
                Some(_) = calls.next() => while calls.next().now_or_never().flatten().is_some() {},
                () = tokio::time::sleep(LOOK_AGAIN) => {}
                _ = draining.changed() => {}
            }
        }
    }

    /// Pulls once for every phone that is free; whether anything came.
    async fn pull_once(
        self: &Arc<Self>,
        pools: &[String],
        consumers: &mut HashMap<(String, Priority), PullConsumer>,
    ) -> Result<bool, FleetError> {
        let mut came = false;
        for priority in Priority::ALL {
            for pool in pools {
                let free: Vec<usize> = self.free(pool);
                if free.is_empty() {
                    continue;
                }
                let key = (pool.clone(), priority);
                let consumer = match consumers.get(&key) {
                    Some(consumer) => consumer,
                    None => {
                        let made = self.consumer(Line::Pool(pool), Some(priority)).await?;
                        consumers.entry(key).or_insert(made)
                    }
                };
                let asked = Moment::now();
                let fetch = consumer.fetch().max_messages(free.len()).messages().await;
                let mut messages = fetch.map_err(FleetError::away)?;
                let mut free = free.into_iter();
                while let Some(message) = messages.next().await {
                    let message = message.map_err(FleetError::away)?;
                    let Some(slot) = free.next() else { break };
                    came = true;
                    self.take(consumer, message, asked, slot);
                }
            }
        }
        Ok(came)
    }

    /// Pulls what waits for one phone of ours, whenever that is free.
    pub(super) async fn pull_directed(self: Arc<Self>, slot: usize) {
        let Some(place) = self.slots.get(slot) else { return };
        // A pull that is older than this would give us a lease that is half over.
        let patience = self.fleet.limits.lease / 3;
        let mut consumer = None;
        let mut draining = self.draining.subscribe();
        while !*draining.borrow_and_update() {
            let freed = self.freed.notified();
            if !place.is_free() {
                tokio::select! {
                    () = freed => {}
                    () = tokio::time::sleep(LOOK_AGAIN) => {}
                    _ = draining.changed() => {}
                }
                continue;
            }
            let made = match &consumer {
                Some(consumer) => consumer,
                None => match self.consumer(Line::Phone(&place.phone.name), None).await {
                    Ok(made) => consumer.insert(made),
                    Err(error) => {
                        tracing::warn!(%error, "cannot pull for a phone; trying again");
                        tokio::time::sleep(LOOK_AGAIN).await;
                        continue;
                    }
                },
            };
            let asked = Moment::now();
            let pulled = async {
                let mut batch = made.batch().max_messages(1).expires(patience).messages().await.ok()?;
                Some(batch.next().await)
            };
            let pulled = tokio::select! {
                pulled = pulled => pulled,
                _ = draining.changed() => break,
            };
            match pulled {
                Some(Some(Ok(message))) => self.take(made, message, asked, slot),
                Some(None) => {}
                Some(Some(Err(_))) | None => {
                    consumer = None;
                    tokio::time::sleep(LOOK_AGAIN).await;
                }
            }
        }
    }

    /// Sees a task through on a phone.
    fn take(self: &Arc<Self>, consumer: &PullConsumer, message: Message, asked: Moment, slot: usize) {
        // What the consumer was made with counts, whoever made it.
        let length = consumer.cached_info().config.ack_wait.min(self.fleet.limits.lease);
        let delivery = Delivery::new(self.fleet.client.clone(), message, length, asked);
        let name = name_of(&delivery);
        if let Some(slot) = self.slots.get(slot) {
            slot.reserve(&name);
        }
        self.held.send_modify(|held| *held += 1);
        let inner = Arc::clone(self);
        tokio::spawn(async move {
            inner.see_through(delivery, slot).await;
            if let Some(slot) = inner.slots.get(slot) {
                slot.release(&name);
            }
            inner.held.send_modify(|held| *held = held.saturating_sub(1));
            inner.freed.notify_waiters();
        });
    }

    /// The phones of a pool that are free.
    fn free(&self, pool: &str) -> Vec<usize> {
        let slots = self.slots.iter().enumerate();
        let free = slots.filter(|(_, slot)| slot.phone.labels.iter().any(|label| label == pool) && slot.is_free());
        free.map(|(at, _)| at).collect()
    }

    async fn consumer(&self, line: Line<'_>, priority: Option<Priority>) -> Result<PullConsumer, FleetError> {
        let limits = &self.fleet.limits;
        let config = Config {
            durable_name: Some(line.consumer(priority)),
            filter_subject: line.filter(priority),
            ack_policy: AckPolicy::Explicit,
            ack_wait: limits.lease,
            max_ack_pending: limits.concurrency,
            // A phone that is gone for so long does not come back; its tasks stay.
            inactive_threshold: if priority.is_none() { limits.kept } else { Duration::ZERO },
            ..Config::default()
        };
        self.fleet.tasks.create_consumer(config).await.map_err(FleetError::away)
    }
}

/// The task's name, for those who look at the phone; it is read with care later.
fn name_of(delivery: &Delivery) -> String {
    crate::message::TaskMessage::read(delivery.payload()).map(|message| message.id).unwrap_or_default()
}
