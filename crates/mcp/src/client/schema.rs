//! The schema of a tool's arguments, bounded in size and depth. References are not expanded, so a recursive schema
//! stays as long as it was written.

use serde_json::{Map, Value};

use super::text::line;

/// The largest schema, in bytes: a prompt has to hold it.
const MOST_BYTES: usize = 16 << 10;
/// The greatest depth; anything deeper becomes any value.
const DEEPEST: usize = 12;
/// How many members or items of one value are kept.
const WIDEST: usize = 128;
/// The longest description inside a schema.
const LONGEST_TEXT: usize = 600;

/// Returns the schema as a model sees it. If it is too large it loses its descriptions, then everything but the names.
pub(super) fn bounded(schema: &Map<String, Value>) -> Value {
    let whole = object(schema, 0, true);
    if fits(&whole) {
        return whole;
    }
    let bare = object(schema, 0, false);
    if fits(&bare) {
        return bare;
    }
    let names = schema.get("properties").and_then(Value::as_object);
    let names = names.into_iter().flat_map(|names| names.keys()).take(WIDEST);
    let properties: Map<String, Value> = names.map(|name| (line(name, 100), Value::Object(Map::new()))).collect();
    let mut least = Map::new();
    least.insert("type".to_owned(), "object".into());
    least.insert("properties".to_owned(), properties.into());
    least.into()
}

fn fits(value: &Value) -> bool {
    value.to_string().len() <= MOST_BYTES
}

fn object(members: &Map<String, Value>, depth: usize, described: bool) -> Value {
    let kept = members.iter().filter(|(name, value)| described || !(is_words(name) && value.is_string()));
    let kept = kept.take(WIDEST).map(|(name, inner)| (line(name, 200), value(inner, depth + 1, described)));
    Value::Object(kept.collect())
}

fn value(inner: &Value, depth: usize, described: bool) -> Value {
    match inner {
        Value::Object(_) | Value::Array(_) if depth > DEEPEST => Value::Bool(true),
        Value::Object(members) => object(members, depth, described),
        Value::Array(items) => items.iter().take(WIDEST).map(|item| value(item, depth + 1, described)).collect(),
        Value::String(text) => Value::String(line(text, LONGEST_TEXT)),
        other => other.clone(),
    }
}

/// Returns whether a keyword is documentation, which a model can do without.
fn is_words(name: &str) -> bool {
    matches!(name, "description" | "title" | "examples" | "default" | "$comment" | "$schema" | "$id")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(schema: &Value) -> Value {
        bounded(schema.as_object().unwrap())
    }

    #[test]
    fn an_ordinary_schema_stays_as_it_is() {
        let schema = json!({"type": "object", "required": ["a"], "properties": {
            "a": {"type": "string", "description": "what"}, "b": {"$ref": "#/$defs/b"}}, "$defs": {"b": {"enum": [1, 2]}}});
        assert_eq!(of(&schema), schema);
        let recursive =
            json!({"$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}}}}, "$ref": "#/$defs/node"});
        assert_eq!(of(&recursive), recursive);
    }

    #[test]
    fn a_schema_is_bounded_in_every_direction() {
        let mut deep = json!({});
        for _ in 0..100 {
            deep = json!({"properties": {"x": deep}});
        }
        let long = json!({"properties": {"a": {"description": "x".repeat(100_000)}}});
        let wide: Map<String, Value> =
            (0..5000).map(|n| (format!("p{n}"), json!({"enum": ["y".repeat(300)]}))).collect();
        let wide = json!({"properties": wide});
        let listed = json!({"enum": (0..100_000).collect::<Vec<u32>>()});
        for schema in [deep, long, wide, listed] {
            let kept = of(&schema);
            assert!(fits(&kept) && kept.is_object(), "{}", kept.to_string().len());
        }
        let escapes = of(&json!({"properties": {"a": {"description": "\u{1b}[2Jhi"}}}));
        assert_eq!(escapes["properties"]["a"]["description"], "hi");
    }
}
