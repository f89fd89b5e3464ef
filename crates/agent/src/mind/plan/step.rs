//! One step of a plan: begin, try its strategies, check, report.
//!
//! If the phone does not show the effect of a strategy, the next one is tried only if repeating is harmless; otherwise
//! the person learns that it was done but could not be verified. A step counts as done only if the phone shows it.

use std::collections::VecDeque;
use std::time::Duration;

use action::phone::AgentAction;
use action::plan::Step;
use device::Acted;
use serde_json::{Map, Value};

use super::Carrying;
use super::moves::{MoveOutcome, acts, leads_to};
use super::obstacle::{self, Aside};
use crate::affordance::{FindMethod, Sought};
use crate::context::Context;
use crate::deadline::Halt;
use crate::effect::{FailureReason, Outcome};
use crate::mind::{Named, Proposal};
use crate::operations::{self, Begin, Check, Move, Operation, Problem, Ways, Work};
#[cfg(test)]
use crate::pipeline::mutation::{self, Mutation};
use crate::rung::Rung;

/// The shortest and the longest pause between two checks of the phone.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);

/// How often a button is pressed until its target appears: three years of months.
const MOST_AGAIN: u32 = 36;
/// How often it is pressed although the screen stays the same.
const MOST_IN_VAIN: u32 = 2;
/// After how many strategies that pressed something and failed the failure is admitted. Commands that Android refuses,
/// and strategies whose first element is not there, press nothing and are no more than a look.
const MOST_FAILED: u32 = 2;

/// What to do next.
#[expect(clippy::large_enum_variant, reason = "one at a time, and moved once")]
pub(super) enum Stepped {
    /// Propose these actions.
    Propose(Proposal),
    /// Nothing yet; call again.
    On,
    /// Ask a model to do this.
    AskModel(String),
    /// The plan is done; the message.
    Finished(String),
    /// The plan failed; the message.
    Failed(String),
}

