//! `fingertip trajectory`: shows what a task did, step by step, from its journal.

use std::path::Path;
use std::process::ExitCode;

use action::phone::AgentAction;
use agent::record::{SeenScreen, StepScreens, read};
use agent::{Effect, JournalEntry};
use anyhow::Result;
use clap::{Args, Subcommand};
use jiff::Timestamp;
use serde::Serialize;

use crate::backend::task_folder;
use crate::output;
use crate::phones::PhoneOptions;
use crate::plain_text::plain;
use crate::terminal::effect_words;

/// Show what a task did, step by step; the same as `fingertip task show ID --steps`
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip trajectory show 20260729T141502123Z-4k9dz2m7
  fingertip trajectory show 20260729T141502123Z-4k9dz2m7 --json | jq .thought")]
pub(crate) struct Trajectory {
    #[command(subcommand)]
    what: Subcommands,
    #[command(flatten)]
    which: PhoneOptions,
}

#[derive(Subcommand)]
enum Subcommands {
    /// Show the steps: thought, action, effect, time
    #[command(after_help = "Examples:
  fingertip trajectory show 20260729T141502123Z-4k9dz2m7
  fingertip trajectory show 20260729T141502123Z-4k9dz2m7 --json | jq .thought")]
    Show {
        /// The task's id
        id: String,
        /// Print JSON, one step per line
        #[arg(long)]
        json: bool,
    },
}

/// One step.
#[derive(Default, Serialize)]
struct Step {
    step: u32,
    at: Option<Timestamp>,
    /// How long the step took, in seconds, until the next one began.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    screenshot: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    app: Option<String>,
    thought: String,
    done: Vec<Done>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    told: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// One action of a step.
#[derive(Serialize)]
struct Done {
    action: AgentAction,
    /// `None` if the process ended before the effect was known.
    effect: Option<Effect>,
}

impl Trajectory {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Subcommands::Show { id, json } = self.what;
        let data = self.which.data()?;
        show(&task_folder(&data, &super::task::find(&data, &id)?)?, json)
    }
}

/// Prints every step of a task.
pub(super) fn show(folder: &Path, json: bool) -> Result<ExitCode> {
    let print = |step: &Step| if json { output::line(serde_json::to_string(step)?) } else { print_step(step) };
    // One step at a time, because a task may be long.
    let mut open: Option<Step> = None;
    let mut screens = StepScreens::default();
    for line in read(folder)? {
        let line = line?;
        let mark = line.mark();
        let ends_run = matches!(line, JournalEntry::Started(_) | JournalEntry::Ended(_));
        if let JournalEntry::Ended(ended) = &line {
            // An open question without a decision is not a step.
            open = open.filter(|open| !json || open.step <= ended.summary.steps);
        }
        if let Some(open) = open.as_mut().filter(|open| open.seconds.is_none() && (ends_run || open.step != mark.step))
        {
            open.seconds = open.at.map(|at| mark.at.duration_since(at).as_secs_f64());
        }
        // A resumed run may continue the last step: programs get it in one piece, people as it happened.
        if let Some(step) = open.take_if(|open| if ends_run { !json } else { open.step != mark.step }) {
            print(&step)?;
        }
        screens.read(&line);
        match &line {
            JournalEntry::Started(started) if !json => {
                let verb = if started.resumed { "resumed" } else { "started" };
                output::line(format_args!("{verb} {}: {}", started.mark.at, plain(&started.goal, 500)))?;
                let (device, model) = (plain(&started.device, 100), plain(&started.model, 100));
                output::line(format_args!("  on {device} with {model} ({})", started.dialect))?;
            }
            JournalEntry::Ended(ended) if !json => {
                let status = serde_json::to_value(ended.summary.status)?;
                let (status, message) = (status.as_str().unwrap_or_default(), plain(&ended.summary.message, 2000));
                output::line(format_args!("{status} {}: {message}", ended.mark.at))?;
            }
            JournalEntry::Started(_) | JournalEntry::Ended(_) => {}
            _ if mark.step == 0 => {}
            line => {
                let step = open.get_or_insert_with(|| Step { step: mark.step, at: Some(mark.at), ..Step::default() });
                step.add(line);
                step.saw(screens.before());
            }
        }
    }
    open.map_or(Ok(()), |step| print(&step))?;
    Ok(ExitCode::SUCCESS)
}

impl Step {
    /// Stores the screen that the mind saw before it acted.
    fn saw(&mut self, screen: Option<&SeenScreen>) {
        let Some(screen) = screen else { return };
        self.screenshot = screen.screenshot.as_ref().map(|picture| picture.number);
        self.app.clone_from(&screen.app);
    }

    fn add(&mut self, line: &JournalEntry) {
        match line {
            JournalEntry::Prediction(said) => {
                if !said.thought.is_empty() {
                    self.thought.clone_from(&said.thought);
                }
                self.error.clone_from(&said.error);
            }
            JournalEntry::Intent(intent) => self.done.push(Done { action: intent.action.clone(), effect: None }),
            JournalEntry::Effect(carried) => {
                let effect = Some(carried.effect.clone());
                match self.done.last_mut().filter(|done| done.effect.is_none()) {
                    Some(done) => done.effect = effect,
                    None => self.done.push(Done { action: carried.action.clone(), effect }),
                }
            }
            JournalEntry::Retry(retry) => self.told.push(format!("tried again: {}", retry.why)),
            JournalEntry::Note(note) => self.told.push(format!("noted: {}", note.text)),
            JournalEntry::StepResult(entry) => self.told.push(entry.result.message.clone()),
            JournalEntry::Paused(_) => self.told.push("paused".to_owned()),
            JournalEntry::Continued(entry) => {
                self.told.push(format!("continued after {:.0} s", entry.paused.as_secs_f64()));
            }
            JournalEntry::Observation(_)
            | JournalEntry::Hidden(_)
            | JournalEntry::Gate(_)
            | JournalEntry::Question(_)
            | JournalEntry::Plan(_)
            | JournalEntry::PlanStep(_)
            | JournalEntry::ToolResult(_)
            | JournalEntry::Started(_)
            | JournalEntry::Ended(_) => {}
        }
    }
}

fn print_step(step: &Step) -> Result<()> {
    let time = step.seconds.map_or_else(String::new, |seconds| format!("  ({seconds:.1} s)"));
    output::line(format_args!("{:>3}  {}{time}", step.step, plain(step.thought.trim(), 300)))?;
    for done in &step.done {
        let action = serde_json::to_string(&done.action).unwrap_or_else(|_| done.action.name().to_owned());
        let effect = done.effect.as_ref().map_or_else(|| "unknown: it was cut off".to_owned(), effect_words);
        output::line(format_args!("     {}\n     → {effect}", plain(&action, 300)))?;
    }
    for line in &step.told {
        output::line(format_args!("     {}", plain(line, 300)))?;
    }
    match &step.error {
        Some(error) => output::line(format_args!("     not understood: {}", plain(error, 500))),
        None => Ok(()),
    }
}
