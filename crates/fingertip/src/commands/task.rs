//! `fingertip task`: what ran and what runs.

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

/// List, show, pause, continue, resume, cancel and take back tasks
#[derive(Args)]
#[command(after_help = "\
While `fingertip serve` runs on the same data folder, this asks it; else it looks into the folder itself.

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
    /// The latest tasks
    #[command(after_help = "Examples:\n  fingertip task list --limit 5\n  fingertip task list --json | jq '.[0].id'")]
    List {
        /// How many, from 1 to 100
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=100))]
        limit: u8,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// How a task stands, and what it asks
    #[command(after_help = "Example:\n  fingertip task show 20260729T141502123Z-4k9dz2m7")]
    Show {
        /// The task
        id: String,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Go on with a task that is not done, on the phone as it is now
    #[command(after_help = "\
What may have been sent before is looked at first, and never sent twice blindly. Exit codes as for `fingertip run`.

Example:
  fingertip task resume 20260729T141502123Z-4k9dz2m7 --max-steps 80")]
    Resume {
        /// The task
        id: String,
        /// How many steps there may be altogether; as before, if absent
        #[arg(long, value_name = "N")]
        max_steps: Option<u32>,
        /// Say what happens aloud
        #[arg(long)]
        speak: bool,
        /// End with one JSON object on stdout
        #[arg(long)]
        json: bool,
    },
    /// Let a task stand still: it keeps its place, and its budgets stand still with it
    #[command(after_help = "Example:\n  fingertip task pause 20260729T141502123Z-4k9dz2m7")]
    Pause {
        /// The task
        id: String,
    },
    /// Let a paused task go on, with a fresh look at the phone
    #[command(after_help = "Example:\n  fingertip task continue 20260729T141502123Z-4k9dz2m7")]
    Continue {
        /// The task
        id: String,
    },
    /// Take back what an app lets be taken back, if it still offers to
    #[command(after_help = "\
`fingertip task show ID` says whether there is something. It is looked for on the phone's screen and pressed only if it
is still there and still the same.

Example:
  fingertip task undo 20260729T141502123Z-4k9dz2m7")]
    Undo {
        /// The task
        id: String,
    },
    /// Cancel a task that runs or waits
    #[command(after_help = "Example:\n  fingertip task cancel 20260729T141502123Z-4k9dz2m7")]
    Cancel {
        /// The task
        id: String,
    },
}

impl TaskCommand {
    /// The server in which a task runs that is to be steered from here. One that runs in a terminal is steered there.
    async fn server_of(which: &PhoneOptions, id: &str, what: &str, there: &str) -> Result<Backend> {
        match Backend::look(which).await? {
            server @ Backend::Remote(_) => Ok(server),
            local @ Backend::InProcess(_) => {
                let state = local.show(id).await?.state;
                match Folder::owner(&which.data()?) {
                    Some(owner) if matches!(state, State::Running | State::Paused) => {
                        bail!("the task runs in {owner}, a terminal of its own: {there} there")
                    }
                    _ => bail!("the task `{id}` does not run, so it cannot be {what}"),
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
                            "no task has run in this data folder; `fingertip run --help` says how to start one",
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
                output::hint(&format!("it stands still; `fingertip task continue {id}` lets it go on"));
            }
            Subcommands::Continue { id } => {
                Self::server_of(&self.which, &id, "continued", "type `continue` and Enter").await?.go_on(&id).await?;
                output::hint("it goes on");
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
                output::hint("it was pressed; look at the phone to see that it is taken back");
            }
            Subcommands::Cancel { id } => {
                let server = Self::server_of(&self.which, &id, "cancelled", "press Ctrl+C").await?;
                server.stop(&id, StopReason::Cancel).await?;
                output::hint(&format!("it ends now; `fingertip task show {id}` says how it stands"));
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
    add("to go on", view.resumable.then(|| hints::command(&format!("task resume {}", view.id))));
    text
}

/// What the app offers, and how it is taken.
fn undo_words(undo: &UndoOffer, id: &str) -> String {
    let until = undo.until.map_or_else(String::new, |until| format!(", until {}", when(Some(until))));
    let since = when(Some(undo.since));
    match undo.pressable {
        true => format!("“{}” (offered {since}{until}): {}", undo.label, hints::command(&format!("task undo {id}"))),
        false => format!("“{}” (said {since}{until}): put it back there, on the phone", undo.label),
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

/// On this machine's wall.
pub(super) fn when(at: Option<jiff::Timestamp>) -> String {
    at.map_or_else(String::new, |at| at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string())
}
