//! One step of a plan: begun, climbed way by way, checked, and told.
//!
//! A way whose effect the phone does not show is followed by the next only where doing it again does no harm; else the
//! person is told that it was done and not seen. Nothing is called done that the phone does not show.

use std::collections::VecDeque;
use std::time::Duration;

use action::phone::AgentAction;
use action::plan::{ActionPlan, Step, StepResult, StepStatus};
use device::Acted;

use super::moves::{Acts, acts};
use super::obstacle::{self, Aside};
use super::{Carrying, goes_on};
use crate::affordance::How;
use crate::deadline::{End, Halt};
use crate::effect::{FailureReason, Outcome};
use crate::event::Event;
use crate::hands::Hands;
use crate::human::{Answer, Asks};
use crate::journal::{JournalEntry, PlanEntry, PlanStepEntry, StepResultEntry};
use crate::mind::{Named, Proposal};
use crate::operations::{self, Begin, Change, Check, Move, Operation, Problem, Rung, Ways, Work};
use crate::summary::EndReason;

/// The pauses between two looks at a phone that does not show it yet.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);

/// What a step leads to.
pub(super) enum Stepped {
    /// Something is to be done.
    Propose(Proposal),
    /// Nothing; ask again.
    On,
    /// A model is to do this.
    AskModel(String),
    /// The plan is carried out; what is said.
    Finished(String),
    /// It is not, and will not be.
    Failed(String),
}

/// The ways of a step, and how far they were gone.
#[derive(Debug, Default)]
pub(super) struct Climb {
    ways: VecDeque<Way>,
    /// The next move of the first way.
    at: usize,
    /// What was proposed last.
    proposed: Proposed,
    pub(super) aside: Aside,
    /// What the model said when it gave up, once it was asked.
    model: Option<Option<String>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Proposed {
    #[default]
    Nothing,
    /// The next move.
    Move,
    /// Something that was in the way.
    Aside,
}

#[derive(Debug)]
struct Way {
    how: Option<How>,
    moves: Vec<Move>,
}

impl Climb {
    fn new(ways: Ways, rungs: &[Rung]) -> Self {
        let mut all = VecDeque::new();
        if rungs.contains(&Rung::Command) {
            all.extend(ways.commands.into_iter().map(|moves| Way { how: None, moves }));
        }
        if !ways.touches.is_empty() {
            let by = [(Rung::Layout, How::Layout), (Rung::Search, How::Search)];
            let by = by.into_iter().filter(|(rung, _)| rungs.contains(rung));
            all.extend(by.map(|(_, how)| Way { how: Some(how), moves: ways.touches.clone() }));
        }
        Self { ways: all, ..Self::default() }
    }

    /// The way leads nowhere: the next one.
    fn give_up(&mut self) {
        self.ways.pop_front();
        self.at = 0;
        self.proposed = Proposed::Nothing;
        self.aside = Aside::default();
    }
}

impl Carrying {
    /// The next thing to do, given what became of the last.
    pub(super) async fn go_on(&mut self, hands: &mut Hands, has_model: bool) -> Result<Stepped, Halt> {
        let Some(step) = self.step() else { return Ok(Stepped::Finished(self.message())) };
        let Some(operation) = operations::find(&step.op) else {
            let problem = Problem::new("unknown_operation", format!("Nobody here knows how to do `{}`.", step.op));
            return self.stop(problem, hands).await;
        };
        if let Some(refused) = self.take_outcome(hands) {
            return self.stop(refused, hands).await;
        }
        if self.climb.is_none() {
            return self.begin(operation, &step, hands).await;
        }
        self.climb(operation, &step, hands, has_model).await
    }

    /// The step under way.
    fn step(&self) -> Option<Step> {
        self.plan.steps.get(usize::try_from(self.progress.step).unwrap_or(usize::MAX)).cloned()
    }

