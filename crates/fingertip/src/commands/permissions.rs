//! `fingertip permissions`: lists and revokes remembered approvals and refusals.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use task::permissions::ListedChoice;

use crate::backend::Backend;
use crate::config::Config;
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;

const NOTHING: &str = "nothing is remembered: every approval is asked for";

/// List and revoke remembered approvals and refusals
#[derive(Args)]
#[command(after_help = "\
After a revocation, the next such action asks again.

Examples:
  fingertip permissions list
  fingertip permissions revoke 1f3a5c7e9b2d4f60
  fingertip permissions revoke all")]
pub(crate) struct PermissionsCommand {
    #[command(subcommand)]
    what: Subcommands,
    #[command(flatten)]
    which: PhoneOptions,
}

#[derive(Subcommand)]
enum Subcommands {
    /// List every remembered choice
    #[command(after_help = "Example:\n  fingertip permissions list --json")]
    List {
        /// Print the choices as JSON
        #[arg(long)]
        json: bool,
    },
    /// Forget one choice, or all of them
    #[command(
        after_help = "Examples:\n  fingertip permissions revoke 1f3a5c7e9b2d4f60\n  fingertip permissions revoke all"
    )]
    Revoke {
        /// The choice's id in the list, or `all`
        id: String,
        /// Print the forgotten choices as JSON
        #[arg(long)]
        json: bool,
    },
}

impl PermissionsCommand {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        match self.what {
            Subcommands::List { json } => show(&choices(&Backend::look(&self.which).await?).await?, json)?,
            Subcommands::Revoke { id, json } => {
                let backend = Backend::look(&self.which).await?;
                let remembered = choices(&backend).await?;
                let forgotten: Vec<ListedChoice> =
                    remembered.into_iter().filter(|choice| id == "all" || choice.id == id).collect();
                if forgotten.is_empty() && id != "all" {
                    bail!("there is no choice `{}`; `fingertip permissions list` lists them", plain(&id, 80));
                }
                if !forgotten.is_empty() {
                    forget(&self.which, backend, &forgotten).await?;
                }
                if json {
                    output::json(&forgotten)?;
                } else {
                    forgotten.iter().try_for_each(|choice| output::line(format_args!("revoked {}", row(choice))))?;
                    if forgotten.is_empty() {
                        output::hint(NOTHING);
                    }
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

async fn choices(backend: &Backend) -> Result<Vec<ListedChoice>> {
    let listed = match backend {
        Backend::Remote(server) => server.choices().await?,
        Backend::InProcess(local) => local.permissions.listed(),
    };
    Ok(listed.choices)
}

async fn forget(which: &PhoneOptions, backend: Backend, choices: &[ListedChoice]) -> Result<()> {
    // Only the owner of the folder may write to it.
    let backend = match backend {
        server @ Backend::Remote(_) => server,
        Backend::InProcess(_) => Backend::open(which, &Config::default()).await?,
    };
    for choice in choices {
        match &backend {
            Backend::Remote(server) => server.forget(&choice.id).await?,
            Backend::InProcess(local) => drop(local.permissions.revoke_by_id(&choice.id)?),
        }
    }
    Ok(())
}

fn show(choices: &[ListedChoice], json: bool) -> Result<()> {
    if json {
        return output::json(&choices);
    }
    if choices.is_empty() {
        output::hint(NOTHING);
    }
    choices.iter().try_for_each(|choice| output::line(row(choice)))
}

fn row(choice: &ListedChoice) -> String {
    let at = i64::try_from(choice.at).ok().and_then(|at| jiff::Timestamp::from_millisecond(at).ok());
    let context = choice.context.as_ref().map_or_else(String::new, |context| format!(" ({})", plain(context, 80)));
    let verdict = if choice.allow { "allowed" } else { "forbidden" };
    let (who, what) = (plain(&choice.who, 40), plain(&choice.what, 120));
    format!("{}  {verdict:<9} {}  {who}: {what}{context}", choice.id, super::task::when(at))
}
