//! One step of a trajectory, in the format that readers of trajectories expect.

use action::phone::AgentAction;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde::Serialize;

use super::screens::SeenScreen;
use super::screenshot_name;
use crate::effect::Effect;
use crate::journal::{GateEntry, JournalEntry, Prediction, ToolEntry};

/// One step.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Step {
    pub(super) step: u32,
    pub(super) timestamp: Option<Timestamp>,
    /// The observation that the mind saw before it acted.
    #[serde(flatten)]
    pub(super) screen: Screen,
    thinking: String,
    raw: String,
    /// The first of the actions.
    action: Option<AgentAction>,
    actions: Vec<AgentAction>,
    /// The outcome of each action.
    result: Vec<Outcome>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_results: Vec<ToolEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gate: Vec<GateEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    retries: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    usage: Option<model::Usage>,
}

/// A screen, by its picture.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Screen {
    /// The file, or the picture itself as base64.
    screenshot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    withheld: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    app: Option<String>,
}

impl Screen {
    /// A screen on record; `embed` includes its picture instead of naming the file.
    pub(super) fn of(seen: &SeenScreen, embed: bool) -> Self {
        let screenshot = seen.screenshot.as_ref().map(|picture| match embed && !picture.png.is_empty() {
            true => STANDARD.encode(&picture.png),
            false => screenshot_name(picture.number),
        });
        Self { screenshot, withheld: seen.withheld.clone(), app: seen.app.clone() }
    }
}

/// The outcome of one action.
#[derive(Clone, Debug, Serialize)]
struct Outcome {
    action: AgentAction,
    effect: Effect,
}

impl Step {
    /// A new step.
    pub(super) fn new(step: u32, timestamp: Option<Timestamp>) -> Self {
        Self { step, timestamp, ..Self::default() }
    }

    /// Adds an entry of the journal.
    pub(super) fn add(&mut self, entry: &JournalEntry) {
        match entry {
            JournalEntry::Prediction(said) => self.predicted(said),
            JournalEntry::Effect(carried) => {
                self.result.push(Outcome { action: carried.action.clone(), effect: carried.effect.clone() });
            }
            JournalEntry::ToolResult(result) => self.tool_results.push(result.clone()),
            JournalEntry::Gate(gate) => self.gate.push(gate.clone()),
            JournalEntry::Note(note) => self.notes.push(note.text.clone()),
            JournalEntry::Retry(retry) => self.retries.push(retry.why.clone()),
            JournalEntry::Started(_)
            | JournalEntry::Hidden(_)
            | JournalEntry::Observation(_)
            | JournalEntry::Question(_)
            | JournalEntry::Intent(_)
            | JournalEntry::Paused(_)
            | JournalEntry::Continued(_)
            | JournalEntry::Plan(_)
            | JournalEntry::PlanStep(_)
            | JournalEntry::StepResult(_)
            | JournalEntry::Ended(_) => {}
        }
    }

    /// A plan with a model's help decides twice in one step: the model's reply stays, the last decision is the one
    /// carried out, and both count towards the cost.
    fn predicted(&mut self, said: &Prediction) {
        if !said.thought.is_empty() {
            self.thinking.clone_from(&said.thought);
        }
        if !said.raw.is_empty() {
            self.raw.clone_from(&said.raw);
        }
        self.action = said.actions.first().cloned();
        self.actions.clone_from(&said.actions);
        self.error.clone_from(&said.error);
        self.usage = Some(self.usage.map_or(said.usage, |before| sum(before, said.usage)));
    }
}

fn sum(one: model::Usage, other: model::Usage) -> model::Usage {
    let cost = match (one.cost, other.cost) {
        (Some(one), Some(other)) => Some(one + other),
        (one, other) => one.or(other),
    };
    model::Usage {
        input_tokens: one.input_tokens.saturating_add(other.input_tokens),
        output_tokens: one.output_tokens.saturating_add(other.output_tokens),
        cached_tokens: one.cached_tokens.saturating_add(other.cached_tokens),
        cost,
        estimated: one.estimated || other.estimated,
    }
}
