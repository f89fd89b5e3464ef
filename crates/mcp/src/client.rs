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
mod lines;
mod names;
mod process;
mod result;
mod schema;
mod server;
mod text;
mod tool;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use action::policy::KnownTool;
use async_trait::async_trait;
use serde_json::{Map, Value};
use task::agent::{Clock, Need, ToolError, Tools, model};
use tokio::task::JoinSet;

use self::config::{Configured, Mistake};
use self::server::Server;
pub use self::server::ServerState;
use self::tool::ListedTool;

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
}

/// Those who keep servers running; whoever drops them ends the servers.
struct Keepers {
    tasks: JoinSet<()>,
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
        Self { servers: kept, disabled, mistakes, tool_tokens, clock, keepers: Mutex::default() }
    }

    /// Starts all of them in the background, once.
    pub fn start(&self) {
        self.started();
    }

    /// The same; until when a task waits for those that are starting.
    fn started(&self) -> Duration {
        let mut keepers = self.keepers.lock().unwrap_or_else(PoisonError::into_inner);
        let keepers = keepers.get_or_insert_with(|| {
            let mut tasks = JoinSet::new();
            for server in &self.servers {
                let server = Arc::clone(server);
                tasks.spawn(async move { server.keep().await });
            }
            Keepers { tasks, patience: self.clock.now() + PATIENCE }
        });
        keepers.patience
    }

    /// Starts them, and waits until each has answered or failed, for so long at most.
    pub async fn settled(&self, most: Duration) {
        self.started();
        self.settled_by(self.clock.now() + most).await;
    }

    async fn settled_by(&self, at: Duration) {
        let all = async {
            for server in &self.servers {
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

    /// The names that are nearest to this one.
    pub fn nearest(&self, name: &str) -> Vec<String> {
        let all: BTreeSet<String> =
            self.list().into_iter().flat_map(|server| server.tools).map(|tool| tool.name).collect();
        let mut scored: Vec<(f64, String)> =
            all.into_iter().map(|known| (strsim::jaro_winkler(name, &known), known)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        scored.into_iter().take(5).map(|(_, known)| known).collect()
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

    /// Who has a tool of this name.
    fn owner(&self, name: &str) -> Option<(Arc<Server>, Arc<ListedTool>)> {
        let has =
            |server: &Arc<Server>| server.status().tools.find(name).map(|tool| (Arc::clone(server), Arc::clone(tool)));
        self.servers.iter().find_map(has)
    }
}

#[async_trait]
impl Tools for Servers {
    async fn offered(&self, need: &Need<'_>) -> Arc<[model::Tool]> {
        if self.servers.is_empty() {
            return Arc::default();
        }
        self.settled_by(self.started()).await;
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
