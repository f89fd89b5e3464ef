//! Other people's tools, as the agent's loop calls them.
//!
//! [`config`] lists the servers; [`Servers`] starts them, keeps them running and implements the loop's `Tools`.
//! Everything a server sends (names, descriptions, schemas, results) is untrusted: it is bounded and stripped on
//! arrival, shown as data, and can make the gate stricter, never more lenient. A server gets nothing but calls: no
//! sampling, no roots, no questions to the person, and no environment variables that the configuration does not name.
//!
//! The modules:
//!
//! - `config`: reads the configuration files that people already have
//! - `connection`: opens one server, over pipes (`process`, `lines`) or HTTP; `server` keeps it running
//! - `handler`: answers a server's requests to us
//! - `tool`, `names`, `schema`, `text`, `result`: bound what a server sends
//! - `choice`: selects the tools that a model sees

mod choice;
pub mod config;
mod connection;
mod handler;
mod handshake;
mod keywords;
mod lines;
mod names;
mod naming;
mod process;
mod result;
mod schema;
mod server;
mod text;
mod tool;
mod trouble;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use policy::KnownTool;
use serde_json::{Map, Value};
use task::agent::{Clock, Need, ToolError, Tools, model};
use tokio::task::JoinSet;

use self::config::{Configured, Mistake};
use self::server::Server;
pub use self::server::ServerState;

/// How long a task waits for servers that are starting; tools of later ones are offered then.
const PATIENCE: Duration = Duration::from_secs(15);
/// The default for how many tokens of a prompt tools may take: a small part of the smallest context.
pub const TOOL_TOKENS: usize = 6000;
/// How long closing may take: a little longer than each server has.
const FAREWELL: Duration = Duration::from_secs(3);

/// The servers of a configuration.
pub struct Servers {
    servers: Vec<Arc<Server>>,
    disabled: Vec<String>,
    mistakes: Vec<Mistake>,
    tool_tokens: usize,
    clock: Arc<dyn Clock>,
    /// The tasks that keep them running; `None` until they are needed.
    keepers: Mutex<Option<Keepers>>,
    /// The tool that each bare name was first resolved to.
    bare: Mutex<BTreeMap<String, String>>,
}

/// The tasks that keep servers running; dropping them ends the servers.
struct Keepers {
    tasks: JoinSet<()>,
    /// The servers that were started, by their index.
    started: BTreeSet<usize>,
    /// Until when a task waits for servers that are starting.
    patience: Duration,
}

/// A server, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerView {
    /// The name people know it by.
    pub name: String,
    /// Its state.
    pub state: ServerState,
    /// Its tools.
    pub tools: Vec<ToolView>,
    /// How many tools are left out.
    pub left_out: usize,
}

/// A tool, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolView {
    /// The name for calls.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Whether its server marks it as destructive.
    pub destroys: bool,
}

impl Servers {
    /// Creates the servers of a configuration; none is started before it is needed.
    pub fn new(configured: Configured, tool_tokens: usize, clock: Arc<dyn Clock>) -> Self {
        let Configured { servers, disabled, mistakes } = configured;
        let mut shorts: Vec<String> = Vec::new();
        let mut kept = Vec::new();
        for config in servers {
            let short = names::server(&config.name, &shorts);
            shorts.push(short.clone());
            kept.push(Arc::new(Server::new(config, short, Arc::clone(&clock))));
        }
        let (keepers, bare) = Default::default();
        Self { servers: kept, disabled, mistakes, tool_tokens, clock, keepers, bare }
    }

    /// Starts all of them in the background, once.
    pub fn start(&self) {
        self.keep(|_| true);
    }

    /// Starts the servers at these indices that were not started yet. Returns until when a task waits for them.
    fn keep(&self, wanted: impl Fn(usize) -> bool) -> Duration {
        let mut keepers = self.keepers.lock().unwrap_or_else(PoisonError::into_inner);
        let keepers = keepers.get_or_insert_with(|| Keepers {
            tasks: JoinSet::new(),
            started: BTreeSet::new(),
            patience: self.clock.now() + PATIENCE,
        });
        for (place, server) in self.servers.iter().enumerate() {
            if wanted(place) && keepers.started.insert(place) {
                server.starts();
                let server = Arc::clone(server);
                keepers.tasks.spawn(async move { server.keep().await });
            }
        }
        keepers.patience
    }

    /// Starts all servers, and waits until each has answered or failed, at most this long.
    pub async fn settled(&self, most: Duration) {
        self.keep(|_| true);
        self.settled_by(self.clock.now() + most, |_| true).await;
    }

    /// Starts the server that a tool of this name belongs to, and waits until it has answered or failed, at most this
    /// long. The other servers are left alone. A bare name may belong to any server, so all are started and awaited.
    pub async fn settled_for(&self, name: &str, most: Duration) {
        let owner = self.named_server(name);
        let wanted = |place: usize| owner.is_none_or(|owner| owner == place);
        self.keep(wanted);
        self.settled_by(self.clock.now() + most, wanted).await;
    }

    async fn settled_by(&self, at: Duration, wanted: impl Fn(usize) -> bool) {
        let all = async {
            for (_, server) in self.servers.iter().enumerate().filter(|(place, _)| wanted(*place)) {
                server.settled().await;
            }
        };
        tokio::select! {
            () = all => {}
            () = self.clock.sleep_until(at) => {}
        }
    }

    /// Returns the current state of every server.
    pub fn list(&self) -> Vec<ServerView> {
        let view = |server: &Arc<Server>| {
            let status = server.status();
            let tools = status.tools.tools.iter().map(|tool| ToolView {
                name: tool.offered.name.clone(),
                description: tool.offered.description.clone(),
                destroys: tool.known.destroys,
            });
            let (tools, left_out) = (tools.collect(), status.tools.left_out);
            ServerView { name: server.config.name.clone(), state: status.state, tools, left_out }
        };
        self.servers.iter().map(view).collect()
    }

    /// Returns the disabled servers.
    pub fn disabled(&self) -> &[String] {
        &self.disabled
    }

    /// Returns the mistakes in the configuration.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// Ends all of them; those that do not exit by themselves are killed.
    pub async fn close(&self) {
        let keepers = self.keepers.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Keepers { mut tasks, .. }) = keepers else { return };
        self.servers.iter().for_each(|server| server.close());
        let all = async { while tasks.join_next().await.is_some() {} };
        tokio::select! {
            () = all => {}
            () = self.clock.sleep_until(self.clock.now() + FAREWELL) => {}
        }
    }
}

#[async_trait]
impl Tools for Servers {
    async fn offered(&self, need: &Need<'_>) -> Arc<[model::Tool]> {
        if self.servers.is_empty() {
            return Arc::default();
        }
        self.settled_by(self.keep(|_| true), |_| true).await;
        let mut all = Vec::new();
        for server in &self.servers {
            let status = server.status();
            if !matches!(status.state, ServerState::Away { again: false, .. }) {
                all.extend(status.tools.tools.iter().cloned());
            }
        }
        choice::choose(&all, need, self.tool_tokens).into()
    }

    fn find(&self, name: &str) -> Option<KnownTool> {
        self.owner(name).map(|(_, tool)| tool.known.clone())
    }

    async fn call(&self, name: &str, args: &Map<String, Value>, timeout: Duration) -> Result<String, ToolError> {
        let Some((server, tool)) = self.owner(name) else { return Err(ToolError::Unknown(name.to_owned())) };
        server.call(&tool, args, timeout).await
    }
}
