//! One connection to a server: its program or address, the handshake in either protocol version, its tools.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use rmcp::model::{PaginatedRequestParams, SubscriptionFilter};
use rmcp::service::{ClientInitializeError, RunningService, ServiceError, Subscription};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::{StreamableHttpClientTransportConfig, StreamableHttpError};
use rmcp::{Peer, RoleClient};
use tokio::io::DuplexStream;
use tokio::sync::Notify;

use super::config::{ServerConfig, Transport};
use super::handler::Handler;
use super::handshake::{Failed, shake};
use super::lines::{LONGEST_MESSAGE, pump};
use super::process::Process;
use super::text::line;
use super::tool::{Origin, ToolList};
use super::trouble::Trouble;

/// How many pages of tools are requested, and how many tools of one server are kept.
const MOST_PAGES: usize = 200;
const MOST_TOOLS: usize = 2000;
/// The buffer between a program's output and its reader.
const PIPE: usize = 64 << 10;

/// An open connection.
pub(super) struct Connection {
    pub(super) service: RunningService<RoleClient, Handler>,
    /// Notified when the tools change.
    pub(super) changed: Arc<Notify>,
    /// The same for servers of 2026, which must be asked for it.
    pub(super) subscription: Option<Subscription>,
    /// The protocol version.
    pub(super) version: String,
    pub(super) process: Option<Process>,
}

impl Connection {
    /// Opens it. The caller sets the timeout.
    pub(super) async fn open(config: &ServerConfig) -> Result<Self, Trouble> {
        let changed = Arc::<Notify>::default();
        let handler = Handler::new(&config.name, Arc::clone(&changed));
        let (service, process) = match &config.transport {
            Transport::Stdio { command, args, env, cwd } => {
                over_pipes(&config.name, command, args, env, cwd.as_deref(), &handler).await?
            }
            Transport::Http { url, headers } => (over_http(url, headers, &handler).await?, None),
        };
        let info = service.peer().peer_info();
        let version = info.as_ref().map(|info| line(&info.protocol_version.to_string(), 20)).unwrap_or_default();
        let tells = info.as_ref().and_then(|info| info.capabilities.tools.as_ref()?.list_changed) == Some(true);
        let asks_for_news = info.is_some_and(|info| !info.protocol_version.has_initialize());
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        let subscription = if tells && asks_for_news { service.peer().listen(filter).await.ok() } else { None };
        Ok(Self { service, changed, subscription, version, process })
    }
}

/// Starts the program and does the handshake. Starts it a second time if the first handshake showed how to begin.
async fn over_pipes(
    name: &str,
    command: &str,
    args: &[String],
    env: &[(String, String)],
    cwd: Option<&Path>,
    handler: &Handler,
) -> Result<(RunningService<RoleClient, Handler>, Option<Process>), Trouble> {
    let start = || {
        let started = Process::start(name, command, args, env, cwd);
        let (process, output, input) = started.map_err(|error| unstartable(command, &error))?;
        let (near, far): (DuplexStream, DuplexStream) = tokio::io::duplex(PIPE);
        let name = name.to_owned();
        tokio::spawn(async move { pump(&name, output, near).await });
        let transport = AsyncRwTransport::new_client(far, input).with_max_line_length(LONGEST_MESSAGE + 1);
        Ok((transport, process))
    };
    match shake(handler, start).await {
        Ok((service, process)) => Ok((service, Some(process))),
        Err(Failed::Unconnected(trouble)) => Err(trouble),
        Err(Failed::Refused(error, mut process)) => {
            let hung_up = matches!(*error, ClientInitializeError::ConnectionClosed(_));
            let why = if hung_up { "it exited before it answered".to_owned() } else { told(&error) };
            Err(Trouble::passing(format!("{why}{}", process.last_words().await)))
        }
    }
}

fn unstartable(command: &str, error: &std::io::Error) -> Trouble {
    let command = action::quoted(command);
    match error.kind() {
        std::io::ErrorKind::NotFound => Trouble::lasting(format!(
            "the program {command} (or its working directory) does not exist; install it, or write its full path"
        )),
        std::io::ErrorKind::PermissionDenied => Trouble::lasting(format!("no permission to start {command}")),
        _ => Trouble::passing(format!("the program {command} cannot be started: {error}")),
    }
}

