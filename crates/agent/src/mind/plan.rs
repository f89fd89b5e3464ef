//! The mind that carries out a plan: turns words into a plan and its steps into actions, each checked on the phone
//! itself.
//!
//! `dialogue` turns the goal into a plan and asks for missing details, `step` tries the strategies of one step, `moves`
//! turns a move into an action on the current screen, `obstacle` handles prompts, locks and pop-ups, and `interrupted`
//! resynchronises after somebody else had the phone. `operations` defines the operations. Like every mind it looks and
//! proposes, and cannot act. If a model is configured, it gets requests that the planner does not cover and steps for
//! which no other strategy works.

mod correction;
mod dialogue;
mod interrupted;
pub(super) mod moves;
pub(super) mod obstacle;
mod remembered;
mod result;
mod step;

use std::sync::{Arc, LazyLock};

use action::phone::{AgentAction, Fail, Finish};
use action::plan::{ActionPlan, Step, StepStatus};
use async_trait::async_trait;
use planner::{Dialogue, LastRequest, Planner};
use serde_json::Value;

use self::dialogue::Understood;
use self::remembered::forget_undo;
pub use self::remembered::{Dialogues, Forgets, Remembered, forget_last};
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

/// The operation that represents the steps that undo the last request.
const UNDO: &str = "undo_last";
/// The name of a mind without a model.
pub const PLAN: &str = "plan";

/// The planner, with a model for requests that it cannot plan.
pub struct PlanMind {
    dialogues: Arc<dyn Dialogues>,
    model: Option<Arc<dyn model::Model>>,
    name: String,
    /// The model that is working on the whole task, or on one step.
    helper: Option<Helper>,
    plan: Option<Carrying>,
    /// Why the plan of an earlier run cannot be continued.
    lost: Option<String>,
    /// The state of an earlier run, for a model that continues it.
    before: Option<Resume>,
    /// Whether this request took the place of the last one as what "undo" undoes.
    took_over_undo: bool,
}

impl Default for PlanMind {
    fn default() -> Self {
        Self::new()
    }
}

/// The grammars, compiled once per process; a test makes sure that they compile.
pub(crate) fn planner() -> Option<&'static Planner> {
    static PLANNER: LazyLock<Option<Planner>> = LazyLock::new(|| {
        Planner::new().inspect_err(|error| tracing::error!("the grammar cannot be read: {error}")).ok()
    });
    PLANNER.as_ref()
}

/// A model at work.
struct Helper {
    mind: ModelMind,
    /// Whether it does one step of the plan, rather than the whole task.
    step_only: bool,
}

/// A plan in progress.
struct Carrying {
    plan: ActionPlan,
    progress: PlanProgress,
    /// The strategies of the current step; `None` before it has begun.
    climb: Option<Climb>,
    /// The outcome of the last proposal.
    last: Vec<Outcome>,
    /// Whether the phone had another holder since: the state of the step is stale.
    interrupted: bool,
    /// Whether an earlier run acted for the current step.
    acted: bool,
    /// Whether the current step may be done: an action that could have done it was sent and no follow-up was held back
    /// since, or a person had the phone.
    maybe_done: bool,
}

impl Carrying {
    fn new(plan: ActionPlan, progress: PlanProgress) -> Self {
        Self { plan, progress, climb: None, last: Vec::new(), interrupted: false, acted: false, maybe_done: false }
    }
}

impl PlanMind {
    /// A mind without earlier requests.
    pub fn new() -> Self {
        Self {
            dialogues: Arc::new(Forgets),
            model: None,
            name: PLAN.to_owned(),
            helper: None,
            plan: None,
            lost: None,
            before: None,
            took_over_undo: false,
        }
    }

    /// Sets the store of earlier requests.
    #[must_use]
    pub fn with_dialogues(mut self, dialogues: Arc<dyn Dialogues>) -> Self {
        self.dialogues = dialogues;
        self
    }

    /// Sets a model for requests that the planner cannot plan.
    #[must_use]
    pub fn with_model(mut self, model: Arc<dyn model::Model>) -> Self {
        self.name = format!("{PLAN}, then {}", model.name());
        self.model = Some(model);
        self
    }

    /// Plans the goal, or hands it to the model.
    async fn begin(&mut self, context: &mut Context) -> Result<Option<Proposal>, Halt> {
        if let Some(why) = self.lost.take() {
            return Ok(Some(fail(why)));
        }
        match self.understand(context).await? {
            Understood::Plan(plan, first) => {
                let mut plan = *plan;
                let phone = context.eyes.observer().id().to_owned();
                self.with_way_back(&mut plan, &phone);
                first.undo_first(&mut plan);
                plan.metadata.device = Some(phone);
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
                // The actions of a model have no known undo or correction.
                forget_last(&*self.dialogues, context.eyes.observer().id());
                Ok(None)
            }
            Understood::Nothing(message) => Ok(Some(fail(message))),
        }
    }

