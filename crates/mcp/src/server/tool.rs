//! The trait of the server's tools: a type with its arguments, its output and its action. Each file in `tools/` has
//! one, and `catalogue` lists them all.

use std::sync::Arc;

use rmcp::model::ToolAnnotations;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answer::{Answer, Problem};
use super::call::Call;

/// A tool.
pub(super) trait Tool {
    /// Its arguments.
    type Arguments: DeserializeOwned + JsonSchema + Send;
    /// Its output.
    type Output: Serialize + Send;
    const NAME: &'static str;
    const TITLE: &'static str;
    /// The description for models: as short as possible.
    const ABOUT: &'static str;
    const HINTS: Hints;

    /// Runs it.
    fn call(
        arguments: Self::Arguments,
        call: Arc<Call>,
    ) -> impl Future<Output = Result<Answer<Self::Output>, Problem>> + Send;

    /// Adjusts the schema of its arguments, if the type alone does not describe them.
    fn input(schema: Value) -> Value {
        schema
    }

    /// The schema of its output, for the few tools whose data programs use. A model reads the text, and every schema
    /// costs tokens in every conversation.
    fn output() -> Option<Value> {
        None
    }
}

/// The effects of a tool, as reported to clients.
#[derive(Clone, Copy)]
pub(super) enum Hints {
    /// It only reads.
    Looks,
    /// It makes changes that can be undone.
    Acts,
    /// It may make changes that cannot be undone.
    MayDestroy,
}

impl From<Hints> for ToolAnnotations {
    /// One hint is enough; the others keep the protocol's defaults.
    fn from(hints: Hints) -> Self {
        match hints {
            Hints::Looks => Self::new().read_only(true),
            Hints::Acts => Self::new().destructive(false),
            Hints::MayDestroy => Self::new().destructive(true),
        }
    }
}

/// Returns the schema of a type, unmodified.
pub(super) fn written<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>().to_value()
}
