//! Tools of other programs, as the executor knows them. Implemented above (MCP).

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Map, Value};

/// Those who offer tools.
#[async_trait]
pub trait Tools: Send + Sync {
    /// What is offered now. Called once a step, so it had better be kept, not made.
    fn offered(&self) -> Arc<[model::Tool]>;

    /// Calls one. The executor keeps the time: the future is dropped when it is over; `timeout` is for those
    /// who want to tell the other program. What comes back is data.
    async fn call(&self, name: &str, args: &Map<String, Value>, timeout: Duration) -> Result<String, ToolError>;
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
    fn offered(&self) -> Arc<[model::Tool]> {
        Arc::default()
    }

    async fn call(&self, name: &str, _: &Map<String, Value>, _: Duration) -> Result<String, ToolError> {
        Err(ToolError::Unknown(name.to_owned()))
    }
}
