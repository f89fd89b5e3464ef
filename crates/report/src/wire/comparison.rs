//! The data in a comparison of two runs, as its page reads it. The words of the comparison are those of `history`.

use history::{Difference, Divergence, PairKind};
use schemars::JsonSchema;
use serde::Serialize;

use super::{RunState, Step, StepLine};

/// What a comparison begins with: both runs in short, and their steps aligned.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportComparison")]
pub struct Comparison {
    /// The format of the report.
    pub version: u32,
    /// The program that made it.
    pub program: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// The first run.
    pub a: ComparedRun,
    /// The second run.
    pub b: ComparedRun,
    /// Where they first differ in what was done or in what came of it; absent if they never do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub divergence: Option<Divergence>,
    /// The aligned steps, in order.
    pub pairs: Vec<ComparedPair>,
    /// What the records lack, and what was not compared, in sentences.
    pub missing: Vec<String>,
}

/// A run, in short.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedRun {
    /// The task's id.
    pub task: String,
    /// The goal, in the person's words.
    pub goal: String,
    /// The phone.
    pub device: String,
    /// The mind: a model, or `plan`.
    pub model: String,
    /// When the task began, in milliseconds since 1970.
    pub began: i64,
    /// How it ended, or that it did not.
    pub state: RunState,
    /// Why it ended, for programs: `finished`, `gave_up`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Why it did not reach its goal, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// How many steps it has.
    pub steps: u64,
    /// How long it took, in milliseconds.
    pub took: u64,
    /// Its tokens.
    pub tokens: u64,
    /// The cost, if the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// A step of each run, or of only one of them.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedPair {
    /// Whether they did the same.
    pub kind: PairKind,
    /// The step of the first run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<StepLine>,
    /// The step of the second run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<StepLine>,
    /// What differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
}

/// All that happened in the steps of a pair.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportPair")]
pub struct PairSteps {
    /// The step of the first run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<Step>,
    /// The step of the second run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<Step>,
}
