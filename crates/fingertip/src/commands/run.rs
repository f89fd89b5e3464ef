//! `fingertip run`: runs one task in the terminal, from its goal to its end.

use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agent::{EndReason, Status, Summary};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;
use task::folder::Paths;
use task::{MOST_GOAL, Spec};

use crate::arguments::dialect;
use crate::backend::Backend;
use crate::config::Config;
use crate::hints;
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;
use crate::signals::Signals;
use crate::terminal::{Showing, attend};

/// Run a task on a phone and watch it
#[derive(Args)]
#[command(after_help = "\
Progress goes to stderr. The task's final message goes to stdout; with --json, one object
{\"task_id\", \"status\", \"steps\", \"duration_s\", \"message\", \"error\"?, \"trajectory\"}.
Exit codes: 0 done, 1 failed, 2 wrong usage or bad input, 3 a limit was reached, 130 interrupted.
Ctrl+C ends the task and keeps its record; press it twice to exit at once.
While `fingertip serve` runs on the same data folder, the task runs there.

Without --model, the built-in planner understands and carries out the request, and the configured model gets what the
planner does not cover; `--model plan` never asks a model.

Questions appear here, with the time left to answer. Without a terminal nobody can answer, so nothing that needs
approval is done. --yes approves everything that can be approved in advance; paying, deleting, uninstalling, a factory
reset, granting permissions, sharing the location and sending to groups always ask.

Examples:
  fingertip run 'turn on the dark theme'
  fingertip run 'text Sam that I am late, then call Mom' --device sim
  fingertip run 'find the cheapest train to Graz' --model http://127.0.0.1:8080/v1
  fingertip run 'turn on dark mode' --model local --max-steps 20 --json
  fingertip run 'try this' --device sim --model script:replies.jsonl
  fingertip run - --model local < goal.txt")]
pub(crate) struct Run {
    /// The goal, in your own words; `-` reads it from stdin
    #[arg(value_name = "TASK")]
    goal: String,
    #[command(flatten)]
    which: PhoneOptions,
    /// A name from [models.NAME], an address, `script:FILE`, or `plan` (the planner only)
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// The dialect in which the model writes its actions, if not as configured
    #[arg(long, value_name = "NAME", value_parser = dialect)]
    dialect: Option<action::dialect::DialectName>,
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

impl Run {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let mut signals = Signals::new()?;
        let data = self.which.data()?;
        let config = Config::load(&data)?;
        let goal = read_goal(&self.goal)?;
        let model = self.model.as_deref().map(|word| lasting(word.trim())).transpose()?;
        let spec = Spec {
            goal,
            device: self.which.device.clone(),
            model,
            dialect: self.dialect.map(|name| name.as_str().to_owned()),
            max_steps: self.max_steps,
            yes: self.yes,
            ..Spec::default()
        };
        let backend = tokio::select! {
            opened = Backend::open(&self.which, &config) => opened?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        let started = tokio::select! {
            started = backend.start(spec) => started.map(Some),
            () = signals.next() => Ok(None),
        };
        let Ok(Some(id)) = started else { return not_started(backend, started.map(drop)).await };
        let summary = finish(backend, &id, &data, self.showing, self.json, &mut signals).await?;
        // A model helps where the planner gave up, not where the phone or the disk failed.
        if summary.reason == EndReason::GaveUp && self.model.is_none() && config.default_model.is_none() {
            let init = hints::command("config init");
            output::hint(&format!("a model can do more than the planner: give --model, or configure one with {init}"));
        }
        Ok(exit_code(summary.status))
    }
}

/// Ends a command whose task could not be started, or was not because of Ctrl+C. Saves the changes that others made on
/// the built-in phone meanwhile.
pub(super) async fn not_started(backend: Backend, started: Result<()>) -> Result<ExitCode> {
    let closed = backend.close().await;
    started.and(closed).map(|()| ExitCode::from(130))
}

/// Follows a task to its end, and prints the result.
pub(super) async fn finish(
    backend: Backend,
    id: &str,
    data: &Path,
    showing: Showing,
    json: bool,
    signals: &mut Signals,
) -> Result<Summary> {
    let attended = attend(&backend, id, showing, signals).await;
    let pruned = backend.prune_in_passing().await;
    let closed = backend.close().await;
    let summary = attended?;
    let trajectory = agent::record::trajectory_file(&Paths::new(data).tasks().join(id));
    let trajectory = std::path::absolute(&trajectory).unwrap_or(trajectory);
    if json {
        output::line(ending(&summary, &trajectory))?;
    } else {
        // A code is for the person alone, not for a file or another program.
        let said = if std::io::stdout().is_terminal() { summary.told() } else { &summary.message };
        output::line(plain(said, 10_000))?;
        print_record(id, &summary, &trajectory);
    }
    match pruned {
        Ok(told) => told.iter().for_each(|line| output::hint(line)),
        Err(error) => output::hint(&format!("warning: couldn't delete old runs: {error:#}")),
    }
    // The exit code reports how the task ended, even if closing fails.
    if let Err(error) = closed {
        output::hint(&format!("warning: {error:#}"));
    }
    Ok(summary)
}

fn ending(summary: &Summary, trajectory: &Path) -> serde_json::Value {
    let mut ending = json!({
        "task_id": summary.task_id, "status": summary.status, "steps": summary.steps,
        "duration_s": summary.duration.as_secs_f64(), "message": summary.message,
        "trajectory": trajectory.display().to_string(),
    });
    if let Some(error) = &summary.error {
        ending["error"] = json!(error);
    }
    ending
}

fn print_record(id: &str, summary: &Summary, trajectory: &Path) {
    output::hint(&format!("record: {}", trajectory.display()));
    if summary.status != Status::Success {
        output::hint(&format!("to continue: {}", hints::command(&format!("task resume {id}"))));
    }
}

pub(super) fn exit_code(status: Status) -> ExitCode {
    match status {
        Status::Success => ExitCode::SUCCESS,
        Status::Failed => ExitCode::from(1),
        Status::Timeout => ExitCode::from(3),
        Status::Interrupted => ExitCode::from(130),
    }
}

/// Returns the goal: the argument, or the text on stdin. Rejects a goal that is too long without reading all of it.
fn read_goal(argument: &str) -> Result<String> {
    if argument != "-" {
        return Ok(argument.to_owned());
    }
    let most = u64::try_from(MOST_GOAL).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes).context("cannot read the goal from stdin")?;
    if bytes.len() > MOST_GOAL {
        bail!("the goal has more than {MOST_GOAL} bytes; shorten it, or put the long part into a file");
    }
    String::from_utf8(bytes).context("the goal is not UTF-8")
}

/// Makes the path of a script absolute, because the task may be resumed from another folder.
fn lasting(word: &str) -> Result<String> {
    for kind in ["script:", "replay:"] {
        if let Some(file) = word.strip_prefix(kind) {
            let absolute: PathBuf =
                std::path::absolute(file).with_context(|| format!("`{file}` is not a file path"))?;
            return Ok(format!("{kind}{}", absolute.display()));
        }
    }
    Ok(word.to_owned())
}
