//! What goes into a step and what comes out of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::AgentAction;

/// What a model said in one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ModelStepOutput {
    /// Its reasoning, as far as it gave any.
    pub thought: String,
    /// The first action.
    pub action: AgentAction,
    /// All actions, in the order in which they are carried out. Never empty.
    pub actions: Vec<AgentAction>,
    /// The model's exact text, never re-serialised.
    pub raw: String,
}

/// What a phone shows at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScreenSnapshot {
    /// Which phone.
    pub device_id: String,
    /// The package in front.
    pub current_app: String,
    /// Width of the picture, in pixels.
    pub width: u32,
    /// Height of the picture, in pixels.
    pub height: u32,
    /// The picture, a PNG in base64.
    pub screenshot_base64: String,
    /// When, as RFC 3339.
    pub captured_at: String,
}
