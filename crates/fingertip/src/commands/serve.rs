//! `fingertip serve`: the main job, the desktop with its API in one process.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::Args;
use desktop::hub::{Hub, Options};
use serde_json::json;
use server::{Config, Keys, NoQuestions, Server};
use task::folder::{Folder, Paths};
use task::permissions::Permissions;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::phones::{Which, now_ms};
use crate::signals::Signals;
use crate::world::random;

/// Run the desktop: agents fill it over HTTP, people look at it in a browser
#[derive(Args)]
#[command(after_help = "\
Prints one line `Desktop: http://…/#token=…` on stdout when it is ready: open it in a browser.
Ctrl+C stops it; everything is kept in the data folder, which belongs to one process at a time.
The log goes to stderr; RUST_LOG or --log says how much of it.

Examples:
  fingertip serve
  fingertip serve --listen 127.0.0.1:0 --data /tmp/desk --json
  fingertip serve --listen 0.0.0.0:7717 --public-url https://desk.example")]
pub(crate) struct Serve {
    /// Where it listens; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7717")]
    listen: String,
    #[command(flatten)]
    which: Which,
    /// An address under which it is reached besides, through a proxy that encrypts
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// What is logged: error, warn, info, debug, or a filter as in RUST_LOG
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
        let folder = Folder::open(&data)?;
        let places = Paths::new(&data);
        let listener = self.bind().await?;
        let address = listener.local_addr()?;
        let keys = Keys::open(&places.config(), Arc::new(random))?;
        let permissions = Arc::new(Permissions::open(&places.permissions())?);
        let hub = Hub::open(Some(&places.desktop()), Options::default()).context("cannot open the desktop")?;
        let url = format!("http://{}", reachable(address));
        let token = keys.owner_token().to_owned();
        folder.announce(&url, Some(&token))?;
        self.print(&url, &token)?;
        let config = Config { public_url: self.public_url.clone(), ..Config::default() };
        let clock = Arc::new(|| u64::try_from(now_ms()).unwrap_or_default());
        let answers = Arc::new(NoQuestions);
        let server = Server { hub, places, keys, permissions, answers, tasks: None, clock, config };
        let mut again = signals.clone();
        tokio::select! {
            ended = server::run(listener, server, async move { signals.next().await }) => ended?,
            // The first one ends the server gently, the second one at once.
            () = async { again.next().await; again.next().await } => return Ok(ExitCode::from(130)),
        }
        tracing::info!("stopped");
        drop(folder);
        Ok(ExitCode::SUCCESS)
    }

    fn start_log(&self) -> Result<()> {
        let filter = EnvFilter::try_new(&self.log)
            .with_context(|| format!("`{}` is no filter for the log; try --log info", self.log))?;
        // It fails only if there is one already, and then that one is used.
        let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init();
        Ok(())
    }

    async fn bind(&self) -> Result<TcpListener> {
        let listener = match TcpListener::bind(&self.listen).await {
            Ok(listener) => listener,
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
                bail!("`{}` is in use by another program; choose a free port with --listen 127.0.0.1:0", self.listen)
            }
            Err(error) => return Err(error).with_context(|| format!("cannot listen on `{}`", self.listen)),
        };
        let address = listener.local_addr()?;
        if !address.ip().is_loopback() {
            tracing::warn!(%address, "others can reach this address, and nothing on the way is encrypted");
        }
        Ok(listener)
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

/// An address that a browser on this machine can open: every address is none.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    address
}
