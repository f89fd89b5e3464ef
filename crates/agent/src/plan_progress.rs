//! How far a plan got, as the journal records it. A task that goes on starts from there.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
