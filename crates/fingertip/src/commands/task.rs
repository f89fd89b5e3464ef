//! `fingertip task`: lists and controls past and running tasks.

use std::process::ExitCode;

use agent::StopReason;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use jiff::tz::TimeZone;
use task::folder::Folder;
use task::{LinkedQuestion, State, UndoOffer, View};

use super::run::{exit_code, finish, not_started};
use crate::backend::Backend;
use crate::config::Config;
use crate::hints;
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;
use crate::signals::Signals;

/// List, show, pause, continue, resume, cancel and undo tasks
#[derive(Args)]
#[command(after_help = "\
While `fingertip serve` is running on the same data folder, this talks to it; otherwise it reads the folder itself.

Examples:
  fingertip task list
  fingertip task show 20260729T141502123Z-4k9dz2m7 --json
  fingertip task resume 20260729T141502123Z-4k9dz2m7 --max-steps 80
  fingertip task cancel 20260729T141502123Z-4k9dz2m7
  fingertip task undo 20260729T141502123Z-4k9dz2m7")]
pub(crate) struct TaskCommand {
    #[command(subcommand)]
    what: Subcommands,
    #[command(flatten)]
    which: PhoneOptions,
}

#[derive(Subcommand)]
enum Subcommands {
    /// List the latest tasks
    #[command(after_help = "Examples:\n  fingertip task list --limit 5\n  fingertip task list --json | jq '.[0].id'")]
    List {
        /// How many to list, from 1 to 100
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=100))]
        limit: u8,
        /// Print the tasks as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a task's state and its open question
    #[command(after_help = "Example:\n  fingertip task show 20260729T141502123Z-4k9dz2m7")]
    Show {
        /// The task's id
        id: String,
        /// Print the task as JSON
        #[arg(long)]
        json: bool,
    },
    /// Resume an unfinished task, with the phone as it is now
    #[command(after_help = "\
Checks first whether the last action was already sent, and never blindly sends it twice. Exit codes as for
`fingertip run`.

Example:
  fingertip task resume 20260729T141502123Z-4k9dz2m7 --max-steps 80")]
    Resume {
        /// The task's id
        id: String,
        /// The most steps altogether; as before, if absent
        #[arg(long, value_name = "N")]
        max_steps: Option<u32>,
        /// Read the progress aloud
        #[arg(long)]
        speak: bool,
        /// Print one JSON object on stdout at the end
        #[arg(long)]
        json: bool,
    },
    /// Pause a task; it keeps its place, and its budgets stop counting
    #[command(after_help = "Example:\n  fingertip task pause 20260729T141502123Z-4k9dz2m7")]
    Pause {
        /// The task's id
        id: String,
    },
    /// Continue a paused task, with a fresh look at the phone
    #[command(after_help = "Example:\n  fingertip task continue 20260729T141502123Z-4k9dz2m7")]
    Continue {
        /// The task's id
        id: String,
    },
    /// Undo what the app can still undo
    #[command(after_help = "\
`fingertip task show ID` shows whether there is something to undo. Looks for the app's offer on the phone's screen, and
presses it only if it is still there and still the same.

Example:
  fingertip task undo 20260729T141502123Z-4k9dz2m7")]
    Undo {
        /// The task's id
        id: String,
    },
    /// Cancel a running or waiting task
    #[command(after_help = "Example:\n  fingertip task cancel 20260729T141502123Z-4k9dz2m7")]
    Cancel {
        /// The task's id
        id: String,
    },
}

impl TaskCommand {
    /// Returns the server that runs the task. A task in a terminal is controlled from that terminal.
    async fn server_of(which: &PhoneOptions, id: &str, what: &str, there: &str) -> Result<Backend> {
        match Backend::look(which).await? {
            server @ Backend::Remote(_) => Ok(server),
            local @ Backend::InProcess(_) => {
                let state = local.show(id).await?.state;
                match Folder::owner(&which.data()?) {
                    Some(owner) if matches!(state, State::Running | State::Paused) => {
                        bail!("the task runs in {owner}, in its own terminal: {there} there")
                    }
                    _ => bail!("the task `{id}` is not running, so it cannot be {what}"),
                }
            }
        }
    }

