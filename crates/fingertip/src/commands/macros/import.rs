//! `fingertip macro import`: takes a macro from a file into the data folder.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use macros::{Folder, edited, read, text_of};

use crate::output;
use crate::phones::PhoneOptions;

/// Take a macro from a file
#[derive(Args)]
#[command(after_help = "\
The file is checked first, and keeps its comments. Read a macro that is not your own before you run it:
`fingertip macro show NAME`.

Examples:
  fingertip macro import tell-sam.toml
  fingertip macro import tell-sam.toml --name tell-anna --replace")]
pub(super) struct Import {
    /// The file
    file: PathBuf,
    /// Another name for it
    #[arg(long)]
    name: Option<String>,
    /// Replace a macro of this name
    #[arg(long)]
    replace: bool,
}

impl Import {
    pub(super) fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let file = self.file.display().to_string();
        let text = text_of(&self.file)?;
        let text = match &self.name {
            Some(name) => edited(&file, &text, "name", name)?,
            None => text,
        };
        let one = read(&file, &text)?;
        let saved = Folder::of(&which.data()?).save(&one.name, &text, self.replace)?;
        output::line(saved.display())?;
        Ok(ExitCode::SUCCESS)
    }
}
