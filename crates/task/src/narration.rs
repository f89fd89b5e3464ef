//! The spoken form of every event, and its sound. The terminal's `--speak`, the page and every other voice output use
//! it, so that it is decided in one place.
//!
//! Texts are short whole sentences without ids, addresses or coordinates. Events that matter only on the screen have no
//! spoken form.

use action::LoopEvent;
use action::plan::StepStatus;
use agent::{PauseReason, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event_kind::EventKind;
use crate::question::{Outcome, numbered};
use crate::text::cut;

/// The longest narration of one event, in characters.
const MOST: usize = 400;

/// A short sound with a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Earcon {
    /// Listening, or a task has begun.
    Begin,
    /// A step is done.
    Step,
    /// A person is needed.
    Question,
    /// The task succeeded.
    Success,
    /// The task failed.
    Failure,
    /// The task paused or continued.
    Pause,
}

/// The spoken form of an event, and the sound before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Narration {
    /// The words; empty if there is only a sound.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// The language of the words, as a BCP 47 tag; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// The sound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earcon: Option<Earcon>,
}

/// Returns the narration of an event in a language; `None` for events that are only of visual interest. Sentences are
/// those of the planner; a language without one is narrated in English.
pub fn narration(what: &EventKind, language: &str) -> Option<Narration> {
    let say = |key: &str, values: &[(&str, &str)]| planner::narrated(language, key, values);
    let plain = |key: &str| say(key, &[]);
    let (words, earcon) = match what {
        EventKind::Queued { ahead: 0, .. } => return None,
        EventKind::Queued { ahead, .. } => (say("queued", &[("ahead", &ahead.to_string())]), None),
        EventKind::Started { .. } => (String::new(), Some(Earcon::Begin)),
        EventKind::Plan { summary, .. } => (sentence(summary), None),
        EventKind::StepResult(result) => match result.status {
            StepStatus::Success => (String::new(), Some(Earcon::Step)),
            StepStatus::RetryableError => (say("retry", &[("message", &sentence(&result.message))]), None),
            // Its remedy is asked as a question, and its end event says the rest.
            StepStatus::FatalError => return None,
        },
        EventKind::File { path } => (say("file", &[("file", &cut(path.rsplit('/').next().unwrap_or(path)))]), None),
        EventKind::Loop(LoopEvent::Say { words }) => (sentence(words), Some(Earcon::Question)),
        EventKind::Question { question } => {
            let message = match question.choices.as_slice() {
                [one, other] => format!("{} {}", question.message, say("or", &[("one", one), ("other", other)])),
                choices => numbered(&question.message, choices),
            };
            (format!("{} {message}", sentence(&question.title)), Some(Earcon::Question))
        }
        EventKind::QuestionClosed { how: Outcome::Timeout, .. } => (plain("no answer"), None),
        EventKind::Loop(LoopEvent::Disconnected { .. }) => (plain("disconnected"), Some(Earcon::Pause)),
        EventKind::Loop(LoopEvent::Reconnected) => (plain("reconnected"), Some(Earcon::Pause)),
        EventKind::Paused { reason: PauseReason::TakenOver } => (plain("taken over"), Some(Earcon::Pause)),
        EventKind::Paused { reason: PauseReason::Asked } => (plain("paused"), Some(Earcon::Pause)),
        EventKind::Loop(LoopEvent::Continued) => (plain("continued"), Some(Earcon::Pause)),
        EventKind::Loop(LoopEvent::Warning { message, .. }) => {
            (say("warning", &[("message", &sentence(message))]), None)
        }
        EventKind::Ended(summary) => match summary.status {
            Status::Success => (sentence(summary.told()), Some(Earcon::Success)),
            Status::Failed => (sentence(summary.told()), Some(Earcon::Failure)),
            Status::Timeout => (say("limit", &[("message", &sentence(summary.told()))]), Some(Earcon::Failure)),
            Status::Interrupted => (plain("stopped"), Some(Earcon::Failure)),
        },
        EventKind::Loop(
            LoopEvent::Step { .. } | LoopEvent::Thinking { .. } | LoopEvent::Acting { .. } | LoopEvent::Retrying { .. },
        )
        | EventKind::Progress(_)
        | EventKind::QuestionClosed { .. } => return None,
    };
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let language = if words.is_empty() { String::new() } else { language.to_owned() };
    Some(Narration { words: shortened(&words), language, earcon })
}

/// Adds an initial capital and a full stop.
fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let stop = if text.ends_with(['.', '!', '?', '…', '”']) { "" } else { "." };
    first.to_uppercase().chain(letters).collect::<String>() + stop
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use action::plan::StepResult;
    use agent::{EndReason, Summary};

    use super::*;

    fn ended(reason: EndReason, message: &str) -> EventKind {
        EventKind::Ended(Summary {
            task_id: "t".to_owned(),
            status: reason.status(),
            reason,
            steps: 1,
            duration: std::time::Duration::ZERO,
            message: message.to_owned(),
            read_out: None,
            error: None,
            tokens: 0,
            cost: None,
        })
    }

    #[test]
    fn events_are_said_in_short_sentences_or_not_at_all() {
        let check = |what: EventKind, words: &str, earcon: Option<Earcon>| {
            let said = narration(&what, "en").unwrap_or_default();
            assert_eq!((said.words.as_str(), said.earcon), (words, earcon), "{what:?}");
        };
        let result = |status, message: &str| {
            let (op, code, message) = ("send".to_owned(), "ok".to_owned(), message.to_owned());
            EventKind::StepResult(StepResult { step: 0, op, status, code, message, remediation: None })
        };
        check(result(StepStatus::Success, "I sent it."), "", Some(Earcon::Step));
        check(result(StepStatus::RetryableError, "the phone is busy"), "The phone is busy. I'll try again.", None);
        check(ended(EndReason::Finished, "wi-Fi is on"), "Wi-Fi is on.", Some(Earcon::Success));
        check(
            ended(EndReason::GaveUp, "WhatsApp is not installed."),
            "WhatsApp is not installed.",
            Some(Earcon::Failure),
        );
        check(ended(EndReason::Cancel, "x"), "Stopped.", Some(Earcon::Failure));
        check(EventKind::Loop(LoopEvent::Thinking { step: 1 }), "", None);
        check(EventKind::Loop(LoopEvent::Reconnected), "The phone is back.", Some(Earcon::Pause));
        let back = narration(&EventKind::Loop(LoopEvent::Reconnected), "de").unwrap();
        assert_eq!(back.words, "Das Telefon ist wieder da.");
        assert_eq!(narration(&EventKind::Loop(LoopEvent::Reconnected), "xx").unwrap().words, "The phone is back.");
        let long = ended(EndReason::Finished, &"word ".repeat(500));
        assert!(narration(&long, "en").unwrap().words.chars().count() <= MOST + 1);
    }
}