/// The texts under these names.
fn texts(values: &Map<String, Value>, names: &[&str]) -> Vec<String> {
    let texts = names.iter().filter_map(|name| values.get(*name)?.as_str());
    texts.filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// The strategies of a step, and the position in them.
#[derive(Debug, Default)]
pub(super) struct Climb {
    ways: VecDeque<Way>,
    /// The next move of the first strategy.
    at: usize,
    /// How often that move was already made.
    again: u32,
    /// The screen before it was made last, and how often that did not change it.
    in_vain: (Option<u64>, u32),
    /// Whether the first strategy has pressed something that it needs.
    pressed: bool,
    /// How many strategies pressed something and failed.
    failed: u32,
    /// The last proposal.
    proposed: Proposed,
    pub(super) aside: Aside,
    /// The model's last words when it gave up, once it was asked.
    model: Option<Option<String>>,
    /// Whether the last strategy ended in an action that may have been carried out: the phone is checked before the
    /// next one.
    in_doubt: bool,
    /// Whether the strategies are those for the rest of a step that was partly done.
    rest: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Proposed {
    #[default]
    Nothing,
    /// The next move.
    Move,
    /// The next move; this is only a part of it.
    Part,
    /// The removal of an obstacle.
    Aside,
}

#[derive(Debug)]
struct Way {
    how: Option<FindMethod>,
    moves: Vec<Move>,
}

impl Climb {
    fn new(ways: Ways, rungs: &[Rung]) -> Self {
        let mut all = VecDeque::new();
        if rungs.contains(&Rung::Command) {
            all.extend(ways.commands.into_iter().map(|moves| Way { how: None, moves }));
        }
        for (rung, how) in [(Rung::Layout, FindMethod::Layout), (Rung::Search, FindMethod::Search)] {
            if rungs.contains(&rung) {
                all.extend(ways.touches.iter().map(|moves| Way { how: Some(how), moves: moves.clone() }));
            }
        }
        Self { ways: all, ..Self::default() }
    }

    /// The app that the strategy opens.
    fn app(&self) -> Option<String> {
        self.ways.front()?.moves.iter().find_map(|one| match one {
            Move::Launch(package) => Some(package.clone()),
            _ => None,
        })
    }

    /// Whether the next move opens a form, by an element that the app's layout describes.
    fn opens_form(&self) -> bool {
        let Some(way) = self.ways.front().filter(|way| way.how == Some(FindMethod::Layout)) else { return false };
        matches!(way.moves.get(self.at), Some(Move::Press(Sought::Named("send_money"))))
    }

    /// Whether all moves of the strategy were made.
    pub(super) fn is_made(&self) -> bool {
        self.ways.front().is_some_and(|way| self.at >= way.moves.len())
    }

    /// Advances to the next move.
    fn go_on(&mut self) {
        (self.at, self.again) = (self.at + 1, 0);
        self.in_vain = (None, 0);
    }

    /// Abandons the strategy for the next one; after the second that failed, abandons all.
    fn give_up(&mut self) {
        self.ways.pop_front();
        self.failed += u32::from(std::mem::take(&mut self.pressed));
        if self.failed >= MOST_FAILED {
            self.ways.clear();
        }
        (self.at, self.again) = (0, 0);
        self.in_vain = (None, 0);
        self.proposed = Proposed::Nothing;
        self.aside = Aside::default();
    }

    /// Whether pressing the same element again is pointless: too often, or the screen no longer changes.
    fn is_in_vain(&mut self, screen: Option<u64>) -> bool {
        let same = screen.is_some() && self.in_vain.0 == screen;
        self.in_vain = (screen, if same { self.in_vain.1 + 1 } else { 0 });
        self.again >= MOST_AGAIN || self.in_vain.1 >= MOST_IN_VAIN
    }
}

impl Carrying {
    /// Decides what to do next, from the outcome of the last proposal.
    pub(super) async fn go_on(&mut self, context: &mut Context, has_model: bool) -> Result<Stepped, Halt> {
        let Some(step) = self.step() else { return Ok(Stepped::Finished(self.message())) };
        let Some(operation) = operations::find(&step.op) else {
            let problem = self.problem("unknown_operation", "unknown operation", &[("op", &step.op)]);
            return self.stop(problem, context).await;
        };
        if let Some(refused) = self.take_outcome(context) {
            return self.stop(refused, context).await;
        }
        if self.interrupted {
            return Ok(self.find_way_back(context).await?.unwrap_or(Stepped::On));
        }
        if self.climb.is_none() {
            return self.begin(operation, &step, context).await;
        }
        self.climb(operation, &step, context, has_model).await
    }

    /// The current step.
    pub(super) fn step(&self) -> Option<Step> {
        self.plan.steps.get(usize::try_from(self.progress.step).unwrap_or(usize::MAX)).cloned()
    }

    fn work<'w>(&'w mut self, step: &'w Step, context: &'w mut Context) -> Work<'w> {
        Work { step, plan: &self.plan, kept: &mut self.progress.kept, context }
    }

    /// Processes the outcome of the last proposal. Returns why the step is over, if it was refused.
    fn take_outcome(&mut self, context: &Context) -> Option<Problem> {
        let outcomes = std::mem::take(&mut self.last);
        for outcome in &outcomes {
            let held_back = outcome
                .effect
                .failure
                .as_ref()
                .is_some_and(|failure| matches!(failure.reason, FailureReason::Stopped | FailureReason::Refused));
            self.maybe_done = (self.maybe_done && !held_back) || outcome.outward;
        }
        let climb = self.climb.as_mut()?;
        let proposed = std::mem::take(&mut climb.proposed);
        let failure = outcomes.iter().find_map(|outcome| outcome.effect.failure.as_ref());
        match failure.map(|failure| failure.reason) {
            None if outcomes.is_empty() => {}
            None if outcomes.iter().any(complains) => climb.give_up(),
            None if proposed == Proposed::Move => climb.go_on(),
            None if proposed == Proposed::Part => climb.again += 1,
            None => {}
            Some(FailureReason::Refused) if proposed == Proposed::Aside => {
                climb.aside.refused = true;
            }
            Some(FailureReason::Refused) => {
                let message = failure.map(|failure| failure.message.clone()).unwrap_or_default();
                return Some(self.problem("refused", "refused", &[("why", &message)]));
            }
            // The person had the phone, or a pause intervened: the plan resynchronises with the phone afterwards.
            Some(FailureReason::Person | FailureReason::Stopped) => self.interrupt(),
            Some(reason) => {
                tracing::info!(step = context.step(), "this strategy failed: {failure:?}");
                climb.give_up();
                climb.in_doubt = reason == FailureReason::MaybeSent;
            }
        }
        None
    }

    /// Whether no step of the plan is to change anything.
    pub(super) fn only_answers(&self) -> bool {
        let answers = |step: &Step| operations::find(&step.op).is_some_and(Operation::only_answers);
        !self.progress.changed && self.plan.steps.iter().all(answers)
    }

    /// Whether the step may be done although the phone does not show it. Only then is the person asked.
    fn may_be_done(&self) -> bool {
        #[cfg(test)]
        if mutation::is(Mutation::DoubtsUnsent) {
            return true;
        }
        self.maybe_done
    }

    async fn begin(&mut self, operation: &dyn Operation, step: &Step, context: &mut Context) -> Result<Stepped, Halt> {
        let mut rest = false;
        if self.progress.begun {
            match self.checked(operation, step, context, Duration::ZERO).await? {
                Check::Done(said) => return self.succeed(said, context).await,
                Check::Unclear if !operation.repeats() && self.may_be_done() => {
                    if self.ask_whether_done(step, context).await? {
                        return self.succeed(self.about("done by your word", step), context).await;
                    }
                }
                Check::Partly => rest = true,
                Check::NotYet | Check::Unclear | Check::Stop(_) => {}
            }
        }
        if operation.needs_screen()
            && let Some(unlocking) = obstacle::unlock(context, &mut self.progress.kept).await?
        {
            return match unlocking {
                Ok(action) => Ok(self.propose(vec![action], Proposed::Aside, step)),
                Err(problem) => self.stop(problem, context).await,
            };
        }
        match operation.begin(&mut self.work(step, context)).await? {
            Begin::Done(said) => self.succeed(said, context).await,
            Begin::Stop(problem) => self.stop(problem, context).await,
            Begin::Go(ways) => {
                let ways = if self.progress.begun { ways.begun_again() } else { ways };
                self.climb = Some(Climb { rest, ..Climb::new(ways, &context.settings().rungs) });
                self.progress.begun = true;
                self.progress.changed |= !operation.only_answers();
                self.maybe_done = false;
                self.write_progress(context).await?;
                Ok(Stepped::On)
            }
        }
    }

    async fn climb(
        &mut self,
        operation: &dyn Operation,
        step: &Step,
        context: &mut Context,
        has_model: bool,
    ) -> Result<Stepped, Halt> {
        if let Some(stepped) = self.settle_doubt(operation, step, context).await? {
            return Ok(stepped);
        }
        loop {
            let Some(climb) = &mut self.climb else { return Ok(Stepped::On) };
            let Some(way) = climb.ways.front() else {
                return self.out_of_ways(operation, step, context, has_model).await;
            };
            let Some(one) = way.moves.get(climb.at).cloned() else {
                return self.after_way(operation, step, context).await;
            };
            let after = way.moves.get(climb.at + 1..).unwrap_or_default();
            let next = after.iter().find(|one| !matches!(one, Move::PressIfThere(_))).cloned();
            let how = way.how;
            if one == Move::UnlessDone {
                climb.go_on();
                match self.checked(operation, step, context, Duration::ZERO).await? {
                    Check::Done(said) => return self.succeed(said, context).await,
                    Check::Partly if self.begin_rest() => return Ok(Stepped::On),
                    Check::NotYet | Check::Partly | Check::Unclear | Check::Stop(_) => continue,
                }
            }
            if one.touches()
                && let Some(aside) = obstacle::in_the_way(context, &mut climb.aside)
            {
                match aside {
                    Ok(action) => return Ok(self.propose(vec![action], Proposed::Aside, step)),
                    Err(problem) => return self.stop(problem, context).await,
                }
            }
            let (tree, screen) = seen(context);
            if matches!(one, Move::Scroll(_)) && climb.aside.at_the_end(context) {
                climb.go_on();
                continue;
            }
            match acts(&one, tree.as_deref(), how, screen) {
                MoveOutcome::Done => climb.go_on(),
                MoveOutcome::Do(actions) => {
                    climb.pressed |= one.needs_element();
                    return Ok(self.propose(actions, Proposed::Move, step));
                }
                MoveOutcome::DoPart(actions) => {
                    if climb.is_in_vain(context.look().map(|look| look.identity())) {
                        climb.give_up();
                        continue;
                    }
                    climb.pressed = true;
                    return Ok(self.propose(actions, Proposed::Part, step));
                }
                MoveOutcome::Missing(sought) => {
                    let past_it = next.is_some_and(|next| leads_to(&one, &next, tree.as_deref(), how));
                    match obstacle::missing(context, &mut climb.aside, &sought, past_it).await? {
                        obstacle::Missing::Do(action) => return Ok(self.propose(vec![action], Proposed::Aside, step)),
                        obstacle::Missing::LookAgain => {}
                        obstacle::Missing::PastIt => climb.go_on(),
                        obstacle::Missing::NotThere => climb.give_up(),
                        obstacle::Missing::Unreadable => {
                            let problem = self.problem("unreadable_screen", "unreadable screen", &[]);
                            return self.stop(problem, context).await;
                        }
                    }
                }
            }
        }
    }

    /// After a strategy whose answer was lost: checks whether the step is done, so that the next strategy does not
    /// repeat it.
    async fn settle_doubt(
        &mut self,
        operation: &dyn Operation,
        step: &Step,
        context: &mut Context,
    ) -> Result<Option<Stepped>, Halt> {
        let in_doubt = self.climb.as_mut().is_some_and(|climb| std::mem::take(&mut climb.in_doubt));
        if !in_doubt || operation.repeats() {
            return Ok(None);
        }
        match self.checked(operation, step, context, operation.patience()).await? {
            Check::Done(said) => self.succeed(said, context).await.map(Some),
            Check::Stop(problem) => self.stop(problem, context).await.map(Some),
            // An action that reached no person is repeated without asking.
            Check::Unclear if self.may_be_done() && self.ask_whether_done(step, context).await? => {
                self.succeed(self.about("done by your word", step), context).await.map(Some)
            }
            Check::Partly if self.begin_rest() => Ok(Some(Stepped::On)),
            Check::NotYet | Check::Partly | Check::Unclear => Ok(None),
        }
    }

    /// Abandons the strategies of a step that is partly done, so that it begins again with those for the rest. Returns
    /// whether there were others.
    fn begin_rest(&mut self) -> bool {
        let others = self.climb.as_ref().is_some_and(|climb| !climb.rest);
        if others {
            self.climb = None;
        }
        others
    }

    fn propose(&mut self, actions: Vec<AgentAction>, proposed: Proposed, step: &Step) -> Stepped {
        if let Some(climb) = &mut self.climb {
            climb.proposed = proposed;
        }
        let summary = self.summary(step);
        let reached = if step.op == "call_contact" { ["callee", "called"] } else { ["contact", "number"] };
        let operation = Named {
            step: self.progress.step,
            name: step.op.clone(),
            summary: summary.clone(),
            about: texts(&step.args, &["recipient", "amount"]),
            people: texts(&self.progress.kept, &reached),
            opens: proposed == Proposed::Move && self.climb.as_ref().is_some_and(Climb::opens_form),
            app: self.climb.as_ref().and_then(Climb::app),
        };
        Stepped::Propose(Proposal { operation: Some(operation), ..Proposal::new(summary, actions) })
    }

    /// All moves of a strategy were made: checks whether the phone shows the result.
    async fn after_way(
        &mut self,
        operation: &dyn Operation,
        step: &Step,
        context: &mut Context,
    ) -> Result<Stepped, Halt> {
        let check = self.checked(operation, step, context, operation.patience()).await?;
        if matches!(check, Check::NotYet | Check::Partly | Check::Unclear)
            && operation.needs_screen()
            && let Some(climb) = &mut self.climb
        {
            // A screen that a command opened may ask something first.
            context.look_again_now().await?;
            match obstacle::in_the_way(context, &mut climb.aside) {
                Some(Ok(action)) => return Ok(self.propose(vec![action], Proposed::Aside, step)),
                Some(Err(problem)) => return self.stop(problem, context).await,
                None => {}
            }
        }
        match check {
            Check::Done(said) => self.succeed(said, context).await,
            Check::Stop(problem) => self.stop(problem, context).await,
            Check::Partly if self.begin_rest() => Ok(Stepped::On),
            check if matches!(check, Check::Partly) || operation.repeats() => {
                if let Some(climb) = &mut self.climb {
                    climb.give_up();
                }
                Ok(Stepped::On)
            }
            Check::NotYet | Check::Partly | Check::Unclear => {
                self.stop(Problem::new("unverified", self.about("unverified", step)), context).await
            }
        }
    }

    async fn out_of_ways(
        &mut self,
        operation: &dyn Operation,
        step: &Step,
        context: &mut Context,
        has_model: bool,
    ) -> Result<Stepped, Halt> {
        let summary = self.summary(step);
        let Some(climb) = &mut self.climb else { return Ok(Stepped::On) };
        let Some(said) = climb.model.clone() else {
            if has_model && context.settings().rungs.contains(&Rung::Model) {
                climb.model = Some(None);
                return Ok(Stepped::AskModel(summary));
            }
            let own = operation.no_way(&self.work(step, context));
            let problem = own.unwrap_or_else(|| Problem::new("no_way", self.about("no way", step)));
            return self.stop(problem, context).await;
        };
        match self.checked(operation, step, context, operation.patience()).await? {
            Check::Done(told) => self.succeed(told, context).await,
            Check::Stop(problem) => self.stop(problem, context).await,
            Check::NotYet | Check::Partly | Check::Unclear => {
                let said = said.unwrap_or_default();
                let problem = self.problem("not_done", "model did not", &[("what", &summary), ("said", &said)]);
                self.stop(problem, context).await
            }
        }
    }

    /// A problem with its sentence, in the language of the request.
    fn problem(&self, code: &'static str, key: &str, values: &[(&str, &str)]) -> Problem {
        Problem::new(code, planner::told(&self.plan, key, values))
    }

    /// A sentence about the step, in the language of the request.
    pub(super) fn about(&self, key: &str, step: &Step) -> String {
        planner::told(&self.plan, key, &[("what", &self.summary(step))])
    }

    /// The model finished the step, or gave up for this reason.
    pub(super) fn model_is_done(&mut self, gave_up: Option<String>) {
        if let Some(climb) = &mut self.climb {
            climb.model = Some(gave_up);
        }
    }

    /// Whether the current step is done, for a task that was cut off in it.
    pub(super) async fn was_done(&mut self, context: &mut Context) -> Result<Option<bool>, Halt> {
        let Some(step) = self.step() else { return Ok(None) };
        let Some(operation) = operations::find(&step.op).filter(|operation| operation.lasts()) else {
            return Ok(None);
        };
        Ok(match self.checked(operation, &step, context, operation.patience()).await? {
            Check::Done(_) => Some(true),
            Check::NotYet | Check::Partly => Some(false),
            Check::Unclear | Check::Stop(_) => None,
        })
    }

    /// Checks the phone repeatedly until the step is done or the operation's patience runs out.
    pub(super) async fn checked(
        &mut self,
        operation: &dyn Operation,
        step: &Step,
        context: &mut Context,
        patience: Duration,
    ) -> Result<Check, Halt> {
        let until = context.now().saturating_add(patience);
        let mut pause = FIRST_PAUSE;
        loop {
            context.begin_check();
            let check = operation.check(&mut self.work(step, context)).await;
            context.end_check();
            match check? {
                Check::NotYet | Check::Unclear if context.now() < until => {}
                // The rest has its own strategies; only they are given time.
                Check::Partly if context.now() < until && self.climb.as_ref().is_some_and(|climb| climb.rest) => {}
                check => return Ok(check),
            }
            let left = until.saturating_sub(context.now());
            context.pause(pause.min(left)).await?;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}

/// Whether an Android command prints an error although it exits with success.
fn complains(outcome: &Outcome) -> bool {
    let Some(Acted::Ran(ran)) = &outcome.acted else { return false };
    let starts = |line: &str| {
        let line = line.trim_start();
        ["Error", "Exception", "java.lang", "Security exception", "Failure", "Unknown command", "cmd: Can't find"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    ran.status.is_some_and(|status| status != 0) || ran.stdout.lines().chain(ran.stderr.lines()).any(starts)
}

fn seen(context: &Context) -> (Option<std::sync::Arc<device::Tree>>, (u32, u32)) {
    match context.look() {
        Some(look) => (look.tree().cloned(), (look.screen().w, look.screen().h)),
        None => (None, (1080, 2400)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn climb() -> Climb {
        let press = || vec![Move::Press(Sought::Named("save"))];
        let ways = Ways::command(&["true"]).or_command(&["false"]).or_touches(press()).or_touches(press());
        Climb::new(ways, &[Rung::Command, Rung::Layout, Rung::Search])
    }

    #[test]
    fn failure_is_admitted_after_the_second_strategy_that_pressed_something() {
        for (pressed, tried) in [
            (&[false, false, true, true][..], 4),
            (&[false, false, false, true, true], 5),
            (&[false, false, false, false, false, false], 6),
            (&[true, false, true], 3),
        ] {
            let mut climb = climb();
            let all = climb.ways.len();
            for (at, pressed) in pressed.iter().enumerate() {
                assert_eq!(climb.ways.len(), all - at, "{at}");
                climb.pressed = *pressed;
                climb.give_up();
            }
            assert!(climb.ways.is_empty() && pressed.len() == tried, "{pressed:?}");
        }
    }

    #[test]
    fn a_button_that_changes_nothing_is_pressed_no_further() {
        let mut climb = climb();
        assert!((0..30).all(|screen| !climb.is_in_vain(Some(screen))));
        let mut climb = self::climb();
        let presses = (0..).take_while(|_| !climb.is_in_vain(Some(7))).count();
        assert_eq!(presses, 2);
        climb.again = MOST_AGAIN;
        assert!(climb.is_in_vain(None));
    }
}
