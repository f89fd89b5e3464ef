//! What tasks do, told on the desktop: questions, progress, how they ended.
//!
//! Reads the tasks' one bus like everybody else, and speaks as the agent `fingertip`. A task has one notification
//! while it runs, replaced in place and not more than four times a second; its beginning and its end are toasts.
//! Nothing here decides anything.

mod words;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use action::OsAction;
use action::os::{Addressed, Batch, NotificationDismiss, NotificationShow, ToastShow, ToastVariant};
use desktop::state::Deed;
use desktop::wire::{Actor, Question, QuestionKind, ServerEvent};
use task::{Event, Kind, News, Open, Service, What};
use tokio::time::{Instant, sleep_until};

use crate::desk::Desk;

/// Who speaks.
const AGENT: &str = "fingertip";
/// How often a task's notification changes at most.
const EVERY: Duration = Duration::from_millis(250);

/// Tells until it is dropped.
pub(crate) async fn narrate(desk: Arc<Desk>, tasks: Arc<Service>) {
    let mut watching = tasks.watch_all(None);
    let mut narrator = Narrator { desk, tasks, shown: HashMap::new() };
    narrator.begin();
    loop {
        let due = narrator.due();
        let waits = due.unwrap_or_else(Instant::now);
        tokio::select! {
            news = watching.next() => match news {
                Some(News::Event(event)) => narrator.tell(&event),
                Some(News::Lagged { upto }) => {
                    tracing::warn!(upto, "the desktop missed what some tasks did");
                    narrator.begin();
                }
                None => return,
            },
            () = sleep_until(waits), if due.is_some() => narrator.show_due(),
        }
    }
}

struct Narrator {
    desk: Arc<Desk>,
    tasks: Arc<Service>,
    /// The notification of each task that runs.
    shown: HashMap<String, Shown>,
}

struct Shown {
    title: String,
    /// What it is to say next.
    next: Option<String>,
    /// When it may change again.
    from: Instant,
}

impl Narrator {
    /// Brings the desktop in line with the tasks: what a process before this one left is taken away.
    fn begin(&mut self) {
        let open = self.tasks.questions();
        let known: BTreeSet<&str> = open.iter().map(|linked| linked.question.id.as_str()).collect();
        let (stale, notices) = self.desk.hub.look(|desktop, _| {
            let stale = desktop.questions().filter(|question| !known.contains(question.id.as_str()));
            let stale: Vec<String> = stale.map(|question| question.id.clone()).collect();
            let mine = desktop.notifications().filter(|notice| notice.from == AGENT);
            let mine = mine.map(|notice| notice.show.id.clone()).filter(|id| id.starts_with("task-"));
            (stale, mine.collect::<Vec<String>>())
        });
        stale.into_iter().for_each(|id| self.deed(Deed::Settle { id }));
        let gone = notices.into_iter().filter(|id| !self.shown.contains_key(id.trim_start_matches("task-")));
        let gone: Vec<OsAction> = gone.map(|id| OsAction::NotificationDismiss(NotificationDismiss { id })).collect();
        if !gone.is_empty() {
            self.act(gone);
        }
        open.iter().for_each(|linked| self.ask(&linked.question));
    }

    fn tell(&mut self, event: &Event) {
        if let Ok(value) = serde_json::to_value(event) {
            self.desk.hub.announce(&ServerEvent::Task { event: value });
        }
        match &event.what {
            What::Started { goal, resumed, .. } => {
                let title = words::title(goal);
                let message = format!("{}: {title}", if *resumed { "Resumed" } else { "Started" });
                self.toast(&event.task, message, ToastVariant::Info);
                let shown = Shown { title, next: Some("Starting".to_owned()), from: Instant::now() };
                self.shown.insert(event.task.clone(), shown);
                self.show_due();
            }
            What::Question { question } => self.ask(question),
            What::QuestionClosed { id, .. } => self.deed(Deed::Settle { id: id.clone() }),
            What::Ended(summary) => {
                if self.shown.remove(&event.task).is_some() {
                    let id = notice(&event.task);
                    self.act(vec![OsAction::NotificationDismiss(NotificationDismiss { id })]);
                }
                let (variant, message) = words::end(summary);
                self.toast(&event.task, message, variant);
            }
            what => {
                if let Some(body) = words::progress(what) {
                    if let Some(shown) = self.shown.get_mut(&event.task) {
                        shown.next = Some(body);
                    }
                    self.show_due();
                }
            }
        }
    }

    /// When the next notification is to change.
    fn due(&self) -> Option<Instant> {
        self.shown.values().filter(|shown| shown.next.is_some()).map(|shown| shown.from).min()
    }

    /// Changes the notifications whose time has come.
    fn show_due(&mut self) {
        let now = Instant::now();
        let mut actions = Vec::new();
        for (task, shown) in self.shown.iter_mut().filter(|(_, shown)| shown.from <= now) {
            let Some(body) = shown.next.take() else { continue };
            shown.from = now + EVERY;
            let (id, title) = (notice(task), shown.title.clone());
            actions.push(OsAction::NotificationShow(NotificationShow { id, title, body, icon: None, duration: None }));
        }
        if !actions.is_empty() {
            self.act(actions);
        }
    }

    fn ask(&self, open: &Open) {
        let question = question(open);
        self.deed(Deed::Ask(Box::new(question.clone())));
        self.desk.hub.announce(&ServerEvent::Human { question });
    }

    fn toast(&self, task: &str, message: String, variant: ToastVariant) {
        let id = notice(task);
        self.act(vec![OsAction::ToastShow(ToastShow {
            id,
            message,
            variant: Some(variant),
            action: None,
            duration: None,
        })]);
    }

    fn act(&self, actions: Vec<OsAction>) {
        let actions = actions.into_iter().map(Addressed::from).collect();
        self.deed(Deed::Batch(Batch { agent_id: Some(AGENT.to_owned()), monitor_id: None, actions }));
    }

    fn deed(&self, deed: Deed) {
        if let Err(error) = self.desk.apply(&Actor::Agent(AGENT.to_owned()), deed) {
            // The person may have dismissed it meanwhile; a full disk is told by everything else.
            tracing::debug!(%error, "the desktop did not take what was told of a task");
        }
    }
}

fn notice(task: &str) -> String {
    format!("task-{task}")
}

/// The question as the desktop has it.
fn question(open: &Open) -> Question {
    Question {
        id: open.id.clone(),
        kind: match open.kind {
            Kind::Ask => QuestionKind::Ask,
            Kind::Confirm => QuestionKind::Confirm,
            Kind::Auth => QuestionKind::Auth,
        },
        from: open.task.clone(),
        title: open.title.clone(),
        message: open.message.clone(),
        choices: Vec::new(),
        secret: open.secret,
        can_remember: open.can_remember,
        until: u64::try_from(open.until.as_millisecond()).ok(),
    }
}
