//! The server of a data folder in this process: desktop, tasks, phones, MCP. `serve` runs it until it is stopped; `mcp`
//! runs it while its client is connected, if no other server is running.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, PoisonError};

use anyhow::{Context, Result, bail};
use async_trait::async_trait;
use axum::extract::Request;
use axum::response::Response;
use desktop::hub::{Hub, Options};
use server::{Answers, Config, Keys, Mcp, Server, Setup, Tls};
use task::folder::{Folder, Paths};
use task::permissions::Permissions;
use task::{EventKind, News, Service, Watching};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::config::{Config as Settings, LiveConfig};
use crate::machine::{Machine, random};
use crate::nats::{NatsOptions, user};
use crate::phones::now_ms;
use crate::pruning::prune;
use crate::setup::ConfiguredSetup;
use crate::telemetry::Telemetry;

/// The inputs of a server besides its folder and its settings.
pub(crate) struct ServeOptions {
    pub(crate) listener: TcpListener,
    /// The phone for tasks that name none.
    pub(crate) usual: String,
    pub(crate) tls: Option<Tls>,
    /// Another address of the server, as the person gave it.
    pub(crate) public_url: Option<String>,
    /// How to reach the fleet that the desktop also shows.
    pub(crate) nats: NatsOptions,
}

/// A server that is ready.
pub(crate) struct Serving {
    /// The address for programs on this machine.
    pub(crate) url: String,
    /// The owner's token.
    pub(crate) token: String,
    listener: TcpListener,
    server: Server,
    tasks: Arc<Service>,
    machine: Arc<Machine>,
    saving: JoinHandle<()>,
    pruning: JoinHandle<()>,
    telemetry: Telemetry,
    folder: Folder,
}

impl Serving {
    /// Opens everything, and writes the address to the folder.
    pub(crate) async fn open(folder: Folder, data: &Path, settings: Settings, options: ServeOptions) -> Result<Self> {
        let ServeOptions { listener, usual, tls, public_url, nats } = options;
        let (places, settings_of_fleet) = (Paths::new(data), settings.clone());
        let address = listener.local_addr()?;
        let keys = Keys::open(&places.config(), Arc::new(random))?;
        let permissions = Arc::new(Permissions::open(&places.permissions())?);
        let hub = Hub::open(Some(&places.desktop()), Options::default()).context("cannot open the desktop")?;
        let scheme = if tls.is_some() { "https" } else { "http" };
        let url = format!("{scheme}://{}", reachable(address));
        let token = keys.owner_token().to_owned();
        let public_url = public_url.or_else(|| outward_url(tls.as_ref(), address));
        if let Some(url) = &public_url {
            tracing::info!(url, "address for other devices");
        }
        let live = Arc::new(LiveConfig::new(data, settings.clone()));
        let machine = Machine::owning(&folder, Some(usual), Arc::clone(&live)).await;
        let options =
            task::Options { settings: settings.executor, public_url: public_url.clone(), ..Default::default() };
        let tasks = Service::open(places.clone(), Arc::clone(&permissions), machine.environment(), options)?;
        let telemetry = Telemetry::start(&tasks, &settings.telemetry)?;
        let measures = telemetry.measures();
        let pruning = tokio::spawn(prune(Arc::clone(&tasks), Arc::clone(&hub), settings.history));
        if nats.access(&settings_of_fleet).is_some() {
            tokio::spawn(show_fleet(nats, settings_of_fleet, Arc::clone(&tasks)));
        }
        folder.announce(&url, Some(&token))?;
        let service = Arc::clone(&tasks);
        let on_settings = Box::new(move |settings| service.set_settings(settings));
        let setup = ConfiguredSetup::new(live, on_settings, public_url.clone(), tls.is_some());
        let offered = Arc::clone(&tasks);
        let shown = mcp::server::Options { shows_questions: settings.mcp.shows_questions };
        let server = Server {
            hub,
            places,
            keys,
            permissions,
            answers: Arc::clone(&tasks) as Arc<dyn Answers>,
            tasks: Some(Arc::clone(&tasks)),
            setup: Some(Arc::new(setup) as Arc<dyn Setup>),
            mcp: Some(Box::new(move |agents| {
                Arc::new(McpEndpoint(mcp::server::McpServer::new(offered, Arc::clone(agents), shown))) as Arc<dyn Mcp>
            })),
            tls,
            more_metrics: Some(Box::new(move |page| {
                measures.lock().unwrap_or_else(PoisonError::into_inner).prometheus(page);
            })),
            clock: Arc::new(|| u64::try_from(now_ms()).unwrap_or_default()),
            config: Config { public_url, ..Config::default() },
        };
        let saving = tokio::spawn(save_phone(Arc::clone(&machine), tasks.watch_all(None)));
        Ok(Self { url, token, listener, server, tasks, machine, saving, pruning, telemetry, folder })
    }

