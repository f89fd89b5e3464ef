//! The state shared by all requests: the desktop and its agents, identities, rate limits.

use std::sync::Arc;

use axum::http::StatusCode;
use desktop::agents::{Agents, Clock, Observed, RememberedChoices};
use desktop::hub::{Hub, Subscription};
use task::Service;
use task::folder::Paths;
use task::permissions::{ChoiceKey, Permissions};
use tokio::sync::{Semaphore, watch};

use crate::clients::Clients;
use crate::config::Config;
use crate::host::Allowed;
use crate::keys::Keys;
use crate::limit::RateLimits;
use crate::mcp::Mcp;
use crate::metrics::Metrics;
use crate::presence::Presence;
use crate::problem::Problem;
use crate::server::{Answers, MoreMetrics, Server};
use crate::setup::Setup;
use crate::tls::Tls;
use crate::viewports::Viewports;

/// How many pages may watch a phone at once. Each may hold two frames.
const MOST_WATCHERS: usize = 256;

/// The state shared by all requests.
pub(crate) struct AppState {
    pub(crate) hub: Arc<Hub>,
    pub(crate) places: Paths,
    pub(crate) keys: Keys,
    pub(crate) permissions: Arc<Permissions>,
    pub(crate) answers: Arc<dyn Answers>,
    pub(crate) tasks: Option<Arc<Service>>,
    pub(crate) setup: Option<Arc<dyn Setup>>,
    pub(crate) mcp: Option<Arc<dyn Mcp>>,
    pub(crate) tls: Option<Tls>,
    pub(crate) config: Config,
    pub(crate) allowed: Allowed,
    pub(crate) cookie: String,
    pub(crate) agents: Arc<Agents>,
    pub(crate) connected: Connected,
    pub(crate) measured: Measured,
    clock: Clock,
    limits: RateLimits,
    stopping: watch::Receiver<bool>,
}

/// Who is connected.
pub(crate) struct Connected {
    pub(crate) clients: Clients,
    pub(crate) presence: Arc<Presence>,
    /// The sizes of the connected pages.
    pub(crate) viewports: Viewports,
    /// Slots for pages that watch a phone.
    pub(crate) watchers: Arc<Semaphore>,
}

/// The figures of `/metrics`.
pub(crate) struct Measured {
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) began_ms: u64,
    /// The figures of other crates.
    pub(crate) more: Option<MoreMetrics>,
}

impl AppState {
    /// Creates the state of a server on this port.
    pub(crate) fn new(server: Server, port: u16, allowed: Allowed, stopping: watch::Receiver<bool>) -> Arc<Self> {
        let Server { hub, places, keys, permissions, answers, tasks, setup, mcp, tls, more_metrics, clock, config } =
            server;
        let (began_ms, metrics) = (clock(), Arc::<Metrics>::default());
        let counted = Arc::clone(&metrics);
        let observer = Arc::new(move |observed| match observed {
            Observed::Applied { actions, took } => {
                counted.actions_applied.add(actions as u64);
                counted.acknowledged(took);
            }
            Observed::Refused { actions } => counted.actions_refused.add(actions as u64),
        });
        let choices = Arc::new(Choices(Arc::clone(&permissions)));
        let agents = Agents::new(Arc::clone(&hub), choices, Arc::clone(&clock), observer);
        let mcp = mcp.map(|make| make(&agents));
        Arc::new(Self {
            hub,
            places,
            keys,
            permissions,
            answers,
            tasks,
            setup,
            mcp,
            tls,
            config,
            allowed,
            // All ports of a host share cookies: two desktops must not log each other out.
            cookie: format!("fingertip_{port}"),
            agents,
            connected: Connected {
                clients: Clients::default(),
                presence: Arc::default(),
                viewports: Viewports::default(),
                watchers: Arc::new(Semaphore::new(MOST_WATCHERS)),
            },
            measured: Measured { metrics, began_ms, more: more_metrics },
            clock,
            limits: RateLimits::default(),
            stopping,
        })
    }

    /// Returns the time, in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        (self.clock)()
    }

    /// Subscribes to everything after the change `since`, if that is a number of this desktop: a client that knows the
    /// epoch of its numbers sends it.
    pub(crate) fn subscribe(&self, since: Option<u64>, epoch: Option<&str>) -> Subscription {
        match (since, epoch) {
            (Some(since), Some(epoch)) => self.hub.resume(epoch, since),
            _ => self.hub.subscribe(since),
        }
    }

    /// Resolves when the server is asked to stop.
    pub(crate) async fn stopped(&self) {
        let mut stopping = self.stopping.clone();
        // An error means that the sender is gone, which is the end as well.
        let _ = stopping.wait_for(|stop| *stop).await;
    }

    /// Returns the task service, if there is one.
    pub(crate) fn tasks(&self) -> Result<&Arc<Service>, Problem> {
        let none = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "no_tasks", "this server runs no tasks");
        self.tasks.as_ref().ok_or_else(none)
    }

    /// Takes one permit of `who`.
    pub(crate) fn permit(&self, who: &str) -> Result<(), Problem> {
        let permit = self.limits.take(who, self.config.requests_per_second, self.now());
        permit.map_err(Problem::too_many)
    }
}

/// The remembered choices, for agents that ask.
struct Choices(Arc<Permissions>);

impl RememberedChoices for Choices {
    fn decision(&self, agent: &str, tool: &str, context: Option<&str>) -> Option<bool> {
        self.0.decision(&ChoiceKey::by_agent(agent, tool, context))
    }

    fn remember(&self, agent: &str, tool: &str, context: Option<&str>, allow: bool, now_ms: u64) -> Result<(), String> {
        let remembered = self.0.remember(ChoiceKey::by_agent(agent, tool, context), allow, now_ms);
        remembered.map_err(|error| error.to_string())
    }
}
