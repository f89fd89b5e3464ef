//! Checks that the reader keeps the promises of the schema: drops, retypes and misspells each field of each sample, and
//! moves it out of range.

use schemars::schema_for;
use serde_json::{Map, Value, json};

use super::*;

/// A field of a sample, with its schema.
struct SampleField {
    /// Its path, as in findings.
    path: String,
    /// The same as a JSON pointer.
    pointer: String,
    required: bool,
    /// Every schema that its value does or could match.
    schemas: Vec<Value>,
}

struct Schema(Value);

impl Schema {
    fn resolve<'s>(&'s self, schema: &'s Value) -> Option<&'s Value> {
        self.0.pointer(schema["$ref"].as_str()?.trim_start_matches('#'))
    }

    /// Returns the schema itself, its references, and its alternatives.
    fn alternatives(&self, schema: &Value) -> Vec<Value> {
        let mut all = vec![schema.clone()];
        all.extend(self.resolve(schema).into_iter().flat_map(|target| self.alternatives(target)));
        for either in ["oneOf", "anyOf"] {
            all.extend(schema[either].as_array().into_iter().flatten().flat_map(|branch| self.alternatives(branch)));
        }
        all
    }

    fn admits(&self, schema: &Value, value: &Value) -> bool {
        let kind = schema["type"].as_str().is_none_or(|name| is_of(name, value));
        let fixed = schema.get("const").is_none_or(|fixed| fixed == value);
        let properties = schema["properties"].as_object();
        kind && fixed
            && properties.into_iter().flatten().all(|(name, inner)| {
                inner.get("const").is_none() || value.get(name).is_none_or(|value| self.admits(inner, value))
            })
            && schema["required"]
                .as_array()
                .into_iter()
                .flatten()
                .all(|name| value.get(name.as_str().unwrap()).is_some())
    }

    /// Returns the schemas that `value` matches, with alternatives split.
    fn fitting(&self, schema: &Value, value: &Value) -> Vec<Value> {
        if !self.admits(schema, value) {
            return vec![];
        }
        let mut all = vec![schema.clone()];
        all.extend(self.resolve(schema).into_iter().flat_map(|target| self.fitting(target, value)));
        for either in ["oneOf", "anyOf"] {
            all.extend(schema[either].as_array().into_iter().flatten().flat_map(|branch| self.fitting(branch, value)));
        }
        all
    }

    fn places(&self, schema: &Value, value: &Value, path: &str, pointer: &str, places: &mut Vec<SampleField>) {
        let schemas = self.fitting(schema, value);
        for (name, inner) in value.as_object().into_iter().flatten() {
            let of = |schema: &Value| schema["properties"].get(name).cloned();
            let Some(field) = schemas.iter().find_map(of) else { continue };
            let required = schemas
                .iter()
                .any(|schema| schema["required"].as_array().is_some_and(|required| required.contains(&json!(name))));
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let pointer = format!("{pointer}/{name}");
            self.places(&field, inner, &path, &pointer, places);
            places.push(SampleField { path, pointer, required, schemas: self.alternatives(&field) });
        }
        for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
            let Some(items) = schemas.iter().find_map(|schema| schema.get("items")) else { continue };
            self.places(items, inner, &format!("{path}[{index}]"), &format!("{pointer}/{index}"), places);
        }
    }
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        _ => value.is_null(),
    }
}

impl SampleField {
    /// Whether a schema of the field allows this JSON type.
    fn takes(&self, name: &str) -> bool {
        self.schemas.iter().any(|schema| match &schema["type"] {
            Value::String(only) => only == name,
            Value::Array(several) => several.contains(&json!(name)),
            _ => false,
        })
    }

    fn dropped(&self, sample: &Value) -> Value {
        let (parent, name) = self.pointer.rsplit_once('/').unwrap();
        let mut changed = sample.clone();
        changed.pointer_mut(parent).and_then(Value::as_object_mut).map(|fields: &mut Map<_, _>| fields.remove(name));
        changed
    }

    fn set(&self, sample: &Value, value: Value) -> Value {
        let mut changed = sample.clone();
        *changed.pointer_mut(&self.pointer).unwrap() = value;
        changed
    }

    fn bound(&self, name: &str) -> Option<f64> {
        self.schemas.iter().find_map(|schema| schema[name].as_f64())
    }
}

fn found(value: &Value) -> (bool, Vec<String>) {
    outcome(&Json::strict(&value.to_string()).unwrap().value)
}

