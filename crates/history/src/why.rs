//! Why a run ended: the cause, the first thing that went wrong, and what to try.
//!
//! The end of a run often names a symptom ("the agent gave up"). The cause is the first problem that the run did not
//! get over: `problems` collects everything that went wrong and when it was over, this file picks, `advice` words it.
//! Nothing here guesses: a cause is named only if an entry of the journal shows it.

mod advice;
mod problems;

use agent::{EndReason, Status, Summary};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::problems::{Problem, problems};
use crate::run::Run;

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TaskWhy")]
pub struct Why {
    /// The task.
    pub task: String,
    /// The goal.
    pub goal: String,
    /// `success`, `failed`, `timeout`, `interrupted`, or `open` for a run without an end on record.
    pub status: String,
    /// Why it ended, for programs, as in its summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The last message to the person.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The cause.
    pub cause: Cause,
    /// The cause in a sentence.
    pub summary: String,
    /// The first thing that went wrong and was not overcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Finding>,
    /// Other things that went wrong, in order, at most eight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Finding>,
    /// What to try.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<String>,
    /// Why the journal could not be read to its end, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<String>,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// In which step; 0 is before the first.
    pub step: u32,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub at: Option<Timestamp>,
    /// What kind of problem it is.
    pub cause: Cause,
    /// What happened, with the words of the record.
    pub what: String,
    /// The step in which it was over; absent if it never was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_in: Option<u32>,
}

/// A cause, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Nothing went wrong.
    None,
    /// The gate refused an action.
    RefusedByGate,
    /// A person refused an action, or ended the task when asked.
    RefusedByPerson,
    /// A question was not answered.
    NobodyAnswered,
    /// The model's replies could not be read.
    UnreadableReply,
    /// The model gave no answer.
    ModelFailed,
    /// A limit was reached: steps, time, tokens or money.
    Limit,
    /// The phone was gone.
    Disconnected,
    /// The process was killed.
    Killed,
    /// A tool, a script or a command failed.
    ToolFailed,
    /// The app is not installed or cannot be started.
    MissingApp,
    /// A window over the app had to be answered first.
    DialogInTheWay,
    /// An action led to another app.
    WrongScreen,
    /// An action had no effect.
    NoEffect,
    /// The phone refused an action, or could not be observed.
    PhoneRefused,
    /// A plan's step did not work, or the phone does not show that it did.
    StepFailed,
    /// The agent gave up, and nothing on record went wrong before.
    GaveUp,
    /// Somebody stopped it.
    Stopped,
    /// It is unknown whether the last action was carried out.
    Undecided,
    /// The record could not be written.
    Disk,
    /// A bug in the runtime.
    Bug,
    /// It has not ended.
    Running,
}

/// How many other findings are listed.
const MOST_ALSO: usize = 8;

/// Says why a run ended. `alive` is whether a process still works on it.
pub fn why(run: &Run, alive: bool) -> Why {
    let found = problems(run);
    let summary = run.ending.summary();
    let status = summary.map_or("open", |summary| status_word(summary.status));
    let (cause, first) = pick(run, &found, alive);
    let first = first.map(Problem::finding);
    let also = found.iter().map(Problem::finding).filter(|one| Some(one) != first.as_ref()).take(MOST_ALSO);
    Why {
        task: run.task.clone(),
        goal: run.goal.clone(),
        status: status.to_owned(),
        reason: summary.and_then(|summary| serde_json::to_value(summary.reason).ok()?.as_str().map(str::to_owned)),
        message: summary.map(|summary| summary.message.clone()).unwrap_or_default(),
        cause,
        summary: advice::sentence(cause, run, first.as_ref()),
        also: also.collect(),
        next: advice::next(cause, run, first.as_ref()),
        first,
        incomplete: run.broken.clone(),
    }
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Success => "success",
        Status::Failed => "failed",
        Status::Timeout => "timeout",
        Status::Interrupted => "interrupted",
    }
}

/// Picks the cause, and the problem that shows it first.
fn pick<'p>(run: &Run, found: &'p [Problem], alive: bool) -> (Cause, Option<&'p Problem>) {
    let last_of = |cause: Cause| found.iter().find(|one| one.cause == cause && one.over_in.is_none());
    let open = found.iter().find(|one| one.over_in.is_none());
    let Some(Summary { reason, .. }) = run.ending.summary() else {
        return match alive {
            true => (Cause::Running, open),
            // A run that was being disconnected when it was killed was still killed.
            false => (Cause::Killed, last_of(Cause::Killed)),
        };
    };
    let named = match reason {
        EndReason::Finished => return (Cause::None, None),
        EndReason::Disconnected => Cause::Disconnected,
        EndReason::Device => Cause::PhoneRefused,
        EndReason::Model => Cause::ModelFailed,
        EndReason::InvalidActions | EndReason::TextOnly => Cause::UnreadableReply,
        EndReason::AskTimeout => Cause::NobodyAnswered,
        EndReason::Recorder => Cause::Disk,
        EndReason::Panicked => Cause::Bug,
        EndReason::Undecided => Cause::Undecided,
        EndReason::Seconds | EndReason::Tokens | EndReason::Money => Cause::Limit,
        EndReason::Interrupt | EndReason::Preempted | EndReason::PausedTooLong => Cause::Stopped,
        // A person who answers a question with "end the task" cancels it.
        EndReason::Cancel => match last_of(Cause::RefusedByPerson) {
            Some(refused) => return (Cause::RefusedByPerson, Some(refused)),
            None => Cause::Stopped,
        },
        // Symptoms: the cause is what went wrong before and was not overcome.
        EndReason::GaveUp | EndReason::Stuck | EndReason::MaxSteps => match open {
            Some(problem) => return (problem.cause, Some(problem)),
            None if *reason == EndReason::MaxSteps => Cause::Limit,
            None if *reason == EndReason::Stuck => Cause::NoEffect,
            None => Cause::GaveUp,
        },
    };
    // The problem of that kind shows where it began; without one, anything else that was not overcome.
    (named, last_of(named).or_else(|| open.filter(|_| named != Cause::Stopped)))
}
