//! The servers of other people's tools: whether their files can be read, and which of them answer.

use std::path::Path;
use std::time::Duration;

use mcp::client::ServerState;

use super::Finding;
use crate::config::Config;
use crate::plain_text::plain;
use crate::tools;

/// How long they may take together: one that has to be downloaded first is told as starting.
const PATIENCE: Duration = Duration::from_secs(15);

/// Starts each server, asks it for its tools, and ends it.
pub(super) async fn look(data: &Path, config: &Config) -> Vec<Finding> {
    let servers = tools::servers(data, config);
    servers.settled(PATIENCE).await;
    let mut findings: Vec<Finding> = servers
        .mistakes()
        .iter()
        .map(|mistake| Finding::warn("tools", mistake.to_string(), "mend the line that is named"))
        .collect();
    for server in servers.list() {
        let check = format!("tools of {}", plain(&server.name, 80));
        let fix = "mend its entry; `fingertip tools list` starts it again and says what it said";
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
        findings.push(Finding::ok("tools", "no servers of other people's tools are configured"));
    }
    findings
}
