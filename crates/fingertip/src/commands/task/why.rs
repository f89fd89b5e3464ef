//! `fingertip task why`: why a task ended, the first thing that went wrong, and what to try.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use history::{Finding, Run, why};

use super::find;
use crate::backend::{Backend, task_folder};
use crate::hints;
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;

/// Say why a task ended, what went wrong first, and what to try
#[derive(Args)]
#[command(after_help = "Examples:\n  fingertip task why last\n  fingertip task why last --json | jq -r .cause")]
pub(super) struct ShowWhy {
    /// The task's id, its beginning, or `last`
    id: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ShowWhy {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let data = which.data()?;
        let id = find(&data, &self.id)?;
        let run = Run::read(&task_folder(&data, &id)?)?;
        // Only the process that runs a task knows that it runs.
        let alive = Backend::look(which).await?.show(&id).await.is_ok_and(|view| !view.state.is_over());
        let why = why(&run, alive);
        if self.json {
            output::json(&why)?;
            return Ok(ExitCode::SUCCESS);
        }
        output::line(plain(&why.summary, 500))?;
        if let Some(first) = &why.first {
            output::line(format_args!("  first   {}", told(first)))?;
        }
        for finding in &why.also {
            output::line(format_args!("  also    {}", told(finding)))?;
        }
        if !why.message.is_empty() {
            output::line(format_args!("  said    {}", plain(&why.message, 500)))?;
        }
        for tip in &why.next {
            output::line(format_args!("  try     {}", hints::complete(&plain(tip, 500))))?;
        }
        if let Some(missing) = &why.incomplete {
            output::line(format_args!("  note    the record is incomplete: {}", plain(missing, 500)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn told(finding: &Finding) -> String {
    let over = finding.over_in.map_or_else(String::new, |step| format!(" (over in step {step})"));
    format!("step {}: {}{over}", finding.step, plain(&finding.what, 400))
}
