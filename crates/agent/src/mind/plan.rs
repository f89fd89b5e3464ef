//! The mind that carries a plan out: words become a plan, its steps become deeds, each checked on the phone itself.
//!
//! `dialogue` turns the goal into a plan and asks for what is missing, `step` climbs the ways of one step, `moves` turns
//! a move into an action on the screen as it is, `obstacle` deals with what is in the way. What an operation is stands
//! in `operations`, and `interrupted` finds the way again where somebody else had the phone. Like every mind it looks and proposes, and cannot act. Where a model is configured, it gets what
//! the planner does not cover and the steps for which no other way works.

mod dialogue;
mod interrupted;
mod moves;
mod obstacle;
mod remembered;
mod result;
mod step;

use std::sync::{Arc, LazyLock};

use action::phone::{AgentAction, Fail, Finish};
use action::plan::{ActionPlan, StepStatus};
use async_trait::async_trait;
use planner::Planner;
use serde_json::Value;

use self::dialogue::Understood;
pub use self::remembered::{Dialogues, Forgets, Remembered};
use self::step::{Climb, Stepped};
use super::ModelMind;
use crate::context::Context;
use crate::control::PauseReason;
use crate::deadline::Halt;
use crate::effect::Outcome;
use crate::event::Event;
use crate::journal::{JournalEntry, PlanEntry, Prediction};
use crate::mind::{Mind, Proposal};
use crate::plan_progress::PlanProgress;
use crate::redact::MASK;
use crate::resume::{Doubt, Resume};

/// What a mind without a model is called.
pub const PLAN: &str = "plan";

/// The planner, and a model for what it cannot do.
pub struct PlanMind {
    dialogues: Arc<dyn Dialogues>,
    model: Option<Arc<dyn model::Model>>,
    name: String,
    /// The model at work: on the whole task, or on one step.
    helper: Option<Helper>,
    plan: Option<Carrying>,
    /// Why the plan that an earlier run left cannot be gone on with.
    lost: Option<String>,
    /// What an earlier run left behind, for a model that goes on.
    before: Option<Resume>,
}

impl Default for PlanMind {
    fn default() -> Self {
        Self::new()
    }
}

/// The grammars, compiled once for the process; a test makes sure that they can be.
pub(crate) fn planner() -> Option<&'static Planner> {
    static PLANNER: LazyLock<Option<Planner>> = LazyLock::new(|| {
        Planner::new().inspect_err(|error| tracing::error!("the grammar cannot be read: {error}")).ok()
    });
    PLANNER.as_ref()
}

/// A model that was asked to help.
struct Helper {
    mind: ModelMind,
    /// Whether it does one step of the plan, rather than the whole task.
    step_only: bool,
}

/// A plan under way.
struct Carrying {
    plan: ActionPlan,
    progress: PlanProgress,
    /// The ways of the present step; nothing before it was begun.
    climb: Option<Climb>,
    /// What became of the last proposal.
    last: Vec<Outcome>,
    /// Whether somebody else had the phone since: what was under way no longer counts.
    interrupted: bool,
    /// Whether an earlier run did something for the present step.
    acted: bool,
    /// Whether the present step may be done: something was sent that could have done it and nothing that should follow
    /// was held back since, or a person had the phone.
    maybe_done: bool,
}

impl Carrying {
    fn new(plan: ActionPlan, progress: PlanProgress) -> Self {
        Self { plan, progress, climb: None, last: Vec::new(), interrupted: false, acted: false, maybe_done: false }
    }
}

impl PlanMind {
    /// One that knows nothing of earlier requests.
    pub fn new() -> Self {
        Self {
            dialogues: Arc::new(Forgets),
            model: None,
            name: PLAN.to_owned(),
            helper: None,
            plan: None,
            lost: None,
            before: None,
        }
    }

    /// What was said before, and where to keep what is said now.
    #[must_use]
    pub fn with_dialogues(mut self, dialogues: Arc<dyn Dialogues>) -> Self {
        self.dialogues = dialogues;
        self
    }

    /// A model for what the planner cannot do.
    #[must_use]
    pub fn with_model(mut self, model: Arc<dyn model::Model>) -> Self {
        self.name = format!("{PLAN}, then {}", model.name());
        self.model = Some(model);
        self
    }

    /// The goal becomes a plan, or the model's.
    async fn begin(&mut self, context: &mut Context) -> Result<Option<Proposal>, Halt> {
        if let Some(why) = self.lost.take() {
            return Ok(Some(fail(why)));
        }
        match self.understand(context).await? {
            Understood::Plan(plan) => {
                let mut plan = *plan;
                plan.metadata.device = Some(context.eyes.observer().id().to_owned());
                let mark = context.mark();
                context.write(JournalEntry::Plan(PlanEntry { mark, plan: plan.clone() })).await?;
                context.emit(Event::Plan { summary: planner::summary(&plan), plan: Box::new(plan.clone()) });
                self.plan = Some(Carrying::new(plan, PlanProgress::default()));
                Ok(None)
            }
            Understood::Beyond(model) => {
                let mut mind = ModelMind::new(model);
                if let Some(before) = self.before.take() {
                    mind.resume(&before);
                }
                self.helper = Some(Helper { mind, step_only: false });
                Ok(None)
            }
            Understood::Nothing(message) => Ok(Some(fail(message))),
        }
    }

