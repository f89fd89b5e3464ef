//! The command line: every command, its options and its help.

use std::process::ExitCode;

use anyhow::Result;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};

use crate::commands::{normalize, parse, schema};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The runtime through which AI agents act for people, on Android phones and on a desktop in the browser.
#[derive(Parser)]
#[command(name = "fingertip", version, styles = STYLES, arg_required_else_help = true, after_help = "\
Data goes to stdout, the rest to stderr.
Exit codes: 0 done, 1 the task failed, 2 wrong usage or bad input, 3 step or time limit, 130 interrupted.

Examples:
  echo '{\"dialect\":\"autoglm\",\"raw\":\"do(action=\\\"Back\\\")\"}' | fingertip parse
  fingertip schema agent-action")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Parse(parse::Parse),
    Normalize(normalize::Normalize),
    Schema(schema::Schema),
}

impl Command {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self {
            Self::Parse(parse) => parse.run(),
            Self::Normalize(normalize) => normalize.run(),
            Self::Schema(schema) => schema.run(),
        }
    }
}
