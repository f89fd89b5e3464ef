//! `/mcp` as streamable HTTP, with both protocol versions at one address.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use desktop::agents::Agents;
use futures_util::StreamExt;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use task::Service;
use tokio_util::sync::CancellationToken;

use super::clients::{Agent, InSession};
use super::handler::Handler;
use super::message::{self, MOST_BODY, Posted};
use super::questions::Pending;
use super::sessions::{Busy, Full, Sessions};
use super::shared::{Options, Shared};

/// The header that names a session, in the versions that have sessions.
pub(super) const SESSION: &str = "mcp-session-id";

/// How long a session may be silent. A person may take hours to answer, and a chat may stay open over lunch; a session
/// whose program vanished is forgotten the same day.
const LONGEST_SILENCE: Duration = Duration::from_secs(6 * 3600);

/// The MCP server.
pub struct McpServer {
    http: StreamableHttpService<Handler, LocalSessionManager>,
    sessions: Sessions,
    shared: Arc<Shared>,
    stop: CancellationToken,
}

impl McpServer {
    /// Creates the server for these tasks and phones, and the desktop of these agents.
    pub fn new(service: Arc<Service>, agents: Arc<Agents>, options: Options) -> Self {
        let shared = Arc::new(Shared::new(service, agents, options));
        let pending = Arc::<Pending>::default();
        let stop = CancellationToken::new();
        // The HTTP server has already checked Host and Origin.
        let config = StreamableHttpServerConfig::default()
            .with_cancellation_token(stop.clone())
            .with_max_request_body_bytes(MOST_BODY)
            .disable_allowed_hosts();
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(LONGEST_SILENCE);
        let manager = Arc::new(manager);
        let sessions = Sessions::new(Arc::clone(&manager));
        let made = Arc::clone(&shared);
        let make = move || Ok(Handler::new(&made, &pending));
        Self { http: StreamableHttpService::new(make, manager, config), sessions, shared, stop }
    }

    /// Answers a request of this agent.
    pub async fn answer(&self, agent: &str, mut request: Request) -> Response {
        // A program of a version without sessions ends.
        if request.method() == Method::DELETE && !request.headers().contains_key(SESSION) {
            self.shared.leaves(agent);
            return StatusCode::NO_CONTENT.into_response();
        }
        request.extensions_mut().insert(Agent(agent.to_owned()));
        if request.method() == Method::POST && message::is_json(request.headers()) {
            return match Posted::read(request).await {
                Ok(posted) => self.posted(agent, posted).await,
                Err(response) => *response,
            };
        }
        let ends = request.method() == Method::DELETE;
        let mut response = self.http.handle(request).await.map(Body::new);
        // There is nothing left to wait for; some clients take "accepted" for a failure.
        if ends && response.status() == StatusCode::ACCEPTED {
            *response.status_mut() = StatusCode::NO_CONTENT;
        }
        response
    }

    /// Answers a message. `initialize` opens a session, if there is room; a call keeps its session busy until it is
    /// answered.
    async fn posted(&self, agent: &str, mut posted: Posted) -> Response {
        let id = posted.id();
        let session = posted.parts.headers.get(SESSION).and_then(|id| id.to_str().ok());
        let busy = session.and_then(|id| self.sessions.used(id));
        let opening = if session.is_none() && posted.method.as_deref() == Some("initialize") {
            match self.sessions.make_room(agent).await {
                Ok(opening) => Some(opening),
                Err(Full { sessions }) => return message::no_room(&id, sessions),
            }
        } else {
            None
        };
        if busy.is_some() {
            posted.parts.extensions.insert(InSession);
        }
        let response = self.http.handle(posted.into_request()).await.map(Body::new);
        let opened = response.headers().get(SESSION).and_then(|id| id.to_str().ok());
        if let (Some(opening), Some(id)) = (opening, opened) {
            opening.opened(id);
        }
        match response.status() {
            // The header was right, so the body was wrong.
            StatusCode::UNSUPPORTED_MEDIA_TYPE => message::no_message(&id),
            _ => kept(response, busy),
        }
    }

    /// Ends all streams.
    pub fn close(&self) {
        self.stop.cancel();
    }
}

/// Wraps the response; its session is busy until its stream has ended.
fn kept(response: Response, busy: Option<Busy>) -> Response {
    let streams = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
    let Some(busy) = busy.filter(|_| streams) else { return response };
    response.map(|body| {
        Body::from_stream(body.into_data_stream().map(move |part| {
            let _kept = &busy;
            part
        }))
    })
}
