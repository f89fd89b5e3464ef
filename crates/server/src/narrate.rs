//! Shows tasks on the desktop: questions, progress, results.
//!
//! Reads the tasks' event bus like every other consumer, and acts as the agent `fingertip`. A running task has one
//! notification, updated in place and at most four times a second; its end is a toast. This module decides nothing.

mod event;
mod offer;
mod phones;
mod text;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use action::os::{Addressed, Batch, NotificationDismiss, NotificationShow, ToastDismiss, ToastShow, ToastVariant};
use action::{LoopEvent, OsAction};
use desktop::state::Command;
use desktop::wire::{Actor, NARRATOR, Openable, PersonAction, PersonCommand, ServerEvent};
use task::agent::{Change, Progress};
use task::{Event, EventKind, News, Open, Outcome, Service};
use tokio::time::{Instant, sleep_until};

pub(crate) use self::offer::pressed;
pub(crate) use self::phones::announce;
use crate::app_state::AppState;

/// How often a task's notification changes at most.
const EVERY: Duration = Duration::from_millis(250);

/// Runs until it is dropped.
pub(crate) async fn narrate(state: Arc<AppState>, tasks: Arc<Service>) {
    let mut watching = tasks.watch_all(None);
    let mut narrator = Narrator { state, tasks, notifications: HashMap::new() };
    narrator.begin().await;
    loop {
        let due = narrator.due();
        let waits = due.unwrap_or_else(Instant::now);
        tokio::select! {
            news = watching.next() => match news {
                Some(News::Event(event)) => narrator.tell(&event).await,
                Some(News::Lagged { upto }) => {
                    tracing::warn!(upto, "the desktop missed some task events");
                    narrator.begin().await;
                }
                None => return,
            },
            () = sleep_until(waits), if due.is_some() => narrator.show_due().await,
        }
    }
}

struct Narrator {
    state: Arc<AppState>,
    tasks: Arc<Service>,
    /// The notification of each running task.
    notifications: HashMap<String, TaskNotification>,
}

/// The notification of one task.
struct TaskNotification {
    title: String,
    /// Its next text.
    next: Option<String>,
    /// When it may change again.
    from: Instant,
}

impl Narrator {
    /// Syncs the desktop with the tasks: removes leftovers of a previous process.
    async fn begin(&mut self) {
        let open = self.tasks.questions();
        let known: BTreeSet<&str> = open.iter().map(|linked| linked.question.id.as_str()).collect();
        let (stale, notices) = self.state.hub.look(|desktop, _| {
            let stale = desktop.questions().filter(|question| !known.contains(question.id.as_str()));
            let stale: Vec<String> = stale.map(|question| question.id.clone()).collect();
            let mine = desktop.notifications().filter(|notice| notice.from == NARRATOR);
            let mine = mine.map(|notice| notice.show.id.clone()).filter(|id| id.starts_with("task-"));
            (stale, mine.collect::<Vec<String>>())
        });
        for id in stale {
            self.command(Command::Settle { id, how: String::new() }).await;
        }
        let gone = notices.into_iter().filter(|id| !self.notifications.contains_key(id.trim_start_matches("task-")));
        let gone: Vec<OsAction> = gone.map(|id| OsAction::NotificationDismiss(NotificationDismiss { id })).collect();
        if !gone.is_empty() {
            self.act(gone).await;
        }
        for linked in &open {
            self.ask(&linked.question).await;
        }
    }

