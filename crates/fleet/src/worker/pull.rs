//! Pulls tasks: as many as there are free phones, urgent ones first, and those that wait for one of our phones.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::pull::Config;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use futures_util::stream::select_all;
use futures_util::{FutureExt, StreamExt, TryStreamExt};

use super::Inner;
use crate::error::FleetError;
use crate::lease::{Delivery, Moment};
use crate::message::Priority;
use crate::presence::renewals;
use crate::subject::{ALL_DIRECTED, Line, token};

/// How soon to check for redelivered tasks: a task whose worker died sends no notification.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// A line of a pool: tasks of one priority.
type PoolLine = (String, Priority);

impl Inner {
    /// Pulls for the pools until the worker is drained.
    pub(super) async fn pull(self: Arc<Self>) {
        let pools: Vec<String> = self.pools().into_iter().map(str::to_owned).collect();
        let all: BTreeSet<PoolLine> =
            pools.iter().flat_map(|pool| Priority::ALL.map(|priority| (pool.clone(), priority))).collect();
        // A submitted task wakes us.
        let mut calls = Vec::new();
        for line in &all {
            match self.fleet.client.subscribe(Line::Pool(&line.0).filter(Some(line.1))).await {
                Ok(subscription) => calls.push(subscription.map(move |_| line.clone())),
                Err(error) => tracing::warn!(%error, "couldn't subscribe to new tasks; polling instead"),
            }
        }
        let mut calls = select_all(calls);
        let mut consumers = HashMap::new();
        let mut draining = self.draining.subscribe();
        // The lines that may have something for us: a free phone asks only there.
        let mut waiting = all.clone();
        let mut looked = Instant::now();
        while !*draining.borrow_and_update() {
            let freed = self.freed.notified();
            if let Err(error) = self.pull_once(&mut waiting, &mut consumers).await {
                tracing::warn!(%error, "couldn't pull tasks; will retry");
                consumers.clear();
                waiting.clone_from(&all);
                looked = Instant::now();
            }
            tokio::select! {
                () = freed => {}
                Some(line) = calls.next() => {
                    waiting.insert(line);
                    while let Some(line) = calls.next().now_or_never().flatten() {
                        waiting.insert(line);
                    }
                }
                () = tokio::time::sleep_until((looked + LOOK_AGAIN).into()) => {
                    waiting.clone_from(&all);
                    looked = Instant::now();
                }
                _ = draining.changed() => {}
            }
        }
    }

    /// Pulls for every free phone, urgent lines first. A line that returns fewer than requested is empty.
    async fn pull_once(
        self: &Arc<Self>,
        waiting: &mut BTreeSet<PoolLine>,
        consumers: &mut HashMap<PoolLine, PullConsumer>,
    ) -> Result<(), FleetError> {
        let mut lines: Vec<PoolLine> = waiting.iter().cloned().collect();
        lines.sort_by_key(|(_, priority)| *priority);
        for line in lines {
            let (pool, priority) = (line.0.as_str(), line.1);
            let free = self.free(pool);
            if free.is_empty() {
                continue;
            }
            let consumer = match consumers.get(&line) {
                Some(consumer) => consumer,
                None => {
                    let made = self.consumer(Line::Pool(pool), Some(priority)).await?;
                    consumers.entry(line.clone()).or_insert(made)
                }
            };
            let (asked, wanted) = (Moment::now(), free.len());
            let fetch = consumer.fetch().max_messages(wanted).messages().await;
            let mut messages = fetch.map_err(FleetError::away)?;
            let mut free = free.into_iter();
            while let Some(message) = messages.next().await {
                let message = message.map_err(FleetError::away)?;
                let Some(slot) = free.next() else { break };
                self.take(consumer, message, asked, slot);
            }
            if free.next().is_some() {
                waiting.remove(&line);
            }
        }
        Ok(())
    }

