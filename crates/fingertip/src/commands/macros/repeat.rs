//! Runs recorded steps as a task, and follows it to its end. Used by `task replay` and `macro run`.

use std::process::ExitCode;

use action::macros::{Filled, Handover};
use anyhow::Result;
use clap::Args;
use task::Spec;

use crate::backend::Backend;
use crate::commands::run::{exit_code, finish, not_started};
use crate::config::Config;
use crate::phones::PhoneOptions;
use crate::signals::Signals;
use crate::terminal::Showing;

/// How to run recorded steps.
#[derive(Args)]
pub(in crate::commands) struct Repeat {
    /// Ask before every step
    #[arg(long)]
    step: bool,
    /// Hand the rest to the model or the planner where the phone differs too much
    #[arg(long)]
    heal: bool,
    /// The model for --heal: a name from [models.NAME], an address, or `plan` (the planner only)
    #[arg(long, value_name = "MODEL", requires = "heal")]
    model: Option<String>,
    /// The most steps the task may take
    #[arg(long, value_name = "N")]
    max_steps: Option<u32>,
    #[command(flatten)]
    showing: Showing,
    /// Approve everything that can be approved in advance
    #[arg(long)]
    yes: bool,
    /// Print one JSON object on stdout at the end
    #[arg(long)]
    json: bool,
}

impl Repeat {
    /// Runs the steps.
    pub(in crate::commands) async fn run(self, which: &PhoneOptions, filled: Filled) -> Result<ExitCode> {
        let mut signals = Signals::new()?;
        let data = which.data()?;
        let config = Config::load(&data)?;
        let handover = if self.heal { Handover::Allowed } else { Handover::Never };
        let filled = Filled { handover, stepwise: self.step, ..filled };
        let spec = Spec {
            goal: filled.goal.clone(),
            device: which.device.clone(),
            model: self.model,
            max_steps: self.max_steps,
            yes: self.yes,
            replay: Some(Box::new(filled)),
            ..Spec::default()
        };
        let backend = tokio::select! {
            opened = Backend::open(which, &config) => opened?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        let started = tokio::select! {
            started = backend.start(spec) => started.map(Some),
            () = signals.next() => Ok(None),
        };
        let Ok(Some(id)) = started else { return not_started(backend, started.map(drop)).await };
        let summary = finish(backend, &id, &data, self.showing, self.json, &mut signals).await?;
        Ok(exit_code(summary.status))
    }
}
