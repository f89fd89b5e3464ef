//! Describes tasks in words for people.

use action::LoopEvent;
use action::os::ToastVariant;
use action::phone::AgentAction;
use task::EventKind;
use task::agent::{EndReason, PauseReason, Status, Summary};

/// How many characters of a goal make a title.
const TITLE: usize = 80;
/// How many characters of a typed, opened or executed text are shown.
const ACTION: usize = 80;
/// How many characters a toast has.
const TOAST: usize = 500;

/// Returns a goal as a title.
pub(super) fn title(goal: &str) -> String {
    cut(goal.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim(), TITLE)
}

/// Describes a task's progress; `None` for events that are not progress.
pub(super) fn progress(what: &EventKind) -> Option<String> {
    match what {
        EventKind::Progress(progress) => {
            let thought = || Some(cut(&progress.thinking, TOAST)).filter(|text| !text.is_empty());
            let what = progress.action.as_deref().and_then(describe).or_else(thought);
            let step = format!("Step {} of {}", progress.step, progress.max_steps);
            Some(what.map_or_else(|| step.clone(), |what| format!("{step}: {what}")))
        }
        EventKind::Plan { summary, .. } => Some(cut(summary, TOAST)),
        EventKind::StepResult(result) => Some(cut(&result.message, TOAST)),
        EventKind::Loop(LoopEvent::Say { words }) => Some(cut(words, TOAST)),
        EventKind::File { path } => Some(left(path)),
        EventKind::Loop(LoopEvent::Retrying { step, why, .. }) => {
            Some(format!("Step {step}: retrying ({})", cut(why, TOAST)))
        }
        EventKind::Loop(LoopEvent::Disconnected { why, wait_sec }) => {
            Some(format!("Lost the phone ({}); waiting up to {wait_sec:.0} s for it", cut(why, TOAST)))
        }
        EventKind::Loop(LoopEvent::Reconnected) => Some("The phone is back".to_owned()),
        EventKind::Paused { reason: PauseReason::TakenOver } => Some("Paused: a person took over the phone".to_owned()),
        EventKind::Paused { reason: PauseReason::Asked } => Some("Paused".to_owned()),
        EventKind::Loop(LoopEvent::Continued) => Some("Goes on".to_owned()),
        EventKind::Queued { .. }
        | EventKind::Started { .. }
        | EventKind::Question { .. }
        | EventKind::QuestionClosed { .. }
        | EventKind::Loop(
            LoopEvent::Step { .. } | LoopEvent::Thinking { .. } | LoopEvent::Acting { .. } | LoopEvent::Warning { .. },
        )
        | EventKind::Ended(_) => None,
    }
}

/// Describes how a task ended, and what to do next, if anything.
pub(super) fn end(summary: &Summary, title: &str) -> (ToastVariant, String) {
    let why = summary.error.as_deref().filter(|why| !why.is_empty()).unwrap_or(&summary.message);
    let (variant, text) = match summary.status {
        // Without text that was read out: a toast is kept on disk.
        Status::Success => (ToastVariant::Success, format!("Done: {}", summary.message)),
        Status::Failed => (ToastVariant::Error, format!("Failed: {why}")),
        Status::Timeout => (ToastVariant::Error, format!("Stopped at a limit: {why}")),
        // Cancelled before it began: its title was never announced.
        Status::Interrupted if summary.reason == EndReason::Cancel && title.is_empty() => {
            (ToastVariant::Warning, "Stopped".to_owned())
        }
        // The person who stopped it knows the reason.
        Status::Interrupted if summary.reason == EndReason::Cancel => {
            (ToastVariant::Warning, format!("Stopped: {title}"))
        }
        Status::Interrupted => (ToastVariant::Warning, format!("Stopped: {why}. It can go on.")),
    };
    (variant, cut(&text, TOAST))
}

