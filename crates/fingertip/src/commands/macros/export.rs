//! `fingertip macro export`: writes a macro to a file, with its comments.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use macros::Folder;

use crate::output;
use crate::phones::PhoneOptions;

/// Write a macro to a file, or to standard output
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip macro export tell-sam tell-sam.toml
  fingertip macro export tell-sam > tell-sam.toml")]
pub(super) struct Export {
    /// The name of the macro
    name: String,
    /// The file; standard output if absent
    file: Option<PathBuf>,
}

impl Export {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let text = Folder::of(&which.data()?).text(&self.name)?;
        match &self.file {
            None => output::bytes(text.as_bytes())?,
            Some(file) if !output::file(file, text).await? => return Ok(ExitCode::from(130)),
            Some(_) => {}
        }
        Ok(ExitCode::SUCCESS)
    }
}
