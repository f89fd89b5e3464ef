//! The one table of the tools. A tool is a type with its arguments, its output and what it does; to add one: its file
//! in `tools/`, and a line in [`TOOLS`].

use std::sync::{Arc, LazyLock};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rmcp::model::{CallToolResult, JsonObject, Tool as McpTool, ToolAnnotations};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answer::{Answer, Problem};
use super::handler::Call;
use super::tools;

/// A tool.
pub(super) trait Tool {
    /// What it is given.
    type Arguments: DeserializeOwned + JsonSchema + Send;
    /// What it gives back.
    type Output: Serialize + JsonSchema + Send;
    const NAME: &'static str;
    const TITLE: &'static str;
    /// What a model reads of it: as short as can be.
    const ABOUT: &'static str;
    const HINTS: Hints;

    /// Does it.
    fn call(
        arguments: Self::Arguments,
        call: Arc<Call>,
    ) -> impl Future<Output = Result<Answer<Self::Output>, Problem>> + Send;

    /// What its arguments are, where that is not just what their type says.
    fn input(schema: Value) -> Value {
        schema
    }
}

/// What a tool does to the world, as clients are told.
#[derive(Clone, Copy)]
pub(super) enum Hints {
    /// It only looks.
    Looks,
    /// It changes something that can be changed back, the same however often.
    Sets,
    /// It does something, each time.
    Acts,
    /// It may do what cannot be taken back.
    MayDestroy,
}

impl From<Hints> for ToolAnnotations {
    fn from(hints: Hints) -> Self {
        let (reads, destroys, same) = match hints {
            Hints::Looks => (true, false, true),
            Hints::Sets => (false, false, true),
            Hints::Acts => (false, false, false),
            Hints::MayDestroy => (false, true, false),
        };
        Self::new().read_only(reads).destructive(destroys).idempotent(same).open_world(true)
    }
}

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
    let input = T::input(compact(action::schema::of::<T::Arguments>().to_value()));
    let written = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let output = compact(written.into_root_schema_for::<T::Output>().to_value());
    McpTool::new(T::NAME, T::ABOUT, object(input))
        .with_title(T::TITLE)
        .with_raw_output_schema(object(output))
        .with_annotations(T::HINTS.into())
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

/// The tools as clients are told of them.
pub(super) fn described() -> &'static [McpTool] {
    static DESCRIBED: LazyLock<Vec<McpTool>> = LazyLock::new(|| TOOLS.iter().map(|entry| (entry.describe)()).collect());
    &DESCRIBED
}

/// A tool as documents list it.
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What it does.
    pub about: String,
    /// What it is given.
    pub input: Value,
}

/// Every tool, for documents.
pub fn listed() -> Vec<Listed> {
    let listed = |tool: &McpTool| Listed {
        name: tool.name.to_string(),
        about: tool.description.as_deref().unwrap_or_default().to_owned(),
        input: tool.schema_as_json_value(),
    };
    described().iter().map(listed).collect()
}

/// A schema without what only costs a model tokens.
fn compact(mut schema: Value) -> Value {
    if let Some(object) = schema.as_object_mut() {
        for noise in ["$schema", "title", "format"] {
            object.remove(noise);
        }
    }
    drop_noise(&mut schema);
    schema
}

fn drop_noise(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            // A property may be called so; a keyword is a word or a number there.
            for noise in ["title", "format", "minimum", "maximum"] {
                if object.get(noise).is_some_and(|value| !value.is_object()) {
                    object.remove(noise);
                }
            }
            object.values_mut().for_each(drop_noise);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_noise),
        _ => {}
    }
}

fn object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(mut object) => {
            // An input or an output is an object, and clients want that said.
            object.entry("type").or_insert_with(|| "object".into());
            Arc::new(object)
        }
        _ => Arc::default(),
    }
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
            assert_eq!(tool.output_schema.as_ref().unwrap()["type"], "object", "{}", tool.name);
            assert!(tool.description.as_ref().is_some_and(|about| about.len() > 20), "{}", tool.name);
        }
    }

    #[test]
    fn the_list_of_tools_is_short() {
        // What a model reads of them; what comes out is for programs.
        let read = |tool: &McpTool| {
            tool.name.len() + tool.description.as_ref().unwrap().len() + tool.schema_as_json_value().to_string().len()
        };
        let bytes: usize = described().iter().map(read).sum();
        // Some 2,500 tokens: what an agent pays once a conversation.
        assert!(bytes < 10_000, "{bytes} bytes");
    }
}
