//! Counts a task's usage against its budgets (steps, time, tokens, money), and assigns its numbers.

use std::time::Duration;

use model::Usage;

use super::Context;
use crate::clock::Clock;
use crate::deadline::{End, Halt};
use crate::effect::Effect;
use crate::event::{Event, Progress};
use crate::resume::Resume;
use crate::settings::{Budgets, Settings};
use crate::summary::EndReason;

/// The usage of a task.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    pub(crate) steps: u32,
    /// The steps of an earlier run, included above.
    pub(crate) steps_before: u32,
    pub(crate) tokens: u64,
    pub(crate) cost: Option<f64>,
    /// The working time of an earlier run.
    pub(crate) time_before: Duration,
    /// When this run began, shifted by the time it was paused.
    pub(crate) began: Duration,
    /// How many pictures, trees, prompts, intents and questions have been numbered.
    pub(crate) pictures: u64,
    pub(crate) trees: u64,
    pub(crate) prompts: u64,
    pub(crate) intents: u64,
    pub(crate) questions: u64,
    /// The reasoning of the current step, for the watchers.
    pub(crate) thinking: String,
}

impl From<&Resume> for Meter {
    /// The usage and numbers of an earlier run.
    fn from(before: &Resume) -> Self {
        Self {
            steps: before.steps,
            steps_before: before.steps,
            tokens: before.tokens,
            cost: before.cost,
            time_before: before.duration,
            pictures: before.pictures,
            trees: before.trees,
            prompts: before.prompts,
            intents: before.intents,
            ..Self::default()
        }
    }
}

impl Meter {
    /// How long the task has worked, without pauses.
    pub(crate) fn worked(&self, clock: &dyn Clock) -> Duration {
        self.time_before + clock.now().saturating_sub(self.began)
    }

    /// Counts the usage of an answer.
    pub(crate) fn spend(&mut self, usage: &Usage, budgets: &Budgets) -> Result<(), Halt> {
        self.tokens = self.tokens.saturating_add(usage.input_tokens).saturating_add(usage.output_tokens);
        if let Some(cost) = usage.cost {
            self.cost = Some(self.cost.unwrap_or_default() + cost);
        } else if budgets.money.is_some() {
            let message = "there is a money budget, but the price of the model is unknown: set \
                           `price_per_million_input` and `price_per_million_output` in its configuration";
            return Err(End::failed(EndReason::Money, message).into());
        }
        Ok(())
    }
}

impl Settings {
    /// The limit of steps.
    pub(crate) fn most_steps(&self) -> u32 {
        self.budgets.steps.map_or(self.max_steps, |most| most.min(self.max_steps))
    }
}

impl Context {
    /// Ends the task if a budget is used up.
    pub(crate) fn check_limits(&mut self) -> Result<(), Halt> {
        self.deadline.check()?;
        let budgets = self.settings.budgets;
        let most = self.settings.most_steps();
        if self.meter.steps >= most {
            self.warn(format!("not finished after {most} steps: the agent may be going in circles"));
            let which = if most < self.settings.max_steps { "budgets.steps" } else { "max_steps" };
            let message = format!("not finished within {most} steps; raise `{which}`, or make the goal clearer");
            return Err(End::failed(EndReason::MaxSteps, message).into());
        }
        if let Some(most) = budgets.tokens
            && self.meter.tokens >= most
        {
            let used = self.meter.tokens;
            let message = format!("the budget of {most} tokens is used up ({used} used); raise `budgets.tokens`");
            return Err(End::failed(EndReason::Tokens, message).into());
        }
        if let Some(most) = budgets.money
            && let Some(cost) = self.meter.cost
            && cost >= most
        {
            let message = format!("the budget of {most} is used up ({cost:.4} spent); raise `budgets.money`");
            return Err(End::failed(EndReason::Money, message).into());
        }
        Ok(())
    }

    /// Reports the progress to the watchers.
    pub(crate) fn progress(&mut self, action: Option<String>, effect: Option<Effect>) {
        let most = self.settings.most_steps();
        let taken = self.meter.steps.saturating_sub(self.meter.steps_before).max(1);
        let mean = self.deadline.clock.now().saturating_sub(self.meter.began) / taken;
        let progress = Progress {
            step: self.recorder.step,
            max_steps: most,
            action,
            thinking: self.meter.thinking.clone(),
            effect,
            remaining: mean * most.saturating_sub(self.meter.steps),
            tokens: self.meter.tokens,
        };
        self.emit(Event::Progress(progress));
    }
}
