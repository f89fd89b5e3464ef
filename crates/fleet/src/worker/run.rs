//! One task of the queue, from its delivery to its acknowledgement: done, given back, or dead.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use task::agent::{EndReason, StopReason, Summary};
use task::{Adopted, Spec, TaskError};
use tokio::sync::Notify;

use super::{Inner, Running};
use crate::error::FleetError;
use crate::journal::{self, Leases, Outcome, Policy, Why};
use crate::lease::Delivery;
use crate::message::TaskMessage;
use crate::record::{Chunk, NotWritten, Record, RecordWriter, summary};
use crate::state::{FleetState, TaskState, cut};

/// How soon to check again on a task that already runs here.
const RUNS_HERE: Duration = Duration::from_secs(5);
/// The delay before publishing an end is retried.
const SAY_AGAIN: Duration = Duration::from_millis(300);
/// The first and the longest delay before a retry.
const BACK_OFF: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(300));

impl Inner {
    /// Runs a task to its end.
    pub(super) async fn run_to_end(self: &Arc<Self>, delivery: Delivery, slot: usize) {
        let message = match TaskMessage::read(delivery.payload()) {
            Ok(message) => message,
            Err(why) => {
                let name =
                    format!("unreadable-{}", self.fleet.client.new_inbox().rsplit('.').next().unwrap_or_default());
                return self.bury(&name, None, &why, &delivery).await;
            }
        };
        if self.running().contains_key(&message.id) {
            return delivery.give_back(RUNS_HERE).await;
        }
        // A process that was suspended finds out here that another worker has the task by now.
        if !delivery.lease.holds() {
            return;
        }
        tokio::select! {
            () = self.work(&message, &delivery, slot) => {}
            // The heartbeat stops once the lease is lost; the work then ends by itself.
            () = self.beat(&message.id, &delivery) => {}
        }
    }

    /// Keeps the lease; if it is lost, stops the task and waits for the work to notice.
    async fn beat(&self, task: &str, delivery: &Delivery) {
        delivery.keep().await;
        tracing::warn!(task, "its lease has expired, so it stops here");
        let _ = self.service.stop(task, StopReason::Preempted);
        std::future::pending().await
    }

    async fn work(self: &Arc<Self>, message: &TaskMessage, delivery: &Delivery, slot: usize) {
        let Some(place) = self.slots.get(slot) else { return };
        loop {
            let record = match Record::read(&self.fleet, &message.id).await {
                Ok(record) => record,
                Err(FleetError::Invalid(why)) => {
                    return self.bury(&message.id, Some(message), &why, delivery).await;
                }
                Err(error) => {
                    tracing::warn!(task = message.id, %error, "couldn't read its record");
                    return delivery.give_back(BACK_OFF.0).await;
                }
            };
            if let Some(ended) = &record.ended {
                // It was ended, but the end could not be published.
                return self.tell_end(message, &record, ended, delivery).await;
            }
            if record.outward && record.phone.as_deref().is_some_and(|phone| phone != place.phone.name) {
                return self.send_to_its_phone(message, &record, delivery).await;
            }
            if self.stops() {
                return delivery.give_back(Duration::ZERO).await;
            }
            if record.tries() >= self.fleet.limits.takes {
                let why = format!("it was taken {} times and never ended", record.tries());
                return self.bury(&message.id, Some(message), &why, delivery).await;
            }
            let mut writer = RecordWriter::new(&self.fleet, &message.id, record.last);
            if record.takes == 0 && message.expires.is_some_and(|expires| expires <= Timestamp::now()) {
                let ended = summary(&message.id, EndReason::Seconds, "it waited too long, and was not begun");
                return self.end_unbegun(message, record, writer, &ended, delivery).await;
            }
            let taken = Chunk::taken(&self.name, &place.phone.name, message);
            match writer.write(taken, || delivery.lease.holds()).await {
                Ok(()) => return self.begin(message, record, writer, delivery, slot).await,
                // The previous worker wrote something meanwhile: read the record again.
                Err(NotWritten::Fenced) if delivery.lease.holds() => {}
                Err(NotWritten::Fenced) => return,
                Err(NotWritten::Away(why)) => {
                    let mut state = TaskState::new(message, FleetState::Queued, Timestamp::now());
                    (state.takes, state.fence) = (record.takes, record.last);
                    return self.wait_again(state, &unwritten(&why), BACK_OFF.0, delivery).await;
                }
            }
        }
    }

