//! `fingertip fleet`: shows workers, phones and tasks, and lets people drain, cancel and retry.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use fleet::{Command as WorkerCommand, Fleet, Overview, TaskState};
use jiff::Timestamp;

use crate::config::Config;
use crate::nats::{NatsOptions, user};
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;

/// Inspect and control a fleet
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip fleet status --nats nats://127.0.0.1:4222
  fingertip fleet tasks --state running
  fingertip fleet drain rack-1         # finish its running tasks, take no new ones, exit
  fingertip fleet cancel 20261116T101502123Z-4k9dz2m7
  fingertip fleet retry 20261116T101502123Z-4k9dz2m7")]
pub(crate) struct FleetCommand {
    #[command(flatten)]
    nats: NatsOptions,
    /// The data folder with the configuration
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    /// Show the workers, their phones, and the waiting tasks
    Status,
    /// List the tasks, oldest first
    Tasks {
        /// Only tasks in this state: queued, `waits_for_phone`, running, paused, success, failed, timeout, interrupted,
        /// dead
        #[arg(long, value_name = "STATE")]
        state: Option<String>,
    },
    /// Let a worker finish its running tasks and exit
    Drain {
        /// The worker's name
        worker: String,
    },
    /// Cancel a task, wherever it is
    Cancel {
        /// The task's id
        id: String,
    },
    /// Retry a task that ended without success, from where its record ends
    Retry {
        /// The task's id
        id: String,
        /// Use any phone, even if the task already acted on a phone that is gone; its actions may then happen twice
        #[arg(long)]
        anywhere: bool,
    },
}

impl FleetCommand {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let data = PhoneOptions { data: self.data.clone(), device: None }.data()?;
        let config = Config::load(&data)?;
        let fleet = self.nats.connect(&config, "fleet").await?;
        match self.what {
            Subcommands::Status => status(&fleet.overview().await?, self.json)?,
            Subcommands::Tasks { state } => tasks(&fleet, state.as_deref(), self.json).await?,
            Subcommands::Drain { worker } => {
                fleet.command(&worker, WorkerCommand::Drain).await?;
                output::hint(&format!("`{worker}` will finish its running tasks and exit"));
            }
            Subcommands::Cancel { id } => fleet.cancel(&id, &user(), Timestamp::now()).await?,
            Subcommands::Retry { id, anywhere } => fleet.retry(&id, anywhere, &user(), Timestamp::now()).await?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn status(overview: &Overview, json: bool) -> Result<()> {
    if json {
        return output::json(overview);
    }
    let phones: usize = overview.workers.iter().map(|worker| worker.phones.len()).sum();
    let busy = overview.workers.iter().flat_map(|worker| &worker.phones).filter(|phone| phone.task.is_some()).count();
    let (nats, workers) = (&overview.nats, overview.workers.len());
    let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    let (workers, phones) = (count(workers, "worker"), count(phones, "phone"));
    output::line(format_args!("NATS {nats}; {workers}, {phones}, {busy} busy"))?;
    for worker in &overview.workers {
        let draining = if worker.draining { "  draining" } else { "" };
        output::line(format_args!("{}  on {}{draining}", plain(&worker.worker, 100), plain(&worker.host, 100)))?;
        for phone in &worker.phones {
            let task = phone.task.as_deref().unwrap_or("free");
            let (name, labels) = (plain(&phone.name, 100), plain(&phone.labels.join(", "), 300));
            output::line(format_args!("  {name}  {}  in {labels}", plain(task, 100)))?;
        }
        for phone in &worker.waiting {
            output::line(format_args!("  {}  waits: {}", plain(&phone.name, 100), plain(&phone.why, 300)))?;
        }
    }
    for (line, count) in &overview.queue {
        output::line(format_args!("{count} waiting or running: {}", plain(line, 200)))?;
    }
    if overview.dead > 0 {
        output::line(format_args!("{} that no worker can run: fingertip fleet tasks --state dead", overview.dead))?;
    }
    Ok(())
}

async fn tasks(fleet: &Fleet, only: Option<&str>, json: bool) -> Result<()> {
    let known =
        ["queued", "waits_for_phone", "running", "paused", "success", "failed", "timeout", "interrupted", "dead"];
    if let Some(only) = only.filter(|only| !known.contains(only)) {
        bail!("there is no state `{only}`; expected {}", known.join(", "));
    }
    let states = fleet.states().await?;
    let states: Vec<&TaskState> =
        states.iter().filter(|state| only.is_none_or(|only| state.state.as_str() == only)).collect();
    if json {
        return output::json(&states);
    }
    for state in states {
        let at = state.phone.as_deref().unwrap_or(&state.pool);
        let said = state.error.as_ref().or(state.message.as_ref()).map_or("", String::as_str);
        let (goal, said) = (plain(&state.goal, 60), plain(said, 100));
        let (id, status) = (&state.id, state.state.as_str());
        output::line(format_args!("{id}  {status:<15}  {}  {goal}  {said}", plain(at, 60)))?;
        for question in &state.questions {
            output::line(format_args!("  asks: {}", plain(&question.message, 200)))?;
        }
    }
    Ok(())
}