    /// Serves until stopped; then interrupts the running tasks and saves the built-in phone.
    pub(crate) async fn until(self, stopped: impl Future<Output = ()>) -> Result<()> {
        let Self { listener, server, tasks, machine, saving, pruning, telemetry, folder, .. } = self;
        let ended = server::run(listener, server, stopped).await;
        // Without the server no question can be answered any more, so the remaining tasks are interrupted.
        tasks.shutdown().await;
        telemetry.finish().await;
        saving.abort();
        pruning.abort();
        machine.close_tools().await;
        let saved = machine.close_phone().await;
        ended?;
        saved?;
        tracing::info!("stopped");
        drop(folder);
        Ok(())
    }
}

/// Shows the fleet too, as soon as it is connected; the desktop does not wait for it.
async fn show_fleet(nats: NatsOptions, settings: Settings, tasks: Arc<Service>) {
    match nats.connect_patiently(&settings, "desktop").await {
        Ok(fleet) => drop(fleet::Mirror::start(&fleet, &tasks, user(), Arc::new(random))),
        Err(error) => tracing::error!("cannot show the fleet: {error:#}"),
    }
}

/// The MCP server behind the HTTP server.
struct McpEndpoint(mcp::server::McpServer);

#[async_trait]
impl Mcp for McpEndpoint {
    async fn answer(&self, agent: &str, request: Request) -> Response {
        self.0.answer(agent, request).await
    }

    fn close(&self) {
        self.0.close();
    }
}

/// Binds an address.
pub(crate) async fn bind(address: &str) -> Result<TcpListener> {
    let listener = match TcpListener::bind(address).await {
        Ok(listener) => listener,
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            bail!("`{address}` is in use by another program; choose a free port with --listen 127.0.0.1:0")
        }
        Err(error) => {
            let problem = || format!("cannot listen on `{address}`; it must be HOST:PORT, as in 127.0.0.1:7717");
            return Err(error).with_context(problem);
        }
    };
    Ok(listener)
}

/// Returns the address for other devices, if the server listens to them over TLS.
fn outward_url(tls: Option<&Tls>, address: SocketAddr) -> Option<String> {
    let outward = tls.and_then(|_| match address.ip() {
        ip if ip.is_loopback() => None,
        ip if ip.is_unspecified() => crate::tls::outward(address),
        ip => Some(ip),
    });
    outward.map(|ip| format!("https://{}", SocketAddr::new(ip, address.port())))
}

/// Saves the built-in phone whenever a task ends, so that a killed process loses little.
async fn save_phone(machine: Arc<Machine>, mut watching: Watching) {
    while let Some(news) = watching.next().await {
        let over = matches!(&news, News::Event(event) if matches!(event.what, EventKind::Ended(_)));
        if over && let Err(error) = machine.save_phone().await {
            tracing::warn!("{error:#}");
        }
    }
}

/// Returns an address that a browser on this machine can open; the wildcard address is not one.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    address
}
