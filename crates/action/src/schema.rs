//! The JSON Schemas of all data that crosses a boundary, by name. `fingertip schema NAME` prints them, and
//! `cargo xtask codegen` generates the page's types and the reference tables from them.
//!
//! A schema describes what a program may *send*: a field with a default may be absent. A type that never writes `null`
//! (because it leaves the field out) does not accept it either, so that the schema, the page's guards and the strict
//! readers agree. A schema has a title but no `$id`, because it has no address.
//!
//! To add one: add a line to [`named`], and run `cargo xtask codegen`.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use crate::dialect::Refusal;
use crate::finding::Finding;
use crate::os::{Batch, Envelope, OsAction};
use crate::phone::{AgentAction, ModelStepOutput, ScreenSnapshot};
use crate::plan::{ActionPlan, StepResult};

/// A schema and its name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its name, in kebab-case: the argument of `fingertip schema`, and the name of its files.
    pub name: &'static str,
    /// The part of the vocabulary it belongs to: the page has one module per family.
    pub family: &'static str,
    /// Its subject, in a sentence.
    pub about: &'static str,
    /// Builds it.
    pub schema: fn() -> Schema,
}

/// Returns every schema; those of a family are adjacent.
pub fn named() -> &'static [Named] {
    const NAMED: &[Named] = &[
        Named { name: "agent-action", family: "phone", about: "One action on a phone.", schema: of::<AgentAction> },
        Named {
            name: "model-step-output",
            family: "phone",
            about: "A model's output in one step.",
            schema: of::<ModelStepOutput>,
        },
        Named {
            name: "screen-snapshot",
            family: "phone",
            about: "The state of a phone's screen at one moment.",
            schema: of::<ScreenSnapshot>,
        },
        Named { name: "refusal", family: "phone", about: "Why a model's reply was refused.", schema: of::<Refusal> },
        Named { name: "os-action", family: "os", about: "One action on the desktop.", schema: of::<OsAction> },
        Named {
            name: "envelope",
            family: "os",
            about: "The fields that every action on the desktop may carry besides its own.",
            schema: of::<Envelope>,
        },
        Named {
            name: "batch",
            family: "os",
            about: "Actions on the desktop that are carried out together.",
            schema: of::<Batch>,
        },
        Named {
            name: "action-plan",
            family: "plan",
            about: "A person's request, as steps that can be carried out.",
            schema: of::<ActionPlan>,
        },
        Named {
            name: "step-result",
            family: "plan",
            about: "The result of one step of a plan.",
            schema: of::<StepResult>,
        },
        Named {
            name: "finding",
            family: "finding",
            about: "A repair that a reader made, or its reason to refuse.",
            schema: of::<Finding>,
        },
    ];
    NAMED
}

/// The schema called `name`.
pub fn find(name: &str) -> Option<&'static Named> {
    named().iter().find(|schema| schema.name == name)
}

/// Builds the schema of `T` in draft 2020-12, as at every boundary.
pub fn of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12();
    let mut read = settings.clone().for_deserialize().into_generator().into_root_schema_for::<T>();
    let written = settings.for_serialize().into_generator().into_root_schema_for::<T>();
    if let Some(object) = read.as_object_mut() {
        drop_unwritten_nulls(object, written.as_value());
        // A fixed order, even if another crate of the build makes `serde_json` preserve insertion order.
        object.sort_keys();
        object.values_mut().for_each(Value::sort_all_objects);
    }
    read
}

/// Removes `null` from every field that its type leaves out instead of writing it.
///
/// Only the schema of *written* data shows which fields these are: a field that it does not require is skipped when
/// empty. An optional field that it requires is written, as `null` if necessary.
fn drop_unwritten_nulls(schema: &mut Map<String, Value>, written: &Value) {
    for (key, below) in schema {
        match below {
            Value::Object(inner) => {
                if key == "properties" {
                    inner.iter_mut().filter(|(name, _)| skipped(written, name)).for_each(|(_, field)| drop_null(field));
                }
                drop_unwritten_nulls(inner, &written[key]);
            }
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    if let Value::Object(inner) = item {
                        drop_unwritten_nulls(inner, &written[key][index]);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether the object that `written` describes may lack the field.
fn skipped(written: &Value, field: &str) -> bool {
    let required = written["required"].as_array().is_some_and(|names| names.iter().any(|name| name == field));
    !required && written["properties"].get(field).is_some()
}

/// Removes `null` from `{"type": ["string", "null"]}` and `{"anyOf": [X, {"type": "null"}]}`.
fn drop_null(field: &mut Value) {
    let Some(field) = field.as_object_mut() else { return };
    if let Some(Value::Array(kinds)) = field.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_mut_slice() {
            let only = only.take();
            field.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(words)) = field.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if let Some(Value::Array(choices)) = field.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = choices.as_mut_slice() {
            let only = std::mem::take(only);
            field.remove("anyOf");
            for (key, value) in only {
                field.entry(key).or_insert(value);
            }
        }
    }
    if field.get("default").is_some_and(Value::is_null) {
        field.remove("default");
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::*;

    #[test]
    fn every_schema_has_a_name_a_title_and_a_draft_but_no_address() {
        let mut families: Vec<&str> = named().iter().map(|schema| schema.family).collect();
        families.dedup();
        for (index, Named { name, family, about, schema }) in named().iter().enumerate() {
            let schema = schema();
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "`{name}` is not kebab-case");
            assert!(named()[..index].iter().all(|other| other.name != *name), "`{name}` stands twice");
            assert_eq!(families.iter().filter(|other| *other == family).count(), 1, "`{family}` is scattered");
            assert!(about.ends_with('.'), "`{name}` lacks its sentence");
            assert_eq!(schema.get("$schema"), Some(&json!("https://json-schema.org/draft/2020-12/schema")));
            let title = schema.get("title").and_then(Value::as_str).unwrap_or_default();
            assert_eq!(title.to_lowercase(), name.replace('-', ""), "the name follows the type's");
            assert!(schema.get("$id").is_none());
            assert_eq!(find(name).map(|found| found.name), Some(*name));
        }
        assert!(find("no-such-schema").is_none());
    }

    #[test]
    fn null_is_allowed_only_where_it_is_written() {
        #[derive(Serialize, Deserialize, JsonSchema)]
        struct Inner {}

        #[derive(Serialize, Deserialize, JsonSchema)]
        struct Sample {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            left_out: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            inner_left_out: Option<Inner>,
            written: Option<String>,
        }

        let schema = of::<Sample>();
        let properties = &schema.as_value()["properties"];
        assert_eq!(properties["left_out"], json!({ "type": "string" }));
        assert_eq!(properties["inner_left_out"], json!({ "$ref": "#/$defs/Inner" }));
        assert_eq!(properties["written"]["type"], json!(["string", "null"]));
    }
}
