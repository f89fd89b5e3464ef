//! `fingertip serve`: the main job, the desktop with its API, phones and tasks in one process.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use desktop::hub::{Hub, Options};
use jiff::Timestamp;
use serde_json::json;
use server::{Answers, Config, Keys, Server, Setup, Tls};
use task::folder::Paths;
use task::permissions::Permissions;
use task::{News, Service, Watching, What};
use tokio::net::TcpListener;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

use crate::claim::own;
use crate::config::{LiveConfig, Serving};
use crate::machine::{Machine, random};
use crate::phones::{BUILT_IN, Which, now_ms};
use crate::setup::ConfiguredSetup;
use crate::signals::Signals;

/// Run the desktop: agents fill it over HTTP, people look at it in a browser
#[derive(Args)]
#[command(after_help = "\
Prints one line `Desktop: http://…/#token=…` on stdout when it is ready: open it in a browser.
Ctrl+C stops it; everything is kept in the data folder, which belongs to one process at a time.
The log goes to stderr; RUST_LOG or --log says how much of it.

Examples:
  fingertip serve
  fingertip serve --listen 127.0.0.1:0 --data /tmp/desk --json
  fingertip serve --listen 0.0.0.0:7717 --tls          # for other devices, with a certificate made for this machine
  fingertip serve --listen 0.0.0.0:443 --tls-cert desk.pem --tls-key desk.key --public-url https://desk.example
  fingertip serve --public-url https://desk.example    # behind a proxy that encrypts")]
pub(crate) struct Serve {
    /// Where it listens, 127.0.0.1:7717 unless configured otherwise; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,
    #[command(flatten)]
    which: Which,
    /// Encrypt with a certificate that is made for this machine and kept in the data folder
    #[arg(long)]
    tls: bool,
    /// Encrypt with this certificate, in PEM, with its chain
    #[arg(long, value_name = "FILE", requires = "tls_key", conflicts_with = "tls")]
    tls_cert: Option<PathBuf>,
    /// The key of that certificate, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// An address under which it is reached besides, such as that of a proxy
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// What is logged: error, warn, info, debug, also by module as in RUST_LOG: info,server=debug
    #[arg(long, value_name = "FILTER", env = "RUST_LOG", default_value = "info")]
    log: String,
    /// Print the line as JSON: {"url", "token", "desktop"}
    #[arg(long)]
    json: bool,
}

impl Serve {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        self.start_log()?;
        // Before anything is opened: whoever asks us to stop meanwhile is heard.
        let mut signals = Signals::new()?;
        let data = self.which.data()?;
        let settings = crate::config::Config::load(&data)?;
        let folder = tokio::select! {
            folder = own(&data) => folder?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        crate::private::keep_from_others();
        let places = Paths::new(&data);
        let listener = bind(self.listen.as_deref().unwrap_or(&settings.server.listen)).await?;
        let address = listener.local_addr()?;
        let given_url = self.public_url.clone().or_else(|| settings.server.public_url.clone());
        let tls = self.tls(&data, &settings.server, address, given_url.as_deref())?;
        if let Some(tls) = &tls {
            crate::tls::announce(&data, tls)?;
            tracing::info!(sha256 = crate::tls::fingerprint(tls), "encrypted; other devices show this fingerprint");
        } else if !address.ip().is_loopback() {
            tracing::warn!(%address, "others can reach this address, and nothing on the way is encrypted; --tls does that");
        }
        let keys = Keys::open(&places.config(), Arc::new(random))?;
        let permissions = Arc::new(Permissions::open(&places.permissions())?);
        let hub = Hub::open(Some(&places.desktop()), Options::default()).context("cannot open the desktop")?;
        let scheme = if tls.is_some() { "https" } else { "http" };
        let url = format!("{scheme}://{}", reachable(address));
        let token = keys.owner_token().to_owned();
        // Who listens to others over TLS is reached by them, under the address of this machine.
        let own_url = || {
            let outward = tls.as_ref().and_then(|_| match address.ip() {
                ip if ip.is_loopback() => None,
                ip if ip.is_unspecified() => crate::tls::outward(address),
                ip => Some(ip),
            });
            outward.map(|ip| format!("https://{}", SocketAddr::new(ip, address.port())))
        };
        let public_url = given_url.or_else(own_url);
        if let Some(url) = &public_url {
            tracing::info!(url, "other devices reach it here");
        }
        let usual = self.which.device.clone().unwrap_or_else(|| BUILT_IN.to_owned());
        let live = Arc::new(LiveConfig::new(&data, settings.clone()));
        let machine = Machine::owning(&folder, Some(usual), Arc::clone(&live)).await;
        let options =
            task::Options { settings: settings.executor, public_url: public_url.clone(), ..Default::default() };
        let tasks = Service::open(places.clone(), Arc::clone(&permissions), machine.environment(), options)?;
        folder.announce(&url, Some(&token))?;
        self.print(&url, &token)?;
        let service = Arc::clone(&tasks);
        let on_settings = Box::new(move |settings| service.set_settings(settings));
        let setup = Some(
            Arc::new(ConfiguredSetup::new(live, on_settings, public_url.clone(), tls.is_some())) as Arc<dyn Setup>
        );
        let config = Config { public_url, ..Config::default() };
        let clock = Arc::new(|| u64::try_from(now_ms()).unwrap_or_default());
        let answers = Arc::clone(&tasks) as Arc<dyn Answers>;
        let running = Some(Arc::clone(&tasks));
        let server = Server { hub, places, keys, permissions, answers, tasks: running, setup, tls, clock, config };
        let saving = tokio::spawn(save_phone(Arc::clone(&machine), tasks.watch_all(None)));
        let mut again = signals.clone();
        let ended = tokio::select! {
            ended = server::run(listener, server, async move { signals.next().await }) => ended,
            // The first one ends the server gently, the second one at once.
            () = async { again.next().await; again.next().await } => return Ok(ExitCode::from(130)),
        };
        // The server is gone, and nobody can be asked any more: what still runs is interrupted.
        tasks.shutdown().await;
        saving.abort();
        machine.close_tools().await;
        let saved = machine.close_phone().await;
        ended?;
        saved?;
        tracing::info!("stopped");
        drop(folder);
        Ok(ExitCode::SUCCESS)
    }

