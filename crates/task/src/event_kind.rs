//! The kinds of task events, and the conversion from the executor's events.
//!
//! All texts have passed the redactor. Long texts are cut; the journal stores them in full.

use action::LoopEvent;
use action::plan::{ActionPlan, StepResult};
use agent::{PauseReason, Progress, Summary};
use serde::{Deserialize, Serialize};

use crate::question::{Open, Outcome};
use crate::text::cut;

/// What happened to a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum EventKind {
    /// The task waits for its phone.
    Queued {
        /// The person's goal.
        goal: String,
        /// The phone.
        device: String,
        /// How many tasks are ahead of it.
        ahead: usize,
        /// Whether it continues an earlier run.
        resumed: bool,
    },
    /// The task runs.
    Started {
        /// The person's goal.
        goal: String,
        /// The phone.
        device: String,
        /// The model.
        model: String,
        /// The most steps it may take.
        max_steps: u32,
        /// Whether it continues an earlier run.
        resumed: bool,
    },
    /// The model answered, or an action was carried out.
    Progress(Progress),
    /// The request became a plan, or the plan changed.
    Plan {
        /// The plan in words.
        summary: String,
        /// The plan.
        plan: Box<ActionPlan>,
    },
    /// The result of a plan step.
    StepResult(StepResult),
    /// A script produced a file for people.
    File {
        /// Its path below `/files/` of the desktop.
        path: String,
    },
    /// The task asks a person.
    Question {
        /// The question.
        question: Box<Open>,
    },
    /// A question no longer needs an answer. The answer itself is never published.
    QuestionClosed {
        /// The question.
        id: String,
        /// How it was settled.
        how: Outcome,
    },
    /// The task is paused until somebody continues it.
    Paused {
        /// Why.
        reason: PauseReason,
    },
    /// The task is over.
    Ended(Summary),
    /// An event of the agent loop, unchanged.
    #[serde(untagged)]
    Loop(LoopEvent),
}

impl EventKind {
    /// Returns whether this event begins a run, including one of a task that was over.
    pub(crate) fn begins(&self) -> bool {
        matches!(self, Self::Queued { .. } | Self::Started { .. })
    }

    /// Converts an event of the executor; `None` for events that the service publishes itself.
    pub(crate) fn of(event: &agent::Event) -> Option<Self> {
        Some(match event {
            agent::Event::Progress(progress) => {
                let mut progress = progress.clone();
                progress.thinking = cut(&progress.thinking);
                progress.action = progress.action.as_deref().map(cut);
                Self::Progress(progress)
            }
            agent::Event::Plan { summary, plan } => Self::Plan { summary: cut(summary), plan: plan.clone() },
            agent::Event::StepResult(result) => {
                let mut result = result.clone();
                result.message = cut(&result.message);
                Self::StepResult(result)
            }
            agent::Event::File { path } => Self::File { path: cut(path) },
            agent::Event::Paused { reason } => Self::Paused { reason: *reason },
            agent::Event::Loop(event) => Self::Loop(with_cut_texts(event.clone())),
            agent::Event::Started { .. }
            | agent::Event::Question(_)
            | agent::Event::Settled { .. }
            | agent::Event::Ended(_) => return None,
        })
    }

    /// Returns the end event, with its texts cut.
    pub(crate) fn ended(summary: &Summary) -> Self {
        let mut summary = summary.clone();
        summary.message = cut(&summary.message);
        summary.read_out = summary.read_out.as_deref().map(cut);
        summary.error = summary.error.as_deref().map(cut);
        Self::Ended(summary)
    }
}

