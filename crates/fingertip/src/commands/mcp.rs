//! `fingertip mcp`: serves phones, desktop and tasks to an MCP client on standard input and output.

mod clients;
mod insert;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use mcp::server::bridge::{BridgeEnd, Target, carry};
use tokio::io::{BufReader, stdin, stdout};
use tokio::sync::oneshot;

use self::clients::ClientName;
use crate::claim::{Claim, claim};
use crate::config::Config;
use crate::output;
use crate::phones::{BUILT_IN, PhoneOptions};
use crate::serving::{ServeOptions, Serving, bind};
use crate::signals::Signals;

/// How long a connection to the server may take.
const CONNECT: Duration = Duration::from_secs(5);

/// Serve phones, desktop and tasks to another program over MCP
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Speaks the Model Context Protocol on standard input and output. If `fingertip serve` is running on the same data
folder, this connects to it. Otherwise it runs its own server while the program is connected, and prints on stderr the
address of the desktop where people answer questions.

Examples:
  fingertip mcp                                  # the command an MCP client starts
  fingertip mcp install claude-desktop           # prints the entry for its configuration
  fingertip mcp install cursor --write           # adds the entry
  fingertip mcp --as my-agent --data /tmp/desk --device 127.0.0.1:5555"
)]
pub(crate) struct McpCommand {
    #[command(subcommand)]
    command: Option<Sub>,
    #[command(flatten)]
    serve: Offer,
}

#[derive(Subcommand)]
enum Sub {
    Install(Install),
}

/// The options of the server itself.
#[derive(Args)]
struct Offer {
    /// The name under which the program acts; people see it, and choices are remembered for it
    #[arg(long = "as", value_name = "NAME", default_value = "mcp")]
    name: String,
    #[command(flatten)]
    which: PhoneOptions,
    /// The log level on stderr: error, warn, info, debug
    #[arg(long, value_name = "FILTER", env = "RUST_LOG", default_value = "warn")]
    log: String,
}

/// Print the entry for a client's configuration, or add it
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip mcp install claude-code
  fingertip mcp install vscode --write
  fingertip mcp install other --data /srv/desk")]
struct Install {
    /// The client
    #[arg(value_enum)]
    client: ClientName,
    /// Add the entry to the client's configuration file
    #[arg(long)]
    write: bool,
    /// The client's configuration file, if it is not in the usual place
    #[arg(long, value_name = "FILE")]
    file: Option<std::path::PathBuf>,
    #[command(flatten)]
    which: PhoneOptions,
}

impl McpCommand {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        match self.command {
            Some(Sub::Install(install)) => install.run(),
            None => self.serve.run().await,
        }
    }
}

impl Offer {
    async fn run(self) -> Result<ExitCode> {
        crate::log::start(&self.log)?;
        if !server::is_agent_name(&self.name) {
            let name = crate::plain_text::plain(&self.name, 60);
            bail!("`{name}` is not a valid agent name: use letters, digits, `-`, `_` and `.`, and no reserved name");
        }
        let mut signals = Signals::new()?;
        let data = self.which.data()?;
        let claimed = tokio::select! {
            claimed = claim(&data, |owner| owner.url.clone().zip(owner.secret.clone())) => claimed?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        let ended = match claimed {
            Claim::Theirs((url, token)) => {
                let target = self.target(&url, token, &data)?;
                carry(target, BufReader::new(stdin()), stdout(), signals.next()).await?
            }
            Claim::Ours(folder) => {
                crate::private::keep_from_others();
                let settings = Config::load(&data)?;
                let listener = bind("127.0.0.1:0").await?;
                let usual = self.which.device.clone().unwrap_or_else(|| BUILT_IN.to_owned());
                let options = ServeOptions {
                    listener,
                    usual,
                    tls: None,
                    public_url: settings.server.public_url.clone(),
                    nats: Default::default(),
                };
                let serving = Serving::open(folder, &data, settings, options).await?;
                output::hint(&format!("Desktop: {}/#token={}", serving.url, serving.token));
                let target = self.target(&serving.url, serving.token.clone(), &data)?;
                let (stop, stopped) = oneshot::channel::<()>();
                let served = tokio::spawn(serving.until(async move { drop(stopped.await) }));
                let ended = carry(target, BufReader::new(stdin()), stdout(), signals.next()).await?;
                drop(stop);
                served.await.context("the server stopped unexpectedly")??;
                ended
            }
        };
        // Not by returning: the runtime would wait for the read of standard input, which cannot be cancelled.
        std::process::exit(match ended {
            BridgeEnd::Input => 0,
            BridgeEnd::Stopped => 130,
        })
    }

    fn target(&self, url: &str, token: String, data: &Path) -> Result<Target> {
        let client = crate::web::client_of_server(url, data, CONNECT)?;
        Ok(Target { url: url.to_owned(), token, agent: self.name.clone(), client })
    }
}

impl Install {
    fn run(self) -> Result<ExitCode> {
        let program = std::env::current_exe().context("cannot find the path of this program")?;
        let mut arguments = vec!["mcp".to_owned(), "--as".to_owned(), self.client.agent().to_owned()];
        if let Some(data) = &self.which.data {
            let whole = std::path::absolute(data)?;
            arguments.extend(["--data".to_owned(), whole.display().to_string()]);
        }
        if let Some(device) = &self.which.device {
            arguments.extend(["--device".to_owned(), device.clone()]);
        }
        let entry = self.client.entry(&program.display().to_string(), &arguments);
        let file = self.file.clone().or_else(|| self.client.file());
        if !self.write {
            if let Some(file) = &file {
                output::hint(&format!("for `{}` (--write adds it):", file.display()));
            }
            output::line(entry.text())?;
            return Ok(ExitCode::SUCCESS);
        }
        let file = file.context("the configuration file of this client is unknown; name it with --file")?;
        insert::into_file(&file, &entry)?;
        output::hint(&format!("added to `{}`; restart the client to use it", file.display()));
        Ok(ExitCode::SUCCESS)
    }
}
