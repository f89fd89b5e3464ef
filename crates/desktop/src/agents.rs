//! The desktop's interface for agents, whether they connect over HTTP, over MCP, or from this process.
//!
//! [`Agents`] carries out an agent's batches ([`Agents::apply`]), all or nothing, once per idempotency key; delivers
//! what people say ([`Agents::wait_event`]) and how pages rendered its windows ([`Agents::capture`]); and releases its
//! locks when it ends ([`Agents::end`]). Pages use it too: a person's answer to a dialog, a toast or a button ends up
//! in the mailbox of the agent that owns it.
//!
//! Invariants: no HTTP and no credentials here; the caller identifies the agent. Everything is bounded, and every wait
//! ends. No lock is held across an await, except the one that orders the answers to dialogs.

mod app_messages;
mod apply;
mod button_queue;
mod dialogs;
mod idempotency;
mod mailbox;
pub mod names;
mod pages;
mod people;
mod renderings;
mod reply;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

pub use self::apply::{Delivery, Sender};
use self::button_queue::{ButtonQueue, Press};
use self::dialogs::DialogAnswers;
use self::idempotency::Idempotency;
use self::mailbox::Mailboxes;
pub use self::mailbox::{Delivered, MailboxCursor};
pub use self::pages::{OpenPage, Pages};
pub use self::people::{PersonDone, PersonResult, Pressed};
use self::renderings::Renderings;
pub use self::reply::Reply;
use crate::hub::{Committed, Hub, HubError};
use crate::journal::answers::{Note, Request};
use crate::state::Command;
use crate::wire::{Actor, AgentEvent, Audience, DialogState};

/// Returns the time, in milliseconds since 1970.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The owner's name as an agent, unless they give another.
pub const OWNER: &str = "owner";

/// Choices that people asked to remember, each tied to its requester.
pub trait RememberedChoices: Send + Sync {
    /// Returns the choice for this agent's use of `tool` in `context`.
    fn decision(&self, agent: &str, tool: &str, context: Option<&str>) -> Option<bool>;
    /// Remembers a choice, or returns why it could not. May wait for a disk.
    fn remember(&self, agent: &str, tool: &str, context: Option<&str>, allow: bool, now_ms: u64) -> Result<(), String>;
}

/// Remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingRemembered;

impl RememberedChoices for NothingRemembered {
    fn decision(&self, _: &str, _: &str, _: Option<&str>) -> Option<bool> {
        None
    }

    fn remember(&self, _: &str, _: &str, _: Option<&str>, _: bool, _: u64) -> Result<(), String> {
        Err("choices are not remembered here".to_owned())
    }
}

/// The outcome of a batch, for metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// Actions were carried out.
    Applied {
        /// How many.
        actions: usize,
        /// The time until the outcome was known, without waiting for pages.
        took: Duration,
    },
    /// Actions were refused.
    Refused {
        /// How many.
        actions: usize,
    },
}

/// A callback for metrics.
pub type Observer = Arc<dyn Fn(Observed) + Send + Sync>;

/// The desktop's interface for agents.
pub struct Agents {
    hub: Arc<Hub>,
    choices: Arc<dyn RememberedChoices>,
    clock: Clock,
    observer: Observer,
    mailboxes: Mailboxes,
    renderings: Renderings,
    dialog_answers: DialogAnswers,
    idempotency: Idempotency,
    pages: Pages,
    buttons: Mutex<ButtonQueue>,
    /// Held while a dialog changes from open to answered, and while a caller checks its state.
    answering: tokio::sync::Mutex<()>,
    changed: watch::Sender<u64>,
}

impl Agents {
    /// Creates the interface for this desktop.
    pub fn new(hub: Arc<Hub>, choices: Arc<dyn RememberedChoices>, clock: Clock, observer: Observer) -> Arc<Self> {
        let idempotency = Idempotency::of(hub.take_answers());
        Arc::new(Self {
            hub,
            choices,
            clock,
            observer,
            mailboxes: Mailboxes::default(),
            renderings: Renderings::default(),
            dialog_answers: DialogAnswers::default(),
            idempotency,
            pages: Pages::default(),
            buttons: Mutex::default(),
            answering: tokio::sync::Mutex::default(),
            changed: watch::Sender::new(0),
        })
    }

    /// The desktop.
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// The open pages.
    pub fn pages(&self) -> &Pages {
        &self.pages
    }

    /// The time.
    pub fn now(&self) -> u64 {
        (self.clock)()
    }

    /// Carries out anyone's command, and wakes those that wait for a change.
    pub async fn command(&self, actor: Actor, command: Command) -> Result<Committed, HubError> {
        self.command_for(actor, command, None).await
    }

    /// Like [`Agents::command`], for a request that must not be carried out twice.
    async fn command_for(
        &self,
        actor: Actor,
        command: Command,
        request: Option<Request>,
    ) -> Result<Committed, HubError> {
        let committed = self.hub.submit_for(actor, command, request, self.now()).await?;
        self.changed.send_modify(|count| *count = count.wrapping_add(1));
        Ok(committed)
    }

