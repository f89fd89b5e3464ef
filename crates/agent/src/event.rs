//! The events of a running task, for progress lines, windows and logs.

use std::time::Duration;

use action::plan::{ActionPlan, StepResult};
use serde::{Deserialize, Serialize};

use crate::control::PauseReason;
use crate::effect::Effect;
use crate::human::Question;
use crate::settings::seconds;
use crate::summary::Summary;

/// A receiver of events. Called inside the loop, so it must not block.
pub trait Watch: Send {
    /// Receives an event, which has passed the redactor.
    fn saw(&mut self, event: &Event);
}

impl<F: FnMut(&Event) + Send> Watch for F {
    fn saw(&mut self, event: &Event) {
        self(event);
    }
}

/// A watch that ignores every event.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignores;

impl Watch for Ignores {
    fn saw(&mut self, _: &Event) {}
}

/// An event of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Event {
    /// The task starts.
    Started {
        /// The task.
        task_id: String,
        /// The goal, in the person's words.
        goal: String,
        /// The limit of steps.
        max_steps: u32,
    },
    /// The phone was looked at; the journal stores the picture under this number.
    Looked {
        /// The step.
        step: u32,
        /// The picture's number.
        screenshot: Option<u64>,
        /// The app in front.
        app: Option<String>,
    },
    /// The model is asked.
    Asking {
        /// The step.
        step: u32,
    },
    /// The model answered, or an action ended: the current progress.
    Progress(Progress),
    /// A touch or a key is about to be sent to the phone.
    Acting {
        /// The step.
        step: u32,
        /// The kind of action.
        verb: String,
        /// Where on the screen, in pixels: one point for a tap, two for a swipe, none for a key.
        points: Vec<[i32; 2]>,
        /// Width and height of the screen.
        screen: [u32; 2],
        /// The label of the touched element, if it is known.
        label: Option<String>,
    },
    /// The goal became a plan, or the plan changed.
    Plan {
        /// What it does, in words.
        summary: String,
        /// The plan.
        plan: Box<ActionPlan>,
    },
    /// A step of the plan ended.
    StepResult(StepResult),
    /// The task says something to the person in the middle of a step.
    Say {
        /// The text.
        words: String,
    },
    /// A script left a file for people to see.
    File {
        /// Its path below `/files/` of the desktop.
        path: String,
    },
    /// Something is retried.
    Retrying {
        /// The step.
        step: u32,
        /// What failed.
        why: String,
        /// The delay before the retry.
        #[serde(with = "seconds")]
        after: Duration,
    },
    /// The phone is gone, and the task waits for it.
    Disconnected {
        /// The error.
        why: String,
        /// How long the task waits.
        #[serde(with = "seconds")]
        wait: Duration,
    },
    /// The phone is back.
    Reconnected,
    /// A person is asked.
    Question(Question),
    /// The question is settled: answered, expired or withdrawn.
    Settled {
        /// Its number.
        id: u64,
        /// How: `yes`, `no`, `answered`, `approved`, `myself`, `cancelled`, `timeout`, `nobody`, `stopped`.
        how: String,
    },
    /// The task is paused. Its budgets are paused with it.
    Paused {
        /// Why.
        reason: PauseReason,
    },
    /// A paused task continues.
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

/// The progress of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The step.
    pub step: u32,
    /// The limit of steps.
    pub max_steps: u32,
    /// The last action, in words.
    pub action: Option<String>,
    /// The model's reasoning.
    pub thinking: String,
    /// The effect of the action; `None` while it is running.
    pub effect: Option<Effect>,
    /// The longest time that the rest can take, if every step takes as long as the average so far.
    #[serde(with = "seconds")]
    pub remaining: Duration,
    /// Tokens used so far.
    pub tokens: u64,
}
