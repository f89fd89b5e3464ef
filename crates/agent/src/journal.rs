//! What is written down of a task, one entry at a time, in order.
//!
//! The journal is the truth: a task is replayed, shown and resumed from these entries alone. Every entry has
//! passed the redactor. On disk a line is one JSON object: `line` is its kind, names are camelCase.

use std::io;

use action::Finding;
use action::phone::AgentAction;
use action::plan::{ActionPlan, StepResult};
use bytes::Bytes;
use jiff::Timestamp;
use policy::{Pattern, Target, Verdict};
use serde::{Deserialize, Serialize};

use crate::control::PauseReason;
use crate::effect::Effect;
use crate::plan_progress::PlanProgress;
use crate::redact::Hidden;
use crate::settings::Settings;
use crate::summary::Summary;

/// Where entries are written.
pub trait Journal: Send {
    /// Writes an entry. When it returns, the entry survives the end of this process; an intent survives the end
    /// of the machine. An error stops the task with the phone untouched. May wait for a disk.
    fn write(&mut self, entry: &JournalEntry) -> io::Result<()>;

    /// Whether it may wait: then it is called on a thread where that holds up nobody.
    fn waits(&self) -> bool {
        true
    }
}

impl Journal for Box<dyn Journal> {
    fn write(&mut self, entry: &JournalEntry) -> io::Result<()> {
        self.as_mut().write(entry)
    }

    fn waits(&self) -> bool {
        self.as_ref().waits()
    }
}

/// Nothing is written down. For tests and for what is not worth keeping.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unrecorded;

impl Journal for Unrecorded {
    fn write(&mut self, _: &JournalEntry) -> io::Result<()> {
        Ok(())
    }

    fn waits(&self) -> bool {
        false
    }
}

/// When, and in which step (0 before the first).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// When.
    pub at: Timestamp,
    /// The step.
    pub step: u32,
}

/// One entry of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum JournalEntry {
    /// The task begins, or begins again.
    Started(Started),
    /// Where secrets stand from here on.
    Hidden(HiddenEntry),
    /// What the phone showed.
    Observation(ObservationEntry),
    /// What the model said.
    Prediction(Prediction),
    /// What the gate said.
    Gate(GateEntry),
    /// A person is about to be asked whether an action may happen.
    Question(QuestionEntry),
    /// An action is about to be sent.
    Intent(Intent),
    /// What became of it.
    Effect(EffectEntry),
    /// What came of a call or a question, as the model is told.
    ToolResult(ToolEntry),
    /// The agent noted something.
    Note(NoteEntry),
    /// The goal became a plan, or the plan another.
    Plan(PlanEntry),
    /// How far the plan got.
    PlanStep(PlanStepEntry),
    /// What became of a step of the plan.
    StepResult(StepResultEntry),
    /// Something is tried again.
    Retry(Retry),
    /// The task stands still.
    Paused(PauseEntry),
    /// It goes on.
    Continued(ContinueEntry),
    /// The task is over.
    Ended(Ended),
}

impl JournalEntry {
    /// When, and in which step.
    pub fn mark(&self) -> Mark {
        match self {
            Self::Started(entry) => entry.mark,
            Self::Hidden(entry) => entry.mark,
            Self::Observation(entry) => entry.mark,
            Self::Prediction(entry) => entry.mark,
            Self::Gate(entry) => entry.mark,
            Self::Question(entry) => entry.mark,
            Self::Intent(entry) => entry.mark,
            Self::Effect(entry) => entry.mark,
            Self::ToolResult(entry) => entry.mark,
            Self::Note(entry) => entry.mark,
            Self::Plan(entry) => entry.mark,
            Self::PlanStep(entry) => entry.mark,
            Self::StepResult(entry) => entry.mark,
            Self::Retry(entry) => entry.mark,
            Self::Paused(entry) => entry.mark,
            Self::Continued(entry) => entry.mark,
            Self::Ended(entry) => entry.mark,
        }
    }
}

/// The task begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Started {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The task.
    pub task_id: String,
    /// What the person wants.
    pub goal: String,
    /// On which phone.
    pub device: String,
    /// By which model.
    pub model: String,
    /// In which dialect.
    pub dialect: String,
    /// How it is run.
    pub settings: Settings,
    /// Whether it goes on where an earlier run ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resumed: bool,
}

