//! Who decides what comes next. The loop asks a [`Mind`] and carries out what it proposes; journal, gate,
//! redaction, budgets and resume do not know which mind it is.
//!
//! [`ModelMind`] asks a model. A plan, a replay or a test is another: one file, one `impl Mind`. A mind looks, asks
//! people and keeps its own memory through the [`Context`]; it never acts: what it wants done it returns.

mod model;
mod outside;
mod plan;

use action::phone::AgentAction;
use async_trait::async_trait;

pub use self::model::ModelMind;
pub use self::outside::{Aim, AimedAction, OutsideHands, OutsideMind, Report, Screen, SeenElement, Unheard};
pub(crate) use self::plan::planner;
pub use self::plan::{Dialogues, Forgets, PLAN, PlanMind, Remembered};
use crate::context::Context;
use crate::control::PauseReason;
use crate::deadline::Halt;
use crate::effect::Outcome;
use crate::resume::{Doubt, Resume};

/// One that says what comes next.
#[async_trait]
pub trait Mind: Send {
    /// What it is called in logs, journals and questions.
    fn name(&self) -> &str;

    /// The dialect it speaks, where it is a model.
    fn dialect(&self) -> Option<&str> {
        None
    }

    /// Whether going round in circles ends the task; else the mind is only told.
    fn ends_when_stuck(&self) -> bool {
        true
    }

    /// What an earlier run of the task left behind.
    fn resume(&mut self, before: &Resume) {
        let _ = before;
    }

    /// Whether an action that an earlier run left in doubt was carried out, where the mind can tell by what it should
    /// have brought about; else it is decided by the screen or by the person.
    async fn was_done(&mut self, doubt: &Doubt, context: &mut Context) -> Result<Option<bool>, Halt> {
        let _ = (doubt, context);
        Ok(None)
    }

    /// Whether it was, once that is decided.
    fn doubt_decided(&mut self, done: bool) {
        let _ = done;
    }

    /// What comes next, given the present look of `context`. Counts as one step. Where it is
    /// halted by a pause it is asked again afterwards, with a fresh look.
    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt>;

    /// The task stood still and goes on: what the mind knew of the screen no longer counts. Where a person had the
    /// phone, anything may have changed; the next look is fresh.
    fn interrupted(&mut self, reason: PauseReason) {
        let _ = reason;
    }

    /// What became of the actions of its last proposal, as far as they were carried out.
    fn outcome(&mut self, outcomes: &[Outcome], context: &Context) {
        let _ = (outcomes, context);
    }
}

/// What a mind wants done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    /// Why, for whoever watches.
    pub thought: String,
    /// What to do, in order, to the first that fails; nothing where there is nothing that could be done.
    pub actions: Vec<AgentAction>,
    /// The step of a plan that this is part of, where it is one.
    pub(crate) operation: Option<Named>,
}

impl Proposal {
    /// One action, and nothing to say about it.
    pub fn just(action: AgentAction) -> Self {
        Self::new("", vec![action])
    }

    /// These actions, and why.
    pub fn new(thought: impl Into<String>, actions: Vec<AgentAction>) -> Self {
        Self { thought: thought.into(), actions, operation: None }
    }
}

/// The step of a plan that actions belong to. The gate judges it once by its name, and every touch again; a command
/// that is part of it is no foreign one. Only minds of this crate can name one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Which step of the plan.
    pub(crate) step: u32,
    /// The operation's name.
    pub(crate) name: String,
    /// What it does, in words.
    pub(crate) summary: String,
}