/// Returns an event of the loop with its texts cut.
fn with_cut_texts(mut event: LoopEvent) -> LoopEvent {
    match &mut event {
        LoopEvent::Step { app: Some(text), .. }
        | LoopEvent::Acting { label: Some(text), .. }
        | LoopEvent::Say { words: text }
        | LoopEvent::Retrying { why: text, .. }
        | LoopEvent::Disconnected { why: text, .. }
        | LoopEvent::Warning { message: text, .. } => *text = cut(text),
        LoopEvent::Step { app: None, .. }
        | LoopEvent::Thinking { .. }
        | LoopEvent::Acting { label: None, .. }
        | LoopEvent::Reconnected
        | LoopEvent::Continued => {}
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;

    /// Compares an event with its text in both directions, alone and inside a numbered event.
    fn check(what: EventKind, text: &str) {
        assert_eq!(serde_json::to_string(&what).unwrap(), text);
        assert_eq!(serde_json::from_str::<EventKind>(text).unwrap(), what);
        let event = Event { n: 7, task: "t".to_owned(), at: jiff::Timestamp::UNIX_EPOCH, narration: None, what };
        let whole = text.replacen('{', r#"{"n":7,"task":"t","at":"1970-01-01T00:00:00Z","#, 1);
        assert_eq!(serde_json::to_string(&event).unwrap(), whole);
        assert_eq!(serde_json::from_str::<Event>(&whole).unwrap(), event);
    }

    #[test]
    fn what_the_loop_reports_stands_beside_the_other_events() {
        let rows = [
            (
                LoopEvent::Step { step: 3, screenshot: Some(7), app: Some("com.example".to_owned()) },
                r#"{"event":"step","step":3,"screenshot":7,"app":"com.example"}"#,
            ),
            (
                LoopEvent::Step { step: 3, screenshot: None, app: None },
                r#"{"event":"step","step":3,"screenshot":null,"app":null}"#,
            ),
            (LoopEvent::Thinking { step: 3 }, r#"{"event":"thinking","step":3}"#),
            (
                LoopEvent::Acting {
                    step: 3,
                    verb: "tap".to_owned(),
                    points: vec![[1, 2]],
                    screen: [3, 4],
                    label: Some("Save".to_owned()),
                },
                r#"{"event":"acting","step":3,"verb":"tap","points":[[1,2]],"screen":[3,4],"label":"Save"}"#,
            ),
            (
                LoopEvent::Acting { step: 3, verb: "key".to_owned(), points: Vec::new(), screen: [3, 4], label: None },
                r#"{"event":"acting","step":3,"verb":"key","points":[],"screen":[3,4]}"#,
            ),
            (LoopEvent::Say { words: "Wait.".to_owned() }, r#"{"event":"say","words":"Wait."}"#),
            (
                LoopEvent::Retrying { step: 3, why: "busy".to_owned(), after_sec: 0.5 },
                r#"{"event":"retrying","step":3,"why":"busy","afterSec":0.5}"#,
            ),
            (
                LoopEvent::Disconnected { why: "gone".to_owned(), wait_sec: 60.0 },
                r#"{"event":"disconnected","why":"gone","waitSec":60.0}"#,
            ),
            (LoopEvent::Reconnected, r#"{"event":"reconnected"}"#),
            (LoopEvent::Continued, r#"{"event":"continued"}"#),
            (
                LoopEvent::Warning { step: 3, message: "slow".to_owned() },
                r#"{"event":"warning","step":3,"message":"slow"}"#,
            ),
        ];
        for (event, text) in rows {
            check(EventKind::Loop(event), text);
        }
        check(EventKind::Paused { reason: PauseReason::TakenOver }, r#"{"event":"paused","reason":"taken_over"}"#);
        assert!(serde_json::from_str::<EventKind>(r#"{"event":"unheard of"}"#).is_err());
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "x".repeat(9_000);
        let event = |text: &str| LoopEvent::Step { step: 1, screenshot: None, app: Some(text.to_owned()) };
        assert_eq!(EventKind::of(&agent::Event::Loop(event(&long))), Some(EventKind::Loop(event(&cut(&long)))));
        let event = |text: &str| LoopEvent::Acting {
            step: 1,
            verb: "tap".to_owned(),
            points: vec![[1, 2]],
            screen: [3, 4],
            label: Some(text.to_owned()),
        };
        assert_eq!(EventKind::of(&agent::Event::Loop(event(&long))), Some(EventKind::Loop(event(&cut(&long)))));
        let event = |text: &str| LoopEvent::Warning { step: 1, message: text.to_owned() };
        assert_eq!(EventKind::of(&agent::Event::Loop(event(&long))), Some(EventKind::Loop(event(&cut(&long)))));
    }
}
