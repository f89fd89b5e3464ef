//! `fingertip task prune`: deletes old runs by the rules of the configuration.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use super::when;
use crate::backend::Backend;
use crate::config::Config;
use crate::output;
use crate::phones::PhoneOptions;

/// Delete old runs of tasks and scripts, as `[history]` in the configuration says
#[derive(Args)]
#[command(after_help = "\
`fingertip serve` does this by itself, and so does `fingertip run`; both say first what will go. A task that runs, waits, can be resumed or is pinned with `fingertip task keep`
stays. A failed task can be resumed, so it goes only with `--unfinished`. A limit of 0 is none.

Examples:
  fingertip task prune --dry-run
  fingertip task prune --keep-days 30 --unfinished")]
pub(super) struct Prune {
    /// Delete nothing, and only list what would be deleted
    #[arg(long)]
    dry_run: bool,
    /// Keep runs for so many days, instead of the configured number
    #[arg(long, value_name = "DAYS")]
    keep_days: Option<u32>,
    /// Keep so many runs
    #[arg(long, value_name = "N")]
    keep_runs: Option<u32>,
    /// Keep runs up to so many bytes
    #[arg(long, value_name = "BYTES")]
    max_bytes: Option<u64>,
    /// Also delete tasks that failed or reached a limit, although they could be resumed
    #[arg(long)]
    unfinished: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Prune {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let config = Config::load(&which.data()?)?;
        let mut rules = config.history;
        rules.keep_days = self.keep_days.unwrap_or(rules.keep_days);
        rules.keep_runs = self.keep_runs.unwrap_or(rules.keep_runs);
        rules.max_bytes = self.max_bytes.unwrap_or(rules.max_bytes);
        rules.unfinished |= self.unfinished;
        // A look takes no lock.
        let backend = if self.dry_run { Backend::look(which).await? } else { Backend::open(which, &config).await? };
        let pruned = backend.prune(rules, self.dry_run).await;
        backend.close().await?;
        let report = pruned?;
        if self.json {
            output::json(&report)?;
            return Ok(ExitCode::SUCCESS);
        }
        for run in &report.runs {
            output::line(format_args!(
                "{:<28} {:<6} {:>12}  {:<16}  {}",
                run.id,
                run.kind,
                kilobytes(run.bytes),
                when(Some(run.last)),
                run.why
            ))?;
        }
        if report.unfinished_runs > 0 {
            let (counted, size) =
                (counted(report.unfinished_runs, "unfinished task"), kilobytes(report.unfinished_bytes));
            output::hint(&format!("kept {counted} ({size}) that can be resumed; `--unfinished` deletes old ones too"));
        }
        let (counted, size) = (counted(report.runs.len() as u64, "run"), kilobytes(report.bytes));
        output::hint(&match report.dry_run {
            true => format!("would delete {counted} ({size}); run it without `--dry-run` to delete"),
            false => format!("deleted {counted} ({size})"),
        });
        Ok(ExitCode::SUCCESS)
    }
}

/// `1 run`, `2 runs`
fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `63 kB`
fn kilobytes(bytes: u64) -> String {
    format!("{} kB", bytes.div_ceil(1000))
}
