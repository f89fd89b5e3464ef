//! How far a plan got, as it stands on record, and what is remembered of what people said.

use action::plan::ActionPlan;
pub use planner::Memory as Remembered;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::redact::MASK;

/// How far a plan got.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlanProgress {
    /// The step that is under way, counted from 0.
    pub step: u32,
    /// Whether it was begun.
    pub begun: bool,
    /// What the steps have found out.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub kept: Map<String, Value>,
    /// The step that was reached, while the steps that lead to it are taken again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Box<Reached>>,
    /// What was said of the steps that are done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
}

/// A step that the plan was taken out of, and what it knew.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Reached {
    /// Which step, counted from 0.
    pub step: u32,
    /// Whether it was begun.
    pub begun: bool,
    /// What it had found out.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub kept: Map<String, Value>,
}

/// Where what is worth remembering of a dialogue is kept from one request to the next: "call her back" is about whom
/// the last one named.
pub trait Dialogues: Send + Sync {
    /// What was kept.
    fn recall(&self) -> Remembered;

    /// Keeps it. That it cannot be kept ends nothing.
    fn keep(&self, remembered: &Remembered);
}

/// Every request is the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgets;

impl Dialogues for Forgets {
    fn recall(&self) -> Remembered {
        Remembered::default()
    }

    fn keep(&self, _: &Remembered) {}
}

/// Whether something in the plan was secret, and is gone.
pub(super) fn is_masked(plan: &ActionPlan) -> bool {
    let masked = |value: &Value| value.as_str().is_some_and(|text| text.contains(MASK));
    plan.steps.iter().any(|step| step.args.values().any(masked))
}
