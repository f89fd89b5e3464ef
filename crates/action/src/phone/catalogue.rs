//! The verbs as data, taken from the types themselves: names, sentences, fields.
//!
//! Every list of verbs (prompts, reference tables, hints in errors) is built from it, so a new variant appears
//! everywhere at once.

use std::sync::LazyLock;

use schemars::schema_for;
use serde_json::Value;

use super::*;

/// One verb.
#[derive(Clone, Debug)]
pub struct VerbEntry {
    /// Its `type`.
    pub name: String,
    /// What it does, in one sentence.
    pub sentence: String,
    /// Its fields, without `type`.
    pub fields: Vec<FieldEntry>,
}

/// One field of a verb.
#[derive(Clone, Debug)]
pub struct FieldEntry {
    /// Its name.
    pub name: String,
    /// Its JSON Schema.
    pub schema: Value,
    /// Whether it is required.
    pub required: bool,
}

/// Every verb, in the order of the enum.
pub fn verbs() -> &'static [VerbEntry] {
    static VERBS: LazyLock<Vec<VerbEntry>> = LazyLock::new(|| {
        let schema = schema_for!(AgentAction).to_value();
        let variants = schema["oneOf"].as_array().cloned().unwrap_or_default();
        variants.iter().map(|variant| entry(&schema, variant)).collect()
    });
    &VERBS
}

fn entry(schema: &Value, variant: &Value) -> VerbEntry {
    let name = variant["properties"]["type"]["const"].as_str().unwrap_or_default().to_owned();
    let reference = variant["$ref"].as_str().unwrap_or_default();
    let body = schema.pointer(reference.trim_start_matches('#')).unwrap_or(variant);
    let required = body["required"].as_array().cloned().unwrap_or_default();
    let fields = body["properties"].as_object().cloned().unwrap_or_default();
    VerbEntry {
        name,
        sentence: body["description"].as_str().unwrap_or_default().lines().next().unwrap_or_default().to_owned(),
        fields: fields
            .into_iter()
            .filter(|(name, _)| name != "type")
            .map(|(name, schema)| FieldEntry { required: required.iter().any(|field| field == &name), name, schema })
            .collect(),
    }
}

/// Returns an action of the given type with realistic values, as in prompts.
pub fn sample(name: &str) -> Option<AgentAction> {
    samples().into_iter().find(|action| action.name() == name)
}
