//! `/mcp` as streamable HTTP, both protocol versions on one address.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use desktop::agents::Agents;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use task::Service;
use tokio_util::sync::CancellationToken;

use super::clients::Clients;
use super::handler::Handler;
use super::questions::Pending;

/// The largest message: a batch of desktop actions with a picture or two.
const MOST_BODY: usize = 32 << 20;

/// What a person has said about the agents that come in here.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The agents whose programs show questions to people: only theirs count as answered by a person.
    pub shows_questions: BTreeSet<String>,
}

/// What all sessions share.
pub(super) struct Shared {
    pub(super) service: Arc<Service>,
    pub(super) agents: Arc<Agents>,
    pub(super) clients: Clients,
    pub(super) pending: Pending,
    pub(super) options: Options,
}

impl Shared {
    /// A session of this agent is over: its phones are free, its locks fall.
    pub(super) fn session_ended(self: &Arc<Self>, agent: &str) {
        self.clients.forget(agent);
        let (agents, agent) = (Arc::clone(&self.agents), agent.to_owned());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = agents.let_locks_fall(&agent).await {
                    tracing::warn!(%error, agent, "its locks did not fall");
                }
            });
        }
    }
}

/// Who a request is of; set by the door, on every request.
#[derive(Clone)]
pub(super) struct Agent(pub(super) String);

/// The MCP server.
pub struct McpServer {
    http: StreamableHttpService<Handler, LocalSessionManager>,
    stop: CancellationToken,
}

impl McpServer {
    /// Offers these tasks and phones, and the desktop of these agents.
    pub fn new(service: Arc<Service>, agents: Arc<Agents>, options: Options) -> Self {
        let shared =
            Arc::new(Shared { service, agents, clients: Clients::default(), pending: Pending::default(), options });
        let stop = CancellationToken::new();
        // Host and Origin were looked at by the server whose door this is.
        let config = StreamableHttpServerConfig::default()
            .with_cancellation_token(stop.clone())
            .with_max_request_body_bytes(MOST_BODY)
            .disable_allowed_hosts();
        let make = move || Ok(Handler::new(&shared));
        Self { http: StreamableHttpService::new(make, Arc::default(), config), stop }
    }

    /// Answers a request of this agent.
    pub async fn answer(&self, agent: &str, mut request: Request) -> Response {
        request.extensions_mut().insert(Agent(agent.to_owned()));
        let response = self.http.handle(request).await;
        response.map(Body::new)
    }

    /// Ends all streams.
    pub fn close(&self) {
        self.stop.cancel();
    }
}
