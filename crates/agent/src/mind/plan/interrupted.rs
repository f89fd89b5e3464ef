//! A plan that was taken out of a step, by a person who had the phone or by the end of an earlier run: what was seen
//! before no longer counts, so it finds its way again from what the phone shows now.
//!
//! A step that must not be done twice may be done by now: the phone is asked first. Where it is not, the steps that led
//! to it may have been undone (another app is in front, the text is gone from its field), and the first that no longer
//! holds is gone back to. What the interrupted step knew, how many messages there were before say, is kept meanwhile,
//! and after each step that is taken again the phone is asked whether the interrupted one is done.

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
    /// What was under way no longer counts: the step is found again before anything else is done.
    pub(super) fn interrupt(&mut self) {
        self.interrupted = true;
    }

    /// Finds the way back to the step that was under way; the step to go on with is the present one afterwards.
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
            // Only what was sent tells that it was done: no later screen shows it.
            if made {
                let said = self.checked(operation, &step, context, Duration::ZERO).await?;
                self.found_way();
                return match said {
                    Check::Done(said) => self.succeed(said, context).await.map(Some),
                    Check::Stop(problem) => self.stop(problem, context).await.map(Some),
                    Check::NotYet | Check::Unclear => Ok(None),
                };
            }
            self.progress.begun = false;
            self.progress.kept.remove("before");
        }
        // What may be done again is: that the text stands in a field says nothing of whose conversation it is.
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

    /// The first of the steps that lead to this one whose result is no longer there.
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

    /// Makes an earlier step the present one; what is known of the one that was reached is kept.
    fn go_back_to(&mut self, step: u32) {
        let progress = &mut self.progress;
        let kept = progress.kept.clone();
        progress.reached = Some(Box::new(Reached { step: progress.step, begun: progress.begun, kept }));
        progress.step = step;
        progress.begun = false;
        progress.kept.retain(|name, _| PASSED_ON.contains(&name.as_str()));
    }

    /// A step was taken again: whether the one that was reached is the present one by now, or done.
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
        // Whom and what it is about was found out anew; what the step itself had found out is not forgotten.
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
