//! Checks the configured MCP servers: whether their files are readable, and which servers answer.

use std::path::Path;
use std::time::Duration;

use mcp::client::ServerState;

use super::Finding;
use crate::config::Config;
use crate::plain_text::plain;
use crate::tools;

/// How long all of them may take together: a server that is still being downloaded counts as starting.
const PATIENCE: Duration = Duration::from_secs(15);

/// Starts each server, requests its tools, and stops it.
pub(super) async fn look(data: &Path, config: &Config) -> Vec<Finding> {
    let servers = tools::servers(data, config);
    servers.settled(PATIENCE).await;
    let mut findings: Vec<Finding> = servers
        .mistakes()
        .iter()
        .map(|mistake| Finding::warn("tools", mistake.to_string(), "fix the line it names"))
        .collect();
    for server in servers.list() {
        let check = format!("tools of {}", plain(&server.name, 80));
        let fix = "fix its entry; `fingertip tools list` starts it again and shows its error";
        findings.push(match server.state {
            ServerState::Ready { version } => {
                Finding::ok(check, format!("answers with {} tools, protocol {version}", server.tools.len()))
            }
            ServerState::Away { why, .. } => Finding::warn(check, why, fix),
            ServerState::Idle | ServerState::Starting => {
                Finding::warn(check, format!("has not answered within {} s", PATIENCE.as_secs()), fix)
            }
        });
    }
    servers.close().await;
    if findings.is_empty() {
        findings.push(Finding::ok("tools", "no MCP servers are configured"));
    }
    findings
}
