//! The log of what runs for long: on stderr, as much of it as was asked for.

use std::io::IsTerminal;

use anyhow::{Result, bail};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Begins to log what this filter lets through: `info`, or by module as in RUST_LOG.
pub(crate) fn start(filter: &str) -> Result<()> {
    let is_module = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || "_-:".contains(letter));
    let targets = filter.parse::<Targets>().ok();
    let Some(targets) = targets.filter(|targets| targets.iter().all(|(name, _)| is_module(name))) else {
        bail!("`{filter}` is no filter for the log; try --log info, or --log info,server=debug")
    };
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .with_filter(targets);
    // It fails only if there is one already, and then that one is used.
    let _ = tracing_subscriber::registry().with(lines).try_init();
    Ok(())
}
