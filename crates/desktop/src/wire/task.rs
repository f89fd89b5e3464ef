//! What pages are told of tasks and phones. The fields have the names that the streams of `/api/tasks` and
//! `/api/devices` have for them.

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
    /// A step begins: the phone was looked at.
    Step {
        /// Its number.
        step: u32,
        /// The picture's number.
        screenshot: Option<u64>,
        /// The app in front.
        app: Option<String>,
    },
    /// The model is asked.
    Thinking {
        /// The step.
        step: u32,
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
    /// Something is said to the person in the middle of a step.
    Say {
        /// What.
        words: String,
    },
    /// Something is tried again.
    Retrying {
        /// The step.
        step: u32,
        /// What failed.
        why: String,
        /// After how many seconds.
        after_sec: f64,
    },
    /// The phone is gone, and is waited for.
    Disconnected {
        /// What it looked like.
        why: String,
        /// For how many seconds.
        wait_sec: f64,
    },
    /// The phone is back.
    Reconnected {},
    /// It stands still, and goes on when it is told to.
    Paused {
        /// Whether a person has taken the phone over.
        taken_over: bool,
    },
    /// It goes on.
    Continued {},
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
    /// Something is not as it should be, and the task goes on.
    Warning {
        /// The step.
        step: u32,
        /// What.
        message: String,
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