    /// What the model says next, where it is at work; the end of a step that it did is looked at like any other.
    async fn helped(&mut self, context: &mut Context) -> Result<Option<Proposal>, Halt> {
        let Some(helper) = &mut self.helper else { return Ok(None) };
        let proposal = helper.mind.next(context).await?;
        let ends = proposal.actions.iter().any(AgentAction::ends_task);
        if !helper.step_only || !ends {
            return Ok(Some(proposal));
        }
        let said = proposal.actions.iter().find_map(|action| match action {
            AgentAction::Fail(verb) => Some(verb.message.clone()),
            _ => None,
        });
        self.helper = None;
        if let Some(carrying) = &mut self.plan {
            carrying.model_is_done(said);
        }
        Ok(None)
    }
}

#[async_trait]
impl Mind for PlanMind {
    fn name(&self) -> &str {
        &self.name
    }

    fn resume(&mut self, before: &Resume) {
        self.before = Some(before.clone());
        let Some(plan) = before.plan.clone() else { return };
        if is_masked(&plan) {
            self.lost = Some("what was to be done held a secret, which is not kept: say it again".to_owned());
            return;
        }
        let mut carrying = Carrying::new(plan, before.progress.clone());
        carrying.acted = before.acted;
        carrying.maybe_done = before.may_be_done;
        carrying.interrupt();
        self.plan = Some(carrying);
    }

    fn interrupted(&mut self, reason: PauseReason) {
        // A model that is at work hears of it from the context.
        if self.helper.is_none()
            && let Some(carrying) = &mut self.plan
        {
            carrying.interrupt();
            // Whoever had the phone may have done it themselves.
            carrying.maybe_done |= reason == PauseReason::TakenOver;
        }
    }

    async fn was_done(&mut self, doubt: &Doubt, context: &mut Context) -> Result<Option<bool>, Halt> {
        let _ = doubt;
        match &mut self.plan {
            Some(carrying) => carrying.was_done(context).await,
            None => Ok(None),
        }
    }

    fn doubt_decided(&mut self, done: bool) {
        if let Some(carrying) = &mut self.plan {
            carrying.acted |= done;
        }
    }

    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        let proposal = self.decide(context).await?;
        // What a model said is on record already.
        if self.helper.is_none() {
            let said = Prediction {
                mark: context.mark(),
                screenshot: None,
                thought: proposal.thought.clone(),
                raw: String::new(),
                actions: proposal.actions.clone(),
                repairs: Vec::new(),
                error: None,
                usage: model::Usage::default(),
                attempts: 0,
            };
            context.write(JournalEntry::Prediction(said)).await?;
        }
        Ok(proposal)
    }

    fn outcome(&mut self, outcomes: &[Outcome], context: &Context) {
        if let Some(helper) = &mut self.helper {
            return helper.mind.outcome(outcomes, context);
        }
        if let Some(carrying) = &mut self.plan {
            carrying.last = outcomes.to_vec();
        }
    }
}

impl PlanMind {
    async fn decide(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        loop {
            if let Some(proposal) = self.helped(context).await? {
                return Ok(proposal);
            }
            let Some(carrying) = &mut self.plan else {
                match self.begin(context).await? {
                    Some(proposal) => return Ok(proposal),
                    None => continue,
                }
            };
            context.take_reports();
            match carrying.go_on(context, self.model.is_some()).await? {
                Stepped::Propose(proposal) => return Ok(proposal),
                Stepped::On => {}
                Stepped::AskModel(goal) => {
                    let Some(model) = &self.model else { continue };
                    let mind = ModelMind::new(Arc::clone(model)).with_goal(goal);
                    self.helper = Some(Helper { mind, step_only: true });
                }
                Stepped::Finished(message) => {
                    return Ok(Proposal::just(AgentAction::Finish(Finish::saying(Some(message)))));
                }
                Stepped::Failed(message) => return Ok(fail(message)),
            }
        }
    }
}

fn fail(message: impl Into<String>) -> Proposal {
    Proposal::just(AgentAction::Fail(Fail::saying(Some(message.into()))))
}

/// Whether a step's result lets the plan go on.
fn goes_on(status: StepStatus) -> bool {
    status == StepStatus::Success
}

/// Whether something in the plan was secret, and is gone.
fn is_masked(plan: &ActionPlan) -> bool {
    let masked = |value: &Value| value.as_str().is_some_and(|text| text.contains(MASK));
    plan.steps.iter().any(|step| step.args.values().any(masked))
}