    /// Runs a task that is ours.
    async fn begin(
        self: &Arc<Self>,
        message: &TaskMessage,
        record: Record,
        writer: RecordWriter,
        delivery: &Delivery,
        slot: usize,
    ) {
        let Some(place) = self.slots.get(slot) else { return };
        let (takes, tries) = (record.takes + 1, record.tries() + 1);
        let fence = writer.last();
        let mut state = TaskState::new(message, FleetState::Running, Timestamp::now());
        state.worker = Some(self.name.clone());
        state.phone = Some(place.phone.name.clone());
        (state.takes, state.fence) = (takes, fence);
        self.say(&mut state).await;
        let lease = Arc::clone(&delivery.lease);
        let running = Arc::new(Running { state: Mutex::new(state), changed: Notify::new(), lease });
        self.running().insert(message.id.clone(), Arc::clone(&running));
        let leases = Leases { task: Arc::clone(&delivery.lease), phone: Arc::clone(&place.claimed().lease) };
        let policy = Policy { tries_again: tries <= message.retries, stopping: Arc::clone(&self.stopping) };
        let (opening, writing) = journal::begin(writer, &self.name, leases, policy);
        let spec = Spec { device: Some(place.phone.device.clone()), ..Spec::from(message.task.clone()) };
        let recorder = Box::new(move |folder| opening.over(folder));
        let adopted = Adopted { id: message.id.clone(), spec, entries: record.entries, recorder };
        let begun = self.service.adopt(adopted).await;
        if self.stops() {
            // The stop came before the task ran.
            let _ = self.service.stop(&message.id, StopReason::Interrupt);
        }
        let outcome = tokio::select! {
            outcome = writing => outcome.unwrap_or(Outcome::BrokeOff(Why::Interrupted)),
            // Never completes.
            () = self.keep_saying(&running) => return,
        };
        self.running().remove(&message.id);
        let mut state = running.state().clone();
        state.questions.clear();
        self.keep_pictures(&message.id);
        let outcome = match outcome {
            Outcome::BrokeOff(_) if !delivery.lease.holds() => Outcome::BrokeOff(Why::Lost),
            outcome => outcome,
        };
        match (begun, outcome) {
            (Ok(()), Outcome::Ended(ended)) => {
                state.end(&ended);
                state.updated = Timestamp::now();
                self.tell_ended(&ended).await;
                self.close(&mut state, delivery).await;
            }
            (Ok(()), Outcome::BrokeOff(Why::Lost)) => {
                tracing::warn!(task = message.id, "another worker continues it")
            }
            (Ok(()), Outcome::BrokeOff(Why::Interrupted)) => {
                self.wait_again(state, "its worker stopped; another will continue", Duration::ZERO, delivery).await;
            }
            (Ok(()), Outcome::BrokeOff(Why::Unwritten(why))) => {
                self.wait_again(state, &unwritten(&why), back_off(tries), delivery).await;
            }
            (Ok(()), Outcome::BrokeOff(Why::Failed(why))) => {
                self.wait_again(state, &why, back_off(tries), delivery).await;
            }
            (Err(error), _) => self.not_begun(message, state, &error, tries, delivery).await,
        }
    }

    /// Records the end of a task that could not begin here, or schedules a retry.
    async fn not_begun(
        &self,
        message: &TaskMessage,
        mut state: TaskState,
        error: &TaskError,
        tries: u32,
        delivery: &Delivery,
    ) {
        let reason = match error {
            TaskError::Invalid { .. } | TaskError::TooLong { .. } => EndReason::GaveUp,
            TaskError::Model(_) => EndReason::Model,
            _ => return self.wait_again(state, &error.to_string(), back_off(tries), delivery).await,
        };
        let ended = summary(&message.id, reason, &error.to_string());
        let Ok(record) = Record::read(&self.fleet, &message.id).await else { return };
        let mut writer = RecordWriter::new(&self.fleet, &message.id, record.last);
        let chunk = Chunk::ended(&self.name, &ended, None, Timestamp::now());
        if writer.write(chunk, || delivery.lease.holds()).await.is_ok() {
            state.end(&ended);
            self.close(&mut state, delivery).await;
        }
    }

