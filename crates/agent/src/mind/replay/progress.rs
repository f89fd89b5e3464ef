//! How far a replay has come: what was sent, whether it did what it should, and where an earlier run ended.
//!
//! The journal tells. An entry before each step's own action says that it is about to begin, one after it that it is
//! done; what was sent in between is that action. An action in doubt is decided like in every other task.

use std::time::Duration;

use action::macros::FilledStep;
use action::phone::AgentAction;

use super::{ReplayMind, expected};
use crate::context::Context;
use crate::deadline::{End, Halt};
use crate::effect::{Failure, FailureReason};
use crate::human::{Answer, Asks};
use crate::journal::{JournalEntry, PlanStepEntry, Prediction};
use crate::mind::Proposal;
use crate::mind::plan::obstacle;
use crate::resume::{Doubt, Resume};
use crate::summary::EndReason;

/// How long the phone has to show what a step did, and the pauses between looks.
const PATIENCE: Duration = Duration::from_secs(4);
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);

/// How often an element may move away before it is touched.
const MOST_MOVED: u32 = 4;

/// Whether the step's expectations were met before it began: then they do not tell whether it was done.
const MET_BEFORE: &str = "metBefore";

/// What was proposed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sent {
    /// Nothing of the current step, or only something that leads to it.
    #[default]
    Nothing,
    /// The step's own action.
    Own,
    /// The step's own action, by an earlier run of the task or before something else had to be closed.
    Earlier,
    /// Nobody knows whether the step's own action was carried out.
    Doubtful,
}

impl ReplayMind {
    /// Processes the outcome of the last proposal. Returns why the step failed, if it did.
    pub(super) async fn take_outcome(
        &mut self,
        step: &FilledStep,
        context: &mut Context,
    ) -> Result<Option<String>, Halt> {
        let last = std::mem::take(&mut self.last);
        let failure = last.iter().find_map(|outcome| outcome.effect.failure.as_ref());
        let Some(Failure { reason, message }) = failure else {
            // A pause came first, so nothing was sent.
            if last.is_empty() && self.sent == Sent::Own {
                self.sent = Sent::Nothing;
                self.not_begun(context).await?;
            }
            return Ok(None);
        };
        // What was sent before stays sent, whatever became of closing something.
        if matches!(self.sent, Sent::Earlier | Sent::Doubtful) {
            self.approach.aside.refused |= *reason == FailureReason::Refused;
            return Ok(None);
        }
        let was_own = std::mem::take(&mut self.sent) == Sent::Own;
        match reason {
            FailureReason::Stopped => {}
            // A window opened over it: the step is approached again, so often and no more.
            FailureReason::Moved if self.moved < MOST_MOVED => self.moved += 1,
            FailureReason::Refused if !was_own => self.approach.aside.refused = true,
            FailureReason::MaybeSent if was_own => self.sent = Sent::Doubtful,
            FailureReason::MaybeSent => {}
            // The person has the phone, and may do the step.
            FailureReason::Person if was_own && step.outward => self.sent = Sent::Doubtful,
            FailureReason::Person if was_own => {}
            _ => return Ok(Some(format!("it failed: {message}"))),
        }
        if self.sent == Sent::Nothing {
            self.not_begun(context).await?;
        }
        Ok(None)
    }

    /// Checks what the step's own action did. Returns an action if something must be closed first; `None` if the step
    /// is done, or is to be tried again.
    pub(super) async fn verify(
        &mut self,
        step: &FilledStep,
        context: &mut Context,
    ) -> Result<Result<Option<AgentAction>, String>, Halt> {
        let doubtful = self.sent == Sent::Doubtful;
        let met_before = self.progress.kept.contains_key(MET_BEFORE);
        let says_nothing = step.expect.is_empty() || met_before;
        if doubtful && says_nothing {
            return self.ask_whether_done(step, context).await;
        }
        let until = context.now().saturating_add(PATIENCE);
        let mut pause = FIRST_PAUSE;
        let unmet = loop {
            let Some(unmet) = expected::unmet(step, context).await? else {
                self.step_done(context).await?;
                return Ok(Ok(None));
            };
            // A crash message or a question for a permission may hide it.
            match obstacle::in_the_way(context, &mut self.approach.aside) {
                Some(Ok(action)) => {
                    self.sent = if doubtful { Sent::Doubtful } else { Sent::Earlier };
                    return Ok(Ok(Some(action)));
                }
                Some(Err(problem)) => return Ok(Err(problem.message)),
                None => {}
            }
            if context.now() >= until {
                break unmet;
            }
            context.pause(pause).await?;
            context.look_again_now().await?;
            pause = (pause * 2).min(LONGEST_PAUSE);
        };
        if doubtful {
            return self.ask_whether_done(step, context).await;
        }
        Ok(Err(format!("expected {unmet}; {}", super::difference::screen(context))))
    }

