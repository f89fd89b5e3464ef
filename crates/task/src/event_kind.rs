//! What can happen to a task, and how the executor's events become it.
//!
//! What comes here has passed the redactor. Long texts are cut: the journal has them whole.

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
    /// It waits for its phone.
    Queued {
        /// What the person wants.
        goal: String,
        /// On which phone.
        device: String,
        /// How many go first.
        ahead: usize,
        /// Whether it goes on where an earlier run ended.
        resumed: bool,
    },
    /// It runs.
    Started {
        /// What the person wants.
        goal: String,
        /// On which phone.
        device: String,
        /// By which model.
        model: String,
        /// How many steps there may be.
        max_steps: u32,
        /// Whether it goes on where an earlier run ended.
        resumed: bool,
    },
    /// The model answered, or an action was done.
    Progress(Progress),
    /// A touch or a key is about to be sent to the phone.
    Acting {
        /// The step.
        step: u32,
        /// The kind of action.
        verb: String,
        /// Where on the screen, in pixels: one point for a tap, two for a swipe, none for a key.
        points: Vec<[i32; 2]>,
        /// How wide and high the screen is.
        screen: [u32; 2],
        /// What stands there, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// What was said became a plan, or the plan another.
    Plan {
        /// What it does, in words.
        summary: String,
        /// The plan.
        plan: Box<ActionPlan>,
    },
    /// What became of a step of the plan.
    StepResult(StepResult),
    /// A script left a file for people to see.
    File {
        /// Its path below `/files/` of the desktop.
        path: String,
    },
    /// A person is asked.
    Question {
        /// What.
        question: Box<Open>,
    },
    /// A question needs no answer any more. The answer itself is nowhere.
    QuestionClosed {
        /// The question.
        id: String,
        /// How it was settled.
        how: Outcome,
    },
    /// It stands still, and goes on when it is told to.
    Paused {
        /// Why.
        reason: PauseReason,
    },
    /// It is over.
    Ended(Summary),
    /// What the loop reports, in its own words.
    #[serde(untagged)]
    Loop(LoopEvent),
}

impl EventKind {
    /// Returns whether a task begins with this, also one that was over.
    pub(crate) fn begins(&self) -> bool {
        matches!(self, Self::Queued { .. } | Self::Started { .. })
    }

    /// What the executor tells, as it is told on; nothing for what the service tells itself.
    pub(crate) fn of(event: &agent::Event) -> Option<Self> {
        Some(match event {
            agent::Event::Progress(progress) => {
                let mut progress = progress.clone();
                progress.thinking = cut(&progress.thinking);
                progress.action = progress.action.as_deref().map(cut);
                Self::Progress(progress)
            }
            agent::Event::Acting { step, verb, points, screen, label } => Self::Acting {
                step: *step,
                verb: verb.clone(),
                points: points.clone(),
                screen: *screen,
                label: label.as_deref().map(cut),
            },
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

    /// The end, with its texts cut.
    pub(crate) fn ended(summary: &Summary) -> Self {
        let mut summary = summary.clone();
        summary.message = cut(&summary.message);
        summary.read_out = summary.read_out.as_deref().map(cut);
        summary.error = summary.error.as_deref().map(cut);
        Self::Ended(summary)
    }
}

/// What the loop reports, with its texts cut.
fn with_cut_texts(mut event: LoopEvent) -> LoopEvent {
    match &mut event {
        LoopEvent::Step { app: Some(text), .. }
        | LoopEvent::Say { words: text }
        | LoopEvent::Retrying { why: text, .. }
        | LoopEvent::Disconnected { why: text, .. }
        | LoopEvent::Warning { message: text, .. } => *text = cut(text),
        LoopEvent::Step { app: None, .. }
        | LoopEvent::Thinking { .. }
        | LoopEvent::Reconnected
        | LoopEvent::Continued => {}
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;

    /// Holds an event against its text, both ways, by itself and with its number.
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
        check(
            EventKind::Acting { step: 3, verb: "key".to_owned(), points: vec![[1, 2]], screen: [3, 4], label: None },
            r#"{"event":"acting","step":3,"verb":"key","points":[[1,2]],"screen":[3,4]}"#,
        );
        assert!(serde_json::from_str::<EventKind>(r#"{"event":"unheard of"}"#).is_err());
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "x".repeat(9_000);
        let event = |text: &str| LoopEvent::Step { step: 1, screenshot: None, app: Some(text.to_owned()) };
        assert_eq!(EventKind::of(&agent::Event::Loop(event(&long))), Some(EventKind::Loop(event(&cut(&long)))));
        let event = |text: &str| LoopEvent::Warning { step: 1, message: text.to_owned() };
        assert_eq!(EventKind::of(&agent::Event::Loop(event(&long))), Some(EventKind::Loop(event(&cut(&long)))));
    }
}
