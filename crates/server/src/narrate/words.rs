//! What is said of a task, in words for people.

use action::os::ToastVariant;
use task::What;
use task::agent::{Status, Summary};

/// How many letters of a goal make a title.
const TITLE: usize = 80;
/// How many letters a toast has.
const TOAST: usize = 500;

/// A goal as a title.
pub(super) fn title(goal: &str) -> String {
    cut(goal.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim(), TITLE)
}

/// Where a task stands; nothing for what is no progress.
pub(super) fn progress(what: &What) -> Option<String> {
    match what {
        What::Progress(progress) => {
            let what = progress.action.as_deref().or(Some(progress.thinking.as_str())).filter(|text| !text.is_empty());
            let step = format!("Step {} of {}", progress.step, progress.max_steps);
            Some(what.map_or_else(|| step.clone(), |what| format!("{step}: {}", cut(what, TOAST))))
        }
        What::Retrying { step, why, .. } => Some(format!("Step {step}: tries again ({})", cut(why, TOAST))),
        What::Disconnected { why, wait_sec } => {
            Some(format!("The phone is gone ({}); waiting up to {wait_sec:.0} s for it", cut(why, TOAST)))
        }
        What::Reconnected => Some("The phone is back".to_owned()),
        What::Queued { .. }
        | What::Started { .. }
        | What::Step { .. }
        | What::Thinking { .. }
        | What::Question { .. }
        | What::QuestionClosed { .. }
        | What::Warning { .. }
        | What::Ended(_) => None,
    }
}

/// How a task ended, and the way out where there is one.
pub(super) fn end(summary: &Summary) -> (ToastVariant, String) {
    let why = summary.error.as_deref().filter(|why| !why.is_empty()).unwrap_or(&summary.message);
    let (variant, text) = match summary.status {
        Status::Success => (ToastVariant::Success, format!("Done: {}", summary.message)),
        Status::Failed => (ToastVariant::Error, format!("Failed: {why}")),
        Status::Timeout => (ToastVariant::Error, format!("Stopped at a limit: {why}")),
        Status::Interrupted => (ToastVariant::Warning, format!("Interrupted: {why}. It can be resumed.")),
    };
    (variant, cut(&text, TOAST))
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use task::agent::EndReason;

    use super::*;

    #[test]
    fn an_end_says_what_happened_and_what_to_do() {
        let rows = [
            (EndReason::Finished, "sent", None, "Done: sent", ToastVariant::Success),
            (EndReason::Model, "no answer", Some("check the key"), "Failed: check the key", ToastVariant::Error),
            (EndReason::GaveUp, "no such app", Some(""), "Failed: no such app", ToastVariant::Error),
            (EndReason::MaxSteps, "50 steps", None, "Stopped at a limit: 50 steps", ToastVariant::Error),
            (EndReason::Preempted, "taken", None, "Interrupted: taken. It can be resumed.", ToastVariant::Warning),
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
            };
            assert_eq!(end(&summary), (variant, expected.to_owned()));
        }
    }

    #[test]
    fn a_goal_becomes_a_title_of_one_short_line() {
        assert_eq!(title("\n  Text Sam\nI'll be late"), "Text Sam");
        assert_eq!(title(&"é".repeat(200)).chars().count(), TITLE + 1);
        assert_eq!(title(""), "");
    }
}
