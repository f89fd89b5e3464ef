//! `fingertip macro show`: prints a macro.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use macros::Folder;

use crate::output;
use crate::phones::PhoneOptions;

/// Print a macro
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip macro show tell-sam
  fingertip macro show tell-sam --json | jq '.step | length'")]
pub(super) struct Show {
    /// The name of the macro
    name: String,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let folder = Folder::of(&which.data()?);
        if self.json {
            output::json(&folder.load(&self.name)?)?;
        } else {
            output::bytes(folder.text(&self.name)?.as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
