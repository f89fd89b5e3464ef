//! The input and the output of a step.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::AgentAction;

/// A model's output in one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ModelStepOutput {
    /// Its reasoning, if any.
    pub thought: String,
    /// The first action.
    pub action: AgentAction,
    /// All actions, in the order of execution. Never empty.
    pub actions: Vec<AgentAction>,
    /// The model's exact text, never re-serialised.
    pub raw: String,
}

/// The state of a phone's screen at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScreenSnapshot {
    /// The phone.
    pub device_id: String,
    /// The package in front.
    pub current_app: String,
    /// Width of the picture, in pixels.
    pub width: u32,
    /// Height of the picture, in pixels.
    pub height: u32,
    /// The picture, a PNG in base64.
    pub screenshot_base64: String,
    /// The time of capture, as RFC 3339.
    pub captured_at: String,
}
