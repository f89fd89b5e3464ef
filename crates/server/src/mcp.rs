//! What answers at `/mcp`. MCP is spoken elsewhere and handed in by the binary; here it is only said who may ask, as
//! whom.

use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::Request;
use axum::response::Response;
use desktop::agents::Agents;

use crate::keys::is_reserved;

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

/// Whether the owner may speak for an agent of this name: plain letters, and nobody else's name.
pub fn is_agent_name(name: &str) -> bool {
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_' | b'.');
    action::os::check_id(name).is_ok() && name.bytes().all(plain) && !is_reserved(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_plain_and_nobody_elses() {
        for (name, fits) in [("claude-code", true), ("a.b_c", true), ("", false), ("a b", false), ("a/b", false)] {
            assert_eq!(is_agent_name(name), fits, "{name}");
        }
        assert!(!is_agent_name("Person") && !is_agent_name("owner") && !is_agent_name("ärger"));
    }
}
