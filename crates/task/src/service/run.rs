//! Runs one task, from its turn to its end.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use action::LoopEvent;
use agent::{EndReason, Ended, Journal, JournalEntry, Mark, Progress, Started, StopReason, Summary, Watch};

use super::Service;
use super::start::Job;
use crate::event_kind::EventKind;
use crate::memory::Remembered;
use crate::question::Outcome;
use crate::questions::Asker;
use crate::text::cut;
use crate::view::{State, UndoOffer};

/// Publishes the events of a task's executor.
struct Narrator {
    service: Arc<Service>,
    task: String,
    device: String,
    model: String,
    resumed: bool,
    /// The end, which is published once the phone is free again.
    end: Arc<Mutex<Option<Summary>>>,
}

impl Watch for Narrator {
    fn saw(&mut self, event: &agent::Event) {
        let streams = &self.service.streams;
        match event {
            agent::Event::Loop(LoopEvent::Acting { .. }) | agent::Event::Progress(Progress { effect: Some(_), .. }) => {
                streams.touched(&self.device);
            }
            agent::Event::Loop(LoopEvent::Disconnected { why, .. }) => {
                streams.set_trouble(&self.device, Some(&cut(why)))
            }
            agent::Event::Loop(LoopEvent::Reconnected) | agent::Event::Ended(_) => {
                streams.set_trouble(&self.device, None)
            }
            _ => {}
        }
        match event {
            agent::Event::Started { goal, max_steps, .. } => {
                let (device, model) = (self.device.clone(), self.model.clone());
                let (max_steps, resumed) = (*max_steps, self.resumed);
                self.service
                    .publish(&self.task, EventKind::Started { goal: cut(goal), device, model, max_steps, resumed });
            }
            agent::Event::Paused { .. } => self.service.change(&self.task, |view| view.state = State::Paused),
            agent::Event::Loop(LoopEvent::Continued) => {
                self.service.change(&self.task, |view| view.state = State::Running);
                if let Some(live) = self.service.tasks().live.get_mut(&self.task) {
                    live.handed_over = None;
                }
                self.service.questions.given_back(&self.task);
            }
            agent::Event::Settled { how, .. } => self.service.questions.settle(&self.task, Outcome::of(how)),
            agent::Event::Ended(summary) => {
                *self.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(summary.clone());
            }
            agent::Event::Progress(progress) => {
                let step = progress.step;
                let undo = progress.effect.as_ref().and_then(|effect| effect.undo.as_deref());
                let now = self.service.environment.clock.time();
                self.service.change(&self.task, |view| {
                    view.steps = step;
                    view.tokens = progress.tokens;
                    view.undo = undo.map(|undo| UndoOffer::new(undo, now)).or(view.undo.take());
                    view.message = progress.action.as_deref().map(cut);
                });
            }
            _ => {}
        }
        if let Some(what) = EventKind::of(event) {
            self.service.publish(&self.task, what);
        }
    }
}

impl Service {
    /// Waits for the phone, runs the task, and publishes its end. Contains every failure of the task.
    pub(super) async fn run_to_end(self: Arc<Self>, mut job: Job) {
        let id = job.task.id.clone();
        let lease = tokio::select! {
            lease = &mut job.turn => lease,
            _ = job.control.stop_requested() => None,
        };
        let summary = match lease {
            Some(lease) => {
                tracing::debug!(task = id, fence = lease.fence(), "got its phone");
                let summary = self.run(job).await;
                // The end is on record, unless the runtime itself failed.
                match summary.reason {
                    EndReason::Panicked => drop(lease),
                    _ => lease.acknowledge(),
                }
                summary
            }
            None => self.never_ran(job).await,
        };
        self.questions.end(&id);
        self.tasks().live.remove(&id);
        self.publish(&id, EventKind::ended(&summary));
        self.live.send_modify(|count| *count = count.saturating_sub(1));
    }

