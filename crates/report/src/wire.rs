//! The data in a report, as its page reads it. The page's types are generated from these.
//!
//! Times are milliseconds since the task began, or since 1970 where they say so. Everything comes from the record, which
//! has passed the redactor; nothing here is read from anywhere else.

mod comparison;
mod moment;

use action::schema::{Named, of};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

pub use self::comparison::{ComparedPair, ComparedRun, Comparison, PairSteps};
pub use self::moment::{ActionEffect, Moment, MomentEvent, Repair};

/// Returns the schemas of a report, like [`action::schema::named`].
pub fn named() -> &'static [Named] {
    const NAMED: &[Named] = &[
        Named {
            name: "report-index",
            family: "report",
            about: "The first part of a report: how the task went, with one line for each step.",
            schema: of::<Index>,
        },
        Named {
            name: "report-step",
            family: "report",
            about: "One step of a report, with all that happened in it.",
            schema: of::<Step>,
        },
        Named {
            name: "report-outline",
            family: "report",
            about: "The elements of one screen in a report.",
            schema: of::<Outline>,
        },
        Named { name: "report-end", family: "report", about: "The last part of a report.", schema: of::<End> },
        Named {
            name: "report-comparison",
            family: "report",
            about: "The first part of a comparison of two runs: both in short, and their steps aligned.",
            schema: of::<Comparison>,
        },
        Named {
            name: "report-pair",
            family: "report",
            about: "One aligned pair of a comparison, with all that happened in its steps.",
            schema: of::<PairSteps>,
        },
    ];
    NAMED
}

/// What a report begins with: how the task went, with one line for each step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportIndex")]
pub struct Index {
    /// The format of the report.
    pub version: u32,
    /// The program that made it.
    pub program: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// The task's id.
    pub task: String,
    /// The goal, in the person's words.
    pub goal: String,
    /// The phone.
    pub device: String,
    /// The mind: a model, or `plan`.
    pub model: String,
    /// The model's dialect.
    pub dialect: String,
    /// When the task began, in milliseconds since 1970.
    pub began: i64,
    /// How long it worked in all, without pauses, in milliseconds.
    pub took: u64,
    /// How many times it was started: more than one if it was resumed.
    pub runs: u32,
    /// How it ended, or that it did not.
    pub state: RunState,
    /// Why it ended, for programs: `finished`, `gave_up`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the person was told at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What went wrong, and what to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Why it did not reach its goal, if it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// The first thing that went wrong and was overcome, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
    /// Tokens of the prompts.
    pub input_tokens: u64,
    /// Tokens of the replies.
    pub output_tokens: u64,
    /// The cost, if the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The time by phase.
    pub phases: Phases,
    /// What the record lacks, in sentences.
    pub missing: Vec<String>,
    /// The steps.
    pub steps: Vec<StepLine>,
}

/// How a task stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It still runs.
    Running,
    /// It reached its goal.
    Success,
    /// It did not.
    Failed,
    /// A limit ended it.
    Timeout,
    /// Somebody stopped it.
    Interrupted,
    /// Its record has no end: its process was killed, or the record is cut off.
    #[default]
    CutOff,
}

/// Why a task did not reach its goal, as `fingertip task why` says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportWhy")]
pub struct Why {
    /// The cause in a sentence.
    pub summary: String,
    /// What shows it first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Trouble>,
    /// What to try.
    pub next: Vec<String>,
}

/// Something that went wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Trouble {
    /// The step.
    pub step: u32,
    /// What went wrong, in a sentence.
    pub what: String,
}

/// How long each phase took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Phases {
    /// Looking at the phone.
    pub look: u64,
    /// Waiting for the mind.
    pub mind: u64,
    /// Judging the action.
    pub gate: u64,
    /// Waiting for a person.
    pub person: u64,
    /// Acting, until the phone had carried it out.
    pub act: u64,
    /// Waiting for the screen to settle.
    pub settle: u64,
    /// Writing the record.
    pub record: u64,
}

/// One step in the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepLine {
    /// Its number; 0 for what came before the first.
    pub step: u32,
    /// When it began.
    pub at: u64,
    /// How long it took.
    pub took: u64,
    /// The beginning of the mind's thought.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thought: String,
    /// The first action, with long texts cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Value>,
    /// The name of what it acted on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The package in front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// The number of the picture that the mind saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// The number of the picture after the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
    /// What it is found by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<StepMark>,
    /// The first thing that went wrong in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Tokens of its prompts and replies.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tokens: u64,
    /// The time by phase.
    pub phases: Phases,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What a step is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepMark {
    /// Something went wrong.
    Error,
    /// A person was asked.
    Question,
    /// The gate asked or refused.
    Gate,
    /// The phone was touched.
    Touch,
    /// Something was tried again.
    Retry,
}

/// One step, with all that happened in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportStep")]
pub struct Step {
    /// Its number.
    pub step: u32,
    /// The number of the outline of the screen that the mind saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<u64>,
    /// The number of the outline of the screen afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline_after: Option<u64>,
    /// Why there is no picture, if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// What happened, in order.
    pub moments: Vec<Moment>,
}

/// An element of a screen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportElement")]
pub struct Element {
    /// How deep it is in the tree.
    #[serde(default, skip_serializing_if = "is_root")]
    pub depth: u32,
    /// Its class, without the package.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// Its text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its description for screen readers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Its id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its left, top, width and height, as fractions of the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 4]>,
    /// What it can do and how it stands: `clickable`, `checked`, `password`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Other facts on record about it, such as what is beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
}

fn is_root(depth: &u32) -> bool {
    *depth == 0
}

/// What a report ends with. A report without it is cut off.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportEnd")]
pub struct End {
    /// What was found to be missing while it was written, in sentences.
    pub missing: Vec<String>,
}

/// The elements of one screen, each after the one it is in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReportOutline")]
pub struct Outline {
    /// Its number.
    pub outline: u64,
    /// The elements.
    pub elements: Vec<Element>,
    /// How many more there were.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u64,
}
