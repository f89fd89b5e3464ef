//! Events of tasks and phones for pages. The fields have the same names as in the streams of `/api/tasks` and
//! `/api/devices`.

use std::collections::BTreeMap;

use action::LoopEvent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Question;

/// An event of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskEvent {
    /// The number: one more than the previous event of any task.
    pub n: u64,
    /// The task.
    pub task: String,
    /// When it happened, in RFC 3339.
    pub at: String,
    /// What happened.
    #[serde(flatten)]
    pub what: TaskProgress,
    /// The spoken form; absent for events that are only of visual interest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// The language of `say`, as a BCP 47 tag; absent if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// The sound before it: `begin`, `step`, `question`, `success`, `failure` or `pause`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earcon: Option<String>,
}

/// What happened to a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum TaskProgress {
    /// The task waits for its phone.
    Queued {
        /// The person's goal.
        goal: String,
        /// The phone.
        device: String,
        /// How many tasks are ahead of it.
        ahead: u64,
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
    Progress {
        /// The step.
        step: u32,
        /// The most steps it may take.
        max_steps: u32,
        /// The last action, as JSON.
        action: Option<String>,
        /// The model's thoughts.
        thinking: String,
        /// The most time the rest may take, in seconds.
        remaining: f64,
        /// Tokens used so far.
        tokens: u64,
    },
    /// The request became a plan, or the plan changed.
    Plan {
        /// The plan in words.
        summary: String,
        /// The operations, in order.
        steps: Vec<PlannedStep>,
    },
    /// The result of a plan step.
    StepResult {
        /// The index of the step, counted from 0.
        step: u32,
        /// The operation.
        op: String,
        /// `success`, `retryable_error` or `fatal_error`.
        status: String,
        /// What happened, for programs.
        code: String,
        /// What happened, for people.
        message: String,
        /// A remedy that the person can accept.
        remediation: Option<String>,
    },
    /// The task is paused until somebody continues it.
    Paused {
        /// Whether a person has taken the phone over.
        taken_over: bool,
    },
    /// The task asks a person.
    Question {
        /// The question.
        question: Box<Question>,
    },
    /// A question no longer needs an answer. The answer itself is never published.
    QuestionClosed {
        /// The question.
        id: String,
        /// How it was settled: `answered`, `approved`, `rejected`, `taken_over`, `timeout`, `cancelled`.
        how: String,
    },
    /// The task is over.
    Ended {
        /// The outcome: `success`, `failed`, `timeout`, `interrupted`.
        status: String,
        /// How many replies of the model were processed.
        steps: u32,
        /// How long it took, in seconds.
        duration: f64,
        /// The message to the person.
        message: String,
        /// What went wrong and what to do about it, unless it is a success.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// An event of the agent loop, unchanged.
    #[serde(untagged)]
    Loop(LoopEvent),
}

/// A step of a plan, for a person who wants to know what will happen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlannedStep {
    /// The operation.
    pub op: String,
    /// Its arguments as texts, each cut.
    #[serde(default)]
    pub args: BTreeMap<String, String>,
}

/// The state of a phone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PhoneEvent {
    /// Its id.
    pub id: String,
    /// Its holder; absent if it is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<PhoneHolder>,
    /// Why it cannot be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// The holder of a phone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum PhoneHolder {
    /// A task, by its id.
    Task(String),
    /// A person.
    Person,
    /// An outside program, by its name.
    Client(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares an event with its text in both directions, alone and inside a numbered event.
    fn check(what: TaskProgress, text: &str) {
        assert_eq!(serde_json::to_string(&what).unwrap(), text);
        assert_eq!(serde_json::from_str::<TaskProgress>(text).unwrap(), what);
        let (task, at) = ("t".to_owned(), "now".to_owned());
        let event =
            TaskEvent { n: 7, task, at, what, say: Some("Hm.".to_owned()), lang: Some("de".to_owned()), earcon: None };
        let whole = text.replacen('{', r#"{"n":7,"task":"t","at":"now","#, 1);
        let whole = format!(r#"{},"say":"Hm.","lang":"de"}}"#, whole.trim_end_matches('}'));
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
            check(TaskProgress::Loop(event), text);
        }
        check(TaskProgress::Paused { taken_over: true }, r#"{"event":"paused","takenOver":true}"#);
        assert!(serde_json::from_str::<TaskProgress>(r#"{"event":"unheard of"}"#).is_err());
    }
}
