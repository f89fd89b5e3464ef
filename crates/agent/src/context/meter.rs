//! What a task has used up, held against what it may: steps, time, tokens, money. And the numbers it gives out.

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

/// What the task has used up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meter {
    pub(crate) steps: u32,
    /// Of those, how many an earlier run took.
    pub(crate) steps_before: u32,
    pub(crate) tokens: u64,
    pub(crate) cost: Option<f64>,
    /// By an earlier run.
    pub(crate) time_before: Duration,
    /// When this run began, moved on by the time it stood paused.
    pub(crate) began: Duration,
    /// How many pictures, intents and questions have been numbered.
    pub(crate) pictures: u64,
    pub(crate) intents: u64,
    pub(crate) questions: u64,
    /// The thought of the step that is under way, for whoever watches.
    pub(crate) thinking: String,
}

impl From<&Resume> for Meter {
    /// What an earlier run has used up, and which numbers it gave out.
    fn from(before: &Resume) -> Self {
        Self {
            steps: before.steps,
            steps_before: before.steps,
            tokens: before.tokens,
            cost: before.cost,
            time_before: before.duration,
            pictures: before.pictures,
            intents: before.intents,
            ..Self::default()
        }
    }
}

impl Meter {
    /// How long the task has worked, pauses not counted.
    pub(crate) fn worked(&self, clock: &dyn Clock) -> Duration {
        self.time_before + clock.now().saturating_sub(self.began)
    }

    /// Counts what an answer took.
    pub(crate) fn spend(&mut self, usage: &Usage, budgets: &Budgets) -> Result<(), Halt> {
        self.tokens = self.tokens.saturating_add(usage.input_tokens).saturating_add(usage.output_tokens);
        if let Some(cost) = usage.cost {
            self.cost = Some(self.cost.unwrap_or_default() + cost);
        } else if budgets.money.is_some() {
            let message = "there is a budget of money, and nobody knows what the model costs: set \
                           `price_per_million_input` and `price_per_million_output` in its configuration";
            return Err(End::failed(EndReason::Money, message).into());
        }
        Ok(())
    }
}

impl Settings {
    /// How many steps there may be.
    pub(crate) fn most_steps(&self) -> u32 {
        self.budgets.steps.map_or(self.max_steps, |most| most.min(self.max_steps))
    }
}

impl Context {
    /// Ends the task when something is used up.
    pub(crate) fn check_limits(&mut self) -> Result<(), Halt> {
        self.deadline.check()?;
        let budgets = self.settings.budgets;
        let most = self.settings.most_steps();
        if self.meter.steps >= most {
            self.warn(format!("{most} steps without an end: the agent may be going round in circles"));
            let which = if most < self.settings.max_steps { "budgets.steps" } else { "max_steps" };
            let message = format!("not finished within {most} steps; raise `{which}`, or say the goal more exactly");
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

    /// Tells the watchers where the task stands.
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
