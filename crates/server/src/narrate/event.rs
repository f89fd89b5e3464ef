//! Converts a task's event to the page's format.

use action::LoopEvent;
use action::plan::{Step, StepResult, StepStatus};
use desktop::wire::{PlannedStep, Question, TaskEvent, TaskProgress};
use serde_json::Value;
use task::agent::{PauseReason, Progress, Status};
use task::{Event, EventKind, Open, Outcome};

/// How many characters of a step's argument are shown.
const ARGUMENT: usize = 200;

/// Returns the event for the wire. Matches every kind of event.
pub(super) fn task_event(event: &Event) -> TaskEvent {
    let what = match event.what.clone() {
        EventKind::Queued { goal, device, ahead, resumed } => {
            TaskProgress::Queued { goal, device, ahead: ahead as u64, resumed }
        }
        EventKind::Started { goal, device, model, max_steps, resumed } => {
            TaskProgress::Started { goal, device, model, max_steps, resumed }
        }
        EventKind::Progress(Progress { step, max_steps, action, thinking, remaining, tokens, .. }) => {
            let remaining = remaining.as_secs_f64();
            TaskProgress::Progress { step, max_steps, action, thinking, remaining, tokens }
        }
        EventKind::Plan { summary, plan } => {
            TaskProgress::Plan { summary, steps: plan.steps.into_iter().map(planned).collect() }
        }
        EventKind::StepResult(StepResult { step, op, status, code, message, remediation }) => {
            let status = match status {
                StepStatus::Success => "success",
                StepStatus::RetryableError => "retryable_error",
                StepStatus::FatalError => "fatal_error",
            };
            TaskProgress::StepResult { step, op, status: status.to_owned(), code, message, remediation }
        }
        EventKind::File { path } => TaskProgress::Loop(LoopEvent::Say { words: super::text::left(&path) }),
        EventKind::Paused { reason } => TaskProgress::Paused { taken_over: reason == PauseReason::TakenOver },
        EventKind::Question { question } => TaskProgress::Question { question: Box::new(self::question(&question)) },
        EventKind::QuestionClosed { id, how } => TaskProgress::QuestionClosed { id, how: settled(how).to_owned() },
        EventKind::Ended(summary) => TaskProgress::Ended {
            status: match summary.status {
                Status::Success => "success",
                Status::Failed => "failed",
                Status::Timeout => "timeout",
                Status::Interrupted => "interrupted",
            }
            .to_owned(),
            steps: summary.steps,
            duration: summary.duration.as_secs_f64(),
            message: summary.told().to_owned(),
            error: summary.error,
        },
        EventKind::Loop(event) => TaskProgress::Loop(event),
    };
    let narration = event.narration.clone().unwrap_or_default();
    let lang = (!narration.language.is_empty()).then_some(narration.language);
    let say = (!narration.words.is_empty()).then_some(narration.words);
    let earcon = narration.earcon.and_then(|earcon| serde_json::to_value(earcon).ok()?.as_str().map(str::to_owned));
    TaskEvent { n: event.n, task: event.task.clone(), at: event.at.to_string(), what, say, lang, earcon }
}

/// Returns a step with its arguments as short texts.
fn planned(step: Step) -> PlannedStep {
    let text = |value: Value| match value {
        Value::String(text) => text,
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    let short = |value| super::text::cut(&text(value), ARGUMENT);
    PlannedStep { op: step.op, args: step.args.into_iter().map(|(name, value)| (name, short(value))).collect() }
}

/// Returns the outcome of a question, as in a task's stream.
pub(super) fn settled(how: Outcome) -> &'static str {
    match how {
        Outcome::Answered => "answered",
        Outcome::Approved => "approved",
        Outcome::Rejected => "rejected",
        Outcome::TakenOver => "taken_over",
        Outcome::Timeout => "timeout",
        Outcome::Cancelled => "cancelled",
    }
}

/// Converts a question to the desktop's format.
pub(super) fn question(open: &Open) -> Question {
    Question {
        id: open.id.clone(),
        kind: open.kind,
        from: open.task.clone(),
        title: open.title.clone(),
        message: open.message.clone(),
        about: Some(open.about.clone()).filter(|about| !about.is_empty()),
        forms: open.forms.clone(),
        choices: open.choices.clone(),
        secret: open.secret,
        can_remember: open.can_remember,
        consent: open.consent.clone(),
        until: u64::try_from(open.until.as_millisecond()).ok(),
    }
}
