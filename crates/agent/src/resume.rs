//! Continues where an earlier run ended, without doing anything twice.

#[cfg(test)]
mod tests;

use std::time::Duration;

use action::phone::AgentAction;
use action::plan::ActionPlan;
use jiff::Timestamp;
use model::{Past, Source, ToolResult};

use crate::answers::keep_answers;
use crate::control::PauseReason;
use crate::effect::FailureReason;
use crate::evidence::Trail;
use crate::journal::JournalEntry;
use crate::plan_progress::PlanProgress;
use crate::redact::Hidden;

/// How many notes are kept; the oldest are dropped first.
pub(crate) const NOTES: usize = 64;
/// The longest text of a step that is kept, in bytes. A model may write a million.
pub(crate) const TEXT: usize = 16 << 10;
/// The longest possible wait between two entries: a script may run for an hour. A longer gap means that the clock was
/// set.
const LONGEST_WAIT: Duration = Duration::from_secs(3_700);
/// How many results of the last step, and answers of earlier steps, are restored; the oldest are dropped first.
const RESULTS: usize = 32;
/// How many of the last steps are restored.
const STEPS: usize = 48;

/// The state in which an earlier run of the task ended, read from its journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resume {
    /// How many steps it took.
    pub steps: u32,
    /// How many tokens it used.
    pub tokens: u64,
    /// Its cost.
    pub cost: Option<f64>,
    /// How long it worked, without pauses.
    pub duration: Duration,
    /// Up to when `duration` counts the current run; `None` between runs and during a pause.
    counted: Option<Timestamp>,
    /// How many pictures are on record.
    pub pictures: u64,
    /// How many trees are on record.
    pub trees: u64,
    /// How many prompts are on record.
    pub prompts: u64,
    /// How many intents are on record.
    pub intents: u64,
    /// The agent's notes.
    pub notes: Vec<String>,
    /// The last steps.
    pub past: Vec<Past>,
    /// The results of the last step. The mind was not asked since, so it has not seen them.
    pub results: Vec<ToolResult>,
    /// The action whose effect is not on record.
    pub doubt: Option<Doubt>,
    /// The locations of secrets whose values are no longer known.
    pub hidden: Hidden,
    /// The plan, if there was one.
    pub plan: Option<ActionPlan>,
    /// Its progress.
    pub progress: PlanProgress,
    /// Whether an action was carried out for the plan's current step.
    pub acted: bool,
    /// Whether that step may have been done: an action that could have done it was sent, and the person was not being
    /// asked about the next one.
    pub may_be_done: bool,
    /// The step in which the mind learned that the fate of the last action is unknown.
    told_doubt: Option<u32>,
    /// What led to the end: files it wrote, words that addressed the agent.
    pub(crate) trail: Trail,
}

/// An action that may or may not have been carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The number of its intent.
    pub number: u64,
    /// The action, as it is on record.
    pub action: AgentAction,
    /// The screen before the action, as in the journal.
    pub before: String,
    /// Whether it reaches a person, costs money or cannot be undone.
    pub outward: bool,
    /// The file that the action put on the phone, if it did.
    pub file: Option<String>,
}