    fn work<'w>(&'w mut self, step: &'w Step, hands: &'w mut Hands) -> Work<'w> {
        Work { step, plan: &self.plan, kept: &mut self.progress.kept, hands }
    }

    /// Takes in what became of the last proposal; why the step is over, where somebody said no.
    fn take_outcome(&mut self, hands: &Hands) -> Option<Problem> {
        let outcomes = std::mem::take(&mut self.last);
        let climb = self.climb.as_mut()?;
        let proposed = std::mem::take(&mut climb.proposed);
        let failure = outcomes.iter().find_map(|outcome| outcome.effect.failure.as_ref());
        match failure.map(|failure| failure.reason) {
            None if outcomes.is_empty() => {}
            None if outcomes.iter().any(complains) => climb.give_up(),
            None if proposed == Proposed::Move => climb.at += 1,
            None => {}
            Some(FailureReason::Refused) if proposed == Proposed::Aside => {
                climb.aside.refused = true;
            }
            Some(FailureReason::Refused) => {
                let message = failure.map(|failure| failure.message.clone()).unwrap_or_default();
                return Some(Problem::new("refused", format!("I did not do it: {message}.")));
            }
            // The person had the phone, or a pause came in between: the same again, on what the screen shows then.
            Some(FailureReason::Person | FailureReason::Stopped) => {}
            Some(_) => {
                tracing::info!(step = hands.step(), "this way does not work: {failure:?}");
                climb.give_up();
            }
        }
        None
    }

    async fn begin(&mut self, operation: &dyn Operation, step: &Step, hands: &mut Hands) -> Result<Stepped, Halt> {
        if self.progress.begun {
            match self.checked(operation, step, hands, Duration::ZERO).await? {
                Check::Done(said) => return self.succeed(said, hands).await,
                Check::Unclear if !operation.repeats() => {
                    if self.ask_whether_done(step, hands).await? {
                        return self.succeed(format!("You say that it is done: {}.", self.summary(step)), hands).await;
                    }
                }
                Check::NotYet | Check::Unclear | Check::Stop(_) => {}
            }
        }
        if operation.needs_screen()
            && let Some(unlocking) = obstacle::unlock(hands, &mut self.progress.kept).await?
        {
            return match unlocking {
                Ok(action) => Ok(self.propose(vec![action], Proposed::Aside, step)),
                Err(problem) => self.stop(problem, hands).await,
            };
        }
        match operation.begin(&mut self.work(step, hands)).await? {
            Begin::Done(said) => self.succeed(said, hands).await,
            Begin::Stop(problem) => self.stop(problem, hands).await,
            Begin::Go(ways) => {
                self.climb = Some(Climb::new(ways, &hands.settings().rungs));
                self.progress.begun = true;
                self.write_progress(hands).await?;
                Ok(Stepped::On)
            }
        }
    }

    async fn climb(
        &mut self,
        operation: &dyn Operation,
        step: &Step,
        hands: &mut Hands,
        has_model: bool,
    ) -> Result<Stepped, Halt> {
        loop {
            let Some(climb) = &mut self.climb else { return Ok(Stepped::On) };
            let Some(way) = climb.ways.front() else {
                return self.out_of_ways(operation, step, hands, has_model).await;
            };
            let Some(one) = way.moves.get(climb.at).cloned() else {
                return self.after_way(operation, step, hands).await;
            };
            let how = way.how;
            if one.touches()
                && let Some(aside) = obstacle::in_the_way(hands, &mut climb.aside)
            {
                match aside {
                    Ok(action) => return Ok(self.propose(vec![action], Proposed::Aside, step)),
                    Err(problem) => return self.stop(problem, hands).await,
                }
            }
            let (tree, screen) = seen(hands);
            if matches!(one, Move::Scroll(_)) && climb.aside.at_the_end(hands) {
                climb.at += 1;
                continue;
            }
            match acts(&one, tree.as_deref(), how, screen) {
                Acts::Done => climb.at += 1,
                Acts::Do(actions) => return Ok(self.propose(actions, Proposed::Move, step)),
                Acts::Missing(sought) => match obstacle::missing(hands, &mut climb.aside, &sought).await? {
                    obstacle::Missing::Do(action) => return Ok(self.propose(vec![action], Proposed::Aside, step)),
                    obstacle::Missing::LookAgain => {}
                    obstacle::Missing::NotThere => climb.give_up(),
                    obstacle::Missing::Unreadable => {
                        let message = "This screen cannot be read, so I cannot press anything on it.";
                        return self.stop(Problem::new("unreadable_screen", message), hands).await;
                    }
                },
            }
        }
    }

    fn propose(&mut self, actions: Vec<AgentAction>, proposed: Proposed, step: &Step) -> Stepped {
        if let Some(climb) = &mut self.climb {
            climb.proposed = proposed;
        }
        let summary = self.summary(step);
        let operation = Named { step: self.progress.step, name: step.op.clone(), summary: summary.clone() };
        Stepped::Propose(Proposal { thought: summary, actions, operation: Some(operation) })
    }

    /// The moves of a way are made: does the phone show it?
    async fn after_way(&mut self, operation: &dyn Operation, step: &Step, hands: &mut Hands) -> Result<Stepped, Halt> {
        let check = self.checked(operation, step, hands, operation.patience()).await?;
        if matches!(check, Check::NotYet | Check::Unclear)
            && operation.needs_screen()
            && let Some(climb) = &mut self.climb
        {
            // What a command opened may ask for something first.
            hands.look_again_now().await?;
            match obstacle::in_the_way(hands, &mut climb.aside) {
                Some(Ok(action)) => return Ok(self.propose(vec![action], Proposed::Aside, step)),
                Some(Err(problem)) => return self.stop(problem, hands).await,
                None => {}
            }
        }
        match check {
            Check::Done(said) => self.succeed(said, hands).await,
            Check::Stop(problem) => self.stop(problem, hands).await,
            Check::NotYet | Check::Unclear if operation.repeats() => {
                if let Some(climb) = &mut self.climb {
                    climb.give_up();
                }
                Ok(Stepped::On)
            }
            Check::NotYet | Check::Unclear => {
                let message = format!(
                    "I tried to {}, but the phone does not show that it is done. Look at it before you try again.",
                    self.summary(step)
                );
                self.stop(Problem::new("unverified", message), hands).await
            }
        }
    }

    async fn out_of_ways(
        &mut self,
        operation: &dyn Operation,
        step: &Step,
        hands: &mut Hands,
        has_model: bool,
    ) -> Result<Stepped, Halt> {
        let summary = self.summary(step);
        let Some(climb) = &mut self.climb else { return Ok(Stepped::On) };
        let Some(said) = climb.model.clone() else {
            if has_model && hands.settings().rungs.contains(&Rung::Model) {
                climb.model = Some(None);
                return Ok(Stepped::AskModel(summary));
            }
            let general = || Problem::new("no_way", format!("I found no way to {summary} on this phone."));
            return self.stop(operation.no_way(step).unwrap_or_else(general), hands).await;
        };
        match self.checked(operation, step, hands, operation.patience()).await? {
            Check::Done(told) => self.succeed(told, hands).await,
            Check::Stop(problem) => self.stop(problem, hands).await,
            Check::NotYet | Check::Unclear => {
                let message = match said {
                    Some(said) => format!("I could not {summary}: {said}"),
                    None => format!("The model says that it is done, but the phone does not show it: {summary}."),
                };
                self.stop(Problem::new("not_done", message), hands).await
            }
        }
    }

    /// The model is done with the step, or has given up and says why.
    pub(super) fn model_is_done(&mut self, gave_up: Option<String>) {
        if let Some(climb) = &mut self.climb {
            climb.model = Some(gave_up);
        }
    }

    /// Whether the step under way is done, for a task that was cut off in it.
    pub(super) async fn was_done(&mut self, hands: &mut Hands) -> Result<Option<bool>, Halt> {
        let Some(step) = self.step() else { return Ok(None) };
        let Some(operation) = operations::find(&step.op) else { return Ok(None) };
        Ok(match self.checked(operation, &step, hands, operation.patience()).await? {
            Check::Done(_) => Some(true),
            Check::NotYet => Some(false),
            Check::Unclear | Check::Stop(_) => None,
        })
    }

    /// Asks the phone whether it is done, for as long as it may take.
    async fn checked(
        &mut self,
        operation: &dyn Operation,
        step: &Step,
        hands: &mut Hands,
        patience: Duration,
    ) -> Result<Check, Halt> {
        let until = hands.now().saturating_add(patience);
        let mut pause = FIRST_PAUSE;
        loop {
            match operation.check(&mut self.work(step, hands)).await? {
                Check::NotYet | Check::Unclear if hands.now() < until => {}
                check => return Ok(check),
            }
            let left = until.saturating_sub(hands.now());
            hands.pause(pause.min(left)).await?;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn succeed(&mut self, said: String, hands: &mut Hands) -> Result<Stepped, Halt> {
        self.tell(StepStatus::Success, "ok", said.clone(), None, hands).await?;
        let last = usize::try_from(self.progress.step).is_ok_and(|at| at + 1 >= self.plan.steps.len());
        let leads_on = self.step().is_some_and(|step| LEADS_ON.contains(&step.op.as_str()));
        if !said.is_empty() && (last || !leads_on) {
            self.progress.said.push(said);
        }
        self.progress.step += 1;
        self.progress.begun = false;
        // The next step finds only whom and what the ones before it were about.
        self.progress.kept.retain(|name, _| PASSED_ON.contains(&name.as_str()));
        self.climb = None;
        self.write_progress(hands).await?;
        Ok(Stepped::On)
    }

    /// The step does not go like this: it is tried again, another way is offered, or the person is told.
    async fn stop(&mut self, problem: Problem, hands: &mut Hands) -> Result<Stepped, Halt> {
        let Problem { code, message, retryable, instead } = problem;
        let tried = self.progress.kept.get("tried").and_then(serde_json::Value::as_u64).unwrap_or_default();
        if retryable && tried < u64::from(hands.settings().max_retries) {
            self.tell(StepStatus::RetryableError, code, message.clone(), None, hands).await?;
            self.progress.kept.insert("tried".to_owned(), (tried + 1).into());
            self.climb = None;
            hands.before_retry(u32::try_from(tried + 1).unwrap_or(u32::MAX), &message).await?;
            return Ok(Stepped::On);
        }
        let question = instead.as_ref().map(|instead| instead.question.clone());
        self.tell(StepStatus::FatalError, code, message.clone(), question, hands).await?;
        if let Some(instead) = instead {
            let asks = Asks::Confirm { message: format!("{message} {}", instead.question) };
            let most = hands.settings().ask_timeout;
            if let Some(Answer::Yes { .. }) = hands.ask_person(asks, most).await? {
                self.change(instead.change);
                let (mark, plan) = (hands.mark(), self.plan.clone());
                hands.write(JournalEntry::Plan(PlanEntry { mark, plan: plan.clone() })).await?;
                self.write_progress(hands).await?;
                hands.emit(Event::Plan { summary: planner::summary(&plan), plan: Box::new(plan) });
                return Ok(Stepped::On);
            }
        }
        let mut told = self.progress.said.clone();
        told.push(message);
        Ok(Stepped::Failed(told.join(" ")))
    }

    /// The plan as the way out has it: the steps that are done stay.
    fn change(&mut self, change: Change) {
        self.climb = None;
        self.progress.begun = false;
        self.progress.kept.remove("before");
        let at = usize::try_from(self.progress.step).unwrap_or(usize::MAX);
        let left = self.plan.steps.split_off(at.min(self.plan.steps.len()));
        let mut left = left.into_iter();
        match change {
            Change::App(app) => {
                self.plan.metadata.app = Some(app.clone());
                let renamed = left.map(|mut step| {
                    if step.op == "open_app" {
                        step.args.clear();
                        step.args.insert("name".to_owned(), app.clone().into());
                    } else if step.args.contains_key("app") {
                        step.args.insert("app".to_owned(), app.clone().into());
                    }
                    step
                });
                self.plan.steps.extend(renamed);
            }
            Change::First(first) => self.plan.steps.extend(first.into_iter().chain(left)),
            Change::Step(instead) => {
                left.next();
                self.plan.steps.extend(std::iter::once(instead).chain(left));
            }
        }
    }

    async fn tell(
        &self,
        status: StepStatus,
        code: &str,
        message: String,
        remediation: Option<String>,
        hands: &mut Hands,
    ) -> Result<(), Halt> {
        let (step, op) = (self.progress.step, self.step().map(|step| step.op).unwrap_or_default());
        let result = StepResult { step, op, status, code: code.to_owned(), message, remediation };
        tracing::info!(step, op = result.op, code, ok = goes_on(status), "{}", hands.redactor().text(&result.message));
        let mark = hands.mark();
        hands.write(JournalEntry::StepResult(StepResultEntry { mark, result: result.clone() })).await?;
        hands.emit(Event::StepResult(result));
        Ok(())
    }

    async fn write_progress(&self, hands: &mut Hands) -> Result<(), Halt> {
        let (mark, progress) = (hands.mark(), self.progress.clone());
        hands.write(JournalEntry::PlanStep(PlanStepEntry { mark, progress })).await
    }

    /// Whether it was done before the task was cut off, which only the person can tell.
    async fn ask_whether_done(&self, step: &Step, hands: &mut Hands) -> Result<bool, Halt> {
        let message = format!(
            "The task was cut off while it was to {}. Look at the phone: was it done? Yes or no; without an answer the \
             task stays interrupted.",
            self.summary(step)
        );
        let most = hands.settings().ask_timeout;
        match hands.ask_person(Asks::WasDone { message }, most).await? {
            Some(Answer::Yes { .. }) => Ok(true),
            Some(Answer::No { .. }) => Ok(false),
            _ => {
                let message = format!("nobody could tell whether this was done: {}", self.summary(step));
                Err(End::failed(EndReason::Undecided, message).into())
            }
        }
    }

    /// What the step does, in words that follow "to": as the operation has found out, else as it was planned.
    fn summary(&self, step: &Step) -> String {
        match self.progress.kept.get("summary").and_then(serde_json::Value::as_str) {
            Some(found) => found.to_owned(),
            None => {
                let mut step = step.clone();
                if let Some(found) = self.progress.kept.get("contact") {
                    step.args.entry("contact").or_insert_with(|| found.clone());
                }
                summary(&step, &self.plan)
            }
        }
    }

    /// What is said in the end.
    fn message(&self) -> String {
        match self.progress.said.as_slice() {
            [] => "Done.".to_owned(),
            said => said.join(" "),
        }
    }
}

/// What one step leaves for the next: the app, whom a message goes to, and what it says.
const PASSED_ON: &[&str] = &["package", "app", "contact", "number", "text"];

/// Steps that only lead to the next one.
const LEADS_ON: &[&str] = &["open_app", "find_contact", "open_conversation", "type_text"];

/// What the step does, in words that follow "to".
fn summary(step: &Step, plan: &ActionPlan) -> String {
    let mut own = ActionPlan::new(step.op.clone(), plan.confidence);
    own.slots = step.args.clone();
    // The same things are called otherwise in what a person said.
    for (argument, slot) in [("name", "app"), ("name", "recipient"), ("text", "content"), ("contact", "recipient")] {
        if let Some(value) = step.args.get(argument)
            && (slot != "app" || step.op == "open_app" || step.op == "uninstall_app")
        {
            own.slots.entry(slot).or_insert_with(|| value.clone());
        }
    }
    own.metadata.language = plan.metadata.language.clone();
    own.metadata.app = step.args.get("app").and_then(|app| app.as_str()).map(str::to_owned);
    let said = planner::summary(&own);
    let said = said.trim().trim_end_matches('.');
    match said.chars().next() {
        Some(first) => first.to_lowercase().chain(said.chars().skip(1)).collect(),
        None => step.op.replace('_', " "),
    }
}

/// Whether a command of Android's complains although it ended well.
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

fn seen(hands: &Hands) -> (Option<std::sync::Arc<device::Tree>>, (u32, u32)) {
    match hands.look() {
        Some(look) => (look.tree().cloned(), (look.screen().w, look.screen().h)),
        None => (None, (1080, 2400)),
    }
}
