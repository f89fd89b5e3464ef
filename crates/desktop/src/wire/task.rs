//! Events of tasks and phones for pages. The fields have the same names as in the streams of `/api/tasks` and
//! `/api/devices`.

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
    /// A step begins: the agent has observed the phone.
    Step {
        /// The step's number.
        step: u32,
        /// The screenshot's number.
        screenshot: Option<u64>,
        /// The app in the foreground.
        app: Option<String>,
    },
    /// The model is asked.
    Thinking {
        /// The step.
        step: u32,
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
    /// A touch or a key is about to be sent to the phone.
    Acting {
        /// The step.
        step: u32,
        /// The kind of action, such as `tap`.
        verb: String,
        /// The position on the screen, in the phone's pixels: one point for a tap, two for a swipe, none for a key.
        points: Vec<[i32; 2]>,
        /// The screen's width and height.
        screen: [u32; 2],
        /// The label of the element under the point, if known.
        label: Option<String>,
    },
    /// The request became a plan, or the plan changed.
    Plan {
        /// The plan in words.
        summary: String,
        /// The operations, in order.
        steps: Vec<String>,
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
    /// A message to the person in the middle of a step.
    Say {
        /// The message.
        words: String,
    },
    /// An operation is retried.
    Retrying {
        /// The step.
        step: u32,
        /// What failed.
        why: String,
        /// The delay before the retry, in seconds.
        after_sec: f64,
    },
    /// The phone is disconnected, and the task waits for it.
    Disconnected {
        /// How the disconnection showed.
        why: String,
        /// How long it waits, in seconds.
        wait_sec: f64,
    },
    /// The phone is back.
    Reconnected {},
    /// The task is paused until somebody continues it.
    Paused {
        /// Whether a person has taken the phone over.
        taken_over: bool,
    },
    /// The task continues.
    Continued {},
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
    /// A problem that does not stop the task.
    Warning {
        /// The step.
        step: u32,
        /// The problem.
        message: String,
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
