//! What a tool of the server is: a type with its arguments, its output and what it does. Each file in `tools/` has one,
//! and `catalogue` lists them all.

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
    /// What it is given.
    type Arguments: DeserializeOwned + JsonSchema + Send;
    /// What it gives back.
    type Output: Serialize + Send;
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

    /// The schema of what it gives back, for the few whose data programs use. A model reads the text, and every schema
    /// costs every conversation its tokens.
    fn output() -> Option<Value> {
        None
    }
}

/// What a tool does to the world, as clients are told.
#[derive(Clone, Copy)]
pub(super) enum Hints {
    /// It only looks.
    Looks,
    /// It changes what can be changed back.
    Acts,
    /// It may do what cannot be taken back.
    MayDestroy,
}

impl From<Hints> for ToolAnnotations {
    /// One hint says it all; the others are as the protocol has them by default.
    fn from(hints: Hints) -> Self {
        match hints {
            Hints::Looks => Self::new().read_only(true),
            Hints::Acts => Self::new().destructive(false),
            Hints::MayDestroy => Self::new().destructive(true),
        }
    }
}

/// The schema of a type as it is written.
pub(super) fn written<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>().to_value()
}
