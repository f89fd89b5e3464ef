//! Whether a value matches a schema of the API document: as much of JSON Schema as the document uses.

use serde_json::Value;

/// Whether `value` matches `schema`. Ignores patterns and formats.
pub(crate) fn fits(document: &Value, schema: &Value, value: &Value) -> bool {
    let Some(rules) = schema.as_object() else { return schema != &Value::Bool(false) };
    rules.iter().all(|(rule, about)| match rule.as_str() {
        "$ref" => fits(document, document.pointer(&about.as_str().unwrap()[1..]).unwrap(), value),
        "type" => match about {
            Value::Array(kinds) => kinds.iter().any(|kind| is_a(kind, value)),
            kind => is_a(kind, value),
        },
        "const" => value == about,
        "enum" => about.as_array().unwrap().contains(value),
        "anyOf" => about.as_array().unwrap().iter().any(|each| fits(document, each, value)),
        "allOf" => about.as_array().unwrap().iter().all(|each| fits(document, each, value)),
        "oneOf" => about.as_array().unwrap().iter().filter(|each| fits(document, each, value)).count() == 1,
        "required" => value.as_object().is_none_or(|object| {
            about.as_array().unwrap().iter().all(|name| object.contains_key(name.as_str().unwrap()))
        }),
        "properties" => value.as_object().is_none_or(|object| {
            let known = about.as_object().unwrap();
            object.iter().all(|(name, value)| known.get(name).is_none_or(|each| fits(document, each, value)))
        }),
        "additionalProperties" => value.as_object().is_none_or(|object| {
            let known = rules.get("properties").and_then(Value::as_object);
            let others = object.iter().filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)));
            others.into_iter().all(|(_, value)| fits(document, about, value))
        }),
        "items" => value.as_array().is_none_or(|items| items.iter().all(|each| fits(document, about, each))),
        "minLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 >= about.as_u64().unwrap()),
        "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 <= about.as_u64().unwrap()),
        "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= about.as_u64().unwrap()),
        "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= about.as_u64().unwrap()),
        "minimum" => value.as_f64().is_none_or(|number| number >= about.as_f64().unwrap()),
        "maximum" => value.as_f64().is_none_or(|number| number <= about.as_f64().unwrap()),
        "title" | "description" | "default" | "format" | "pattern" => true,
        other => panic!("`{other}` is a rule that this test does not know"),
    })
}

fn is_a(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("`{other}` is no type of JSON"),
    }
}
