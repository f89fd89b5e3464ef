//! The life of one server: started in the background, asked for its tools, asked again when they change, restarted with
//! growing delays when it ends. Callers never wait for that: a call to an unavailable server is an error.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::service::{QuitReason, ServiceError, Subscription};
use rmcp::{Peer, RoleClient};
use serde_json::{Map, Value};
use task::agent::{Clock, ToolError};
use tokio::sync::{Notify, watch};

use super::config::{ServerConfig, Transport};
use super::connection::{Connection, list_tools};
use super::process::Process;
use super::result;
use super::text::line;
use super::tool::{ListedTool, Origin, ToolList};
use super::trouble::Trouble;

/// How long a server may take to start: some are downloaded first.
const START: Duration = Duration::from_secs(90);
/// How long it may take to list its tools.
const LIST: Duration = Duration::from_secs(30);
/// How long changes of its tools are collected, so that a server that changes them all the time is not asked all the
/// time.
const GATHER: Duration = Duration::from_millis(500);
/// The first delay before a restart, and the longest; each is twice the previous one.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// After this many failures in a row it is left alone.
const MOST_FAILURES: u32 = 8;
/// How long it may take to exit by itself, and how often to check.
const FAREWELL: Duration = Duration::from_secs(2);
const GLANCE: Duration = Duration::from_millis(10);
/// A server that ran this long has recovered.
const RECOVERED: Duration = Duration::from_secs(60);

/// The state of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerState {
    /// It was not needed yet.
    Idle,
    /// It is starting.
    Starting,
    /// It is ready, in this protocol version.
    Ready {
        /// The version.
        version: String,
    },
    /// It is not available.
    Away {
        /// Why, and what to do.
        why: String,
        /// Whether it is restarted automatically.
        again: bool,
    },
}

/// The known state of a server at one moment.
#[derive(Clone)]
pub(super) struct Status {
    pub(super) state: ServerState,
    /// Its tools; if it is not available, its last known ones.
    pub(super) tools: Arc<ToolList>,
    peer: Option<Peer<RoleClient>>,
}

/// One server.
pub(super) struct Server {
    pub(super) config: ServerConfig,
    /// Its part in the names of its tools.
    pub(super) short: String,
    status: watch::Sender<Status>,
    /// Notified by a call that found the connection broken.
    broken: Notify,
    /// Notified when it is to end.
    closing: Notify,
    clock: Arc<dyn Clock>,
}

impl Server {
    pub(super) fn new(config: ServerConfig, short: String, clock: Arc<dyn Clock>) -> Self {
        let status = Status { state: ServerState::Idle, tools: Arc::default(), peer: None };
        Self { config, short, status: watch::Sender::new(status), broken: Notify::new(), closing: Notify::new(), clock }
    }

    pub(super) fn status(&self) -> Status {
        self.status.borrow().clone()
    }

    /// Resolves once it has answered, or failed to.
    pub(super) async fn settled(&self) {
        let mut status = self.status.subscribe();
        let is_known = |status: &Status| !matches!(status.state, ServerState::Idle | ServerState::Starting);
        drop(status.wait_for(is_known).await);
    }

    /// Marks it as starting, before its keeper runs.
    pub(super) fn starts(&self) {
        self.status.send_modify(|status| status.state = ServerState::Starting);
    }

    /// Ends it.
    pub(super) fn close(&self) {
        self.closing.notify_one();
    }

    /// Keeps it running. Returns when it is closed, or when a restart is pointless.
    pub(super) async fn keep(&self) {
        let mut failures = 0_u32;
        loop {
            self.starts();
            let began = self.clock.now();
            let Some(trouble) = self.run_once().await else { return };
            if self.clock.now().saturating_sub(began) >= RECOVERED {
                failures = 0;
            }
            failures += 1;
            let again = trouble.passing && failures < MOST_FAILURES;
            tracing::warn!(server = self.config.name, again, "is not available: {}", trouble.why);
            self.status.send_modify(|status| {
                status.state = ServerState::Away { why: trouble.why, again };
                status.peer = None;
            });
            if !again {
                return;
            }
            let wait = FIRST_WAIT.saturating_mul(1 << (failures - 1).min(16)).min(LONGEST_WAIT);
            tokio::select! {
                () = self.clock.sleep_until(self.clock.now() + wait) => {}
                () = self.closing.notified() => return,
            }
        }
    }

