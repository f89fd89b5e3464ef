//! Words a cause, and says what to try next.

use agent::{EndReason, Status};

use super::problems::question_words;
use super::{Cause, Finding};
use crate::run::Run;

/// The cause in a sentence.
pub(super) fn sentence(cause: Cause, run: &Run, first: Option<&Finding>) -> String {
    // Without an entry that shows the cause, the first problem is another one: its step says nothing about this one.
    let first = first.filter(|first| first.cause == cause);
    let step = first.map_or_else(String::new, |first| format!(" in step {}", first.step));
    let said = run.ending.summary().map(|summary| summary.message.as_str()).unwrap_or_default();
    match cause {
        Cause::None => "Nothing went wrong: the task reached its goal.".to_owned(),
        Cause::RefusedByGate => format!("The gate refused an action{step}."),
        Cause::RefusedByPerson => format!("A person refused an action{step}."),
        Cause::NobodyAnswered => format!("A question{step} got no answer."),
        Cause::UnreadableReply if step.is_empty() => "The model's replies could not be carried out.".to_owned(),
        Cause::UnreadableReply => format!("The model's replies could not be carried out, first{step}."),
        Cause::ModelFailed => format!("The model gave no answer{step}."),
        Cause::Limit if said.is_empty() => "The task reached a limit.".to_owned(),
        Cause::Limit => format!("The task reached a limit: {}.", said.trim_end_matches('.')),
        Cause::Disconnected => format!("The connection to the phone was lost{step}."),
        Cause::Killed => {
            let asked = run.open_question().map(question_words);
            let asked = asked.map_or_else(String::new, |asked| format!(" while it asked {asked}"));
            format!("The process was killed{step}{asked}; the task did not end by itself.")
        }
        Cause::ToolFailed => format!("A tool, a script or a command failed{step}."),
        Cause::MissingApp => format!("The app is missing or cannot be started{step}."),
        Cause::DialogInTheWay => format!("A window over the app was in the way{step}."),
        Cause::WrongScreen => format!("An action led to another app{step}, and the task went on from there."),
        Cause::NoEffect => format!("An action had no effect{step}, and nothing worked after that."),
        Cause::PhoneRefused => format!("The phone refused an action or could not be observed{step}."),
        Cause::StepFailed => format!("A step of the plan did not work{step}."),
        Cause::GaveUp => "The agent gave up; nothing on record went wrong before.".to_owned(),
        Cause::Stopped => "Somebody stopped the task.".to_owned(),
        Cause::Undecided => "Nobody could tell whether the last action was carried out.".to_owned(),
        Cause::Disk => "The record could not be written.".to_owned(),
        Cause::Bug => "The runtime itself failed.".to_owned(),
        Cause::Running => "The task has not ended yet.".to_owned(),
    }
}

/// What to try.
pub(super) fn next(cause: Cause, run: &Run, first: Option<&Finding>) -> Vec<String> {
    let id = &run.task;
    let resume = || format!("`fingertip task resume {id}` continues where it stopped");
    let show = first.map(|first| format!("`fingertip task step {id} {}` shows that step", first.step.max(1)));
    let mut tips = match cause {
        Cause::None => return Vec::new(),
        Cause::Running => vec![format!("`fingertip task show {id}` shows its state")],
        Cause::RefusedByGate => vec!["say in the goal exactly what may be done and to whom".to_owned()],
        Cause::RefusedByPerson => vec!["make the goal clearer, or do that part yourself".to_owned(), resume()],
        Cause::NobodyAnswered => {
            vec![
                "run it where somebody can answer: `fingertip serve` shows questions on the desktop".to_owned(),
                resume(),
            ]
        }
        Cause::UnreadableReply => vec![
            "check that the model's dialect fits: `fingertip parse` reads a saved reply".to_owned(),
            "try a larger model".to_owned(),
        ],
        Cause::ModelFailed => vec!["`fingertip doctor` checks the model's endpoint and key".to_owned(), resume()],
        Cause::Limit => match run.ending.reason() {
            Some(EndReason::MaxSteps) => {
                vec![format!("`fingertip task resume {id} --max-steps N` continues with more steps")]
            }
            Some(EndReason::Tokens) => vec!["raise `budgets.tokens` in `[executor]`, then resume".to_owned()],
            Some(EndReason::Money) => vec!["raise `budgets.money` in `[executor]`, then resume".to_owned()],
            _ => vec!["raise `budgets.seconds` in `[executor]`, then resume".to_owned()],
        },
        Cause::Disconnected => {
            vec!["check the cable or the network: `fingertip devices` lists the phones".to_owned(), resume()]
        }
        Cause::Killed => vec![resume()],
        Cause::ToolFailed => vec!["`fingertip tools list` shows which tools work".to_owned()],
        Cause::MissingApp => vec!["install the app, or name another one in the goal".to_owned()],
        Cause::DialogInTheWay => vec!["answer the window on the phone, then resume".to_owned(), resume()],
        Cause::WrongScreen => vec!["name the app in the goal".to_owned()],
        Cause::NoEffect => vec!["look at the screen of that step: the element may be disabled or covered".to_owned()],
        Cause::PhoneRefused => vec!["`fingertip doctor` checks what the phone allows".to_owned(), resume()],
        Cause::StepFailed | Cause::GaveUp => vec!["make the goal more precise, or split it".to_owned()],
        Cause::Stopped | Cause::Undecided => vec![resume()],
        Cause::Disk => vec!["free some disk space, then resume".to_owned(), resume()],
        Cause::Bug => vec!["please report it with the task's folder".to_owned()],
    };
    // A task that succeeded cannot be resumed.
    if run.ending.status() == Some(Status::Success) {
        tips.retain(|tip| !tip.contains("resume"));
    }
    tips.extend(show);
    tips
}
