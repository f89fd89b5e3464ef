//! The mind that repeats a recorded run, with other values if wanted, and without a model.
//!
//! Each step names its element by what it is ([`action::macros::Target`]). `find` searches the screen for it, `approach`
//! gets there if it is not to be seen, `expected` checks what the step did, and `difference` words what stopped it. Like
//! every mind it looks and proposes, and cannot act. A step that reaches people, costs money or cannot be undone is
//! never done on an element that was not found exactly, unless the person agrees. Where the phone differs too much, the
//! replay stops, or hands the rest to a model or to the planner if the task allows that.

mod approach;
mod difference;
mod expected;
mod find;
mod handover;
mod progress;

use std::sync::Arc;

use action::macros::{Filled, FilledStep};
use action::phone::{AgentAction, ClearText, Fail, Finish};
use async_trait::async_trait;
use device::Tree;
use device::tree::{Bounds, Role};

use self::approach::{Approach, Approached};
use self::difference::{element, quoted, words};
use self::find::{Found, How};
use self::progress::Sent;
use crate::affordance::is_hint;
use crate::context::Context;
use crate::control::PauseReason;
use crate::deadline::Halt;
use crate::effect::Outcome;
use crate::human::{Answer, Asks};
use crate::mind::{AimedElement, Mind, Proposal};
use crate::plan_progress::PlanProgress;
use crate::resume::{Doubt, Resume};

/// The name of this mind.
pub const REPLAY: &str = "replay";
/// How often a field is tapped until it has the focus.
const MOST_FOCUS: u32 = 2;

/// Repeats a recorded run.
pub struct ReplayMind {
    run: Filled,
    model: Option<Arc<dyn model::Model>>,
    /// Whoever does the rest.
    helper: Option<Box<dyn Mind>>,
    /// The state of an earlier run of the task, for a helper that continues it.
    before: Option<Resume>,
    progress: PlanProgress,
    /// What was proposed last, and what came of it.
    sent: Sent,
    last: Vec<Outcome>,
    approach: Approach,
    /// The element that the person agreed to instead of the recorded one, by its name and id.
    agreed: Option<(String, String)>,
    /// Whether the person agreed to the step, if they confirm each.
    confirmed: bool,
    /// How often the step's field was tapped and cleared.
    focused: u32,
    cleared: bool,
    /// How often the element moved away before it was touched.
    moved: u32,
}

impl ReplayMind {
    /// A mind that repeats this run.
    pub fn new(run: Filled) -> Self {
        Self {
            run,
            model: None,
            helper: None,
            before: None,
            progress: PlanProgress::default(),
            sent: Sent::default(),
            last: Vec::new(),
            approach: Approach::default(),
            agreed: None,
            confirmed: false,
            focused: 0,
            cleared: false,
            moved: 0,
        }
    }

    /// Sets a model that does the rest where the phone differs, if the run allows a handover.
    #[must_use]
    pub fn with_model(mut self, model: Arc<dyn model::Model>) -> Self {
        self.model = Some(model);
        self
    }

    /// The index of the current step.
    fn at(&self) -> usize {
        usize::try_from(self.progress.step).unwrap_or(usize::MAX)
    }

    /// The action that opened the app, if the current step is the first one in it.
    fn start(&self) -> Option<AgentAction> {
        let before = self.run.steps.get(self.at().checked_sub(1)?)?;
        let opens = match &before.action {
            AgentAction::LaunchApp(_) | AgentAction::OpenApp(_) => true,
            AgentAction::OpenUrl(_) => !before.outward,
            // A page of the settings.
            AgentAction::Shell(verb) => verb.command.starts_with("am start -a android.settings."),
            _ => false,
        };
        opens.then(|| before.action.clone())
    }

    /// The step in words, with its number.
    fn told(&self, step: &FilledStep) -> String {
        format!("step {} of {} ({})", self.at() + 1, self.run.steps.len(), words(step))
    }

    /// Decides the next action.
    async fn decide(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        loop {
            if let Some(helper) = &mut self.helper {
                return helper.next(context).await;
            }
            context.take_reports();
            let Some(step) = self.run.steps.get(self.at()).cloned() else {
                return Ok(Proposal::just(AgentAction::Finish(Finish::saying(Some(self.done_words())))));
            };
            if let Some(problem) = self.take_outcome(&step, context).await? {
                return self.stop(&step, problem, context).await;
            }
            if self.sent != Sent::Nothing {
                match self.verify(&step, context).await? {
                    Ok(Some(first)) => return Ok(aiming(Proposal::new(self.told(&step), vec![first]), context)),
                    Ok(None) => continue,
                    Err(problem) => return self.stop(&step, problem, context).await,
                }
            }
            let start = self.start();
            match self.approach.next(&step, start.as_ref(), context).await? {
                Approached::Again => {}
                Approached::First(action) => return self.first(&step, action, context).await,
                Approached::Differs(problem) => return self.stop(&step, problem, context).await,
                Approached::At(found) => {
                    if let Some(proposal) = self.at_element(&step, found, context).await? {
                        return Ok(proposal);
                    }
                }
            }
        }
    }

