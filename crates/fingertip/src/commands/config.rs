//! `fingertip config`: shows each setting with its source, and creates a file to start from.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use crate::config::{self, Config};
use crate::output;
use crate::phones::PhoneOptions;

/// Show or create the configuration
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip config init            # a commented file in the data folder
  fingertip config show            # every value, and where it comes from
  fingertip config show --json")]
pub(crate) struct ConfigCommand {
    #[command(subcommand)]
    what: Subcommands,
    #[command(flatten)]
    which: PhoneOptions,
}

#[derive(Subcommand)]
enum Subcommands {
    /// Print every value with its source; keys are never shown
    #[command(after_help = "Example:\n  fingertip config show --json | jq '.[] | select(.source != \"default\")'")]
    Show {
        /// Print the values as JSON
        #[arg(long)]
        json: bool,
    },
    /// Write a commented file to start from
    #[command(
        after_help = "Example:\n  fingertip config init && $EDITOR \"$(fingertip config path)\" && fingertip doctor"
    )]
    Init {
        /// Replace an existing file
        #[arg(long)]
        force: bool,
    },
    /// Print the file's path, whether it exists or not
    Path,
}

impl ConfigCommand {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let data = self.which.data()?;
        let path = Config::file(&data);
        match self.what {
            Subcommands::Path => output::line(path.display())?,
            Subcommands::Init { force } => {
                if path.exists() && !force {
                    bail!("`{}` exists already; `--force` replaces it", path.display());
                }
                task::folder::write_private(&path, config::TEMPLATE.as_bytes())
                    .with_context(|| format!("cannot write `{}`", path.display()))?;
                output::line(path.display())?;
            }
            Subcommands::Show { json } => {
                let text = config::text(&data)?;
                let read = text.as_deref().map_or_else(|| Ok(Config::default()), |text| Config::read(&path, text))?;
                let mut entries = self.which.entries(&data);
                entries.extend(config::entries(&read, text.as_deref(), |name| std::env::var(name).ok())?);
                if json {
                    output::json(&entries)?;
                    return Ok(ExitCode::SUCCESS);
                }
                let widest = entries.iter().map(|entry| entry.key.len()).max().unwrap_or(0);
                for entry in entries {
                    let note = entry.note.map_or_else(String::new, |note| format!(" ({note})"));
                    output::line(format_args!("{:<widest$}  {}{note}  # {}", entry.key, entry.value, entry.source))?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