    /// Returns a receiver that wakes at every change made through this interface.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Returns the desktop as JSON, as this audience may see it.
    pub async fn state(&self, audience: Audience) -> Result<Vec<u8>, HubError> {
        let hub = Arc::clone(&self.hub);
        let written = tokio::task::spawn_blocking(move || {
            hub.look(|desktop, seq| serde_json::to_vec(&desktop.view_for(audience, seq)))
        });
        let written = written.await.map_err(|_| HubError::Closed)?;
        written.map_err(|error| HubError::Disk(error.into()))
    }

    /// Opens a cursor in an agent's mailbox: after the event `after`, or where the agent stopped last time. `None` if
    /// there are too many mailboxes.
    pub fn open_mailbox(&self, agent: &str, after: Option<u64>) -> Option<MailboxCursor> {
        self.mailboxes.open(agent, after, self.now())
    }

    /// Returns whether a caller waits at the agent's mailbox now.
    pub fn listens(&self, agent: &str) -> bool {
        self.mailboxes.listens(agent)
    }

    /// Waits for events after the cursor and takes them. `None` when the agent has ended.
    pub async fn next_events(&self, cursor: &mut MailboxCursor) -> Option<Vec<Delivered>> {
        self.mailboxes.next(cursor).await
    }

    /// Returns the agent's events after `since`, or after those it got last time; empty if none came in time.
    pub async fn wait_event(&self, agent: &str, since: Option<u64>, wait: Duration) -> Vec<Delivered> {
        let Some(mut cursor) = self.open_mailbox(agent, since) else { return Vec::new() };
        tokio::time::timeout(wait, self.next_events(&mut cursor)).await.ok().flatten().unwrap_or_default()
    }

    /// Returns the state of a dialog, waiting at most this long while it is open. `None` if this agent (any agent, for
    /// the owner) has no such dialog, or its answer is no longer kept.
    pub async fn dialog(&self, agent: Option<&str>, id: &str, wait: Duration) -> Option<DialogState> {
        let until = Instant::now() + wait;
        let mut changes = self.changes();
        loop {
            changes.borrow_and_update();
            let (asker, answer) = {
                // Under one lock, so that a dialog is always either open or answered.
                let _answering = self.answering.lock().await;
                let asker = self.hub.look(|desktop, _| desktop.dialog(id).map(|dialog| dialog.from.clone()));
                (asker, self.dialog_answers.get(id))
            };
            let whose = asker.as_deref().or(answer.as_ref().map(|(agent, _)| agent.as_str()))?;
            if agent.is_some_and(|agent| agent != whose) {
                return None;
            }
            let state = |answered, answer| Some(DialogState { id: id.to_owned(), answered, answer });
            if asker.is_none() {
                return state(true, answer.map(|(_, answer)| answer));
            }
            if !matches!(timeout_at(until, changes.changed()).await, Ok(Ok(()))) {
                return state(false, None);
            }
        }
    }

    /// Ends an agent: releases its locks and forgets everything kept for it. An agent that later uses the same name
    /// starts afresh.
    pub async fn end(&self, agent: &str) -> Result<(), HubError> {
        self.mailboxes.remove(agent);
        self.dialog_answers.forget_agent(agent);
        self.idempotency.forget_agent(agent);
        self.hub.note(Note::Forget { agent: agent.to_owned() }).await?;
        self.command(Actor::System, Command::Release { agent: agent.to_owned() }).await.map(|_| ())
    }

    /// Releases an agent's locks because its connection ended. Everything else stays until it comes back.
    pub async fn let_locks_fall(&self, agent: &str) -> Result<(), HubError> {
        self.command(Actor::System, Command::Release { agent: agent.to_owned() }).await.map(|_| ())
    }

    /// Removes expired items, and sends the button presses whose turn it is. Returns when to call it again, in
    /// milliseconds.
    pub async fn expire(&self) -> Result<Option<u64>, HubError> {
        let now = self.now();
        if self.hub.look(|desktop, _| desktop.next_expiry()).is_some_and(|due| due <= now) {
            self.command(Actor::System, Command::Expire).await?;
        }
        let due = if self.buttons().is_idle() { Vec::new() } else { self.buttons().due(now) };
        due.iter().for_each(|press| self.send_press(press));
        Ok(self.hub.look(|desktop, _| desktop.next_expiry()).map(|due| due.saturating_sub(now)))
    }

    /// Adds an event to an agent's mailbox.
    fn notify(&self, agent: &str, event: AgentEvent) {
        self.mailboxes.put(agent, event, self.now());
    }

    fn buttons(&self) -> MutexGuard<'_, ButtonQueue> {
        self.buttons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Delivers a press to its agent, unless the window was closed while it waited.
    fn send_press(&self, (agent, event): &Press) {
        let there = match event {
            AgentEvent::ComponentAction { key, .. } => self.hub.look(|desktop, _| desktop.window(key).is_some()),
            _ => true,
        };
        if there {
            self.notify(agent, event.clone());
        }
    }

    /// Returns the agent that set the window's content last.
    fn window_agent(&self, key: &str) -> Option<String> {
        self.hub.look(|desktop, _| desktop.window(key)?.made_by.as_deref().map(str::to_owned))
    }
}

impl std::fmt::Debug for Agents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agents").field("hub", &self.hub).finish_non_exhaustive()
    }
}