    async fn tell(&mut self, event: &Event) {
        self.state.hub.announce(&ServerEvent::Task { event: event::task_event(event) });
        match &event.what {
            EventKind::Started { goal, resumed, .. } => {
                let (title, next) = (text::title(goal), if *resumed { "Continues" } else { "Starts" });
                let notification = TaskNotification { title, next: Some(next.to_owned()), from: Instant::now() };
                self.notifications.insert(event.task.clone(), notification);
                self.show_due().await;
            }
            EventKind::File { path } => self.show_file(path).await,
            EventKind::Question { question } => self.ask(question).await,
            EventKind::QuestionClosed { id, how } => {
                let taken_over = *how == Outcome::TakenOver;
                let how = event::settled(*how).to_owned();
                self.command(Command::Settle { id: id.clone(), how }).await;
                if taken_over {
                    self.act(vec![OsAction::ToastShow(offer::give_back(&event.task))]).await;
                }
            }
            EventKind::Ended(summary) => {
                self.withdraw(offer::give_back_id(&event.task)).await;
                let notification = self.notifications.remove(&event.task);
                let title = notification.as_ref().map(|notification| notification.title.clone()).unwrap_or_default();
                if notification.is_some() {
                    let id = notice(&event.task);
                    self.act(vec![OsAction::NotificationDismiss(NotificationDismiss { id })]).await;
                }
                let (variant, message) = text::end(summary, &title);
                self.toast(&event.task, message, variant).await;
            }
            what => {
                if matches!(what, EventKind::Loop(LoopEvent::Continued)) {
                    self.withdraw(offer::give_back_id(&event.task)).await;
                }
                if let EventKind::Progress(Progress { effect: Some(effect), .. }) = what {
                    match &effect.undo {
                        Some(undo) => self.act(vec![OsAction::ToastShow(offer::undo(&event.task, undo))]).await,
                        // A later action has most likely made the undo impossible.
                        None if effect.change == Change::Changed => self.withdraw(offer::undo_id(&event.task)).await,
                        None => {}
                    }
                }
                if let Some(body) = text::progress(what) {
                    if let Some(notification) = self.notifications.get_mut(&event.task) {
                        notification.next = Some(body);
                    }
                    self.show_due().await;
                }
            }
        }
    }

    /// Returns when the next notification is due.
    fn due(&self) -> Option<Instant> {
        self.notifications
            .values()
            .filter(|notification| notification.next.is_some())
            .map(|notification| notification.from)
            .min()
    }

    /// Updates the notifications that are due.
    async fn show_due(&mut self) {
        let now = Instant::now();
        let mut actions = Vec::new();
        for (task, notification) in self.notifications.iter_mut().filter(|(_, notification)| notification.from <= now) {
            let Some(body) = notification.next.take() else { continue };
            notification.from = now + EVERY;
            let (id, title) = (notice(task), notification.title.clone());
            actions.push(OsAction::NotificationShow(NotificationShow { id, title, body, icon: None, duration: None }));
        }
        if !actions.is_empty() {
            self.act(actions).await;
        }
    }

    async fn ask(&self, open: &Open) {
        let question = event::question(open);
        self.command(Command::Ask(Box::new(question.clone()))).await;
        self.state.hub.announce(&ServerEvent::Human { question });
    }

    /// Opens a script's file in its own window.
    async fn show_file(&self, path: &str) {
        let open = PersonCommand::Open { what: Openable::File, id: path.to_owned(), target: None, title: None };
        let open = Command::Person { actions: vec![PersonAction::Command(open)] };
        if let Err(error) = self.state.agents.command(Actor::System, open).await {
            tracing::info!(%error, "cannot show a script's file");
        }
    }

    /// Withdraws an offer that is no longer needed.
    async fn withdraw(&self, id: String) {
        if self.state.hub.look(|desktop, _| desktop.toast(&id).is_some()) {
            self.act(vec![OsAction::ToastDismiss(ToastDismiss { id })]).await;
        }
    }

    async fn toast(&self, task: &str, message: String, variant: ToastVariant) {
        let id = notice(task);
        self.act(vec![OsAction::ToastShow(ToastShow {
            id,
            message,
            variant: Some(variant),
            action: None,
            duration: None,
        })])
        .await;
    }

    async fn act(&self, actions: Vec<OsAction>) {
        let actions = actions.into_iter().map(Addressed::from).collect();
        let batch = Batch { agent_id: Some(NARRATOR.to_owned()), monitor_id: None, actions };
        self.command(Command::Batch(batch)).await;
    }

    async fn command(&self, command: Command) {
        if let Err(error) = self.state.agents.command(Actor::Agent(NARRATOR.to_owned()), command).await {
            // The person may have dismissed it meanwhile; a full disk is reported by everything else.
            tracing::debug!(%error, "the desktop rejected an update about a task");
        }
    }
}

fn notice(task: &str) -> String {
    format!("task-{task}")
}
