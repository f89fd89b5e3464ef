//! The desktop for agents, whichever way they come in: over HTTP, over MCP, or in this very process.
//!
//! [`Agents`] carries out what an agent sends ([`Agents::apply`]), all or nothing, once for each idempotency key;
//! tells it what people say ([`Agents::wait_event`]) and how pages drew its windows ([`Agents::capture`]); and
//! lets its locks fall when it ends ([`Agents::end`]). The other side of the same table is for pages: what a
//! person does to a dialog, a toast or a button ends up in the mailbox of the agent whose it is.
//!
//! Laws: no HTTP, no credential: who an agent is, the caller knows. Everything is bounded, and nothing waits for
//! ever. No lock of ours is held while anybody waits, but the one that orders the answers to dialogs.

mod app_messages;
mod apply;
mod button_queue;
mod dialogs;
mod idempotency;
mod mailbox;
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

/// What time it is, in milliseconds since 1970.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The name under which the owner acts, unless they give another.
pub const OWNER: &str = "owner";

/// Choices that people wanted remembered, each for who asked.
pub trait RememberedChoices: Send + Sync {
    /// What was chosen when this agent asked to use `tool` in `context`.
    fn decision(&self, agent: &str, tool: &str, context: Option<&str>) -> Option<bool>;
    /// Remembers a choice; why not, if not. May wait for a disk.
    fn remember(&self, agent: &str, tool: &str, context: Option<&str>, allow: bool, now_ms: u64) -> Result<(), String>;
}

/// Nothing is remembered.
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

/// What happened to a batch, for whoever counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// So many actions were carried out, and it took so long until that was known.
    Applied {
        /// How many.
        actions: usize,
        /// How long, without waiting for pages.
        took: Duration,
    },
    /// So many actions were refused.
    Refused {
        /// How many.
        actions: usize,
    },
}

/// Somebody who counts.
pub type Observer = Arc<dyn Fn(Observed) + Send + Sync>;

/// The desktop for agents.
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
    /// Held while a dialog goes from open to answered, and while somebody looks which of the two it is.
    answering: tokio::sync::Mutex<()>,
    changed: watch::Sender<u64>,
}

impl Agents {
    /// The agents of this desktop.
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

    /// The pages that are open.
    pub fn pages(&self) -> &Pages {
        &self.pages
    }

    /// The time.
    pub fn now(&self) -> u64 {
        (self.clock)()
    }

    /// Carries out a command of anybody; whoever waits for a change is woken.
    pub async fn command(&self, actor: Actor, command: Command) -> Result<Committed, HubError> {
        self.command_for(actor, command, None).await
    }

    /// The same for a request that must not be carried out twice.
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

    /// Wakes at every change that was made through here.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// The desktop as JSON, as these readers may see it.
    pub async fn state(&self, audience: Audience) -> Result<Vec<u8>, HubError> {
        let hub = Arc::clone(&self.hub);
        let written = tokio::task::spawn_blocking(move || {
            hub.look(|desktop, seq| serde_json::to_vec(&desktop.view_for(audience, seq)))
        });
        let written = written.await.map_err(|_| HubError::Closed)?;
        written.map_err(|error| HubError::Disk(error.into()))
    }

    /// A cursor in an agent's mailbox: behind the event `after`, else where it stopped the last time. `None` when
    /// there are too many mailboxes.
    pub fn open_mailbox(&self, agent: &str, after: Option<u64>) -> Option<MailboxCursor> {
        self.mailboxes.open(agent, after, self.now())
    }

    /// Whether an agent listens now: somebody waits at its mailbox.
    pub fn listens(&self, agent: &str) -> bool {
        self.mailboxes.listens(agent)
    }

    /// Waits until there is something behind the cursor, and takes it. `None` when the agent has ended.
    pub async fn next_events(&self, cursor: &mut MailboxCursor) -> Option<Vec<Delivered>> {
        self.mailboxes.next(cursor).await
    }

    /// What the agent hears after the event `since`, or after what it heard the last time; nothing if nothing came
    /// in time.
    pub async fn wait_event(&self, agent: &str, since: Option<u64>, wait: Duration) -> Vec<Delivered> {
        let Some(mut cursor) = self.open_mailbox(agent, since) else { return Vec::new() };
        tokio::time::timeout(wait, self.next_events(&mut cursor)).await.ok().flatten().unwrap_or_default()
    }

    /// How a dialog stands, after at most this long if it is open. `None` when there is no such dialog of this
    /// agent's (of anybody's, for the owner), or its answer is not kept any more.
    pub async fn dialog(&self, agent: Option<&str>, id: &str, wait: Duration) -> Option<DialogState> {
        let until = Instant::now() + wait;
        let mut changes = self.changes();
        loop {
            changes.borrow_and_update();
            let (asker, answer) = {
                // At one moment, so that a dialog is never neither open nor answered.
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

    /// The agent has ended: its locks fall, and nothing that was kept for it is kept any more. Whoever comes under
    /// the same name begins anew.
    pub async fn end(&self, agent: &str) -> Result<(), HubError> {
        self.mailboxes.remove(agent);
        self.dialog_answers.forget_agent(agent);
        self.idempotency.forget_agent(agent);
        self.hub.note(Note::Forget { agent: agent.to_owned() }).await?;
        self.command(Actor::System, Command::Release { agent: agent.to_owned() }).await.map(|_| ())
    }

    /// The agent's connection has ended: its locks fall, and everything else of it stays for when it comes back.
    pub async fn let_locks_fall(&self, agent: &str) -> Result<(), HubError> {
        self.command(Actor::System, Command::Release { agent: agent.to_owned() }).await.map(|_| ())
    }

    /// Takes away what is due, and lets the buttons go whose turn it is. When to look again, in milliseconds.
    pub async fn expire(&self) -> Result<Option<u64>, HubError> {
        let now = self.now();
        if self.hub.look(|desktop, _| desktop.next_expiry()).is_some_and(|due| due <= now) {
            self.command(Actor::System, Command::Expire).await?;
        }
        let due = if self.buttons().is_idle() { Vec::new() } else { self.buttons().due(now) };
        due.iter().for_each(|press| self.send_press(press));
        Ok(self.hub.look(|desktop, _| desktop.next_expiry()).map(|due| due.saturating_sub(now)))
    }

    /// Puts an event into an agent's mailbox.
    fn notify(&self, agent: &str, event: AgentEvent) {
        self.mailboxes.put(agent, event, self.now());
    }

    fn buttons(&self) -> MutexGuard<'_, ButtonQueue> {
        self.buttons.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands a press to its agent, unless the window was closed while it waited.
    fn send_press(&self, (agent, event): &Press) {
        let there = match event {
            AgentEvent::ComponentAction { key, .. } => self.hub.look(|desktop, _| desktop.window(key).is_some()),
            _ => true,
        };
        if there {
            self.notify(agent, event.clone());
        }
    }

    /// The agent whose window this is: who gave it its content last.
    fn window_agent(&self, key: &str) -> Option<String> {
        self.hub.look(|desktop, _| desktop.window(key)?.made_by.as_deref().map(str::to_owned))
    }
}

impl std::fmt::Debug for Agents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agents").field("hub", &self.hub).finish_non_exhaustive()
    }
}
