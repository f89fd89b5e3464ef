//! `fingertip macro check`: says what is wrong with a macro's file.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use macros::{TextError, read, text_of};
use serde_json::json;

use crate::output;

/// Check the file of a macro
#[derive(Args)]
#[command(after_help = "\
Names every problem with its line and its reason. Exit codes: 0 nothing is wrong, 2 something is.

Examples:
  fingertip macro check tell-sam.toml
  fingertip macro check tell-sam.toml --json")]
pub(super) struct Check {
    /// The file
    file: PathBuf,
    /// Print one JSON object on stdout
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(self) -> Result<ExitCode> {
        let text = text_of(&self.file)?;
        let problems = match read(&self.file.display().to_string(), &text) {
            Ok(_) => Vec::new(),
            Err(TextError { problems }) => problems,
        };
        if self.json {
            output::json(&json!({ "problems": problems }))?;
        } else {
            problems.iter().for_each(|problem| output::hint(problem));
        }
        Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
    }
}
