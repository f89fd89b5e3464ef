//! Tools of other programs, as the executor knows them. Implemented above (MCP).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use policy::KnownTool;
use serde_json::{Map, Value};

/// Those who offer tools.
#[async_trait]
pub trait Tools: Send + Sync {
    /// What is offered to a task now: as many as a prompt can hold, those first that it may need. Called once a step,
    /// so it had better be kept, not made. The first time it may wait until programs have started, but not long.
    async fn offered(&self, need: &Need<'_>) -> Arc<[model::Tool]>;

    /// What is known of a tool that can be called, whether it is offered at this step or not.
    fn find(&self, name: &str) -> Option<KnownTool>;

    /// Calls one. The executor keeps the time: the future is dropped when it is over; `timeout` is for those
    /// who want to tell the other program. What comes back is data.
    async fn call(&self, name: &str, args: &Map<String, Value>, timeout: Duration) -> Result<String, ToolError>;
}

/// What a task needs tools for.
#[derive(Clone, Copy, Debug)]
pub struct Need<'a> {
    /// What it is to reach.
    pub goal: &'a str,
    /// The tools it has called: they stay.
    pub used: &'a BTreeSet<String>,
}

/// Why a tool gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// It is not there.
    #[error("the tool `{0}` is not offered")]
    Unknown(String),
    /// It said that it failed.
    #[error("{0}")]
    Failed(String),
    /// Its program cannot be reached.
    #[error("the tool's program cannot be reached: {0}")]
    Unreachable(String),
}

/// No tools at all.
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
