//! `fingertip completions`: prints shell completions.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::output;

/// Print the completion script for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip completions bash > ~/.local/share/bash-completion/completions/fingertip
  fingertip completions fish > ~/.config/fish/completions/fingertip.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the completions of the whole command line.
    pub(crate) fn run(self, mut command_line: Command) -> Result<ExitCode> {
        // Into memory first: the generator panics if it cannot write.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command_line, "fingertip", &mut text);
        output::bytes(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}
