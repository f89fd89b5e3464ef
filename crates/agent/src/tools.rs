//! Tools of other programs, as the executor sees them. Implemented by a higher crate (MCP).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use policy::KnownTool;
use serde_json::{Map, Value};

/// Provides tools.
#[async_trait]
pub trait Tools: Send + Sync {
    /// Returns the tools for this task: as many as a prompt can hold, the most relevant first. Called once a step, so
    /// cache the result. The first call may wait briefly until programs have started.
    async fn offered(&self, need: &Need<'_>) -> Arc<[model::Tool]>;

    /// Returns the description of a callable tool, whether or not it is offered at this step.
    fn find(&self, name: &str) -> Option<KnownTool>;

    /// Calls a tool. The executor enforces the timeout by dropping the future; `timeout` is for implementations that
    /// want to tell the other program. The result is data, never instructions.
    async fn call(&self, name: &str, args: &Map<String, Value>, timeout: Duration) -> Result<String, ToolError>;
}

/// The purpose for which a task needs tools.
#[derive(Clone, Copy, Debug)]
pub struct Need<'a> {
    /// The goal.
    pub goal: &'a str,
    /// The tools it has called: they stay offered.
    pub used: &'a BTreeSet<String>,
}

/// Why a tool call failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// The tool does not exist.
    #[error("the tool `{0}` is not offered")]
    Unknown(String),
    /// The tool reported a failure.
    #[error("{0}")]
    Failed(String),
    /// The tool's program cannot be reached.
    #[error("the tool's program cannot be reached: {0}")]
    Unreachable(String),
}

/// Offers no tools.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTools;

#[async_trait]
impl Tools for NoTools {
    async fn offered(&self, _: &Need<'_>) -> Arc<[model::Tool]> {
        Arc::default()
    }

    fn find(&self, _: &str) -> Option<KnownTool> {
        None
    }

    async fn call(&self, name: &str, _: &Map<String, Value>, _: Duration) -> Result<String, ToolError> {
        Err(ToolError::Unknown(name.to_owned()))
    }
}
