//! Resynchronises a plan that was interrupted in a step, by a person who had the phone or by the end of an earlier run.
//! Earlier observations are stale, so it starts from what the phone shows now.
//!
//! A step that must not be done twice may be done by now, so the phone is checked first. If it is not done, the steps
//! that led to it may have been undone (another app is in front, the text is gone from its field), and the plan returns
//! to the first of them that no longer holds. The values of the interrupted step, such as the number of messages before
//! it, are kept meanwhile, and after each repeated step the phone is checked for the interrupted one.

use std::time::Duration;

use action::plan::Step;

use super::Carrying;
use super::result::PASSED_ON;
use super::step::{Climb, Stepped};
use crate::context::Context;
use crate::deadline::Halt;
use crate::operations::{self, Check, Operation};
use crate::plan_progress::Reached;

impl Carrying {
    /// Discards the state of the step: it is found again before anything else is done.
    pub(super) fn interrupt(&mut self) {
        self.interrupted = true;
    }

    /// Finds the step to continue with, and makes it the current one.
    pub(super) async fn find_way_back(&mut self, context: &mut Context) -> Result<Option<Stepped>, Halt> {
        let made = self.acted || self.climb.as_ref().is_some_and(Climb::is_made);
        self.climb = None;
        let reached = self.progress.reached.clone();
        let target = reached.as_ref().map_or(self.progress.step, |reached| reached.step);
        let Some((step, operation)) = self.operation_at(target) else {
            self.found_way();
            return Ok(None);
        };
        if let Some(reached) = reached {
            self.return_to(*reached);
        }
        if self.progress.begun && !operation.lasts() {
            // Only the sent action tells that it was done: no later screen shows it.
            if made {
                let said = self.checked(operation, &step, context, Duration::ZERO).await?;
                self.found_way();
                return match said {
                    Check::Done(said) => self.succeed(said, context).await.map(Some),
                    Check::Stop(problem) => self.stop(problem, context).await.map(Some),
                    Check::NotYet | Check::Partly | Check::Unclear => Ok(None),
                };
            }
            self.progress.begun = false;
            self.progress.kept.remove("before");
        }
        // A repeatable step is repeated: a text in a field does not tell whose conversation it is in.
        if self.progress.begun
            && !operation.repeats()
            && let Check::Done(said) = self.checked(operation, &step, context, operation.patience()).await?
        {
            self.found_way();
            return self.succeed(said, context).await.map(Some);
        }
        if let Some(lost) = self.first_lost(target, context).await? {
            self.go_back_to(lost);
            self.write_progress(context).await?;
        }
        self.found_way();
        Ok(None)
    }

    fn found_way(&mut self) {
        (self.interrupted, self.acted) = (false, false);
    }

    /// Returns the first of the steps that lead to this one whose result is gone.
    async fn first_lost(&mut self, target: u32, context: &mut Context) -> Result<Option<u32>, Halt> {
        let mut first = target;
        while let Some((_, operation)) = self.operation_at(first)
            && operation.goes_on_from_screen()
            && let Some(before) = first.checked_sub(1)
            && self.operation_at(before).is_some_and(|(_, operation)| operation.repeats())
        {
            first = before;
        }
        for at in first..target {
            let Some((step, operation)) = self.operation_at(at) else { continue };
            if !matches!(self.checked(operation, &step, context, Duration::ZERO).await?, Check::Done(_)) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Makes an earlier step the current one, and keeps the state of the one that was reached.
    fn go_back_to(&mut self, step: u32) {
        let progress = &mut self.progress;
        let kept = progress.kept.clone();
        progress.reached = Some(Box::new(Reached { step: progress.step, begun: progress.begun, kept }));
        progress.step = step;
        progress.begun = false;
        progress.kept.retain(|name, _| PASSED_ON.contains(&name.as_str()));
    }

    /// After a repeated step: checks whether the plan is back at the interrupted step, or that step is done.
    pub(super) async fn on_the_way_back(&mut self, context: &mut Context) -> Result<(), Halt> {
        let Some(reached) = self.progress.reached.clone() else { return Ok(()) };
        if self.progress.step < reached.step {
            let Some((step, operation)) = self.operation_at(reached.step) else { return Ok(()) };
            if !reached.begun || !operation.lasts() || operation.repeats() {
                return Ok(());
            }
            let present = self.progress.clone();
            self.return_to((*reached).clone());
            let check = self.checked(operation, &step, context, Duration::ZERO).await;
            if !matches!(check, Ok(Check::Done(_))) {
                self.progress = present;
                return check.map(|_| ());
            }
        }
        self.return_to(*reached);
        Ok(())
    }

    fn return_to(&mut self, reached: Reached) {
        let progress = &mut self.progress;
        progress.step = reached.step;
        progress.begun = reached.begun;
        // The recipient and the content were determined again; the step's own values are restored.
        for (name, value) in reached.kept {
            progress.kept.entry(name).or_insert(value);
        }
        progress.reached = None;
    }

    fn operation_at(&self, at: u32) -> Option<(Step, &'static dyn Operation)> {
        let step = self.plan.steps.get(usize::try_from(at).ok()?)?;
        Some((step.clone(), operations::find(&step.op)?))
    }
}
