//! What answers at `/mcp`. MCP is spoken elsewhere and handed in by the binary; here it is only said who may ask, as
//! whom.

use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::Request;
use axum::response::Response;
use desktop::agents::Agents;

/// Answers MCP over HTTP. Host, Origin and credential were looked at before.
#[async_trait]
pub trait Mcp: Send + Sync {
    /// Answers a request of this agent.
    async fn answer(&self, agent: &str, request: Request) -> Response;

    /// The server stops: streams that are open end.
    fn close(&self);
}

/// Makes what answers, over the agents of the desktop that is served.
pub type MakeMcp = Box<dyn FnOnce(&Arc<Agents>) -> Arc<dyn Mcp> + Send>;
