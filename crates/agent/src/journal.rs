//! The journal of a task: one entry per event, in order.
//!
//! The journal is the single source of truth: a task is replayed, shown and resumed from these entries alone. Every
//! entry has passed the redactor. On disk each line is one JSON object: `line` is its kind, names are camelCase.

use std::io;
use std::sync::Arc;

use action::Finding;
use action::phone::AgentAction;
use action::plan::{ActionPlan, StepResult};
use bytes::Bytes;
use device::Tree;
use jiff::Timestamp;
use policy::{Pattern, Target, Verdict};
use serde::{Deserialize, Serialize};

use crate::control::PauseReason;
use crate::effect::{ActTiming, Effect};
use crate::identity::{ElementIdentity, ScreenChange, ScreenPlace};
use crate::plan_progress::PlanProgress;
use crate::redact::Hidden;
use crate::settings::Settings;
use crate::summary::Summary;

/// The place that entries are written to.
pub trait Journal: Send {
    /// Writes an entry. Once this returns, the entry survives the end of this process; an intent survives the end of
    /// the machine. An error stops the task before the phone is touched. May wait for a disk.
    fn write(&mut self, entry: &JournalEntry) -> io::Result<()>;

    /// Whether writing may block. If so, it runs on a thread of its own.
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

/// A journal that writes nothing, for tests and throwaway tasks.
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

/// The time and the step (0 before the first).
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
    /// The task starts, or starts again.
    Started(Started),
    /// Where secrets are on the screen from here on.
    Hidden(HiddenEntry),
    /// What the phone showed.
    Observation(ObservationEntry),
    /// The model's reply.
    Prediction(Prediction),
    /// The gate's decision.
    Gate(GateEntry),
    /// A person is about to be asked.
    Question(QuestionEntry),
    /// An action is about to be sent.
    Intent(Intent),
    /// The effect of an action.
    Effect(EffectEntry),
    /// The result of a call or a question, as the model gets it.
    ToolResult(ToolEntry),
    /// The agent took a note.
    Note(NoteEntry),
    /// The goal became a plan, or the plan changed.
    Plan(PlanEntry),
    /// The progress of the plan.
    PlanStep(PlanStepEntry),
    /// A step of the plan ended.
    StepResult(StepResultEntry),
    /// Something is retried.
    Retry(Retry),
    /// The task is paused.
    Paused(PauseEntry),
    /// The task continues.
    Continued(ContinueEntry),
    /// The task is over.
    Ended(Ended),
}

impl JournalEntry {
    /// The time and the step.
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

/// The task starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Started {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The task.
    pub task_id: String,
    /// The goal, in the person's words.
    pub goal: String,
    /// The phone's id.
    pub device: String,
    /// The mind's name.
    pub model: String,
    /// The dialect of the model.
    pub dialect: String,
    /// The task's settings.
    pub settings: Settings,
    /// Whether it continues an earlier run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resumed: bool,
}

/// Where secrets are from here on; replaces the previous entry of this kind. Never contains a secret, nor anything it
/// could be derived from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HiddenEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The locations.
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
    /// The picture; `None` if the screen is protected or the picture was withheld.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<Screenshot>,
    /// Why there is no picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// Equal for equal screens. Stored as text: it has 64 bits, and other readers of JSON keep 53. If something was
    /// painted over, it is the fingerprint of the painted picture with the suffix `-painted`; a withheld picture has
    /// none.
    pub fingerprint: String,
    /// The package in front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// How many elements were read, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<usize>,
    /// The elements; consecutive observations of equal elements share one number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<StoredTree>,
    /// The window in front, as the phone names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activity: Option<String>,
    /// Equal for screens that are built of the same parts, see [`ScreenPlace::layout`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub layout: String,
    /// Whether a window that covers only part of the screen is in front: a dialog, a menu, a sheet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub floating: bool,
    /// The size of the screen in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<[u32; 2]>,
    /// How many seconds the look took, until it was redacted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took: Option<f64>,
}

/// The elements of a screen, by their number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StoredTree {
    /// Its number, from 1, without gaps within a task.
    pub number: u64,
    /// The elements, redacted. The recorder stores them beside the journal; `None` if an earlier entry has the same
    /// number, and when read back from the journal.
    #[serde(skip)]
    pub tree: Option<Arc<Tree>>,
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
    /// The PNG, redacted. The recorder stores it beside the journal; when read back from there it is empty.
    #[serde(skip)]
    pub png: Bytes,
}

