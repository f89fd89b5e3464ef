//! `fingertip macro run`: runs a macro with its values.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use macros::Folder;

use super::{Repeat, problems, values};
use crate::phones::PhoneOptions;

/// Run a macro, with values for its parameters
#[derive(Args)]
#[command(after_help = "\
Runs without a model. How it finds elements, what it checks and what it asks: `fingertip task replay --help`.
Exit codes as for `fingertip run`.

Examples:
  fingertip macro run wifi-off --device sim
  fingertip macro run tell-sam recipient='Emily Chen' content='dinner is ready' --yes --json
  fingertip macro run tell-sam --step")]
pub(super) struct Run {
    /// The name of the macro
    name: String,
    /// The values, each as NAME=VALUE; a parameter without one keeps its default
    #[arg(value_name = "NAME=VALUE")]
    values: Vec<String>,
    #[command(flatten)]
    repeat: Repeat,
}

impl Run {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let one = Folder::of(&which.data()?).load(&self.name)?;
        let filled = one.fill(&values(&self.values)?).map_err(problems)?;
        self.repeat.run(which, filled).await
    }
}