    /// Runs it once, from start to end. Returns why it ended; `None` if it was closed.
    async fn run_once(&self) -> Option<Trouble> {
        let opened = tokio::select! {
            opened = self.within(START, Connection::open(&self.config)) => opened,
            () = self.closing.notified() => return None,
        };
        let connection = match opened {
            Some(Ok(connection)) => connection,
            Some(Err(trouble)) => return Some(trouble),
            None => return passing(format!("it did not answer within {} s", START.as_secs())),
        };
        let Connection { service, changed, mut subscription, version, mut process } = connection;
        let peer = service.peer().clone();
        if let Err(why) = self.list(&peer, &version).await {
            return passing(why);
        }
        let hang_up = service.cancellation_token();
        let waiting = service.waiting();
        tokio::pin!(waiting);
        loop {
            tokio::select! {
                quit = &mut waiting => {
                    let why = match quit {
                        Ok(QuitReason::Closed) => "it exited",
                        _ => "the connection was lost",
                    };
                    let words = match &mut process {
                        Some(process) => process.last_words().await,
                        None => String::new(),
                    };
                    return passing(format!("{why}{words}"));
                }
                () = self.closing.notified() => {
                    hang_up.cancel();
                    let _ = self.within(FAREWELL, &mut waiting).await;
                    self.see_off(process).await;
                    return None;
                }
                () = self.broken.notified() => return passing("the connection was lost".to_owned()),
                () = changed.notified() => {}
                () = news(&mut subscription) => {}
            }
            self.clock.sleep_until(self.clock.now() + GATHER).await;
            if let Err(why) = self.list(&peer, &version).await {
                return passing(why);
            }
        }
    }

    /// Gives its program time to exit by itself.
    async fn see_off(&self, process: Option<Process>) {
        let Some(process) = process else { return };
        process.ask_to_end();
        let until = self.clock.now() + FAREWELL;
        while !process.has_ended() && self.clock.now() < until {
            self.clock.sleep_until(self.clock.now() + GLANCE).await;
        }
    }

    /// Fetches its tools, and offers them.
    async fn list(&self, peer: &Peer<RoleClient>, version: &str) -> Result<(), String> {
        let place = match &self.config.transport {
            Transport::Stdio { command, .. } => command.as_str(),
            Transport::Http { url, .. } => url.split('?').next().unwrap_or_default(),
        };
        let origin = Origin { server: &self.config.name, short: &self.short, place };
        let tools = match self.within(LIST, list_tools(peer, &origin)).await {
            Some(Ok(tools)) => tools,
            Some(Err(error)) => return Err(format!("it did not list its tools: {}", line(&error.to_string(), 300))),
            None => return Err(format!("it did not list its tools within {} s", LIST.as_secs())),
        };
        if tools.left_out > 0 {
            tracing::warn!(server = self.config.name, "{} of its tools are left out", tools.left_out);
        }
        let (tools, peer) = (Arc::new(tools), Some(peer.clone()));
        let state = ServerState::Ready { version: version.to_owned() };
        self.status.send_replace(Status { state, tools, peer });
        Ok(())
    }

    async fn within<T>(&self, most: Duration, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            done = work => Some(done),
            () = self.clock.sleep_until(self.clock.now() + most) => None,
        }
    }

    /// Calls a tool once. Dropping the future tells the server that the call is cancelled.
    pub(super) async fn call(
        &self,
        tool: &ListedTool,
        args: &Map<String, Value>,
        timeout: Duration,
    ) -> Result<String, ToolError> {
        let Status { state, peer, .. } = self.status();
        let Some(peer) = peer else { return Err(ToolError::Unreachable(self.away(&state))) };
        let params = CallToolRequestParams::new(tool.own_name.clone()).with_arguments(args.clone());
        let most = self.config.timeout.unwrap_or(timeout).min(timeout);
        let Some(answer) = self.within(most, peer.call_tool_once(params)).await else {
            let seconds = most.as_secs_f64();
            let why = format!("it did not answer within {seconds} s; the call may still have been carried out");
            return Err(ToolError::Failed(why));
        };
        match answer {
            Ok(CallToolResponse::Complete(result)) => result::read(&result),
            Ok(CallToolResponse::InputRequired(_)) => Err(ToolError::Failed(
                "the tool wants to ask something first, which is not supported; give it everything at once".to_owned(),
            )),
            Ok(_) => Err(ToolError::Failed("the tool continues in the background and returned no result".to_owned())),
            Err(ServiceError::McpError(error)) => Err(ToolError::Failed(line(&error.message, 2000))),
            Err(ServiceError::TransportClosed | ServiceError::TransportSend(_)) => {
                self.broken.notify_one();
                let name = &self.config.name;
                let why = format!("`{name}` was lost during the call, which may or may not have been carried out");
                Err(ToolError::Unreachable(why))
            }
            Err(other) => Err(ToolError::Failed(line(&other.to_string(), 500))),
        }
    }

    /// Explains why it cannot be called now.
    fn away(&self, state: &ServerState) -> String {
        let name = &self.config.name;
        match state {
            ServerState::Idle | ServerState::Starting => format!("`{name}` is starting; try again in a while"),
            ServerState::Ready { .. } => format!("`{name}` is not connected"),
            ServerState::Away { why, again: true } => format!("`{name}`: {why}; it will be restarted"),
            ServerState::Away { why, again: false } => format!("`{name}`: {why}"),
        }
    }
}

fn passing(why: String) -> Option<Trouble> {
    Some(Trouble { why, passing: true })
}

/// Resolves when a server of 2026 reports that its tools changed; never if there is no subscription.
async fn news(subscription: &mut Option<Subscription>) {
    if let Some(open) = subscription {
        if let Ok(Some(_)) = open.next().await {
            return;
        }
        *subscription = None;
    }
    std::future::pending().await
}