/// Returns the samples in JSON, and every other renderer and operation.
fn values() -> Vec<Value> {
    let set = |renderer: &str, data: Value| json!({"type": "window.setContent", "windowId": "a", "content": {"renderer": renderer, "data": data}});
    let update = |renderer: Option<&str>, operation: Value| match renderer {
        Some(renderer) => {
            json!({"type": "window.updateContent", "windowId": "a", "renderer": renderer, "operation": operation})
        }
        None => json!({"type": "window.updateContent", "windowId": "a", "operation": operation}),
    };
    let table = json!({"headers": ["h"], "rows": [["1"]]});
    let layout = json!({"components": [{"type": "badge", "label": "b"}], "cols": 2, "gap": "sm"});
    let frame = json!({"url": "https://example.com", "sandbox": "allow-scripts"});
    let mut values: Vec<Value> = samples()
        .into_iter()
        .map(|action| {
            let mut addressed = Addressed::from(action);
            addressed.envelope.monitor_id = MonitorId::new(1);
            addressed.envelope.agent_id.get_or_insert("shopper".to_owned());
            addressed.envelope.request_id = Some("r".to_owned());
            serde_json::to_value(&addressed).unwrap()
        })
        .collect();
    values.extend(["markdown", "html", "text", "iframe"].map(|renderer| set(renderer, json!("x"))));
    values.extend([set("iframe", frame.clone()), set("component", layout.clone())]);
    values.extend(["append", "prepend"].map(|op| update(None, json!({"op": op, "data": "x"}))));
    values.push(update(Some("iframe"), json!({"op": "clear"})));
    for (renderer, data) in [("table", table), ("component", layout), ("iframe", frame)] {
        values.push(update(None, json!({"op": "replace", "data": data})));
        values.push(update(Some(renderer), json!({"op": "replace", "data": data})));
    }
    values
}

#[test]
fn the_reader_keeps_what_the_schema_says() {
    let schema = Schema(schema_for!(Addressed).to_value());
    let mut tried = 0;
    for value in values() {
        assert_eq!(found(&value), (true, vec![]), "{value}");
        let mut places = Vec::new();
        schema.places(&schema.0, &value, "", "", &mut places);
        for place in places {
            tried += check_place(&place, &value);
        }
    }
    // A walk that tries nothing must not count as a pass.
    assert!(tried > 2500, "only {tried} changes were tried");
}

/// Changes one field in every relevant way and returns the number of changes.
fn check_place(place: &SampleField, value: &Value) -> usize {
    let path = &place.path;
    let context = |changed: &Value| format!("{path} in {changed}");
    let mut tried = 2;

    let dropped = place.dropped(value);
    let expected = if place.required { (false, vec![format!("missing {path}")]) } else { (true, vec![]) };
    assert_eq!(found(&dropped), expected, "{}", context(&dropped));

    let nothing = place.set(value, Value::Null);
    assert_eq!(found(&nothing).0, !place.required, "{}", context(&nothing));

    let others = [
        ("boolean", json!(true)),
        ("number", json!(7)),
        ("string", json!("7")),
        ("array", json!([])),
        ("object", json!({})),
        ("object", json!({"surprise": 1})),
    ];
    for (name, other) in others {
        let word = place.schemas.iter().any(|schema| schema.get("enum").is_some() || schema.get("const").is_some());
        let taken = place.takes(name) || (name == "number" && place.takes("integer")) || (name == "string" && word);
        if !taken {
            let changed = place.set(value, other);
            let (accepted, findings) = found(&changed);
            assert!(!accepted && findings[0] == format!("wrong_type {path}"), "{findings:?} {}", context(&changed));
            tried += 1;
        }
    }
    for (schema, code) in [("enum", "unknown_value"), ("const", "unknown_type")] {
        if place.schemas.iter().any(|found| found.get(schema).is_some()) {
            let changed = place.set(value, json!("zzzzzz"));
            // The renderer of content is a closed list of words, although each is separate in the schema.
            let code = if path.ends_with("content.renderer") { "unknown_value" } else { code };
            assert_eq!(found(&changed), (false, vec![format!("{code} {path}")]), "{}", context(&changed));
            tried += 1;
        }
    }
    for (bound, beyond) in [("minimum", -1.0), ("maximum", 1.0)] {
        if let Some(bound) = place.bound(bound) {
            let changed = place.set(value, json!(bound + beyond));
            assert_eq!(found(&changed), (false, vec![format!("out_of_range {path}")]), "{}", context(&changed));
            tried += 1;
        }
    }
    if place.schemas.iter().any(|schema| schema.get("pattern").is_some()) {
        for wrong in ["", "a\tb", &"x".repeat(129)] {
            let changed = place.set(value, json!(wrong));
            assert!(!found(&changed).0, "{}", context(&changed));
            tried += 1;
        }
    }
    tried
}