async fn over_http(
    url: &str,
    headers: &[(String, String)],
    handler: &Handler,
) -> Result<RunningService<RoleClient, Handler>, Trouble> {
    let mut custom = HashMap::new();
    for (name, value) in headers {
        let header = HeaderName::try_from(name.as_str()).ok().zip(HeaderValue::try_from(value.as_str()).ok());
        let Some((name, mut value)) = header else {
            return Err(Trouble::lasting(format!("the header {} cannot be sent", action::quoted(name))));
        };
        value.set_sensitive(true);
        custom.insert(name, value);
    }
    let client = client(url).map_err(|error| Trouble::lasting(format!("no connection can be made: {error}")))?;
    let connect = || {
        let config = StreamableHttpClientTransportConfig::with_uri(url)
            .custom_headers(custom.clone())
            .max_sse_event_size(LONGEST_MESSAGE)
            // A call that may have been carried out is never repeated automatically.
            .reinit_on_expired_session(false);
        Ok((StreamableHttpClientTransport::with_client(client.clone(), config), ()))
    };
    let error = match shake(handler, connect).await {
        Ok((service, ())) => return Ok(service),
        Err(Failed::Unconnected(trouble)) => return Err(trouble),
        Err(Failed::Refused(error, ())) => error,
    };
    let why = told(&error);
    let refused = error.is_authorization_required() || error.auth_challenge().is_some();
    if refused || why.contains("HTTP 401") || why.contains("HTTP 403") {
        return Err(Trouble::lasting(
            "it requires authentication (401): put a token into its entry, as in \
             `\"headers\": {\"Authorization\": \"Bearer ${env:TOKEN}\"}`; signing in through a browser (OAuth) is not supported",
        ));
    }
    Err(Trouble::passing(why))
}

fn client(url: &str) -> reqwest::Result<reqwest::Client> {
    // If another thread was faster, it is already installed: just as good.
    drop(rustls::crypto::ring::default_provider().install_default());
    let mut builder = reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(10))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .user_agent(concat!("fingertip/", env!("CARGO_PKG_VERSION")));
    if url.starts_with("http://") {
        // Otherwise the platform's certificates are loaded, which fails if there are none.
        builder = builder.tls_certs_only([]);
    }
    builder.build()
}

/// Describes a handshake error without secrets, and bounded.
fn told(error: &ClientInitializeError) -> String {
    let error = match error {
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => fallback,
        error => error,
    };
    match error {
        ClientInitializeError::JsonRpcError(error) => format!("it refused: {}", line(&error.message, 300)),
        ClientInitializeError::NoCompatibleProtocolVersion { server_supported, .. } => {
            let theirs: Vec<String> =
                server_supported.iter().take(5).map(|version| line(&version.to_string(), 20)).collect();
            format!("it supports the protocol versions {}, but not 2025-11-25 or 2026-07-28", theirs.join(", "))
        }
        ClientInitializeError::ConnectionClosed(_) => "it closed the connection before it answered".to_owned(),
        ClientInitializeError::TransportError { error, .. } => {
            format!("it cannot be reached: {}", line(&causes(&*error.error), 300))
        }
        other => line(&other.to_string(), 300),
    }
}

/// Returns the causes of an error, the nearest first; never an address, which may hold a key.
fn causes(error: &(dyn std::error::Error + 'static)) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(StreamableHttpError::Client(inner)) = error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            next = Some(inner);
            continue;
        }
        let text = match error.downcast_ref::<reqwest::Error>() {
            Some(error) if error.is_connect() => "no connection".to_owned(),
            Some(error) if error.is_timeout() => "no answer in time".to_owned(),
            Some(error) => {
                error.status().map_or_else(|| "the request failed".to_owned(), |status| format!("HTTP {status}"))
            }
            None => error.to_string(),
        };
        let text: Vec<&str> =
            text.split(' ').map(|word| if word.contains("://") { "its address" } else { word }).collect();
        let text = text.join(" ");
        if !told.contains(&text) {
            told.push(text);
        }
        next = error.source();
    }
    told.join(": ")
}

/// Lists all tools of a server, page by page, bounded.
pub(super) async fn list_tools(peer: &Peer<RoleClient>, origin: &Origin<'_>) -> Result<ToolList, ServiceError> {
    let mut list = ToolList::default();
    let mut params: Option<PaginatedRequestParams> = None;
    for _ in 0..MOST_PAGES {
        let page = peer.list_tools(params.take()).await?;
        for tool in &page.tools {
            list.add(origin, tool, MOST_TOOLS);
        }
        match page.next_cursor {
            Some(cursor) if list.tools.len() < MOST_TOOLS => {
                params = Some(PaginatedRequestParams::default().with_cursor(Some(cursor)));
            }
            _ => break,
        }
    }
    Ok(list)
}
