//! What can happen to a task, and how the executor's events become it.
//!
//! What comes here has passed the redactor. Long texts are cut: the journal has them whole.

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
    /// Something is said to the person in the middle of a step.
    Say {
        /// What.
        words: String,
    },
    /// A script left a file for people to see.
    File {
        /// Its path below `/files/` of the desktop.
        path: String,
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
    Reconnected,
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
    /// It goes on.
    Continued,
    /// Something is not as it should be, and the task goes on.
    Warning {
        /// The step.
        step: u32,
        /// What.
        message: String,
    },
    /// It is over.
    Ended(Summary),
}

impl EventKind {
    /// Returns whether a task begins with this, also one that was over.
    pub(crate) fn begins(&self) -> bool {
        matches!(self, Self::Queued { .. } | Self::Started { .. })
    }

    /// What the executor tells, as it is told on; nothing for what the service tells itself.
    pub(crate) fn of(event: &agent::Event) -> Option<Self> {
        Some(match event {
            agent::Event::Looked { step, screenshot, app } => {
                Self::Step { step: *step, screenshot: *screenshot, app: app.as_deref().map(cut) }
            }
            agent::Event::Asking { step } => Self::Thinking { step: *step },
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
            agent::Event::Say { words } => Self::Say { words: cut(words) },
            agent::Event::File { path } => Self::File { path: cut(path) },
            agent::Event::Retrying { step, why, after } => {
                Self::Retrying { step: *step, why: cut(why), after_sec: after.as_secs_f64() }
            }
            agent::Event::Disconnected { why, wait } => {
                Self::Disconnected { why: cut(why), wait_sec: wait.as_secs_f64() }
            }
            agent::Event::Reconnected => Self::Reconnected,
            agent::Event::Paused { reason } => Self::Paused { reason: *reason },
            agent::Event::Continued => Self::Continued,
            agent::Event::Warning { step, message } => Self::Warning { step: *step, message: cut(message) },
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
