//! The results of steps, which the executor returns for each step of a plan.
//!
//! The executor creates them; the desktop and the voice report them to the person. Those components decide whether to
//! retry a step, and what happens when the person accepts the remediation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of one step of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepResult {
    /// The step, counted from 0 as in `steps[0]`.
    pub step: u32,
    /// The operation's name.
    pub op: String,
    /// The status.
    pub status: StepStatus,
    /// What happened, for programs: `ok`, `app_not_installed`.
    pub code: String,
    /// What happened, for people: `WhatsApp is not installed.`
    pub message: String,
    /// An alternative that the person can accept: `Should I send it as a text message instead?`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remediation: Option<String>,
}

/// The status of a step, sorted by what happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepStatus {
    /// The phone shows the intended state: continue with the next step.
    Success,
    /// It may work at once or a little later: retry the step.
    RetryableError,
    /// It cannot work like this: tell the person, and offer the alternative.
    FatalError,
}