/// The description of each verb for viewers; `{}` is the verb's value. A verb without a line is described by its name.
const VERBS: &[(&str, &str)] = &[
    ("tap", "taps"),
    ("double_tap", "taps twice"),
    ("long_press", "presses and holds"),
    ("swipe", "swipes"),
    ("drag", "drags"),
    ("type", "types “{}”"),
    ("clear_text", "clears the field"),
    ("keyevent", "presses {}"),
    ("key_combination", "presses {}"),
    ("launch_app", "opens an app"),
    ("open_app", "opens {}"),
    ("open_url", "opens {}"),
    ("shell", "asks Android for it"),
    ("run_script", "runs a script"),
    ("mcp_call", "uses the tool {}"),
    ("request_human_auth", "waits for your answer"),
    ("ask_user", "waits for your answer"),
    ("confirm", "waits for your answer"),
    ("wait", "waits a moment"),
    ("observe", "looks again"),
    ("note", "notes “{}”"),
    ("finish", "is done"),
    ("fail", "gives up"),
];

/// Describes an action for viewers; `None` if it cannot be read.
fn describe(action: &str) -> Option<String> {
    let action: AgentAction = serde_json::from_str(action).ok()?;
    let value = match &action {
        AgentAction::Keyevent(key) => key_name(&key.keycode),
        AgentAction::Note(note) => cut(&note.text, ACTION),
        other => cut(&other.value(), ACTION),
    };
    let words = VERBS.iter().find(|(verb, _)| *verb == action.name()).map(|(_, words)| *words);
    Some(words.map_or_else(|| action.name().replace('_', " "), |words| words.replace("{}", &value)))
}

/// Returns the name of a key as people say it: `KEYCODE_VOLUME_UP` is `Volume up`.
fn key_name(code: &str) -> String {
    let plain = cut(&code.trim_start_matches("KEYCODE_").replace('_', " ").to_lowercase(), ACTION);
    let mut letters = plain.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Says that a script left a file for people.
pub(super) fn left(path: &str) -> String {
    format!("A script made {}", cut(path.rsplit('/').next().unwrap_or(path), TOAST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_says_what_happened_and_what_to_do() {
        let rows = [
            (EndReason::Finished, "sent", None, "Done: sent", ToastVariant::Success),
            (EndReason::Model, "no answer", Some("check the key"), "Failed: check the key", ToastVariant::Error),
            (EndReason::GaveUp, "no such app", Some(""), "Failed: no such app", ToastVariant::Error),
            (EndReason::MaxSteps, "50 steps", None, "Stopped at a limit: 50 steps", ToastVariant::Error),
            (EndReason::Cancel, "cancelled", None, "Stopped: Fold the laundry", ToastVariant::Warning),
            (EndReason::Preempted, "taken", None, "Stopped: taken. It can go on.", ToastVariant::Warning),
        ];
        for (reason, message, error, expected, variant) in rows {
            let summary = Summary {
                task_id: "t".to_owned(),
                status: reason.status(),
                reason,
                steps: 1,
                duration: std::time::Duration::ZERO,
                message: message.to_owned(),
                error: error.map(str::to_owned),
                tokens: 0,
                cost: None,
                read_out: None,
            };
            assert_eq!(end(&summary, "Fold the laundry"), (variant, expected.to_owned()));
        }
    }

    #[test]
    fn what_is_done_is_told_in_words() {
        for action in action::phone::samples() {
            let told = describe(&serde_json::to_string(&action).unwrap()).unwrap();
            assert!(!told.contains('{') && told.chars().count() < 120, "{told}");
        }
        let rows = [
            (r#"{"type":"tap","x":3,"y":4}"#, Some("taps")),
            (r#"{"type":"keyevent","keycode":"KEYCODE_BACK"}"#, Some("presses Back")),
            (r#"{"type":"ask_user","question":"?","timeoutSec":9}"#, Some("waits for your answer")),
            ("{\"type\":\"ta", None),
            ("a thought", None),
        ];
        for (action, expected) in rows {
            assert_eq!(describe(action).as_deref(), expected, "{action}");
        }
    }

    #[test]
    fn a_goal_becomes_a_title_of_one_short_line() {
        assert_eq!(title("\n  Text Sam\nI'll be late"), "Text Sam");
        assert_eq!(title(&"é".repeat(200)).chars().count(), TITLE + 1);
        assert_eq!(title(""), "");
    }
}
