//! Runs one task.

use action::phone::AgentAction;

/// Placeholder of the run.
pub struct Executor;

/// Where an earlier run of the task ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resume {
    /// How many steps it took.
    pub steps: u32,
}

/// An action of which nobody knows whether it was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The action.
    pub action: AgentAction,
    /// What the screen was before.
    pub before: String,
}