    /// Pulls tasks that wait specifically for one of our phones, until the worker is drained.
    ///
    /// Such tasks are few: a line gets its consumer only when it has a task, and one request checks all lines. Ten
    /// thousand phones, each with a consumer of its own, would dominate the load of a server.
    pub(super) async fn pull_directed(self: Arc<Self>) {
        let mut calls = Vec::new();
        for (at, slot) in self.slots.iter().enumerate() {
            match self.fleet.client.subscribe(Line::Phone(&slot.phone.name).filter(None)).await {
                Ok(subscription) => calls.push(subscription.map(move |_| at)),
                Err(error) => tracing::warn!(%error, "couldn't subscribe to tasks for a phone; polling instead"),
            }
        }
        let mut calls = select_all(calls);
        let mut consumers = HashMap::new();
        let mut draining = self.draining.subscribe();
        let every = renewals(self.fleet.limits.lease);
        let mut look = Instant::now();
        let mut waiting = BTreeSet::new();
        while !*draining.borrow_and_update() {
            let freed = self.freed.notified();
            let pulled = async {
                if look <= Instant::now() {
                    look = Instant::now() + LOOK_AGAIN;
                    waiting.extend(self.directed().await?);
                    look = Instant::now() + every;
                }
                self.pull_directed_once(&mut waiting, &mut consumers).await
            };
            if let Err(error) = pulled.await {
                tracing::warn!(%error, "couldn't pull tasks for a phone; will retry");
                consumers.clear();
            }
            tokio::select! {
                () = freed => {}
                Some(slot) = calls.next() => drop(waiting.insert(slot)),
                () = tokio::time::sleep_until(look.into()) => {}
                _ = draining.changed() => {}
            }
        }
    }

    /// Returns our phones for which a task waits.
    async fn directed(&self) -> Result<Vec<usize>, FleetError> {
        let mut lines = BTreeSet::new();
        let subjects = self.fleet.tasks.info_with_subjects(ALL_DIRECTED).await.map_err(FleetError::away)?;
        let mut subjects = std::pin::pin!(subjects);
        while let Some((subject, _)) = subjects.try_next().await.map_err(FleetError::away)? {
            lines.extend(subject.split('.').nth(4).map(str::to_owned));
        }
        let slots = self.slots.iter().enumerate();
        Ok(slots.filter(|(_, slot)| lines.contains(&token(&slot.phone.name))).map(|(at, _)| at).collect())
    }

    /// Pulls one task for each of these phones that is free.
    async fn pull_directed_once(
        self: &Arc<Self>,
        waiting: &mut BTreeSet<usize>,
        consumers: &mut HashMap<usize, PullConsumer>,
    ) -> Result<(), FleetError> {
        for slot in waiting.clone() {
            let Some(place) = self.slots.get(slot).filter(|place| place.is_free()) else { continue };
            let consumer = match consumers.get(&slot) {
                Some(consumer) => consumer,
                None => {
                    let made = self.consumer(Line::Phone(&place.phone.name), None).await?;
                    consumers.entry(slot).or_insert(made)
                }
            };
            let asked = Moment::now();
            let mut messages = consumer.fetch().max_messages(1).messages().await.map_err(FleetError::away)?;
            match messages.next().await {
                Some(message) => self.take(consumer, message.map_err(FleetError::away)?, asked, slot),
                None => drop(waiting.remove(&slot)),
            }
        }
        Ok(())
    }

    /// Runs a task on a phone.
    fn take(self: &Arc<Self>, consumer: &PullConsumer, message: Message, asked: Moment, slot: usize) {
        // The consumer's own setting counts, even if another worker created it.
        let length = consumer.cached_info().config.ack_wait.min(self.fleet.limits.lease);
        let delivery = Delivery::new(self.fleet.client.clone(), message, length, asked);
        let name = name_of(&delivery);
        if let Some(slot) = self.slots.get(slot) {
            slot.reserve(&name);
        }
        self.held.send_modify(|held| *held += 1);
        self.occupied.notify_one();
        let inner = Arc::clone(self);
        tokio::spawn(async move {
            inner.run_to_end(delivery, slot).await;
            if let Some(slot) = inner.slots.get(slot) {
                slot.release(&name);
            }
            inner.held.send_modify(|held| *held = held.saturating_sub(1));
            inner.freed.notify_waiters();
            inner.occupied.notify_one();
        });
    }

    /// Returns the free phones of a pool.
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
            // A phone that is gone for this long does not come back; its tasks stay.
            inactive_threshold: if priority.is_none() { limits.kept } else { Duration::ZERO },
            ..Config::default()
        };
        self.fleet.tasks.create_consumer(config).await.map_err(FleetError::away)
    }
}

/// Returns the task's id for display; it is parsed with care later.
fn name_of(delivery: &Delivery) -> String {
    crate::message::TaskMessage::read(delivery.payload()).map(|message| message.id).unwrap_or_default()
}
