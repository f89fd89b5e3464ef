//! Going on where an earlier run ended, without doing anything twice.

use std::time::Duration;

use action::phone::AgentAction;
use model::{Model, Past, Source, ToolResult};

use super::history::{NOTES, shorten};
use super::look::Look;
use super::patience::{End, boxed};
use super::run::{Run, Used};
use crate::effect::{Change, Effect, FailureReason};
use crate::human::{Answer, Asks, Human};
use crate::line::{Carried, Line};
use crate::summary::EndReason;

/// How many of the last steps are brought back.
const STEPS: usize = 48;

/// Where an earlier run of the task ended, as far as its journal tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resume {
    /// How many steps it took.
    pub steps: u32,
    /// How many tokens it used.
    pub tokens: u64,
    /// What it cost.
    pub cost: Option<f64>,
    /// How long it took.
    pub duration: Duration,
    /// How many pictures are on record.
    pub pictures: u64,
    /// How many intents are on record.
    pub intents: u64,
    /// What the agent noted.
    pub notes: Vec<String>,
    /// The last steps.
    pub past: Vec<Past>,
    /// The action whose end is not on record.
    pub doubt: Option<Doubt>,
}

/// An action of which nobody knows whether it was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The number of its intent.
    pub number: u64,
    /// The action, as it is on record.
    pub action: AgentAction,
    /// What the screen was before, as in the journal.
    pub before: String,
}

impl Resume {
    /// Reads a journal, line by line, in order.
    pub fn from_lines<'l>(lines: impl IntoIterator<Item = &'l Line>) -> Self {
        let mut resume = Self::default();
        lines.into_iter().for_each(|line| resume.read(line));
        resume
    }

    /// Takes in the next line of the journal.
    pub fn read(&mut self, line: &Line) {
        match line {
            Line::Observation(seen) => {
                self.pictures = seen.screenshot.as_ref().map_or(self.pictures, |shot| shot.number.max(self.pictures));
            }
            Line::Prediction(said) => {
                self.steps = said.mark.step;
                let usage = said.usage;
                self.tokens = self.tokens.saturating_add(usage.input_tokens).saturating_add(usage.output_tokens);
                self.cost = usage.cost.map(|cost| cost + self.cost.unwrap_or_default()).or(self.cost);
                if self.past.len() >= 2 * STEPS {
                    self.past.drain(..STEPS);
                }
                let (mut thought, mut raw) = (said.thought.clone(), said.raw.clone());
                shorten(&mut thought);
                shorten(&mut raw);
                self.past.push(Past { step: said.mark.step, thought, raw, ..Past::default() });
            }
            Line::Intent(intent) => {
                self.intents = intent.number.max(self.intents);
                let (number, action) = (intent.number, intent.action.clone());
                self.doubt = Some(Doubt { number, action, before: intent.before.clone() });
            }
            Line::Effect(carried) => {
                if let Some(past) = self.past.last_mut().filter(|past| past.step == carried.mark.step) {
                    if !past.effect.is_empty() {
                        past.effect.push_str("; ");
                    }
                    past.effect.push_str(&carried.effect.words());
                }
                let unknown = carried.effect.failure.as_ref().is_some_and(|f| f.reason == FailureReason::MaybeSent);
                if carried.number.is_some() && !unknown {
                    self.doubt = None;
                }
            }
            Line::Note(note) => {
                if self.notes.len() >= 2 * NOTES {
                    self.notes.drain(..NOTES);
                }
                let mut text = note.text.clone();
                shorten(&mut text);
                self.notes.push(text);
            }
            Line::Ended(ended) => self.duration = ended.summary.duration,
            Line::Started(_) | Line::Gate(_) | Line::ToolResult(_) | Line::Retry(_) => {}
        }
    }

    pub(super) fn used(&self) -> Used {
        let (steps, tokens, cost) = (self.steps, self.tokens, self.cost);
        Used { steps, steps_before: steps, tokens, cost, time_before: self.duration }
    }
}

impl Run {
    /// Finds out whether the action in doubt was carried out: by the screen, else by the person. Without an
    /// answer the task stays interrupted.
    pub(super) async fn decide_doubt(&mut self) -> Result<(), End> {
        let Some(doubt) = self.resume.as_mut().and_then(|resume| resume.doubt.take()) else { return Ok(()) };
        boxed(self.observe()).await?;
        let now = format!("{:016x}", self.look.as_ref().map_or(0, Look::fingerprint));
        let seen = self.look.as_ref().is_some_and(|look| look.picture.is_some());
        let shows = !matches!(doubt.action, AgentAction::Shell(_));
        let name = doubt.action.name();
        let done = if seen && shows && now == doubt.before {
            false
        } else {
            let what = serde_json::to_string(&doubt.action).unwrap_or_else(|_| name.to_owned());
            let message = format!(
                "The task was cut off while it did this: {what}. Look at the phone: was it carried out? Yes or no; \
                 without an answer the task stays interrupted."
            );
            match self.ask(Asks::Confirm { message }, self.settings.ask_timeout).await? {
                Some(Answer::Yes { .. }) => true,
                Some(Answer::No { .. }) => false,
                _ => {
                    let message = format!("nobody could tell whether the last action (`{name}`) was carried out");
                    return Err(End::failed(EndReason::Undecided, message));
                }
            }
        };
        let (change, words) = if done {
            (Change::Changed, "it was carried out before the task was cut off")
        } else {
            (Change::Unchanged, "it was not carried out before the task was cut off")
        };
        let effect = Effect { change, ..Effect::NONE };
        let mark = self.book.mark();
        self.book.write(Line::Effect(Carried {
            mark,
            number: Some(doubt.number),
            action: doubt.action.clone(),
            effect,
            acted: None,
        }))?;
        let text = format!("{words}; look at the screen before you go on");
        self.history.results.push(ToolResult { tool: name.to_owned(), ok: done, text, source: Source::Tool });
        Ok(())
    }
}
