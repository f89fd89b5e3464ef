//! Going on where an earlier run ended, without doing anything twice.

use std::time::Duration;

use action::phone::AgentAction;
use action::plan::ActionPlan;
use model::Past;

use crate::effect::FailureReason;
use crate::evidence::Trail;
use crate::journal::JournalEntry;
use crate::mind::PlanProgress;
use crate::redact::Hidden;

/// How many notes are kept; the oldest go first.
pub(crate) const NOTES: usize = 64;
/// How much of one text of a step, in bytes. A model may write a million.
pub(crate) const TEXT: usize = 16 << 10;
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
    /// Where secrets stand, which nobody knows any more.
    pub hidden: Hidden,
    /// The plan that was carried out, if there was one.
    pub plan: Option<ActionPlan>,
    /// How far it got.
    pub progress: PlanProgress,
    /// Whether something was carried out for the plan's step that was under way.
    pub acted: bool,
    /// What led to where it ended: files that it wrote, words that addressed the agent.
    pub(crate) trail: Trail,
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
    /// Reads a journal, entry by entry, in order.
    pub fn from_entries<'e>(entries: impl IntoIterator<Item = &'e JournalEntry>) -> Self {
        let mut resume = Self::default();
        entries.into_iter().for_each(|entry| resume.read(entry));
        resume
    }

    /// Takes in the next entry of the journal.
    pub fn read(&mut self, entry: &JournalEntry) {
        self.trail.replay(entry);
        match entry {
            JournalEntry::Hidden(entry) => self.hidden.clone_from(&entry.hidden),
            JournalEntry::Observation(seen) => {
                self.pictures = seen.screenshot.as_ref().map_or(self.pictures, |shot| shot.number.max(self.pictures));
            }
            JournalEntry::Prediction(said) => {
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
            JournalEntry::Intent(intent) => {
                self.intents = intent.number.max(self.intents);
                let (number, action) = (intent.number, intent.action.clone());
                self.doubt = Some(Doubt { number, action, before: intent.before.clone() });
            }
            JournalEntry::Effect(carried) => {
                if let Some(past) = self.past.last_mut().filter(|past| past.step == carried.mark.step) {
                    if !past.effect.is_empty() {
                        past.effect.push_str("; ");
                    }
                    past.effect.push_str(&carried.effect.words());
                }
                let unknown = carried.effect.failure.as_ref().is_some_and(|f| f.reason == FailureReason::MaybeSent);
                if carried.number.is_some() && !unknown {
                    self.doubt = None;
                    self.acted |= carried.effect.failure.is_none();
                }
            }
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
                self.acted = false;
            }
            JournalEntry::Ended(ended) => self.duration = ended.summary.duration,
            JournalEntry::Started(_)
            | JournalEntry::Gate(_)
            | JournalEntry::ToolResult(_)
            | JournalEntry::StepResult(_)
            | JournalEntry::Retry(_)
            | JournalEntry::Paused(_)
            | JournalEntry::Continued(_) => {}
        }
    }
}

/// Its beginning and its end, where the action stands; what a prompt leaves out anyway is not kept.
pub(crate) fn shorten(text: &mut String) {
    if text.len() > TEXT {
        let (head, tail) = (text.floor_char_boundary(TEXT / 2), text.ceil_char_boundary(text.len() - TEXT / 2));
        *text = format!("{}…{}", &text[..head], &text[tail..]);
    }
}
