//! `fingertip task show`: a task's state, and with `--steps` every step of it.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use task::{LinkedQuestion, State, UndoOffer, View};

use super::{find, name, when};
use crate::backend::{Backend, task_folder};
use crate::commands::trajectory;
use crate::hints;
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;

/// Show a task's state and its open question, or its steps
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip task show last
  fingertip task show last --steps
  fingertip task show 20260729T141502123Z-4k9dz2m7 --json")]
pub(super) struct Show {
    /// The task's id, its beginning, or `last`
    id: String,
    /// Show every step: thought, action, effect, time; with --json, one step per line
    #[arg(long)]
    steps: bool,
    /// Print the task as JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let data = which.data()?;
        let id = find(&data, &self.id)?;
        if self.steps {
            return trajectory::show(&task_folder(&data, &id)?, self.json);
        }
        let backend = Backend::look(which).await?;
        let view = backend.show(&id).await?;
        if self.json {
            output::json(&view)?;
            return Ok(ExitCode::SUCCESS);
        }
        output::line(whole(&view).trim_end())?;
        for LinkedQuestion { question, link } in backend.questions().await {
            if question.task != view.id {
                continue;
            }
            let (title, message) = (plain(&question.title, 200), plain(&question.message, 500));
            output::line(format_args!("asks      {title}: {message}\n          {} ({})", link.url, link.note))?;
        }
        if matches!(view.state, State::Failed | State::Timeout | State::Interrupted) {
            output::hint(&format!("`fingertip task why {id}` says what went wrong"));
        }
        Ok(ExitCode::SUCCESS)
    }
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
