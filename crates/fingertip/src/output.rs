//! Data of commands, on stdout. Whoever reads it may have had enough: that is an error here, and none in `main`.

use std::fmt::Display;
use std::io::Write;

use anyhow::{Context, Result};

/// One line, or several.
pub(crate) fn line(text: impl Display) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).context("cannot write standard output")
}

/// JSON that people may read too.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<()> {
    line(serde_json::to_string_pretty(value)?)
}

/// A word for people, where there is no data to print.
#[expect(clippy::print_stderr, reason = "it is for people")]
pub(crate) fn hint(text: &str) {
    eprintln!("{text}");
}
