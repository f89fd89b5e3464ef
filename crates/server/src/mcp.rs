//! The seam to the MCP server behind `/mcp`. The binary provides the implementation; this crate only decides who may
//! use it, and as which agent.

use std::sync::Arc;

use async_trait::async_trait;
use axum::extract::Request;
use axum::response::Response;
use desktop::agents::{Agents, names};

/// Answers MCP over HTTP. Host, Origin and credential were checked before.
#[async_trait]
pub trait Mcp: Send + Sync {
    /// Answers a request of this agent.
    async fn answer(&self, agent: &str, request: Request) -> Response;

    /// The server stops: open streams end.
    fn close(&self);
}

/// Creates the MCP server, given the agents of the desktop.
pub type MakeMcp = Box<dyn FnOnce(&Arc<Agents>) -> Arc<dyn Mcp> + Send>;

/// Whether the owner may speak for an agent of this name: plain letters, and not reserved.
pub fn is_agent_name(name: &str) -> bool {
    let plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_' | b'.');
    action::os::check_id(name).is_ok() && name.bytes().all(plain) && names::reserved(name).is_none()
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
