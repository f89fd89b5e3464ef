//! How a step went: what the executor sends back for each step of a plan.
//!
//! The executor makes them; the desktop and the voice tell them to the person. Whether a step is
//! tried again, and what happens when the person accepts the way out, is decided there, not here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How one step of a plan went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepResult {
    /// Which step, counted from 0 as in `steps[0]`.
    pub step: u32,
    /// The operation's name.
    pub op: String,
    /// How it went.
    pub status: StepStatus,
    /// What happened, for programs: `ok`, `app_not_installed`.
    pub code: String,
    /// What happened, for people: `WhatsApp is not installed.`
    pub message: String,
    /// A way out that the person can accept: `Should I send it as a text message instead?`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remediation: Option<String>,
}

/// How a step of a plan went, sorted by what is done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepStatus {
    /// The phone shows the state that the step should bring about: the next step.
    Success,
    /// It may go better at once or a little later: the same step again.
    RetryableError,
    /// It will not go like this: the person is told, and offered the way out.
    FatalError,
}
