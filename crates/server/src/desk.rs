//! What all requests share: the desktop, who is who, what waits for whom.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use desktop::hub::{Committed, Hub, HubError, Subscription};
use desktop::state::Deed;
use desktop::wire::Actor;
use task::Service;
use task::folder::Paths;
use task::permissions::Permissions;
use tokio::sync::watch;

use crate::config::Config;
use crate::follow::{DialogAnswers, Renderings};
use crate::guard::Allowed;
use crate::idempotency::Idempotency;
use crate::keys::Keys;
use crate::limit::Bucket;
use crate::mailbox::{AgentEvent, Mailboxes};
use crate::metrics::Metrics;
use crate::presses::{Press, Presses};
use crate::problem::Problem;
use crate::server::{Answers, Clock, Server};
use crate::socket::Clients;

/// How many buckets there are before they are emptied out.
const MOST_BUCKETS: usize = 4096;

/// What all requests share.
pub(crate) struct Desk {
    pub(crate) hub: Arc<Hub>,
    pub(crate) places: Paths,
    pub(crate) keys: Keys,
    pub(crate) permissions: Arc<Permissions>,
    pub(crate) answers: Arc<dyn Answers>,
    pub(crate) tasks: Option<Arc<Service>>,
    pub(crate) config: Config,
    pub(crate) allowed: Allowed,
    pub(crate) cookie: String,
    pub(crate) mail: Mailboxes,
    pub(crate) renderings: Renderings,
    pub(crate) dialogs: DialogAnswers,
    pub(crate) idempotency: Idempotency,
    pub(crate) clients: Clients,
    pub(crate) metrics: Metrics,
    pub(crate) began_ms: u64,
    clock: Clock,
    answering: Mutex<()>,
    presses: Mutex<Presses>,
    buckets: Mutex<HashMap<String, Bucket>>,
    changed: watch::Sender<u64>,
    stopping: watch::Receiver<bool>,
}

impl Desk {
    /// Puts a server to work on this port.
    pub(crate) fn new(server: Server, port: u16, allowed: Allowed, stopping: watch::Receiver<bool>) -> Arc<Self> {
        let Server { hub, places, keys, permissions, answers, tasks, clock, config } = server;
        let began_ms = clock();
        Arc::new(Self {
            hub,
            places,
            keys,
            permissions,
            answers,
            tasks,
            config,
            allowed,
            // Cookies are shared by all ports of a host: two desktops must not log each other out.
            cookie: format!("fingertip_{port}"),
            mail: Mailboxes::default(),
            renderings: Renderings::default(),
            dialogs: DialogAnswers::default(),
            idempotency: Idempotency::default(),
            clients: Clients::default(),
            metrics: Metrics::default(),
            began_ms,
            clock,
            answering: Mutex::default(),
            presses: Mutex::default(),
            buckets: Mutex::default(),
            changed: watch::Sender::new(0),
            stopping,
        })
    }

    /// The time, in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        (self.clock)()
    }

    /// Carries a deed out; whoever waits for a change is woken.
    pub(crate) fn apply(&self, actor: &Actor, deed: Deed) -> Result<Committed, HubError> {
        let committed = self.hub.apply(actor, deed, self.now())?;
        self.changed.send_modify(|count| *count = count.wrapping_add(1));
        Ok(committed)
    }

    /// Everything after the change `since`, if that is a number of this desktop: who knows the epoch of
    /// their numbers says it.
    pub(crate) fn subscribe(&self, since: Option<u64>, epoch: Option<&str>) -> Subscription {
        match (since, epoch) {
            (Some(since), Some(epoch)) => self.hub.resume(epoch, since),
            _ => self.hub.subscribe(since),
        }
    }

    /// Wakes at every change that was made through here.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Resolves when the server is told to stop.
    pub(crate) async fn stopped(&self) {
        let mut stopping = self.stopping.clone();
        // An error means that whoever could say so is gone: that is the end as well.
        let _ = stopping.wait_for(|stop| *stop).await;
    }

    /// What runs tasks, if anything does.
    pub(crate) fn tasks(&self) -> Result<&Arc<Service>, Problem> {
        let none = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "no_tasks", "this server runs no tasks");
        self.tasks.as_ref().ok_or_else(none)
    }

    /// Takes one permission of `who`.
    pub(crate) fn permit(&self, who: &str) -> Result<(), Problem> {
        let now = self.now();
        let mut buckets = lock(&self.buckets);
        if buckets.len() >= MOST_BUCKETS && !buckets.contains_key(who) {
            buckets.clear();
        }
        let bucket = buckets.entry(who.to_owned());
        let bucket = bucket.or_insert_with(|| Bucket::new(self.config.requests_per_second, now));
        bucket.take(now).map_err(Problem::too_many)
    }

    /// Puts an event into an agent's box.
    pub(crate) fn tell(&self, agent: &str, event: &AgentEvent) {
        self.mail.put(agent, event, self.now());
    }

    /// Held while a dialog goes from open to answered, and while somebody looks which of the two it is.
    pub(crate) fn answering(&self) -> MutexGuard<'_, ()> {
        lock(&self.answering)
    }

    /// The buttons that wait for their turn.
    pub(crate) fn presses(&self) -> MutexGuard<'_, Presses> {
        lock(&self.presses)
    }

    /// The agent is done with what was pressed in the window: the next press goes out.
    pub(crate) fn pressed_done(&self, key: &str) {
        let next = self.presses().done(key, self.now());
        next.into_iter().for_each(|press| self.send_press(&press));
    }

    /// Hands a press to its agent, unless the window was closed while it waited.
    pub(crate) fn send_press(&self, (agent, event): &Press) {
        let there = match event {
            AgentEvent::ComponentAction { key, .. } => self.hub.look(|desktop, _| desktop.window(key).is_some()),
            _ => true,
        };
        if there {
            self.tell(agent, event);
        }
    }

    /// The agent whose window this is: who gave it its content last.
    pub(crate) fn maker(&self, key: &str) -> Option<String> {
        self.hub.look(|desktop, _| desktop.window(key)?.made_by.as_deref().map(str::to_owned))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
