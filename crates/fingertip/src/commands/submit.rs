//! `fingertip submit`: submits tasks to a fleet, and can wait for their results.

use std::io::BufRead;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use fleet::{FleetState, Priority, Submission, Submitter, TaskState};
use jiff::Timestamp;
use serde_json::json;
use task::NewTask;

use crate::commands::worker::DEFAULT_POOL;
use crate::config::Config;
use crate::machine::random;
use crate::nats::{NatsOptions, user};
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;
use crate::signals::Signals;

/// The longest line of a file: a goal of 64 KiB, escaped.
const MOST_LINE: usize = 512 << 10;

/// Submit tasks to a fleet
#[derive(Args)]
#[command(after_help = "\
Prints the id of each task. A file has one task per line, in the form of POST /api/tasks: {\"goal\": …, \"model\"?,
\"max_steps\"?, \"yes\"?, \"device\"?}; if a line is wrong, none of them is submitted.
With --wait it prints each result as it arrives, with --json as
{\"task_id\", \"status\", \"steps\", \"duration_s\", \"message\", …}.
Exit codes: 0 submitted, or with --wait all succeeded; 1 a task did not succeed; 2 wrong usage or bad input.
Text that looks like a key is masked before it is sent: secrets do not travel.

Examples:
  fingertip submit 'turn on the dark theme' --nats nats://127.0.0.1:4222 --wait
  fingertip submit --file tasks.jsonl --pool lab-b --wait --json
  fingertip submit 'install the update' --device R5CT10XYZ --priority high --ttl 3600")]
pub(crate) struct Submit {
    /// The goal, in your own words
    #[arg(value_name = "TASK", required_unless_present = "file", conflicts_with = "file")]
    goal: Option<String>,
    /// A file with one task per line; `-` is stdin
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    nats: NatsOptions,
    /// Run on phones with this label
    #[arg(long, value_name = "NAME", default_value = DEFAULT_POOL)]
    pool: String,
    /// Run on this phone of the fleet only
    #[arg(long, value_name = "PHONE")]
    device: Option<String>,
    /// The model on the workers; `plan` is the planner only
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// The most steps the task may take
    #[arg(long, value_name = "N")]
    max_steps: Option<u32>,
    /// Approve everything that can be approved in advance
    #[arg(long)]
    yes: bool,
    /// The priority: high, normal or low
    #[arg(long, value_name = "PRIORITY", default_value = "normal")]
    priority: Priority,
    /// How many seconds the task may wait to start
    #[arg(long, value_name = "SECONDS")]
    ttl: Option<u64>,
    /// How often to retry after a temporary failure
    #[arg(long, value_name = "N", default_value_t = 2)]
    retries: u32,
    /// The submitter, for quotas; your user name by default
    #[arg(long = "as", value_name = "NAME")]
    submitter: Option<String>,
    /// Wait until all tasks have ended
    #[arg(long)]
    wait: bool,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
    /// The data folder with the configuration
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Submit {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let mut signals = Signals::new()?;
        let data = PhoneOptions { data: self.data.clone(), device: None }.data()?;
        let config = Config::load(&data)?;
        let tasks = self.tasks()?;
        let fleet = self.nats.connect(&config, "submit").await?;
        let how = Submission {
            pool: self.pool.clone(),
            priority: self.priority,
            ttl: self.ttl.map(Duration::from_secs),
            retries: self.retries,
        };
        let mut submitter = Submitter::new(&fleet, self.submitter.clone().unwrap_or_else(user));
        let mut ids = Vec::new();
        for task in tasks {
            let id = match submitter.submit(task, &how, Timestamp::now(), random()?).await {
                Ok(id) => id,
                Err(error) => return Err(error).with_context(|| format!("{} tasks were submitted", ids.len())),
            };
            if !self.wait {
                match self.json {
                    true => output::line(json!({ "task_id": id }))?,
                    false => output::line(&id)?,
                }
            }
            ids.push(id);
        }
        if !self.wait {
            return Ok(ExitCode::SUCCESS);
        }
        let mut all_done = true;
        let (mut printed, json) = (Ok(()), self.json);
        let waited = fleet.wait(&ids, |state| {
            all_done &= state.state == FleetState::Success;
            if printed.is_ok() {
                printed = print(state, json);
            }
        });
        tokio::select! {
            waited = waited => waited?,
            () = signals.next() => {
                output::hint("the tasks continue; `fingertip fleet tasks` shows their state");
                return Ok(ExitCode::from(130));
            }
        }
        printed?;
        Ok(if all_done { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    fn tasks(&self) -> Result<Vec<NewTask>> {
        let fill = |mut task: NewTask| {
            task.device = task.device.or_else(|| self.device.clone());
            task.model = task.model.or_else(|| self.model.clone());
            task.max_steps = task.max_steps.or(self.max_steps);
            task.yes |= self.yes;
            task
        };
        if let Some(goal) = &self.goal {
            return Ok(vec![fill(NewTask { goal: goal.clone(), ..NewTask::default() })]);
        }
        let Some(path) = &self.file else { bail!("give a goal, or --file") };
        let reader: Box<dyn BufRead> = if path.as_os_str() == "-" {
            Box::new(std::io::stdin().lock())
        } else {
            let file = std::fs::File::open(path).with_context(|| format!("cannot read `{}`", path.display()))?;
            Box::new(std::io::BufReader::new(file))
        };
        let mut tasks = Vec::new();
        for (number, line) in reader.lines().enumerate() {
            let (number, line) = (number + 1, line.with_context(|| format!("cannot read `{}`", path.display()))?);
            if line.trim().is_empty() {
                continue;
            }
            if line.len() > MOST_LINE {
                bail!("`{}`, line {number} has more than {MOST_LINE} bytes", path.display());
            }
            let task: NewTask =
                serde_json::from_str(&line).with_context(|| format!("`{}`, line {number}", path.display()))?;
            if task.goal.trim().is_empty() {
                bail!("`{}`, line {number}: `goal` is empty; describe the task", path.display());
            }
            tasks.push(fill(task));
        }
        Ok(tasks)
    }
}

fn print(state: &TaskState, json: bool) -> Result<()> {
    let status = state.state.as_str();
    if !json {
        let said = state.error.as_ref().or(state.message.as_ref()).map_or("", String::as_str);
        return output::line(format_args!("{}  {status}  {}", state.id, plain(said, 1000)));
    }
    let mut ending = json!({
        "task_id": state.id, "status": status, "steps": state.steps, "message": state.message,
        "worker": state.worker, "phone": state.phone, "takes": state.takes,
    });
    if let Some(duration) = state.duration_s {
        ending["duration_s"] = json!(duration);
    }
    if let Some(error) = &state.error {
        ending["error"] = json!(error);
    }
    output::line(ending)
}
