//! The log of long-running commands, on stderr, at the requested level.

use std::io::IsTerminal;

use anyhow::{Result, bail};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Starts logging with this filter: `info`, or per module as in RUST_LOG.
pub(crate) fn start(filter: &str) -> Result<()> {
    let is_module = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || "_-:".contains(letter));
    let targets = filter.parse::<Targets>().ok();
    let Some(targets) = targets.filter(|targets| targets.iter().all(|(name, _)| is_module(name))) else {
        bail!("`{filter}` is not a valid log filter; try --log info, or --log info,server=debug")
    };
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .with_filter(targets);
    // This only fails if a logger is already installed, which is then used.
    let _ = tracing_subscriber::registry().with(lines).try_init();
    Ok(())
}
