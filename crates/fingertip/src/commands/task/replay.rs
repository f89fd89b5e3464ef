//! `fingertip task replay`: does what a task did again, without a model, perhaps with other values.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use history::Run;
use macros::{from_run, parameters};

use super::find;
use crate::backend::task_folder;
use crate::commands::macros::{Repeat, problems, values};
use crate::phones::PhoneOptions;

/// The name of the macro that is made for the moment.
const NAME: &str = "replay";

/// Do what a task did again, without a model
#[derive(Args)]
#[command(after_help = "\
Finds every element again by what it is, never by its place alone, and checks what each step does. Where the phone
differs, it waits, scrolls and closes what is in the way; then it stops and names the difference, or hands the rest to
the model or the planner with --heal. A step that sends, pays, deletes or calls is never done on an element that was
not found exactly unless you agree. Exit codes as for `fingertip run`.

--set changes values of the run: those that occur in its goal. `fingertip macro from ID --name NAME` keeps the run as a
file that can be read, edited and shared.

Examples:
  fingertip task replay last --device sim
  fingertip task replay last --set content='dinner is ready' --yes
  fingertip task replay 20260729T1415 --device emulator-5554 --heal --model local --json")]
pub(super) struct Replay {
    /// The task's id, its beginning, or `last`
    id: String,
    /// Another value, as NAME=VALUE
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    repeat: Repeat,
}

impl Replay {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let data = which.data()?;
        let id = find(&data, &self.id)?;
        let folder = task_folder(&data, &id)?;
        let run = tokio::task::spawn_blocking(move || Run::read(&folder)).await??;
        let one = parameters(from_run(&run, NAME)?, &run, None);
        let mut filled = one.fill(&values(&self.set)?).map_err(problems)?;
        filled.name = id;
        self.repeat.run(which, filled).await
    }
}
