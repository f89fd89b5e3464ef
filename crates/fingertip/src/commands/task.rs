//! `fingertip task`: lists, shows, explains, compares, exports, repeats and controls past and running tasks. One verb, one file.

mod compare;
mod control;
mod export;
mod find;
mod keep;
mod list;
mod prune;
mod replay;
mod report;
mod resume;
mod show;
mod step;
mod undo;
mod why;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use jiff::tz::TimeZone;
use task::State;

pub(super) use self::find::find;
use crate::phones::PhoneOptions;

/// List, show, explain, report, compare, repeat, pause, continue, resume, cancel and undo tasks
#[derive(Args)]
#[command(after_help = "\
While `fingertip serve` is running on the same data folder, this talks to it; otherwise it reads the folder itself.
A task is named by its id, by the beginning of its id if no other task begins like that, or by `last`.

Examples:
  fingertip task list --status failed --since 2d
  fingertip task why last
  fingertip task step last 9 --tree
  fingertip task diff 20260729T1415 last
  fingertip task resume 20260729T141502123Z-4k9dz2m7 --max-steps 80
  fingertip task replay last --device sim
  fingertip task cancel last
  fingertip task undo last")]
pub(crate) struct TaskCommand {
    #[command(subcommand)]
    what: Subcommands,
    #[command(flatten)]
    which: PhoneOptions,
}

#[derive(Subcommand)]
enum Subcommands {
    List(list::List),
    Show(show::Show),
    Step(step::ShowStep),
    Why(why::ShowWhy),
    Report(report::Report),
    Diff(compare::Diff),
    Export(export::Export),
    Keep(keep::Keep),
    Prune(prune::Prune),
    Replay(replay::Replay),
    Resume(resume::Resume),
    Pause(control::Pause),
    Continue(control::Continue),
    Undo(undo::Undo),
    Cancel(control::Cancel),
}

impl TaskCommand {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let which = &self.which;
        match self.what {
            Subcommands::List(verb) => verb.run(which).await,
            Subcommands::Show(verb) => verb.run(which).await,
            Subcommands::Step(verb) => verb.run(which).await,
            Subcommands::Why(verb) => verb.run(which).await,
            Subcommands::Report(verb) => verb.run(which).await,
            Subcommands::Diff(verb) => verb.run(which).await,
            Subcommands::Export(verb) => verb.run(which).await,
            Subcommands::Keep(verb) => verb.run(which),
            Subcommands::Prune(verb) => verb.run(which).await,
            Subcommands::Replay(verb) => verb.run(which).await,
            Subcommands::Resume(verb) => verb.run(which).await,
            Subcommands::Pause(verb) => verb.run(which).await,
            Subcommands::Continue(verb) => verb.run(which).await,
            Subcommands::Undo(verb) => verb.run(which).await,
            Subcommands::Cancel(verb) => verb.run(which).await,
        }
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