    /// Returns the model's next proposal, if a model is at work. A step that it finished is checked like any other.
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
            self.lost = Some("the request contained a secret, which is not stored: say it again".to_owned());
            return;
        }
        let mut carrying = Carrying::new(plan, before.progress.clone());
        carrying.acted = before.acted;
        carrying.maybe_done = before.may_be_done;
        carrying.interrupt();
        self.plan = Some(carrying);
    }

    fn interrupted(&mut self, reason: PauseReason) {
        // A model at work learns of it from the context.
        if self.helper.is_none()
            && let Some(carrying) = &mut self.plan
        {
            carrying.interrupt();
            // The person who had the phone may have done the step.
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
        // A model's reply is already on record.
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
                prompt: None,
                took: None,
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
            context.speak(&carrying.plan);
            context.take_reports();
            let stepped = carrying.go_on(context, self.model.is_some()).await?;
            if carrying.progress.changed && !self.took_over_undo {
                // Before the first action: if this request stops half-way, "undo" must not undo the one before it.
                self.took_over_undo = true;
                forget_undo(&*self.dialogues, context.eyes.observer().id());
            }
            match stepped {
                Stepped::Propose(proposal) => return Ok(proposal),
                Stepped::On => {}
                Stepped::AskModel(goal) => {
                    let Some(model) = &self.model else { continue };
                    let mind = ModelMind::new(Arc::clone(model)).with_goal(goal);
                    self.helper = Some(Helper { mind, step_only: true });
                }
                Stepped::Finished(message) => {
                    self.remember_way_back(context);
                    return Ok(Proposal::just(AgentAction::Finish(Finish::saying(Some(message)))));
                }
                Stepped::Failed(message) => {
                    self.remember_way_back(context);
                    return Ok(fail(message));
                }
            }
        }
    }
}

impl PlanMind {
    /// Remembers how to undo this plan, for a later "undo". A plan that only answered leaves the earlier one; one that
    /// found nothing to change has nothing to undo, and "undo" does not mean the request before it.
    fn remember_way_back(&self, context: &Context) {
        let Some(carrying) = &self.plan else { return };
        if let Some(phone) = carrying.plan.metadata.device.as_deref().filter(|_| !carrying.only_answers()) {
            // The memory is a file: a step with a secret is not stored, and cannot be done without it.
            let mut steps = carrying.progress.way_back.clone();
            context.redactor().steps(&mut steps);
            let steps = if has_mask(&steps) { Vec::new() } else { steps };
            let mut remembered = self.dialogues.recall();
            remembered.can_undo(phone, steps);
            if let Some(last) = remembered.last.get_mut(phone) {
                last.done = carrying.progress.changed;
            }
            self.dialogues.keep(&remembered);
        }
    }

    /// Puts the steps that undo the last request on this phone in the place of "undo".
    fn with_way_back(&self, plan: &mut ActionPlan, phone: &str) {
        let Some(at) = plan.steps.iter().position(|step| step.op == UNDO) else { return };
        let known = self.dialogues.recall().undo.remove(phone);
        if let Some(undo) = known.filter(|steps| !has_mask(steps) && steps.iter().all(|step| step.op != UNDO)) {
            plan.steps.splice(at..=at, undo);
        }
    }

    /// Stores what the dialogue says for the next request. How to undo the last one may have changed since this dialogue
    /// began, by a task on another phone.
    fn keep_dialogue(&self, dialogue: &Dialogue, context: &Context) {
        let Remembered { undo, last, .. } = self.dialogues.recall();
        let mut remembered = Remembered { undo, last, ..dialogue.memory().clone() };
        // A request with a secret is not stored, and cannot be corrected without it.
        let said = dialogue.last_request();
        let is_secret = serde_json::to_string(&said).map_or(true, |text| context.redactor().text(&text) != text);
        let said = if is_secret { LastRequest::default() } else { said };
        remembered.was_asked(context.eyes.observer().id(), said);
        self.dialogues.keep(&remembered);
    }
}

fn fail(message: impl Into<String>) -> Proposal {
    Proposal::just(AgentAction::Fail(Fail::saying(Some(message.into()))))
}

/// Whether the plan continues after this result.
fn goes_on(status: StepStatus) -> bool {
    status == StepStatus::Success
}

/// Whether a secret in the plan was masked, and is lost.
fn is_masked(plan: &ActionPlan) -> bool {
    has_mask(&plan.steps)
}

/// Whether a secret in the steps was masked, so that they cannot be carried out.
pub fn has_mask(steps: &[Step]) -> bool {
    steps.iter().any(|step| step.args.values().any(is_mask))
}

fn is_mask(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(MASK),
        Value::Array(values) => values.iter().any(is_mask),
        _ => false,
    }
}