    /// The element is here: asks if that is necessary, prepares its field, and proposes the step's own action.
    async fn at_element(
        &mut self,
        step: &FilledStep,
        found: Option<Found>,
        context: &mut Context,
    ) -> Result<Option<Proposal>, Halt> {
        if expected::is_already_so(step, context).await? {
            self.step_done(context).await?;
            return Ok(None);
        }
        if let Some(problem) = self.ask_first(step, found, context).await? {
            return match problem {
                Ok(()) => Ok(None),
                Err(problem) => self.stop(step, problem, context).await.map(Some),
            };
        }
        let Some(look) = context.look() else { return Ok(None) };
        let (tree, size) = (look.tree().cloned(), (look.screen().w, look.screen().h));
        let target = found.zip(tree.as_deref());
        if let Some((found, tree)) = target
            && let Some(action) = self.prepare_field(step, found, tree)
        {
            return self.first(step, action, context).await.map(Some);
        }
        let to = match (&step.to, tree.as_deref()) {
            (Some(to), Some(tree)) => match find::find(tree, to, size, false) {
                find::Search::Found(other) if other.how.is_exact() => {
                    tree.nodes.get(other.place).map(|node| node.bounds)
                }
                _ => {
                    let problem = format!("expected {} to drop it on, and it is not there", element(to));
                    return self.stop(step, problem, context).await.map(Some);
                }
            },
            _ => None,
        };
        let bounds = target.and_then(|(found, tree)| tree.nodes.get(found.place)).map(|node| node.bounds);
        let action = aimed(&step.action, bounds, to, size);
        self.begin_step(context).await?;
        self.sent = Sent::Own;
        Ok(Some(aiming(Proposal::new(self.told(step), vec![action]), context)))
    }

    /// Asks the person where they must agree. Returns `Ok` if the screen must be looked at again, `None` if nothing is
    /// left to ask.
    async fn ask_first(
        &mut self,
        step: &FilledStep,
        found: Option<Found>,
        context: &mut Context,
    ) -> Result<Option<Result<(), String>>, Halt> {
        let most = context.settings().ask_timeout;
        if let Some(found) = found.filter(|found| step.outward && !found.how.is_exact()) {
            let Some(now) = identity(found, context) else { return Ok(Some(Ok(()))) };
            if self.agreed.as_ref() != Some(&now) {
                let sought = step.on.as_ref().map(element).unwrap_or_default();
                let new = quoted(if now.0.is_empty() { &now.1 } else { &now.0 });
                let why = match found.how {
                    How::ByPlace => "several elements fit, and only its place says that it is this one",
                    How::OtherId => "this phone has it under another id",
                    _ => "this phone has another name for it",
                };
                let message = format!(
                    "{} cannot be taken back. The recorded run pressed {sought}; {why}: {new}. Press that?",
                    capital(&self.told(step))
                );
                let answer = context.ask_person(Asks::Confirm { message }, most).await?;
                if !matches!(answer, Some(Answer::Yes { .. })) {
                    let problem = format!("expected {sought}, and nobody agreed to press {new} instead");
                    return Ok(Some(Err(problem)));
                }
                // The person took their time: the element must still be the same one.
                self.agreed = Some(now);
                context.look_again_now().await?;
                return Ok(Some(Ok(())));
            }
        }
        if self.run.stepwise && !self.confirmed {
            let message = format!("{}. Go on?", capital(&self.told(step)));
            match context.ask_person(Asks::Confirm { message }, most).await? {
                Some(Answer::Yes { .. }) => {
                    self.confirmed = true;
                    context.look_again_now().await?;
                    return Ok(Some(Ok(())));
                }
                _ => return Ok(Some(Err("the person did not agree to it".to_owned()))),
            }
        }
        Ok(None)
    }

    /// Brings the caret into the field of a step that types, and removes what somebody left there.
    fn prepare_field(&mut self, step: &FilledStep, found: Found, tree: &Tree) -> Option<AgentAction> {
        let types = matches!(step.action, AgentAction::Type(_) | AgentAction::ClearText(_));
        let node = tree.nodes.get(found.place).filter(|node| types && node.role() == Role::Field)?;
        if !node.state.focused && self.focused < MOST_FOCUS {
            self.focused += 1;
            let (x, y) = node.bounds.centre();
            return Some(AgentAction::tap(x.into(), y.into()));
        }
        let AgentAction::Type(typed) = &step.action else { return None };
        let replaces = expected::whole_content(step) == Some(typed.text.as_str());
        let left_over = !node.shows_hint() && !is_hint(&node.text) && !node.text.is_empty();
        if replaces && left_over && !self.cleared && !node.state.password {
            self.cleared = true;
            return Some(AgentAction::ClearText(ClearText { reason: None }));
        }
        None
    }