impl Resume {
    /// Reads a journal, entry by entry, in order.
    pub fn from_entries<'e>(entries: impl IntoIterator<Item = &'e JournalEntry>) -> Self {
        let mut resume = Self::default();
        entries.into_iter().for_each(|entry| resume.read(entry));
        resume
    }

    /// Drops the doubt once a later step has begun: the mind knew about it and continued.
    fn forget_told_doubt(&mut self, entry: &JournalEntry) {
        let goes_on =
            matches!(entry, JournalEntry::Observation(_) | JournalEntry::Prediction(_) | JournalEntry::Gate(_));
        if goes_on && self.told_doubt.is_some_and(|step| entry.mark().step > step) {
            (self.doubt, self.told_doubt) = (None, None);
        }
    }

    /// Reads the next entry of the journal.
    pub fn read(&mut self, entry: &JournalEntry) {
        self.trail.replay(entry);
        self.forget_told_doubt(entry);
        self.count_time(entry);
        match entry {
            JournalEntry::Hidden(entry) => self.hidden.clone_from(&entry.hidden),
            JournalEntry::Observation(seen) => {
                self.pictures = seen.screenshot.as_ref().map_or(self.pictures, |shot| shot.number.max(self.pictures));
                self.trees = seen.tree.as_ref().map_or(self.trees, |tree| tree.number.max(self.trees));
            }
            JournalEntry::Prediction(said) => {
                self.steps = said.mark.step;
                self.prompts = said.prompt.as_ref().map_or(self.prompts, |prompt| prompt.number.max(self.prompts));
                keep_answers(&mut self.results);
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
            JournalEntry::Intent(intent) => {
                self.intents = intent.number.max(self.intents);
                let (number, action) = (intent.number, intent.action.clone());
                let (before, outward, file) = (intent.before.clone(), intent.outward, intent.file.clone());
                self.may_be_done |= outward;
                self.told_doubt = None;
                self.doubt = Some(Doubt { number, action, before, outward, file });
            }
            JournalEntry::Effect(carried) => {
                if let Some(past) = self.past.last_mut().filter(|past| past.step == carried.mark.step) {
                    if !past.effect.is_empty() {
                        past.effect.push_str("; ");
                    }
                    past.effect.push_str(&carried.effect.words());
                }
                let unknown = carried.effect.failure.as_ref().is_some_and(|f| f.reason == FailureReason::MaybeSent);
                if carried.number.is_some() && unknown {
                    self.told_doubt = Some(carried.mark.step);
                }
                if carried.number.is_some() && !unknown {
                    self.doubt = None;
                    self.acted |= carried.effect.failure.is_none();
                }
            }
            JournalEntry::ToolResult(entry) => {
                if self.results.len() >= RESULTS {
                    self.results.remove(0);
                }
                let mut text = entry.result.clone().or_else(|| entry.error.clone()).unwrap_or_default();
                shorten(&mut text);
                let source = if entry.person { Source::Person } else { Source::Tool };
                self.results.push(ToolResult { tool: entry.tool.clone(), ok: entry.ok, text, source });
            }
            // The person who had the phone may have done the step.
            JournalEntry::Paused(paused) => self.may_be_done |= paused.reason == PauseReason::TakenOver,
            // The person was being asked about another action, so the actions sent before did not complete the step. A
            // question for something else says nothing about that.
            JournalEntry::Question(asked) => self.may_be_done &= !asked.is_gate(),
            JournalEntry::Note(note) => {
                if self.notes.len() >= 2 * NOTES {
                    self.notes.drain(..NOTES);
                }
                let mut text = note.text.clone();
                shorten(&mut text);
                self.notes.push(text);
            }
            JournalEntry::Plan(entry) => self.plan = Some(entry.plan.clone()),
            JournalEntry::PlanStep(entry) => {
                self.progress.clone_from(&entry.progress);
                (self.acted, self.may_be_done) = (false, false);
            }
            JournalEntry::Ended(_)
            | JournalEntry::Started(_)
            | JournalEntry::Gate(_)
            | JournalEntry::StepResult(_)
            | JournalEntry::Retry(_)
            | JournalEntry::Continued(_) => {}
        }
    }
}

impl Resume {
    /// Counts the time since the previous entry. A killed run recorded no end, so only the times of its entries tell
    /// how long it worked; a recorded end is exact.
    fn count_time(&mut self, entry: &JournalEntry) {
        let at = entry.mark().at;
        if !matches!(entry, JournalEntry::Started(_))
            && let Some(counted) = self.counted
        {
            // A clock that was set back or forward counts nothing.
            let since = Duration::try_from(at.duration_since(counted)).unwrap_or_default();
            if since <= LONGEST_WAIT {
                self.duration = self.duration.saturating_add(since);
            }
        }
        self.counted = match entry {
            JournalEntry::Paused(_) | JournalEntry::Ended(_) => None,
            JournalEntry::Started(_) | JournalEntry::Continued(_) => Some(at),
            _ => self.counted.map(|_| at),
        };
        if let JournalEntry::Ended(ended) = entry {
            self.duration = ended.summary.duration;
        }
    }
}

/// Keeps the beginning and the end of a text, where the action is. A prompt leaves out the middle anyway.
pub(crate) fn shorten(text: &mut String) {
    if text.len() > TEXT {
        let (head, tail) = (text.floor_char_boundary(TEXT / 2), text.ceil_char_boundary(text.len() - TEXT / 2));
        *text = format!("{}…{}", &text[..head], &text[tail..]);
    }
}
