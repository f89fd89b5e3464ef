//! What pages are told of tasks and phones. The fields have the names that the streams of `/api/tasks` and
//! `/api/devices` have for them.

use action::LoopEvent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Question;

/// Something happened to a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskEvent {
    /// Its number: one more than the event before, of whichever task.
    pub n: u64,
    /// The task.
    pub task: String,
    /// When, as RFC 3339 has it.
    pub at: String,
    /// What.
    #[serde(flatten)]
    pub what: TaskProgress,
    /// What is said of it aloud; nothing for what only the eye follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// The sound before it: `begin`, `step`, `question`, `success`, `failure` or `pause`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earcon: Option<String>,
}

/// What happened to a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum TaskProgress {
    /// It waits for its phone.
    Queued {
        /// What the person wants.
        goal: String,
        /// On which phone.
        device: String,
        /// How many go first.
        ahead: u64,
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
    Progress {
        /// The step.
        step: u32,
        /// How many there may be.
        max_steps: u32,
        /// The last action, as JSON.
        action: Option<String>,
        /// What the model thinks.
        thinking: String,
        /// How long the rest takes at most, in seconds.
        remaining: f64,
        /// Tokens used so far.
        tokens: u64,
    },
    /// A touch or a key is about to be sent to the phone.
    Acting {
        /// The step.
        step: u32,
        /// The kind of action, such as `tap`.
        verb: String,
        /// Where on the screen, in the phone's pixels: one point for a tap, two for a swipe, none for a key.
        points: Vec<[i32; 2]>,
        /// How wide and high the screen is.
        screen: [u32; 2],
        /// What stands there, if it is known.
        label: Option<String>,
    },
    /// What was said became a plan, or the plan another.
    Plan {
        /// What it does, in words.
        summary: String,
        /// The operations, in order.
        steps: Vec<String>,
    },
    /// What became of a step of the plan.
    StepResult {
        /// Which step, counted from 0.
        step: u32,
        /// The operation.
        op: String,
        /// `success`, `retryable_error` or `fatal_error`.
        status: String,
        /// What happened, for programs.
        code: String,
        /// What happened, for people.
        message: String,
        /// A way out that the person can accept.
        remediation: Option<String>,
    },
    /// It stands still, and goes on when it is told to.
    Paused {
        /// Whether a person has taken the phone over.
        taken_over: bool,
    },
    /// A person is asked.
    Question {
        /// What.
        question: Box<Question>,
    },
    /// A question needs no answer any more. The answer itself is nowhere.
    QuestionClosed {
        /// The question.
        id: String,
        /// How it was settled: `answered`, `approved`, `rejected`, `taken_over`, `timeout`, `cancelled`.
        how: String,
    },
    /// It is over.
    Ended {
        /// How: `success`, `failed`, `timeout`, `interrupted`.
        status: String,
        /// How many replies of the model were worked through.
        steps: u32,
        /// How long it took, in seconds.
        duration: f64,
        /// What the person is told.
        message: String,
        /// What went wrong and what to do about it, unless it is a success.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// What the loop reports, in its own words.
    #[serde(untagged)]
    Loop(LoopEvent),
}

/// How a phone stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PhoneEvent {
    /// By which it is reached.
    pub id: String,
    /// Who holds it; nobody if it is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<PhoneHolder>,
    /// What is in the way of working with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// Who holds a phone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum PhoneHolder {
    /// A task, by its id.
    Task(String),
    /// A person.
    Person,
    /// A program outside, by its name.
    Client(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holds an event against its text, both ways, by itself and with its number.
    fn check(what: TaskProgress, text: &str) {
        assert_eq!(serde_json::to_string(&what).unwrap(), text);
        assert_eq!(serde_json::from_str::<TaskProgress>(text).unwrap(), what);
        let (task, at) = ("t".to_owned(), "now".to_owned());
        let event = TaskEvent { n: 7, task, at, what, say: Some("Hm.".to_owned()), earcon: None };
        let whole = text.replacen('{', r#"{"n":7,"task":"t","at":"now","#, 1);
        let whole = format!(r#"{},"say":"Hm."}}"#, whole.trim_end_matches('}'));
        assert_eq!(serde_json::to_string(&event).unwrap(), whole);
        assert_eq!(serde_json::from_str::<TaskEvent>(&whole).unwrap(), event);
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
            check(TaskProgress::Loop(event), text);
        }
        check(TaskProgress::Paused { taken_over: true }, r#"{"event":"paused","takenOver":true}"#);
        check(
            TaskProgress::Acting { step: 3, verb: "key".to_owned(), points: vec![[1, 2]], screen: [3, 4], label: None },
            r#"{"event":"acting","step":3,"verb":"key","points":[[1,2]],"screen":[3,4],"label":null}"#,
        );
        assert!(serde_json::from_str::<TaskProgress>(r#"{"event":"unheard of"}"#).is_err());
    }
}