    /// Proposes an action that only leads to the step.
    async fn first(&mut self, step: &FilledStep, action: AgentAction, context: &mut Context) -> Result<Proposal, Halt> {
        self.not_begun(context).await?;
        self.sent = Sent::Nothing;
        let thought = format!("{}: first {}", self.told(step), action.name().replace('_', " "));
        Ok(aiming(Proposal::new(thought, vec![action]), context))
    }

    fn done_words(&self) -> String {
        match self.run.steps.len() {
            1 => format!("Done again in one step: {}", self.run.goal),
            count => format!("Done again in {count} steps: {}", self.run.goal),
        }
    }
}

#[async_trait]
impl Mind for ReplayMind {
    fn name(&self) -> &str {
        REPLAY
    }

    fn resume(&mut self, before: &Resume) {
        self.continue_from(before);
    }

    fn interrupted(&mut self, reason: PauseReason) {
        self.approach = Approach::default();
        (self.agreed, self.confirmed) = (None, false);
        if let Some(helper) = &mut self.helper {
            helper.interrupted(reason);
        }
    }

    async fn was_done(&mut self, doubt: &Doubt, context: &mut Context) -> Result<Option<bool>, Halt> {
        self.tell_whether_done(doubt, context).await
    }

    fn doubt_decided(&mut self, done: bool) {
        match &mut self.helper {
            Some(helper) => helper.doubt_decided(done),
            // Verified like any other, if it was done.
            None if self.sent == Sent::Earlier => {}
            None => self.sent = if done && self.progress.begun { Sent::Earlier } else { Sent::Nothing },
        }
    }

    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        let proposal = self.decide(context).await?;
        if !self.helper_writes() {
            progress::write_prediction(&proposal, context).await?;
        }
        Ok(proposal)
    }

    fn outcome(&mut self, outcomes: &[Outcome], context: &Context) {
        match &mut self.helper {
            Some(helper) => helper.outcome(outcomes, context),
            None => self.last = outcomes.to_vec(),
        }
    }
}

/// The name and the id of a found element.
fn identity(found: Found, context: &Context) -> Option<(String, String)> {
    let tree = context.look()?.tree()?;
    let node = tree.nodes.get(found.place)?;
    Some((tree.names().name(found.place).to_owned(), node.resource_id.clone()))
}

/// Adds the element under the proposal's touch: if another one is there by then, nothing is touched.
fn aiming(proposal: Proposal, context: &Context) -> Proposal {
    let aimed = context
        .look()
        .zip(proposal.actions.first())
        .and_then(|(look, action)| AimedElement::of(action, look.tree()?, (look.screen().w, look.screen().h)));
    Proposal { aimed, ..proposal }
}

fn fail(message: impl Into<String>) -> Proposal {
    Proposal::just(AgentAction::Fail(Fail::saying(Some(message.into()))))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Turns fractions of elements into points on this screen.
fn aimed(action: &AgentAction, on: Option<Bounds>, to: Option<Bounds>, screen: (u32, u32)) -> AgentAction {
    let side = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
    let whole = Bounds { left: 0, top: 0, right: side(screen.0), bottom: side(screen.1) };
    let (on, to) = (on.unwrap_or(whole), to.or(on).unwrap_or(whole));
    let point = |bounds: Bounds, x: action::Finite, y: action::Finite| {
        let within = |from: i32, until: i32, part: f64| {
            let at = f64::from(from) + f64::from(until - from) * part.clamp(0.0, 1.0);
            action::Finite::new(at.clamp(f64::from(from), f64::from((until - 1).max(from))).floor()).unwrap_or_default()
        };
        (within(bounds.left, bounds.right, x.get()), within(bounds.top, bounds.bottom, y.get()))
    };
    let mut action = action.clone();
    match &mut action {
        AgentAction::Tap(verb) => (verb.x, verb.y) = point(on, verb.x, verb.y),
        AgentAction::DoubleTap(verb) => (verb.x, verb.y) = point(on, verb.x, verb.y),
        AgentAction::LongPress(verb) => (verb.x, verb.y) = point(on, verb.x, verb.y),
        AgentAction::Swipe(verb) => {
            (verb.x1, verb.y1) = point(on, verb.x1, verb.y1);
            (verb.x2, verb.y2) = point(on, verb.x2, verb.y2);
        }
        AgentAction::Drag(verb) => {
            (verb.x1, verb.y1) = point(on, verb.x1, verb.y1);
            (verb.x2, verb.y2) = point(to, verb.x2, verb.y2);
        }
        _ => {}
    }
    action
}
