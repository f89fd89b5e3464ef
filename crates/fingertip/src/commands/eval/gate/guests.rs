//! The tools and scripts of a trial. Each call leaves a line in a file on the phone, so that the phone's state shows
//! whether it happened.

use std::sync::Arc;
use std::time::Duration;

use action::phone::AgentAction;
use agent::model::Tool;
use agent::{Need, ScriptError, ScriptOutput, Scripts, ToolError, Tools};
use async_trait::async_trait;
use device::{Actuator, AdbDevice};
use policy::KnownTool;
use serde_json::{Map, Value};

/// Leaves the line.
const MARK: &str = "echo called >> /sdcard/Documents/called.txt";

/// Offers the tools that a row calls, and runs any script.
pub(super) struct Guests {
    device: Arc<AdbDevice>,
    offered: Arc<[Tool]>,
}

impl Guests {
    /// Creates the guests for a row with these actions.
    pub(super) fn of(device: Arc<AdbDevice>, actions: &[Map<String, Value>]) -> Self {
        let names = actions.iter().filter_map(|action| action.get("tool")?.as_str());
        let tool = |name: &str| Tool { name: name.to_owned(), description: String::new(), parameters: Value::Null };
        Self { device, offered: names.map(tool).collect() }
    }

    async fn leave_a_mark(&self) -> Result<(), String> {
        let mark: AgentAction = serde_json::from_value(serde_json::json!({"type": "shell", "command": MARK}))
            .map_err(|error| error.to_string())?;
        self.device.act(&mark).await.map(drop).map_err(|error| error.to_string())
    }
}

#[async_trait]
impl Tools for Guests {
    async fn offered(&self, _: &Need<'_>) -> Arc<[Tool]> {
        Arc::clone(&self.offered)
    }

    fn find(&self, name: &str) -> Option<KnownTool> {
        let named = |tool: &&Tool| tool.name == name;
        self.offered.iter().find(named).map(|tool| KnownTool { name: tool.name.clone(), ..KnownTool::default() })
    }

    async fn call(&self, _: &str, _: &Map<String, Value>, _: Duration) -> Result<String, ToolError> {
        self.leave_a_mark().await.map_err(ToolError::Failed)?;
        Ok("done".to_owned())
    }
}

#[async_trait]
impl Scripts for Guests {
    fn unavailable(&self) -> Option<String> {
        None
    }

    async fn run(&self, _: &str, _: Duration) -> Result<ScriptOutput, ScriptError> {
        self.leave_a_mark().await.map_err(ScriptError::Refused)?;
        Ok(ScriptOutput { status: Some(0), ..ScriptOutput::default() })
    }
}
