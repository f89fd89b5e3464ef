//! `fingertip macro from`: makes a macro of a run, or of two runs of the same task.

use std::process::ExitCode;

use action::macros::Macro;
use anyhow::Result;
use clap::Args;
use history::Run;
use macros::{Folder, from_run, parameters, written};
use serde_json::json;

use crate::backend::task_folder;
use crate::commands::task::find;
use crate::output;
use crate::phones::PhoneOptions;

/// Make a macro of a task, or of two that did the same with other values
#[derive(Args)]
#[command(after_help = "\
The values that occur in the task's goal become parameters; with a second task, the values in which both differ.
Detours are left out: what failed, what only looked, what was undone at once.

Examples:
  fingertip macro from last --name tell-sam
  fingertip macro from 20260729T1415 20260730T0930 --name morning --replace
  fingertip macro from last --name wifi-off --json")]
pub(super) struct From {
    /// The task's id, its beginning, or `last`
    id: String,
    /// A second task that did the same with other values
    other: Option<String>,
    /// The name of the macro: lower-case letters, digits, `-` and `_`
    #[arg(long)]
    name: String,
    /// Replace a macro of this name
    #[arg(long)]
    replace: bool,
    /// Print one JSON object on stdout
    #[arg(long)]
    json: bool,
}

impl From {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let data = which.data()?;
        let first = task_folder(&data, &find(&data, &self.id)?)?;
        let second = match &self.other {
            Some(other) => Some(task_folder(&data, &find(&data, other)?)?),
            None => None,
        };
        let name = self.name.clone();
        let made = move || -> Result<Macro> {
            let run = Run::read(&first)?;
            let one = from_run(&run, &name)?;
            let Some(second) = second else { return Ok(parameters(one, &run, None)) };
            let other_run = Run::read(&second)?;
            let other = from_run(&other_run, &name)?;
            Ok(parameters(one, &run, Some((&other, &other_run))))
        };
        let one = tokio::task::spawn_blocking(made).await??;
        let file = Folder::of(&data).save(&self.name, &written(&one), self.replace)?;
        let names: Vec<&str> = one.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        if self.json {
            output::json(
                &json!({"name": one.name, "file": file, "parameters": one.parameters, "steps": one.steps.len()}),
            )?;
        } else {
            output::line(file.display())?;
            let with = if names.is_empty() { "no parameters".to_owned() } else { names.join(", ") };
            output::hint(&format!("{} steps; {with}", one.steps.len()));
        }
        Ok(ExitCode::SUCCESS)
    }
}
