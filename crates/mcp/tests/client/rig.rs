//! Servers for a test: the hostile one in one of its modes, and how to call them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use mcp::client::config::Configured;
use mcp::client::{ServerState, Servers};
use serde_json::{Map, Value, json};
use task::agent::model::Tool;
use task::agent::{Need, SystemClock, ToolError, Tools};

/// How long a test waits for spontaneous events.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// Creates the servers of a configuration with these entries.
pub(crate) fn servers(entries: &Value) -> Servers {
    let mut configured = Configured::default();
    configured.read(Path::new("mcp.json"), &json!({ "mcpServers": entries }).to_string(), &|_| None);
    assert_eq!(configured.mistakes, []);
    Servers::new(configured, 6000, Arc::new(SystemClock::new()))
}

/// Creates the hostile server in this mode; it counts calls in `file`.
pub(crate) fn hostile(mode: &str, file: Option<&Path>) -> Servers {
    let args: Vec<&str> = [mode].into_iter().chain(file.and_then(Path::to_str)).collect();
    servers(&json!({"hostile": {"command": env!("CARGO_BIN_EXE_hostile-server"), "args": args}}))
}

pub(crate) async fn offered(servers: &Servers) -> Arc<[Tool]> {
    servers.offered(&Need { goal: "look up a word", used: &BTreeSet::new() }).await
}

pub(crate) async fn call(servers: &Servers, tool: &str, args: Value) -> Result<String, ToolError> {
    let Value::Object(args) = args else { panic!("arguments are an object") };
    servers.call(tool, &args, LONG).await
}

/// Calls the one tool that most modes have.
pub(crate) async fn look(servers: &Servers) -> Result<String, ToolError> {
    servers.call("hostile__look", &Map::new(), LONG).await
}

pub(crate) fn state(servers: &Servers) -> ServerState {
    servers.list().remove(0).state
}

/// Waits until a condition holds.
pub(crate) async fn until(what: &str, holds: impl Fn() -> bool) {
    let waited = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(tokio::time::timeout(LONG, waited).await.is_ok(), "{what}");
}