    pub(crate) async fn run(self) -> Result<ExitCode> {
        match self.what {
            Subcommands::List { limit, json } => {
                let page = Backend::look(&self.which).await?.list(usize::from(limit)).await?;
                if json {
                    output::json(&page.tasks)?;
                } else {
                    page.tasks.iter().try_for_each(|view| output::line(row(view)))?;
                    if page.tasks.is_empty() {
                        output::hint(
                            "this data folder has no tasks yet; `fingertip run --help` explains how to start one",
                        );
                    }
                }
            }
            Subcommands::Show { id, json } => {
                let backend = Backend::look(&self.which).await?;
                let view = backend.show(&id).await?;
                if json {
                    output::json(&view)?;
                } else {
                    output::line(whole(&view).trim_end())?;
                    for LinkedQuestion { question, link } in backend.questions().await {
                        if question.task != view.id {
                            continue;
                        }
                        let (title, message) = (plain(&question.title, 200), plain(&question.message, 500));
                        output::line(format_args!(
                            "asks      {title}: {message}\n          {} ({})",
                            link.url, link.note
                        ))?;
                    }
                }
            }
            Subcommands::Pause { id } => {
                Self::server_of(&self.which, &id, "paused", "type `pause` and Enter").await?.pause(&id).await?;
                output::hint(&format!("paused; `fingertip task continue {id}` continues it"));
            }
            Subcommands::Continue { id } => {
                Self::server_of(&self.which, &id, "continued", "type `continue` and Enter").await?.go_on(&id).await?;
                output::hint("continued");
            }
            Subcommands::Undo { id } => {
                let mut signals = Signals::new()?;
                let config = Config::load(&self.which.data()?)?;
                let backend = tokio::select! {
                    opened = Backend::open(&self.which, &config) => opened?,
                    () = signals.next() => return Ok(ExitCode::from(130)),
                };
                let undone = backend.undo(&id).await;
                backend.close().await?;
                undone?;
                output::hint("pressed the app's undo; check the phone to see that it worked");
            }
            Subcommands::Cancel { id } => {
                let server = Self::server_of(&self.which, &id, "cancelled", "press Ctrl+C").await?;
                server.stop(&id, StopReason::Cancel).await?;
                output::hint(&format!("cancelling; `fingertip task show {id}` shows its state"));
            }
            Subcommands::Resume { id, max_steps, speak, json } => {
                let mut signals = Signals::new()?;
                let data = self.which.data()?;
                let config = Config::load(&data)?;
                let backend = tokio::select! {
                    opened = Backend::open(&self.which, &config) => opened?,
                    () = signals.next() => return Ok(ExitCode::from(130)),
                };
                let resumed = tokio::select! {
                    resumed = backend.resume(&id, max_steps) => resumed.map(Some),
                    () = signals.next() => Ok(None),
                };
                if !matches!(resumed, Ok(Some(()))) {
                    return not_started(backend, resumed.map(drop)).await;
                }
                return finish(backend, &id, &data, speak, json, &mut signals).await.map(exit_code);
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(view: &View) -> String {
    let steps = match view.max_steps {
        Some(most) => format!("{}/{most}", view.steps),
        None => view.steps.to_string(),
    };
    format!(
        "{:<28} {:<11} {:>7}  {:<16}  {}",
        view.id,
        name(view.state),
        steps,
        when(view.created),
        plain(&view.goal, 60)
    )
}

fn whole(view: &View) -> String {
    let mut text = String::new();
    let mut add = |key: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            text.push_str(&format!("{key:<9} {}\n", plain(&value, 4000)));
        }
    };
    add("task", Some(view.id.clone()));
    add("goal", Some(view.goal.clone()));
    add("state", Some(name(view.state).to_owned()));
    add("reason", view.reason.and_then(|reason| serde_json::to_value(reason).ok()?.as_str().map(str::to_owned)));
    add("device", Some(view.device.clone()));
    add("model", view.model.clone());
    add("created", view.created.map(|at| when(Some(at))));
    add("last", view.last.map(|at| when(Some(at))));
    add(
        "steps",
        Some(view.max_steps.map_or_else(|| view.steps.to_string(), |most| format!("{} of {most}", view.steps))),
    );
    add("took", view.duration_sec.map(|seconds| format!("{seconds:.1} s")));
    add("message", view.message.clone());
    add("error", view.error.clone().filter(|error| view.message.as_ref() != Some(error)));
    add("questions", (view.questions > 0).then(|| view.questions.to_string()));
    add("undo", view.undo.as_ref().map(|undo| undo_words(undo, &view.id)));
    add("to continue", view.resumable.then(|| hints::command(&format!("task resume {}", view.id))));
    text
}

/// Describes the app's offer to undo, and how to use it.
fn undo_words(undo: &UndoOffer, id: &str) -> String {
    let until = undo.until.map_or_else(String::new, |until| format!(", until {}", when(Some(until))));
    let since = when(Some(undo.since));
    match undo.pressable {
        true => format!("“{}” (offered {since}{until}): {}", undo.label, hints::command(&format!("task undo {id}"))),
        false => format!("“{}” (said {since}{until}): undo it there, on the phone", undo.label),
    }
}

fn name(state: State) -> &'static str {
    match state {
        State::Queued => "queued",
        State::Running => "running",
        State::Paused => "paused",
        State::Success => "success",
        State::Failed => "failed",
        State::Timeout => "timeout",
        State::Interrupted => "interrupted",
    }
}

/// Formats a time in this machine's time zone.
pub(super) fn when(at: Option<jiff::Timestamp>) -> String {
    at.map_or_else(String::new, |at| at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string())
}
