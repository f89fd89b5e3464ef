//! Minds decide the next action. The loop asks a [`Mind`] and carries out what it proposes; journal, gate, redaction,
//! budgets and resume do not know which mind it is.
//!
//! [`ModelMind`] asks a model. To add another (a plan, a replay, a test): one file, one `impl Mind`. Minds look, ask
//! people and keep their memory through the [`Context`]. They never act: they return proposals.

mod aimed;
mod model;
mod outside;
mod plan;
mod replay;

use action::phone::AgentAction;
use async_trait::async_trait;

pub(crate) use self::aimed::AimedElement;
pub use self::model::ModelMind;
pub use self::outside::{Aim, AimedAction, OutsideHands, OutsideMind, Report, Screen, SeenElement, Unheard};
pub(crate) use self::plan::planner;
pub use self::plan::{Dialogues, Forgets, PLAN, PlanMind, Remembered, forget_last, has_mask};
pub use self::replay::{REPLAY, ReplayMind};
use crate::context::Context;
use crate::control::PauseReason;
use crate::deadline::Halt;
use crate::effect::Outcome;
use crate::resume::{Doubt, Resume};

/// Decides the next action.
#[async_trait]
pub trait Mind: Send {
    /// Its name in logs, journals and questions.
    fn name(&self) -> &str;

    /// The dialect it speaks, if it is a model.
    fn dialect(&self) -> Option<&str> {
        None
    }

    /// Whether going in circles ends the task. Otherwise the mind only gets a warning.
    fn ends_when_stuck(&self) -> bool {
        true
    }

    /// Restores the state of an earlier run of the task.
    fn resume(&mut self, before: &Resume) {
        let _ = before;
    }

    /// Whether the action in doubt was carried out, if the mind can tell from its expected result. Otherwise the screen
    /// or the person decides.
    async fn was_done(&mut self, doubt: &Doubt, context: &mut Context) -> Result<Option<bool>, Halt> {
        let _ = (doubt, context);
        Ok(None)
    }

    /// Receives the decision on the action in doubt.
    fn doubt_decided(&mut self, done: bool) {
        let _ = done;
    }

    /// Proposes the next actions for the current look of `context`. Counts as one step. If a pause interrupts it, it is
    /// called again afterwards with a fresh look.
    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt>;

    /// The task continues after a pause, so the mind must discard its knowledge of the screen. If a person had the
    /// phone, anything may have changed; the next look is fresh.
    fn interrupted(&mut self, reason: PauseReason) {
        let _ = reason;
    }

    /// Receives the outcomes of its last proposal, as far as it was carried out.
    fn outcome(&mut self, outcomes: &[Outcome], context: &Context) {
        let _ = (outcomes, context);
    }
}

/// The actions a mind proposes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    /// The reasoning, for the watchers.
    pub thought: String,
    /// The actions, in order, up to the first that fails; empty if there is nothing to do.
    pub actions: Vec<AgentAction>,
    /// The step of a plan that the actions belong to, if any.
    pub(crate) operation: Option<Named>,
    /// The element under the first action, if the mind looked for it: nothing else may be touched.
    pub(crate) aimed: Option<AimedElement>,
}

impl Proposal {
    /// One action, without reasoning.
    pub fn just(action: AgentAction) -> Self {
        Self::new("", vec![action])
    }

    /// These actions, with their reasoning.
    pub fn new(thought: impl Into<String>, actions: Vec<AgentAction>) -> Self {
        Self { thought: thought.into(), actions, operation: None, aimed: None }
    }
}

/// The step of a plan that actions belong to. The gate judges the step once by its name, and then every touch; a
/// command that is part of it does not count as foreign. Only minds of this crate can name a step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Named {
    /// Which step of the plan.
    pub(crate) step: u32,
    /// The operation's name.
    pub(crate) name: String,
    /// Its description in words.
    pub(crate) summary: String,
    /// The people, amounts and apps it concerns.
    pub(crate) about: Vec<String>,
    /// The name and the number of the person it reaches.
    pub(crate) people: Vec<String>,
    /// Whether the press only opens the form for it, in an app that a layout describes.
    pub(crate) opens: bool,
    /// The app in which it is done, if the strategy opens one.
    pub(crate) app: Option<String>,
}

impl Named {
    /// Whether both are the same step with the same words and people; strategies may differ.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (self.step, &self.name, &self.summary, &self.people) == (other.step, &other.name, &other.summary, &other.people)
    }
}
