//! `fingertip serve`: runs the desktop with its API, phones and tasks in one process.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use jiff::Timestamp;
use serde_json::json;
use server::Tls;

use crate::claim::own;
use crate::config::Serving as ServingConfig;
use crate::machine::random;
use crate::phones::{BUILT_IN, PhoneOptions};
use crate::serving::{ServeOptions, Serving, bind};
use crate::signals::Signals;

/// Run the desktop: agents fill it over HTTP, people use it in a browser
#[derive(Args)]
#[command(after_help = "\
When it is ready, prints one line `Desktop: http://…/#token=…` on stdout: open that address in a browser.
Ctrl+C stops it. Everything is kept in the data folder, which one process at a time can own.
The log goes to stderr; RUST_LOG or --log sets its level.

Examples:
  fingertip serve
  fingertip serve --listen 127.0.0.1:0 --data /tmp/desk --json
  fingertip serve --listen 0.0.0.0:7717 --tls          # for other devices, with a generated certificate
  fingertip serve --listen 0.0.0.0:443 --tls-cert desk.pem --tls-key desk.key --public-url https://desk.example
  fingertip serve --nats nats://hub:4222               # with the tasks, phones and questions of a fleet
  fingertip serve --public-url https://desk.example    # behind a proxy that encrypts")]
pub(crate) struct Serve {
    /// The address to listen on; 127.0.0.1:7717 unless configured otherwise; port 0 picks a free one
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,
    #[command(flatten)]
    which: PhoneOptions,
    /// Encrypt with a certificate generated for this machine and kept in the data folder
    #[arg(long)]
    tls: bool,
    /// Encrypt with this certificate chain, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_key", conflicts_with = "tls")]
    tls_cert: Option<PathBuf>,
    /// The private key of that certificate, in PEM
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Another address of this server, such as that of a proxy
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    #[command(flatten)]
    nats: crate::nats::NatsOptions,
    /// The log level: error, warn, info, debug; also per module, as in RUST_LOG: info,server=debug
    #[arg(long, value_name = "FILTER", env = "RUST_LOG", default_value = "info")]
    log: String,
    /// Print the address as JSON: {"url", "token", "desktop"}
    #[arg(long)]
    json: bool,
}

impl Serve {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        crate::log::start(&self.log)?;
        // Before anything is opened, so that a request to stop is not missed meanwhile.
        let mut signals = Signals::new()?;
        let data = self.which.data()?;
        let settings = crate::config::Config::load(&data)?;
        let folder = tokio::select! {
            folder = own(&data) => folder?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        crate::private::keep_from_others();
        let listener = bind(self.listen.as_deref().unwrap_or(&settings.server.listen)).await?;
        let address = listener.local_addr()?;
        let public_url = self.public_url.clone().or_else(|| settings.server.public_url.clone());
        let tls = self.tls(&data, &settings.server, address, public_url.as_deref())?;
        if let Some(tls) = &tls {
            crate::tls::announce(&data, tls)?;
            tracing::info!(sha256 = crate::tls::fingerprint(tls), "encrypted; other devices show this fingerprint");
        } else if !address.ip().is_loopback() {
            tracing::warn!(%address, "other devices can reach this address without encryption; --tls encrypts it");
        }
        let usual = self.which.device.clone().unwrap_or_else(|| BUILT_IN.to_owned());
        let options = ServeOptions { listener, usual, tls, public_url, nats: self.nats.clone() };
        let serving = Serving::open(folder, &data, settings, options).await?;
        self.print(&serving.url, &serving.token)?;
        let mut again = signals.clone();
        tokio::select! {
            ended = serving.until(async move { signals.next().await }) => ended?,
            // The first signal shuts the server down gracefully, the second at once.
            () = async { again.next().await; again.next().await } => return Ok(ExitCode::from(130)),
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the TLS settings: from the command line, else from the configuration; `None` if neither sets any.
    fn tls(
        &self,
        data: &Path,
        config: &ServingConfig,
        address: SocketAddr,
        public_url: Option<&str>,
    ) -> Result<Option<Tls>> {
        let flags =
            self.tls.then_some(None).or_else(|| self.tls_cert.as_deref().zip(self.tls_key.as_deref()).map(Some));
        let configured = match (&config.tls_cert, &config.tls_key) {
            (Some(certificate), Some(key)) => Some(Some((certificate.as_path(), key.as_path()))),
            (None, None) => config.tls.then_some(None),
            _ => bail!("`tls_cert` and `tls_key` belong together, but the configuration has only one of them"),
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
