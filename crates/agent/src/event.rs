//! The events of a running task, for progress lines, windows and logs.

use std::time::Duration;

use action::LoopEvent;
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
#[derive(Clone, Debug, PartialEq)]
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
    /// The model answered, or an action ended: the current progress.
    Progress(Progress),
    /// The goal became a plan, or the plan changed.
    Plan {
        /// Its description in words.
        summary: String,
        /// The plan.
        plan: Box<ActionPlan>,
    },
    /// A step of the plan ended.
    StepResult(StepResult),
    /// A script left a file for people to see.
    File {
        /// Its path below `/files/` of the desktop.
        path: String,
    },
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
    /// The task is over.
    Ended(Summary),
    /// An event that every watcher gets in the same form.
    Loop(LoopEvent),
}

/// The progress of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The step.
    pub step: u32,
    /// The limit of steps.
    pub max_steps: u32,
    /// The last action, as JSON.
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
