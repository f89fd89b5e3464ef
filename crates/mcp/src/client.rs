//! Other people's tools, as the loop calls them.
//!
//! [`config`] says which servers there are, [`Servers`] starts them, keeps them running and is the loop's `Tools`. What a
//! server says (names, descriptions, schemas, results) is its word: it is bounded and stripped when it comes in, shown as
//! data, and can make the gate stricter, never milder. A server gets nothing but calls: no sampling, no roots, no
//! questions to the person, no variables of our environment that nobody named.

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

/// How long a task waits for servers that are starting; those that come later are offered then.
const PATIENCE: Duration = Duration::from_secs(15);
/// How many tokens of a prompt tools may take, where nothing is configured: a small part of the smallest context.
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
    /// Those who keep them running; nothing before they are needed.
    keepers: Mutex<Option<Keepers>>,
    /// Which tool each bare name was first found to mean.
    bare: Mutex<BTreeMap<String, String>>,
}

/// The tasks that keep servers running; dropping them ends the servers.
struct Keepers {
    tasks: JoinSet<()>,
    /// The servers that were started, by their place in the list.
    started: BTreeSet<usize>,
    /// Until when a task waits for those that are starting.
    patience: Duration,
}

/// A server, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerView {
    /// What people call it.
    pub name: String,
    /// How it is.
    pub state: ServerState,
    /// Its tools.
    pub tools: Vec<ToolView>,
    /// How many of them are left out.
    pub left_out: usize,
}

/// A tool, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolView {
    /// By which it is called.
    pub name: String,
    /// What it is said to do.
    pub description: String,
    /// Whether its server says that it destroys something.
    pub destroys: bool,
}

impl Servers {
    /// The servers of a configuration; none is started before it is needed.
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

    /// Starts those at these places that were not started yet. Returns until when a task waits for what is starting.
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

    /// Starts all servers, and waits until each has answered or failed, for so long at most.
    pub async fn settled(&self, most: Duration) {
        self.keep(|_| true);
        self.settled_by(self.clock.now() + most, |_| true).await;
    }

    /// Starts the server that a tool of this name is of, and waits until it has answered or failed, for so long at most.
    /// The others are left alone. A name without a server's name may be of any, so all are started and waited for.
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

    /// Every server, as it is now.
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

    /// Those that somebody switched off.
    pub fn disabled(&self) -> &[String] {
        &self.disabled
    }

    /// What is wrong with the configuration.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// Ends all of them; those that do not go by themselves are killed.
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