    /// What it is encrypted with: what the command says, else the configuration; nothing for neither.
    fn tls(&self, data: &Path, config: &Serving, address: SocketAddr, public_url: Option<&str>) -> Result<Option<Tls>> {
        let flags =
            self.tls.then_some(None).or_else(|| self.tls_cert.as_deref().zip(self.tls_key.as_deref()).map(Some));
        let configured = match (&config.tls_cert, &config.tls_key) {
            (Some(certificate), Some(key)) => Some(Some((certificate.as_path(), key.as_path()))),
            (None, None) => config.tls.then_some(None),
            _ => bail!("`tls_cert` and `tls_key` belong together; the configuration has only one of them"),
        };
        let host = public_url.and_then(|url| reqwest::Url::parse(url).ok()?.host_str().map(str::to_owned));
        match flags.or(configured) {
            None => Ok(None),
            Some(Some((certificate, key))) => {
                Ok(Some(crate::tls::given(certificate, key, host.into_iter().collect())?))
            }
            Some(None) => {
                let names = crate::tls::names(address, host.as_deref());
                Ok(Some(crate::tls::made(data, &names, Timestamp::now(), random()?)?))
            }
        }
    }

    fn start_log(&self) -> Result<()> {
        let is_module = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || "_-:".contains(letter));
        let filter = self.log.parse::<Targets>().ok();
        let Some(filter) = filter.filter(|filter| filter.iter().all(|(name, _)| is_module(name))) else {
            bail!("`{}` is no filter for the log; try --log info, or --log info,server=debug", self.log)
        };
        let lines = tracing_subscriber::fmt::layer()
            .with_ansi(std::io::stderr().is_terminal())
            .with_writer(std::io::stderr)
            .with_filter(filter);
        // It fails only if there is one already, and then that one is used.
        let _ = tracing_subscriber::registry().with(lines).try_init();
        Ok(())
    }

    fn print(&self, url: &str, token: &str) -> Result<()> {
        use std::io::Write;
        let desktop = format!("{url}/#token={token}");
        let line = if self.json {
            json!({ "url": url, "token": token, "desktop": desktop }).to_string()
        } else {
            format!("Desktop: {desktop}")
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{line}")?;
        Ok(out.flush()?)
    }
}

async fn bind(address: &str) -> Result<TcpListener> {
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

/// Saves the built-in phone whenever a task is over: a process that is killed then loses little of it.
async fn save_phone(machine: Arc<Machine>, mut watching: Watching) {
    while let Some(news) = watching.next().await {
        let over = matches!(&news, News::Event(event) if matches!(event.what, What::Ended(_)));
        if over && let Err(error) = machine.save_phone().await {
            tracing::warn!("{error:#}");
        }
    }
}

/// An address that a browser on this machine can open: every address is none.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    address
}