/// Where secrets stand from here on, instead of where they stood before. Never what they are, nor anything from which
/// that could be found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HiddenEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// Where.
    #[serde(flatten)]
    pub hidden: Hidden,
}

/// What the phone showed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ObservationEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The picture; nothing where the screen is protected or the picture was withheld.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<Screenshot>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// Equal for equal screens. As text: it has 64 bits, and other readers of JSON keep 53. Where something was
    /// painted over it is that of the painted picture, with `-painted` behind it; a withheld one has none.
    pub fingerprint: String,
    /// The package in front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// How many elements were read, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<usize>,
}

/// A picture, with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Screenshot {
    /// Its number, from 1, without gaps within a task.
    pub number: u64,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The PNG, redacted. The recorder keeps it beside the journal; read back from there it is empty.
    #[serde(skip)]
    pub png: Bytes,
}

/// What the model said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The picture it was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<u64>,
    /// Its reasoning.
    pub thought: String,
    /// Its exact text.
    pub raw: String,
    /// What it wants done, in order; empty when that could not be read.
    pub actions: Vec<AgentAction>,
    /// What had to be repaired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Finding>,
    /// Why it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What it took.
    pub usage: model::Usage,
    /// How often it was asked.
    pub attempts: u32,
}

/// What the gate said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GateEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// What was about to happen.
    pub action: AgentAction,
    /// On which element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// In which app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// The rule it comes from.
    pub rule: String,
    /// Why.
    pub reason: String,
    /// Whether it was let through.
    pub allowed: bool,
    /// By what: `rule`, `yes` (said beforehand), `remembered`, `person`, `myself` (the person does it), `nobody`,
    /// `timeout`, `stopped`.
    pub by: String,
    /// What was remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remember: Option<Pattern>,
}

/// A person is about to be asked whether an action may happen. On record before the question is put: a task that is
/// killed meanwhile has not done it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuestionEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// What they are asked about.
    pub action: AgentAction,
    /// The rule that asks.
    pub rule: String,
}

/// An action is about to be sent. Only the stage that puts it on record makes one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Intent {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// Its number, from 1, without gaps within a task.
    pub number: u64,
    /// The action.
    pub action: AgentAction,
    /// The element it is meant for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// What the screen was before, as in [`ObservationEntry::fingerprint`].
    pub before: String,
    /// Whether it reaches somebody, costs something or cannot be taken back. What older journals do not say is taken
    /// for it.
    #[serde(default = "is_outward")]
    pub outward: bool,
    /// The file that is put on the phone for the action, where that is what is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

fn is_outward() -> bool {
    true
}

/// What became of an action. Only the stage that sent it makes one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EffectEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The number of its intent; nothing for what was never about to be sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The action.
    pub action: AgentAction,
    /// What became of it.
    pub effect: Effect,
    /// What the phone said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acted: Option<serde_json::Value>,
}

/// What came of a call or a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The tool, or the action's type.
    pub tool: String,
    /// Whether it worked.
    pub ok: bool,
    /// What came of it, where it worked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Why it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether these are the person's own words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub person: bool,
}

/// The agent noted something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NoteEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// What.
    pub text: String,
}

/// The goal became a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The plan.
    pub plan: ActionPlan,
}

/// How far the plan got: on record before anything of a step is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanStepEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// How far.
    pub progress: PlanProgress,
}

/// What became of a step of the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepResultEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// What.
    pub result: StepResult,
}

/// Something is tried again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Retry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// What.
    pub of: RetryOf,
    /// How often it has failed.
    pub failed: u32,
    /// Why.
    pub why: String,
    /// After how many seconds.
    #[serde(with = "crate::settings::seconds")]
    pub delay: std::time::Duration,
}

/// What is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetryOf {
    /// Looking at the phone.
    Observation,
    /// Asking the model.
    Prediction,
    /// An action.
    Action,
    /// Reaching the phone.
    Connection,
}

/// The task stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PauseEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// Why.
    pub reason: PauseReason,
}

/// A paused task goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// After how many seconds.
    #[serde(with = "crate::settings::seconds")]
    pub paused: std::time::Duration,
}

/// The task is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ended {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// What became of it.
    pub summary: Summary,
}
