//! The table of all tools. To add one: a file in `tools/` that implements [`Tool`], and a line in [`TOOLS`].

use std::sync::{Arc, LazyLock};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rmcp::model::{CallToolResult, Tool as McpTool};
use serde_json::Value;

use super::answer::Problem;
use super::call::Call;
use super::schema::published;
use super::tool::Tool;
use super::tools;

type Run = fn(Value, Arc<Call>) -> BoxFuture<'static, CallToolResult>;

/// A tool in the table.
pub(super) struct Entry {
    pub(super) name: &'static str,
    describe: fn() -> McpTool,
    pub(super) run: Run,
}

impl Entry {
    const fn of<T: Tool + 'static>() -> Self {
        Self { name: T::NAME, describe: describe::<T>, run: run::<T> }
    }
}

/// Every tool, in the order in which clients list them.
pub(super) const TOOLS: &[Entry] = &[
    Entry::of::<tools::phone_list::PhoneList>(),
    Entry::of::<tools::phone_observe::PhoneObserve>(),
    Entry::of::<tools::phone_act::PhoneAct>(),
    Entry::of::<tools::phone_find::PhoneFind>(),
    Entry::of::<tools::phone_wait::PhoneWait>(),
    Entry::of::<tools::phone_app::PhoneApp>(),
    Entry::of::<tools::phone_files::PhoneFiles>(),
    Entry::of::<tools::plan::Plan>(),
    Entry::of::<tools::do_words::Do>(),
    Entry::of::<tools::task_start::TaskStart>(),
    Entry::of::<tools::task_status::TaskStatus>(),
    Entry::of::<tools::task_answer::TaskAnswer>(),
    Entry::of::<tools::task_cancel::TaskCancel>(),
    Entry::of::<tools::desktop_apply::DesktopApply>(),
    Entry::of::<tools::desktop_state::DesktopState>(),
    Entry::of::<tools::desktop_capture::DesktopCapture>(),
    Entry::of::<tools::desktop_wait_event::DesktopWaitEvent>(),
];

fn describe<T: Tool>() -> McpTool {
    let input = T::input(action::schema::of::<T::Arguments>().to_value());
    let tool = McpTool::new(T::NAME, T::ABOUT, published(input)).with_title(T::TITLE).with_annotations(T::HINTS.into());
    match T::output() {
        None => tool,
        Some(output) => tool.with_raw_output_schema(published(output)),
    }
}

fn run<T: Tool + 'static>(arguments: Value, call: Arc<Call>) -> BoxFuture<'static, CallToolResult> {
    async move {
        let arguments = match serde_json::from_value::<T::Arguments>(arguments) {
            Ok(arguments) => arguments,
            Err(error) => return Problem(format!("the arguments of `{}`: {error}", T::NAME)).result(),
        };
        match T::call(arguments, call).await {
            Ok(answer) => answer.result(),
            Err(problem) => problem.result(),
        }
    }
    .boxed()
}

/// Returns the tools in the form that clients receive.
pub(super) fn described() -> &'static [McpTool] {
    static DESCRIBED: LazyLock<Vec<McpTool>> = LazyLock::new(|| TOOLS.iter().map(|entry| (entry.describe)()).collect());
    &DESCRIBED
}

/// A tool in the form for documentation.
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its description.
    pub about: String,
    /// Its arguments.
    pub input: Value,
}

/// Returns every tool, for documentation.
pub fn listed() -> Vec<Listed> {
    let listed = |tool: &McpTool| Listed {
        name: tool.name.to_string(),
        about: tool.description.as_deref().unwrap_or_default().to_owned(),
        input: tool.schema_as_json_value(),
    };
    described().iter().map(listed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_is_described_and_named_once() {
        let mut names: Vec<&str> = described().iter().map(|tool| &*tool.name).collect();
        assert_eq!(names.len(), TOOLS.len());
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TOOLS.len(), "a name stands twice");
        for tool in described() {
            assert_eq!(tool.input_schema["type"], "object", "{}", tool.name);
            assert!(tool.description.as_ref().is_some_and(|about| about.len() > 20), "{}", tool.name);
        }
    }

    /// Finds every place below `value` that has a boolean where a schema is expected. A default, a constant and the
    /// words of an enumeration are values, not schemas.
    fn booleans(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Bool(_) => found.push(path.to_owned()),
            Value::Object(object) => {
                for (name, inner) in object.iter().filter(|(name, _)| !["default", "const", "enum"].contains(&&***name))
                {
                    booleans(inner, &format!("{path}/{name}"), found);
                }
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(n, inner)| booleans(inner, &format!("{path}/{n}"), found))
            }
            _ => {}
        }
    }

    fn lists_say_what_they_hold(schema: &Value, place: &str) {
        if schema["type"] == "array" {
            assert!(schema["items"].is_object(), "{place}: {schema}");
        }
        match schema {
            Value::Object(inner) => inner.values().for_each(|inner| lists_say_what_they_hold(inner, place)),
            Value::Array(inner) => inner.iter().for_each(|inner| lists_say_what_they_hold(inner, place)),
            _ => {}
        }
    }

    #[test]
    fn no_schema_has_what_clients_refuse() {
        for tool in described() {
            let input = Some(("inputSchema", &tool.input_schema));
            let output = tool.output_schema.as_ref().map(|output| ("outputSchema", output));
            for (which, schema) in input.into_iter().chain(output) {
                let place = format!("{}/{which}", tool.name);
                assert_eq!(schema.get("type"), Some(&"object".into()), "{place}");
                let properties = schema.get("properties").cloned().unwrap_or_else(|| Value::Object(Default::default()));
                let properties = properties.as_object().unwrap_or_else(|| panic!("{place}: {properties}"));
                assert!(properties.values().all(Value::is_object), "{place}: {properties:?}");
                let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
                assert!(required.iter().all(Value::is_string), "{place}: {required:?}");
                // OpenAI's models refuse a list that does not declare its items.
                lists_say_what_they_hold(&Value::Object((**schema).clone()), &place);
                let mut found = Vec::new();
                booleans(&Value::Object((**schema).clone()), &place, &mut found);
                assert!(found.is_empty(), "{found:?}");
            }
        }
    }

    #[test]
    fn the_list_of_tools_is_short() {
        // The whole list as sent: about 2,270 tokens, which an agent pays once per conversation. The real tokens are
        // counted in `crates/fingertip/tests/mcp/sdk.rs`.
        let bytes = serde_json::to_string(described()).unwrap().len();
        assert!(bytes < 10_000, "{bytes} bytes");
    }
}