/// The model's reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The picture that the model saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<u64>,
    /// Its reasoning.
    pub thought: String,
    /// Its exact text.
    pub raw: String,
    /// The actions it asked for, in order; empty if the reply could not be parsed.
    pub actions: Vec<AgentAction>,
    /// The parser's repairs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Finding>,
    /// Why it could not be parsed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The usage of the request.
    pub usage: model::Usage,
    /// How many attempts it took.
    pub attempts: u32,
    /// The prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<StoredPrompt>,
    /// How many seconds the mind took, with retries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took: Option<f64>,
}

/// The prompt of a request, by its number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredPrompt {
    /// Its number, from 1, without gaps within a task.
    pub number: u64,
    /// How many characters its text has.
    pub characters: usize,
    /// How many pictures went with it.
    pub pictures: usize,
    /// The text. The recorder stores it beside the journal; when read back from there it is empty.
    #[serde(skip)]
    pub text: String,
}

/// The gate's decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GateEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The action that was judged.
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
    /// Whether the action was allowed.
    pub allowed: bool,
    /// Who decided: `rule`, `yes` (approved beforehand), `remembered`, `person`, `myself` (the person does it),
    /// `nobody`, `timeout`, `stopped`.
    pub by: String,
    /// The pattern that was remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remember: Option<Pattern>,
}

/// A person is about to be asked. Recorded before the question is shown, so a task that is killed meanwhile is known to
/// have waited for the answer, and not to have acted if the question was whether it may.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QuestionEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The action in question, or the action that asks.
    pub action: AgentAction,
    /// The gate's rule that asks for approval; empty if the gate does not ask.
    pub rule: String,
    /// The question in words. Older journals lack this field, and have entries only for the gate's questions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
}

impl QuestionEntry {
    /// Whether the gate asks for approval of the action.
    pub fn is_gate(&self) -> bool {
        !self.rule.is_empty()
    }
}

/// An action is about to be sent. Only the recording stage creates this entry.
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
    /// The target element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// The screen before the action, as in [`ObservationEntry::fingerprint`].
    pub before: String,
    /// Whether it reaches a person, costs money or cannot be undone. Older journals lack this field, and a missing
    /// field counts as `true`.
    #[serde(default = "is_outward")]
    pub outward: bool,
    /// The file that the action puts on the phone, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The elements that the action touches: one for each end of the gesture, or the field in focus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<ElementIdentity>,
    /// The screen that it was judged on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenPlace>,
}

fn is_outward() -> bool {
    true
}

/// The effect of an action. Only the sending stage creates this entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EffectEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The number of its intent; `None` if the action was never about to be sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The action.
    pub action: AgentAction,
    /// The effect.
    pub effect: Effect,
    /// What the phone reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acted: Option<serde_json::Value>,
    /// What appeared, disappeared and changed; `None` if the elements before or afterwards are unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Box<ScreenChange>>,
    /// How long its parts took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took: Option<ActTiming>,
}

/// The result of a call or a question.
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
    /// The result, if it worked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The error, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether these are the person's own words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub person: bool,
}

/// The agent took a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NoteEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The note.
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

/// The progress of the plan, on record before any action of a step is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanStepEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The progress.
    pub progress: PlanProgress,
}

/// A step of the plan ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepResultEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// The result.
    pub result: StepResult,
    /// The phone's own state in the check that decided the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<Checked>,
}

/// A question about the phone's own state, and the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    /// The query, as in `settings get global wifi_on`.
    pub asked: String,
    /// The beginning of the answer.
    pub said: String,
}

/// Something is retried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Retry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// What is retried.
    pub of: RetryOf,
    /// How often it has failed.
    pub failed: u32,
    /// Why.
    pub why: String,
    /// The delay in seconds.
    #[serde(with = "crate::settings::seconds")]
    pub delay: std::time::Duration,
}

/// What is retried.
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

/// The task is paused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PauseEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// Why.
    pub reason: PauseReason,
}

/// A paused task continues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueEntry {
    /// When.
    #[serde(flatten)]
    pub mark: Mark,
    /// How many seconds it was paused.
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
    /// The summary.
    pub summary: Summary,
}