    async fn end_unbegun(
        &self,
        message: &TaskMessage,
        record: Record,
        mut writer: RecordWriter,
        ended: &Summary,
        delivery: &Delivery,
    ) {
        let chunk = Chunk::ended(&self.name, ended, Some(message), Timestamp::now());
        if writer.write(chunk, || delivery.lease.holds()).await.is_ok() {
            let record = Record { last: writer.last(), ..record };
            self.tell_end(message, &record, ended, delivery).await;
        }
    }

    /// Schedules a retry.
    async fn wait_again(&self, mut state: TaskState, why: &str, after: Duration, delivery: &Delivery) {
        tracing::warn!(task = state.id, ?after, "broke off: {why}");
        (state.state, state.updated) = (FleetState::Queued, Timestamp::now());
        state.message = Some(cut(why));
        state.worker = None;
        self.say(&mut state).await;
        delivery.give_back(after).await;
    }

    /// Sends the task to the phone on which something was done: only there can be checked whether it is done.
    async fn send_to_its_phone(&self, message: &TaskMessage, record: &Record, delivery: &Delivery) {
        let Some(phone) = record.phone.as_deref() else { return };
        // The same place in its record is the same message, however often it is sent.
        match self.fleet.enqueue(message, Some(phone), &format!("phone:{}", record.last)).await {
            Ok(queued) => {
                let mut state = TaskState::new(message, FleetState::WaitsForPhone, Timestamp::now());
                state.phone = Some(phone.to_owned());
                state.message = Some("it began on this phone, and continues when the phone is back".to_owned());
                (state.takes, state.queued, state.fence) = (record.takes, Some(queued), record.last);
                self.close(&mut state, delivery).await;
            }
            Err(error) => {
                tracing::warn!(task = message.id, %error, "couldn't send it to its phone");
                delivery.give_back(BACK_OFF.0).await;
            }
        }
    }

    /// Buries a task that no worker can run.
    async fn bury(&self, id: &str, message: Option<&TaskMessage>, why: &str, delivery: &Delivery) {
        tracing::error!(task = id, "no worker can run it: {why}");
        if let Err(error) = self.fleet.bury(id, why, delivery.payload(), Timestamp::now()).await {
            tracing::warn!(%error, "couldn't set it aside; it will be redelivered");
            return delivery.give_back(BACK_OFF.1).await;
        }
        if let Some(message) = message {
            let mut state = TaskState::new(message, FleetState::Dead, Timestamp::now());
            state.error = Some(cut(why));
            // No worker has it, so no later state can come.
            state.fence = u64::MAX >> 1;
            return self.close(&mut state, delivery).await;
        }
        delivery.done().await;
    }

    async fn tell_end(&self, message: &TaskMessage, record: &Record, ended: &Summary, delivery: &Delivery) {
        let mut state = TaskState::new(message, FleetState::Queued, Timestamp::now());
        state.end(ended);
        state.phone.clone_from(&record.phone);
        (state.takes, state.fence) = (record.takes, record.last);
        self.close(&mut state, delivery).await;
    }

    /// Publishes the state of a task that leaves this line of the queue, and only then acknowledges it. If that fails
    /// while it is ours, it is redelivered, and published then.
    async fn close(&self, state: &mut TaskState, delivery: &Delivery) {
        while let Err(error) = self.fleet.put_state(state).await {
            tracing::warn!(task = state.id, %error, "couldn't publish its end; will retry");
            if !delivery.lease.holds() {
                return;
            }
            tokio::time::sleep(SAY_AGAIN).await;
        }
        delivery.done().await;
    }

    /// Publishes the state of a task. If that fails, the record still has it.
    pub(super) async fn say(&self, state: &mut TaskState) {
        if let Err(error) = self.fleet.put_state(state).await {
            tracing::warn!(task = state.id, %error, "couldn't publish its state");
        }
    }
}

fn unwritten(why: &str) -> String {
    format!("its record cannot be written, so it is waiting: {why}")
}

fn back_off(tries: u32) -> Duration {
    let (first, most) = BACK_OFF;
    first.saturating_mul(1 << tries.saturating_sub(1).min(10)).min(most)
}
