//! What happened in a step, as the page of a report reads it: one entry for each thing on record.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Element, is_zero};

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Moment {
    /// When.
    pub at: u64,
    /// How long it took.
    pub took: u64,
    /// What.
    pub event: MomentEvent,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum MomentEvent {
    /// The task was started, or resumed.
    Started {
        /// Whether it continued an earlier run.
        resumed: bool,
    },
    /// The phone was looked at.
    Looked {
        /// The picture.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<u64>,
        /// Why there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        withheld: Option<String>,
        /// The package in front.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        app: Option<String>,
        /// How many elements were read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        elements: Option<u64>,
    },
    /// The mind replied.
    Replied {
        /// Its reasoning.
        thought: String,
        /// Its exact text.
        raw: String,
        /// The actions it asked for.
        actions: Vec<Value>,
        /// What the parser repaired.
        repairs: Vec<Repair>,
        /// Why the reply could not be parsed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
        /// Characters of the prompt, if they are on record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        prompt: Option<u64>,
        /// How many pictures went with it.
        #[serde(default, skip_serializing_if = "is_zero")]
        pictures: u64,
        /// Tokens of the prompt.
        input_tokens: u64,
        /// Tokens of the prompt that the endpoint had cached.
        cached_tokens: u64,
        /// Tokens of the reply.
        output_tokens: u64,
        /// Whether the tokens are an estimate.
        estimated: bool,
        /// The cost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<f64>,
        /// How many attempts it took.
        attempts: u32,
    },
    /// The gate decided.
    Judged {
        /// The action.
        action: Value,
        /// The verdict: `allow`, `ask`, `always_ask` or `refuse`.
        verdict: String,
        /// The rule.
        rule: String,
        /// Why.
        reason: String,
        /// Whether the action was allowed in the end.
        allowed: bool,
        /// Who decided.
        by: String,
        /// What it would have touched.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Element>,
        /// In which app.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        package: Option<String>,
        /// What was remembered for the next time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        remembered: Option<String>,
    },
    /// A person was asked: whether an action is allowed, or what the agent wanted to know.
    Asked {
        /// The action.
        action: Value,
        /// The gate's rule that asks for approval; empty if the gate did not ask.
        rule: String,
        /// The question; empty in older records.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
    },
    /// An action was carried out, or not.
    Acted {
        /// The number of the intent on record; without one it was never about to be sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        /// The action.
        action: Value,
        /// Where it touched the screen, as fractions of its width and height.
        points: Vec<[f64; 2]>,
        /// What it touched.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Element>,
        /// Whether it reaches somebody, costs something or cannot be undone.
        outward: bool,
        /// Its effect; without one, the process ended before it was known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect: Option<ActionEffect>,
    },
    /// A tool, a script or a person answered.
    Answered {
        /// The tool, or the type of the action.
        tool: String,
        /// Whether it worked.
        ok: bool,
        /// The answer, or the error.
        text: String,
        /// Whether these are a person's own words.
        person: bool,
    },
    /// The agent took a note.
    Noted {
        /// The note.
        text: String,
    },
    /// The goal became a plan, or the plan changed.
    Planned {
        /// The intent.
        intent: String,
        /// The operations, in order.
        steps: Vec<String>,
    },
    /// A step of the plan began.
    PlanStep {
        /// Which one, counted from 0.
        index: u32,
    },
    /// A step of the plan ended.
    StepResult {
        /// Which one, counted from 0.
        index: u32,
        /// The operation.
        op: String,
        /// The status.
        status: String,
        /// What happened, for programs.
        code: String,
        /// What happened, for people.
        message: String,
        /// What the person can do instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        remedy: Option<String>,
        /// What the phone's own state said in the check that decided it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        checked: Vec<String>,
    },
    /// Something was tried again.
    Retried {
        /// What: `observation`, `prediction`, `action` or `connection`.
        of: String,
        /// How often it had failed.
        failed: u32,
        /// Why.
        why: String,
        /// The wait before the next attempt, in milliseconds.
        delay: u64,
    },
    /// Something on the screen is kept secret from here on.
    Hid {
        /// How many places.
        places: u32,
    },
    /// The task was paused.
    Paused {
        /// Why: `asked` or `taken_over`.
        reason: String,
    },
    /// It continued.
    Continued {
        /// How long it was paused, in milliseconds.
        paused: u64,
    },
    /// It ended.
    Ended {
        /// How: `success`, `failed`, `timeout` or `interrupted`.
        status: String,
        /// Why.
        reason: String,
        /// What the person was told.
        message: String,
        /// What went wrong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
}

/// A repair of a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Repair {
    /// Its kind.
    pub code: String,
    /// Where.
    pub path: String,
    /// What was repaired.
    pub message: String,
}

/// The effect of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionEffect {
    /// Whether the screen changed: `changed`, `unchanged` or `unknown`.
    pub change: String,
    /// Whether the screen was still moving.
    pub still_moving: bool,
    /// Why it failed, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Why it failed, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// How often it was retried.
    pub retries: u32,
    /// How the app offers to undo it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<String>,
    /// What the phone reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// What appeared on the screen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub appeared: Vec<String>,
    /// What changed on the screen, or in the phone's state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}
