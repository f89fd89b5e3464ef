//! What a task tells while it runs, for progress lines, windows and logs.

use std::time::Duration;

use action::LoopEvent;
use action::plan::{ActionPlan, StepResult};
use serde::{Deserialize, Serialize};

use crate::control::PauseReason;
use crate::effect::Effect;
use crate::human::Question;
use crate::settings::seconds;
use crate::summary::Summary;

/// One who is told. Called in the loop: it must not wait.
pub trait Watch: Send {
    /// Something happened. What is in it has passed the redactor.
    fn saw(&mut self, event: &Event);
}

impl<F: FnMut(&Event) + Send> Watch for F {
    fn saw(&mut self, event: &Event) {
        self(event);
    }
}

/// Nobody is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignores;

impl Watch for Ignores {
    fn saw(&mut self, _: &Event) {}
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The task begins.
    Started {
        /// The task.
        task_id: String,
        /// What the person wants.
        goal: String,
        /// How many steps there may be.
        max_steps: u32,
    },
    /// The model answered, or an action was done: where the task stands.
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
    Question(Question),
    /// The question is settled: answered, over, or taken back.
    Settled {
        /// Its number.
        id: u64,
        /// How: `yes`, `no`, `answered`, `approved`, `myself`, `cancelled`, `timeout`, `nobody`, `stopped`.
        how: String,
    },
    /// The task stands still: it keeps its place, and its budgets stand still with it.
    Paused {
        /// Why.
        reason: PauseReason,
    },
    /// The task is over.
    Ended(Summary),
    /// What those who watch get in the same words.
    Loop(LoopEvent),
}

/// Where a task stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The step.
    pub step: u32,
    /// How many there may be.
    pub max_steps: u32,
    /// The last action, in words.
    pub action: Option<String>,
    /// What the model thinks.
    pub thinking: String,
    /// What became of the action; nothing while it is under way.
    pub effect: Option<Effect>,
    /// How long the rest takes at most, if every step takes as long as those before did on average.
    #[serde(with = "seconds")]
    pub remaining: Duration,
    /// Tokens used so far.
    pub tokens: u64,
}
