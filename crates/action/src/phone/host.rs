//! Actions beyond the screen: the phone's shell, scripts on the host, tools of other programs. All of them pass the
//! gate.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read::PhoneFields;
use super::verb::Verb;
use crate::fields::{Fields, Need};
use crate::json::Json;
use crate::number::Finite;

/// Run a command in the phone's shell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Shell {
    /// The command line.
    pub command: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for Shell {
    const NAME: &'static str = "shell";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { command: fields.text("command", Need::Required, ""), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { command: "getprop ro.product.model".to_owned(), reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.command);
    }
    fn empty_field(&self) -> Option<&'static str> {
        self.command.trim().is_empty().then_some("command")
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.command)
    }
}

/// Run a script on the host, in a sandbox; files it leaves in `phone/` go to the phone, in `desktop/` to the desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunScript {
    /// The script.
    pub script: String,
    /// The timeout, in seconds.
    #[serde(default = "RunScript::default_timeout")]
    #[schemars(range(min = 0))]
    pub timeout_sec: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RunScript {
    /// The default timeout of a script.
    pub fn default_timeout() -> Finite {
        Finite::from(60)
    }
}

impl Verb for RunScript {
    const NAME: &'static str = "run_script";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            script: fields.text("script", Need::Required, ""),
            timeout_sec: fields.span("timeoutSec", Self::default_timeout()),
            reason: fields.reason(),
        }
    }
    fn sample() -> Self {
        Self { script: "date".to_owned(), timeout_sec: Self::default_timeout(), reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.script);
    }
    fn empty_field(&self) -> Option<&'static str> {
        self.script.trim().is_empty().then_some("script")
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.script)
    }
}

/// Call a tool that another program offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct McpCall {
    /// The tool's name.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub args: serde_json::Map<String, serde_json::Value>,
    /// The timeout, in seconds.
    #[serde(default = "McpCall::default_timeout")]
    #[schemars(range(min = 0))]
    pub timeout_sec: Finite,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl McpCall {
    /// The default timeout of a call.
    pub fn default_timeout() -> Finite {
        Finite::from(60)
    }
}

impl Verb for McpCall {
    const NAME: &'static str = "mcp_call";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self {
            tool: fields.text("tool", Need::Required, ""),
            args: read_args(fields),
            timeout_sec: fields.span("timeoutSec", Self::default_timeout()),
            reason: fields.reason(),
        }
    }
    fn sample() -> Self {
        let args = std::iter::once(("query".to_owned(), "coffee shop".into())).collect();
        Self { tool: "map_search".to_owned(), args, timeout_sec: Self::default_timeout(), reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.tool);
        self.args.values_mut().for_each(|value| texts_in(value, each));
    }
    fn empty_field(&self) -> Option<&'static str> {
        self.tool.trim().is_empty().then_some("tool")
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.tool)
    }
}

fn read_args(fields: &mut Fields<'_, '_>) -> serde_json::Map<String, serde_json::Value> {
    match fields.raw("args") {
        None => serde_json::Map::new(),
        Some(Json::Object(object)) => object.to_map(),
        Some(other) => {
            let problem = format!("`args` must be an object, not {}", other.kind());
            fields.note(crate::Code::WrongType, "args", &problem, &"no arguments");
            serde_json::Map::new()
        }
    }
}

/// Calls `each` with every text inside a JSON value, except keys.
fn texts_in(value: &mut serde_json::Value, each: &mut dyn FnMut(&mut String)) {
    match value {
        serde_json::Value::String(text) => each(text),
        serde_json::Value::Array(items) => items.iter_mut().for_each(|item| texts_in(item, each)),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(|field| texts_in(field, each)),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
    }
}
