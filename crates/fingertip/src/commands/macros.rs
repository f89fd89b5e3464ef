//! `fingertip macro`: keeps runs as files that can be read, edited, shared and run again. One verb, one file.

mod check;
mod export;
mod from;
mod import;
mod list;
mod repeat;
mod run;
mod show;

use std::collections::BTreeMap;
use std::process::ExitCode;

use action::Finding;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

pub(super) use self::repeat::Repeat;
use crate::phones::PhoneOptions;

/// Make, list, show, run, share and check macros: runs that can be run again with other values
#[derive(Args)]
#[command(after_help = "\
A macro is a readable TOML file in the data folder, `macros/NAME.toml`: one block a step, with placeholders for its
values. Edit it with any editor; `fingertip macro check` names every problem with its line.

Examples:
  fingertip macro from last --name tell-sam
  fingertip macro list
  fingertip macro run tell-sam content='dinner is ready' --device sim
  fingertip macro export tell-sam tell-sam.toml
  fingertip macro check tell-sam.toml")]
pub(crate) struct MacroCommand {
    #[command(subcommand)]
    what: Subcommands,
    #[command(flatten)]
    which: PhoneOptions,
}

#[derive(Subcommand)]
enum Subcommands {
    From(from::From),
    List(list::List),
    Show(show::Show),
    Run(run::Run),
    Export(export::Export),
    Import(import::Import),
    Check(check::Check),
}

impl MacroCommand {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let which = &self.which;
        match self.what {
            Subcommands::From(verb) => verb.run(which).await,
            Subcommands::List(verb) => verb.run(which),
            Subcommands::Show(verb) => verb.run(which),
            Subcommands::Run(verb) => verb.run(which).await,
            Subcommands::Export(verb) => verb.run(which).await,
            Subcommands::Import(verb) => verb.run(which),
            Subcommands::Check(verb) => verb.run(),
        }
    }
}

/// Reads values, each as `NAME=VALUE`.
pub(super) fn values(given: &[String]) -> Result<BTreeMap<String, String>> {
    let mut values = BTreeMap::new();
    for one in given {
        let (name, value) = one.split_once('=').with_context(|| format!("`{one}` is not NAME=VALUE"))?;
        if values.insert(name.trim().to_owned(), value.to_owned()).is_some() {
            bail!("`{}` has two values; give one", name.trim());
        }
    }
    Ok(values)
}

/// One error of all problems.
pub(super) fn problems(findings: Vec<Finding>) -> anyhow::Error {
    let lines: Vec<String> = findings.into_iter().map(|finding| finding.message).collect();
    anyhow::anyhow!("{}", lines.join("\n"))
}
