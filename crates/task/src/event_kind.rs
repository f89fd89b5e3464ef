//! The kinds of task events, and the conversion from the executor's events.
//!
//! All texts have passed the redactor. Long texts are cut; the journal stores them in full.

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
    Progress(Progress),
    /// A touch or a key is about to be sent to the phone.
    Acting {
        /// The step.
        step: u32,
        /// The kind of action.
        verb: String,
        /// The position on the screen, in pixels: one point for a tap, two for a swipe, none for a key.
        points: Vec<[i32; 2]>,
        /// The screen's width and height.
        screen: [u32; 2],
        /// The label of the element under the point, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// The request became a plan, or the plan changed.
    Plan {
        /// The plan in words.
        summary: String,
        /// The plan.
        plan: Box<ActionPlan>,
    },
    /// The result of a plan step.
    StepResult(StepResult),
    /// A message to the person in the middle of a step.
    Say {
        /// The message.
        words: String,
    },
    /// A script produced a file for people.
    File {
        /// Its path below `/files/` of the desktop.
        path: String,
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
    Reconnected,
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
    /// The task continues.
    Continued,
    /// A problem that does not stop the task.
    Warning {
        /// The step.
        step: u32,
        /// The problem.
        message: String,
    },
    /// The task is over.
    Ended(Summary),
}

impl EventKind {
    /// Returns whether this event begins a run, including one of a task that was over.
    pub(crate) fn begins(&self) -> bool {
        matches!(self, Self::Queued { .. } | Self::Started { .. })
    }

    /// Converts an event of the executor; `None` for events that the service publishes itself.
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

    /// Returns the end event, with its texts cut.
    pub(crate) fn ended(summary: &Summary) -> Self {
        let mut summary = summary.clone();
        summary.message = cut(&summary.message);
        summary.read_out = summary.read_out.as_deref().map(cut);
        summary.error = summary.error.as_deref().map(cut);
        Self::Ended(summary)
    }
}
