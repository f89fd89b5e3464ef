//! Stops a replay, or hands the rest of its goal to a model or to the planner.

use std::sync::Arc;

use action::macros::{FilledStep, Handover};

use super::difference::words;
use super::{ReplayMind, fail};
use crate::context::Context;
use crate::deadline::Halt;
use crate::mind::{Mind, ModelMind, PlanMind, Proposal};
use crate::resume::Resume;

/// The entry of the progress that names who does the rest.
const HANDED: &str = "handedTo";
/// How many steps a model reads of what was done and what is left.
const MOST_TOLD: usize = 30;

impl ReplayMind {
    /// The phone differs: stops, and says how, or lets somebody else do the rest.
    pub(super) async fn stop(
        &mut self,
        step: &FilledStep,
        problem: String,
        context: &mut Context,
    ) -> Result<Proposal, Halt> {
        let message = format!("{}: {problem}", self.told(step));
        if self.run.handover == Handover::Never || self.progress.begun && step.outward {
            return Ok(fail(message));
        }
        let Some((name, mut helper)) = self.helper_for(Some(&message)) else { return Ok(fail(message)) };
        context.warn(format!("{message}. {name} does the rest"));
        self.progress.kept.insert(HANDED.to_owned(), name.into());
        self.write_progress(context).await?;
        let proposal = helper.next(context).await;
        self.helper = Some(helper);
        proposal
    }

    /// The mind that may do the rest: a model, or the planner if nothing was done that must not be done twice.
    fn helper_for(&self, problem: Option<&str>) -> Option<(&'static str, Box<dyn Mind>)> {
        if let Some(model) = &self.model {
            let mind = ModelMind::new(Arc::clone(model)).with_goal(self.rest(problem));
            return Some(("the model", Box::new(mind)));
        }
        let outward = self.run.steps.iter().take(self.at()).any(|step| step.outward);
        (!outward).then(|| ("the planner", Box::new(PlanMind::new()) as Box<dyn Mind>))
    }

    /// Whether the proposal is already on record: helpers write their own.
    pub(super) fn helper_writes(&self) -> bool {
        self.helper.is_some()
    }

    /// Continues a helper that an earlier run of the task had begun.
    pub(super) fn resume_helper(&mut self, before: &Resume) -> bool {
        let to_model = before.progress.kept.contains_key(HANDED);
        if !to_model && before.plan.is_none() {
            return false;
        }
        self.progress = before.progress.clone();
        let Some((_, mut helper)) = self.helper_for(None) else { return false };
        helper.resume(before);
        self.helper = Some(helper);
        true
    }

    /// The goal of a model that does the rest.
    fn rest(&self, problem: Option<&str>) -> String {
        let list = |steps: &mut dyn Iterator<Item = &FilledStep>| {
            let words: Vec<String> = steps.take(MOST_TOLD).map(|step| format!("- {}", words(step))).collect();
            if words.is_empty() { "- nothing".to_owned() } else { words.join("\n") }
        };
        let done = list(&mut self.run.steps.iter().take(self.at()));
        let left = list(&mut self.run.steps.iter().skip(self.at()));
        let why = problem.map_or_else(String::new, |problem| format!("\nThe recorded steps stopped at {problem}."));
        format!(
            "{}\n\nAlready done, do not repeat it:\n{done}\n\nLeft to do, as it was recorded on another phone:\n{left}{why}",
            self.run.goal
        )
    }
}