    async fn run(self: &Arc<Self>, job: Job) -> Summary {
        let Job { task, of_program, device, decides, settings, record, resume, control, turn: _, dialogues } = job;
        let id = task.id.clone();
        self.change(&id, |view| view.state = State::Running);
        let end = Arc::new(Mutex::new(None));
        let watch = Narrator {
            service: Arc::clone(self),
            task: id.clone(),
            device: device.id().to_owned(),
            model: decides.name(),
            resumed: resume.is_some(),
            end: Arc::clone(&end),
        };
        let (service, asking) = (Arc::clone(self), id.clone());
        let hand_over = Box::new(move || service.hand_over(&asking));
        let human = Asker { questions: Arc::clone(&self.questions), task: id.clone(), hand_over };
        let tools = Arc::clone(&self.environment.tools);
        let clock = Arc::clone(&self.environment.clock);
        let memory = Remembered { permissions: Arc::clone(&self.permissions), clock: Arc::clone(&clock) };
        let redactor = self.redactors.renew(device.id());
        let provenance = self.introduced.on(device.id());
        let mut executor = decides
            .executor(device, Arc::new(human), tools, settings, dialogues)
            .with_clock(clock)
            .with_journal(record)
            .with_watch(watch)
            .with_memory(Arc::new(memory))
            .with_provenance(Arc::new(provenance))
            .with_scripts(Arc::clone(&self.environment.scripts))
            .with_reader(Arc::clone(&self.environment.reader))
            .with_redactor(redactor)
            .of_program(of_program);
        if let Some(resume) = resume {
            executor = executor.resuming(resume);
        }
        // In a task of its own, so that a panic ends only this one.
        let ran = tokio::spawn(async move { executor.run(&task, control).await }).await;
        let told = end.lock().unwrap_or_else(PoisonError::into_inner).take();
        match ran {
            Ok(summary) => summary,
            Err(error) => {
                tracing::error!(task = id, %error, "a task panicked; the others continue");
                told.unwrap_or_else(|| {
                    let message = "an internal error ended the task; see the log";
                    summary(&id, EndReason::Panicked, message)
                })
            }
        }
    }

    /// Records the end of a task whose turn never came.
    async fn never_ran(&self, job: Job) -> Summary {
        let Job { task, device, decides, settings, mut record, resume, control, turn, .. } = job;
        // The line moves on while the end is written.
        drop(turn);
        let (reason, message) = match control.stop_reason() {
            Some(StopReason::Cancel) => (EndReason::Cancel, "cancelled while it waited for its phone"),
            Some(StopReason::Preempted) => (EndReason::Preempted, "a person took the phone before it began"),
            Some(StopReason::Interrupt) | None => (EndReason::Interrupt, "interrupted while it waited for its phone"),
        };
        let mut summary = summary(&task.id, reason, message);
        if let Some(before) = &resume {
            summary.steps = before.steps;
            (summary.tokens, summary.cost, summary.duration) = (before.tokens, before.cost, before.duration);
        }
        let mark = Mark { at: self.environment.clock.time(), step: summary.steps };
        let started = Started {
            mark,
            task_id: task.id.clone(),
            goal: agent::Redactor::default().owned(task.goal),
            device: device.id().to_owned(),
            model: decides.name(),
            dialect: decides.dialect().to_owned(),
            settings,
            resumed: resume.is_some(),
        };
        let ended = Ended { mark, summary: summary.clone() };
        let entries = [JournalEntry::Started(started), JournalEntry::Ended(ended)];
        // A journal waits for a disk, or for a server whose reply may have to arrive on this very thread.
        let written = tokio::task::spawn_blocking(move || entries.iter().try_for_each(|entry| record.write(entry)));
        if let Err(error) = written.await.unwrap_or_else(|error| Err(io::Error::other(error))) {
            tracing::error!(task = task.id, %error, "couldn't record the end of a task");
        }
        summary
    }

    fn publish(&self, task: &str, what: EventKind) {
        self.events.append(task, self.environment.clock.time(), what);
    }

    fn change(&self, task: &str, change: impl FnOnce(&mut crate::view::View)) {
        let now = self.environment.clock.time();
        if let Some(live) = self.tasks().live.get_mut(task) {
            change(&mut live.view);
            live.view.last = Some(now);
        }
    }
}

fn summary(id: &str, reason: EndReason, message: &str) -> Summary {
    let status = reason.status();
    Summary {
        task_id: id.to_owned(),
        status,
        reason,
        steps: 0,
        duration: Duration::ZERO,
        message: message.to_owned(),
        error: Some(message.to_owned()),
        tokens: 0,
        cost: None,
        read_out: None,
    }
}