    /// The phone does not tell whether the step was done. One that reaches nobody is tried again; otherwise the person
    /// tells.
    async fn ask_whether_done(
        &mut self,
        step: &FilledStep,
        context: &mut Context,
    ) -> Result<Result<Option<AgentAction>, String>, Halt> {
        self.sent = Sent::Nothing;
        let done = match step.outward {
            false => false,
            true => {
                let message = format!("{} was interrupted. Was it done?", super::capital(&self.told(step)));
                let most = context.settings().ask_timeout;
                match context.ask_person(Asks::WasDone { message }, most).await? {
                    Some(Answer::Yes { .. }) => true,
                    Some(Answer::No { .. }) => false,
                    _ => {
                        let message = format!("it is unknown whether {} was done", self.told(step));
                        return Err(End::failed(EndReason::Undecided, message).into());
                    }
                }
            }
        };
        if done {
            self.step_done(context).await?;
        } else {
            self.not_begun(context).await?;
        }
        Ok(Ok(None))
    }

    /// Records that the step's own action is about to be sent.
    pub(super) async fn begin_step(&mut self, context: &mut Context) -> Result<(), Halt> {
        if let Some(step) = self.run.steps.get(self.at()).cloned()
            && step.outward
            && !step.expect.is_empty()
            && expected::unmet(&step, context).await?.is_none()
        {
            self.progress.kept.insert(MET_BEFORE.to_owned(), true.into());
        }
        self.progress.begun = true;
        self.progress.changed = true;
        self.write_progress(context).await
    }

    /// Records that the step has not begun after all.
    pub(super) async fn not_begun(&mut self, context: &mut Context) -> Result<(), Halt> {
        self.progress.kept.remove(MET_BEFORE);
        if std::mem::take(&mut self.progress.begun) {
            self.write_progress(context).await?;
        }
        Ok(())
    }

    /// Advances to the next step.
    pub(super) async fn step_done(&mut self, context: &mut Context) -> Result<(), Halt> {
        self.progress.step += 1;
        self.progress.begun = false;
        self.progress.kept.remove(MET_BEFORE);
        self.sent = Sent::Nothing;
        self.approach = self.approach.for_next_step();
        (self.agreed, self.confirmed) = (None, false);
        (self.focused, self.cleared, self.moved) = (0, false, 0);
        self.write_progress(context).await
    }

    pub(super) async fn write_progress(&mut self, context: &mut Context) -> Result<(), Halt> {
        let (mark, progress) = (context.mark(), self.progress.clone());
        context.write(JournalEntry::PlanStep(PlanStepEntry { mark, progress })).await
    }

    /// Continues an earlier run of the task.
    pub(super) fn continue_from(&mut self, before: &Resume) {
        self.before = Some(before.clone());
        if self.resume_helper(before) {
            return;
        }
        self.progress = before.progress.clone();
        // The first action after the entry that begins a step is its own: an action in doubt came later.
        if self.progress.begun && before.acted {
            self.sent = Sent::Earlier;
        }
    }

    /// Whether the action in doubt was carried out, as far as its effect tells.
    pub(super) async fn tell_whether_done(
        &mut self,
        doubt: &Doubt,
        context: &mut Context,
    ) -> Result<Option<bool>, Halt> {
        if let Some(helper) = &mut self.helper {
            return helper.was_done(doubt, context).await;
        }
        let is_own = self.progress.begun && self.sent != Sent::Earlier;
        let step = self.run.steps.get(self.at()).filter(|_| is_own).cloned();
        let Some(step) = step.filter(|step| !step.expect.is_empty()) else { return Ok(None) };
        if self.progress.kept.contains_key(MET_BEFORE) {
            return Ok(None);
        }
        let until = context.now().saturating_add(PATIENCE);
        let mut pause = FIRST_PAUSE;
        while expected::unmet(&step, context).await?.is_some() {
            if context.now() >= until {
                return Ok(None);
            }
            context.pause(pause).await?;
            context.look_again_now().await?;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        Ok(Some(true))
    }
}

/// Records a proposal.
pub(super) async fn write_prediction(proposal: &Proposal, context: &mut Context) -> Result<(), Halt> {
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
    context.write(JournalEntry::Prediction(said)).await
}
