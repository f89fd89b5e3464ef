//! The tools' JSON Schemas, in the form that every client accepts.
//!
//! A schema may be a boolean in JSON Schema: `true` allows everything. Clients built on version 1 of the TypeScript SDK
//! refuse the whole list of tools if a property has such a schema, so every boolean becomes an object here. A boolean
//! `additionalProperties` is left out: the server refuses unknown arguments in any case. Keywords that only cost a
//! model tokens are removed as well.

use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

/// Keywords whose value is one schema.
const ONE: [&str; 11] = [
    "items",
    "additionalProperties",
    "contains",
    "else",
    "if",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
];
/// Keywords whose value is a list of schemas.
const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value maps names to schemas.
const MAPS: [&str; 5] = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];
/// Keywords that say nothing to a model.
const NOISE: [&str; 5] = ["$schema", "title", "format", "minimum", "maximum"];

/// Returns the schema of a tool's input or output as clients receive it: an object at every place, without references.
pub(super) fn published(mut schema: Value) -> Arc<JsonObject> {
    let named = schema.get_mut("$defs").map(Value::take).unwrap_or_default();
    resolve(&mut schema, &named, &mut Vec::new());
    simplify(&mut schema);
    match schema {
        Value::Object(mut root) => {
            // The tool has its own description.
            root.remove("$defs");
            root.remove("description");
            root.entry("type").or_insert_with(|| "object".into());
            Arc::new(root)
        }
        _ => Arc::default(),
    }
}

/// Replaces references by their targets: not every client follows references. A recursive reference allows anything.
fn resolve(schema: &mut Value, named: &Value, within: &mut Vec<String>) {
    let Some(keywords) = schema.as_object_mut() else { return };
    let reference = keywords.remove("$ref");
    let name = reference.as_ref().and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
    let meant = name.filter(|name| !within.iter().any(|known| known == name)).and_then(|name| named.get(name));
    let depth = within.len();
    if let (Some(name), Some(Value::Object(meant))) = (name, meant) {
        within.push(name.to_owned());
        for (keyword, value) in meant {
            keywords.entry(keyword).or_insert_with(|| value.clone());
        }
    }
    each(keywords, &mut |inner| resolve(inner, named, within));
    within.truncate(depth);
}

fn simplify(schema: &mut Value) {
    match schema {
        Value::Bool(true) => *schema = json!({}),
        Value::Bool(false) => *schema = json!({ "not": {} }),
        Value::Object(keywords) => {
            drop_noise(keywords);
            each(keywords, &mut simplify);
        }
        _ => {}
    }
}

/// Removes parts that a client does not need: that an optional argument may also be null, and its default.
fn drop_noise(keywords: &mut Map<String, Value>) {
    for noise in NOISE {
        keywords.remove(noise);
    }
    if keywords.get("additionalProperties").is_some_and(Value::is_boolean) {
        keywords.remove("additionalProperties");
    }
    if keywords.get("default").is_some_and(|value| value.is_null() || *value == false) {
        keywords.remove("default");
    }
    if let Some(Value::Array(kinds)) = keywords.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            keywords.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(either)) = keywords.get_mut("anyOf") {
        either.retain(|one| one.get("type").is_none_or(|kind| kind != "null"));
        if let [Value::Object(only)] = either.as_slice() {
            let only = only.clone();
            keywords.remove("anyOf");
            for (keyword, value) in only {
                keywords.entry(keyword).or_insert(value);
            }
        }
    }
}

/// Calls `visit` with every direct subschema.
fn each(keywords: &mut Map<String, Value>, visit: &mut dyn FnMut(&mut Value)) {
    for one in ONE {
        keywords.get_mut(one).into_iter().for_each(&mut *visit);
    }
    for list in LISTS {
        keywords.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten().for_each(&mut *visit);
    }
    for map in MAPS {
        let named = keywords.get_mut(map).and_then(Value::as_object_mut);
        named.into_iter().flat_map(|named| named.values_mut()).for_each(&mut *visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_and_nulls_are_left_out() {
        let schema = json!({ "type": "object", "description": "The root.", "properties": {
            "way": { "$ref": "#/$defs/Way", "description": "Where to." },
            "who": { "anyOf": [{ "$ref": "#/$defs/Who" }, { "type": "null" }] },
            "name": { "type": ["string", "null"], "default": null },
        }, "$defs": {
            "Way": { "type": "string", "enum": ["up", "down"], "description": "A way." },
            "Who": { "type": "object", "properties": { "way": { "$ref": "#/$defs/Way" } } },
        } });
        let way = json!({ "type": "string", "enum": ["up", "down"], "description": "A way." });
        let expected = json!({ "type": "object", "properties": {
            "way": { "type": "string", "enum": ["up", "down"], "description": "Where to." },
            "who": { "type": "object", "properties": { "way": way } },
            "name": { "type": "string" },
        } });
        assert_eq!(Value::Object((*published(schema)).clone()), expected);
    }

    #[test]
    fn a_boolean_schema_becomes_an_object_wherever_it_stands() {
        let check = |schema: Value, expected: Value| {
            assert_eq!(Value::Object((*published(schema.clone())).clone()), expected, "{schema}");
        };
        check(json!({}), json!({ "type": "object" }));
        check(
            json!({ "type": "object", "properties": { "any": true, "none": false } }),
            json!({ "type": "object", "properties": { "any": {}, "none": { "not": {} } } }),
        );
        check(
            json!({ "type": "object", "properties": { "list": { "type": "array", "items": true } },
                    "additionalProperties": false }),
            json!({ "type": "object", "properties": { "list": { "type": "array", "items": {} } } }),
        );
        check(
            json!({ "anyOf": [true, { "prefixItems": [true] }], "additionalProperties": { "items": true } }),
            json!({ "type": "object", "anyOf": [{}, { "prefixItems": [{}] }], "additionalProperties": { "items": {} } }),
        );
        check(
            json!({ "properties": { "all": { "$ref": "#/$defs/all" }, "tree": { "$ref": "#/$defs/tree" } },
                    "$defs": { "all": true, "tree": { "items": { "$ref": "#/$defs/tree" } } } }),
            json!({ "type": "object", "properties": { "all": {}, "tree": { "items": {} } } }),
        );
        // Values are not schemas, and a property may have the name of a keyword.
        check(
            json!({ "title": "T", "properties": { "title": { "type": "string", "title": "t" },
                    "format": { "default": true, "enum": [true], "maximum": 3 } } }),
            json!({ "type": "object", "properties": { "title": { "type": "string" },
                    "format": { "default": true, "enum": [true] } } }),
        );
    }
}
