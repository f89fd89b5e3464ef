//! The progress of a plan, as the journal records it. A resumed task starts from there.

use action::plan::Step;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The progress of a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlanProgress {
    /// The current step, counted from 0.
    pub step: u32,
    /// Whether it has begun.
    pub begun: bool,
    /// The values that the steps have found out.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub kept: Map<String, Value>,
    /// The step already reached, while the steps that lead to it are repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Box<Reached>>,
    /// The steps that undo what was done so far, the last one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub way_back: Vec<Step>,
    /// Whether a step had to change something.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// The messages of the completed steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
}

/// A step that the plan was interrupted in, and its state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Reached {
    /// Which step, counted from 0.
    pub step: u32,
    /// Whether it had begun.
    pub begun: bool,
    /// The values it had found out.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub kept: Map<String, Value>,
}
