//! Publishes the events of this worker, and receives commands.

use std::sync::Arc;
use std::time::Duration;

use action::LoopEvent;
use action::consent::ActionTarget;
use futures_util::StreamExt;
use jiff::Timestamp;
use serde::Serialize;
use task::agent::Summary;
use task::{Event, EventKind, News};

use super::{Inner, Running};
use crate::control::{Command, Reply};
use crate::message::VERSION;
use crate::state::{FleetState, cut};
use crate::subject;

/// How often the steps of a task are published at most: people look no more often, and the server serves all workers.
const EVERY: Duration = Duration::from_secs(1);

/// An event as published. It has passed the redactor.
#[derive(Serialize)]
struct PublishedEvent<'a> {
    version: u32,
    worker: &'a str,
    #[serde(flatten)]
    news: PublishedNews<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum PublishedNews<'a> {
    Event(&'a Event),
    /// This many events are missing before the next one.
    Lagged(u64),
}

/// Describes an action for people; unchanged if it cannot be parsed, which happens if it was too long.
fn in_words(action: &str) -> String {
    let on = ActionTarget { place: "on the screen", ..ActionTarget::default() };
    serde_json::from_str(action).map_or_else(|_| cut(action), |action| cut(&task::deed_in_words("en", &action, on)))
}

impl Inner {
    /// Forwards every event. The loop of a task never waits for this: a slow forwarder misses some, and reports it.
    pub(super) async fn forward(self: Arc<Self>) {
        let mut watching = self.service.watch_all(None);
        while let Some(news) = watching.next().await {
            match news {
                // The end is published once it is on record, by its writer.
                News::Event(event) if matches!(event.what, EventKind::Ended(_)) => {}
                News::Event(event) => {
                    if let EventKind::Question { question } = &event.what
                        && let Some(picture) = question.consent.as_ref().and_then(|consent| consent.picture.as_ref())
                    {
                        self.keep_picture(&event.task, picture.number);
                    }
                    self.publish(&event.task, PublishedNews::Event(&event)).await;
                    self.follow(&event);
                }
                News::Lagged { upto } => {
                    self.publish("all", PublishedNews::Lagged(upto)).await;
                    self.catch_up();
                }
            }
        }
    }

    /// Publishes that a task's end is on record.
    pub(super) async fn tell_ended(&self, summary: &Summary) {
        let event = Event::new(0, &summary.task_id, Timestamp::now(), EventKind::Ended(summary.clone()));
        self.publish(&summary.task_id, PublishedNews::Event(&event)).await;
    }

    async fn publish(&self, task: &str, news: PublishedNews<'_>) {
        let event = PublishedEvent { version: VERSION, worker: &self.name, news };
        let Ok(text) = serde_json::to_vec(&event) else { return };
        if let Err(error) = self.fleet.client.publish(subject::events(task), text.into()).await {
            tracing::debug!(%error, "couldn't publish an event");
        }
    }

    /// Updates the task's state after this event. Does not wait for the server: a slow one would hold up all tasks.
    fn follow(&self, event: &Event) {
        let Some(running) = self.running().get(&event.task).cloned() else { return };
        let mut state = running.state();
        let now = Timestamp::now();
        let soon = Duration::try_from(now.duration_since(state.updated)).is_ok_and(|since| since < EVERY);
        match &event.what {
            EventKind::Question { question } => state.questions.push((**question).clone()),
            EventKind::QuestionClosed { id, .. } => state.questions.retain(|question| question.id != *id),
            EventKind::Paused { .. } => state.state = FleetState::Paused,
            EventKind::Loop(LoopEvent::Continued) => state.state = FleetState::Running,
            EventKind::Progress(progress) => {
                state.steps = progress.step;
                state.message = progress.action.as_deref().map(in_words);
                if soon {
                    return;
                }
            }
            _ => return,
        }
        state.updated = now;
        running.changed.notify_one();
    }

    /// Catches up after missed events, which may have included a question: the service knows the open questions.
    fn catch_up(&self) {
        let asked = self.service.questions();
        for (task, running) in self.running().iter() {
            let questions = asked.iter().map(|linked| &linked.question).filter(|question| question.task == *task);
            running.state().questions = questions.cloned().collect();
            running.changed.notify_one();
        }
    }

    /// Publishes the state of a task whenever it changes, as long as it is ours: always the latest, however slow the
    /// server is.
    pub(super) async fn keep_saying(&self, running: &Running) {
        loop {
            running.changed.notified().await;
            let mut state = running.state().clone();
            if running.lease.holds() {
                self.say(&mut state).await;
            }
            running.state().said(&state);
        }
    }

    /// Receives commands, and replies with their outcome.
    pub(super) async fn hear(self: Arc<Self>) {
        let mut commands = loop {
            match self.fleet.client.subscribe(subject::command(&self.name)).await {
                Ok(commands) => break commands,
                Err(error) => tracing::warn!(%error, "couldn't subscribe to commands; will retry"),
            }
            tokio::time::sleep(EVERY).await;
        };
        while let Some(message) = commands.next().await {
            let done = match Command::read(&message.payload) {
                Ok(command) => self.obey(command).await,
                Err(why) => Err(format!("this worker does not understand the command: it {why}")),
            };
            if let Some(reply) = message.reply {
                let _ = self.fleet.client.publish(reply, Reply::new(done).to_json().into()).await;
            }
        }
    }

    async fn obey(&self, command: Command) -> Result<(), String> {
        match command {
            Command::Cancel { task } => self.service.cancel(&task).map_err(|error| error.to_string()),
            Command::Pause { task } => self.service.pause(&task).map_err(|error| error.to_string()),
            Command::GoOn { task } => self.service.go_on(&task).await.map_err(|error| error.to_string()),
            Command::Drain => {
                self.draining.send_replace(true);
                Ok(())
            }
            Command::Answer { question, sealed } => {
                let opened = sealed.open(&self.key).map_err(|error| error.to_string())?;
                // The error is not passed on: it may quote the answer.
                let reply = serde_json::from_slice(&opened).map_err(|_| "the answer cannot be read".to_owned())?;
                self.service.answer(&question, reply).map_err(|error| error.to_string())
            }
        }
    }
}
