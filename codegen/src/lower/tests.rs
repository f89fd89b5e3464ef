//! Schemas that can be generated from, and those that cannot.

use serde_json::{Value, json};

use super::*;

fn check(mut schema: Value, expected: Shape) {
    schema["title"] = json!("Sample");
    assert_eq!(definitions(&schema).unwrap()[0].shape, expected);
}

fn refuse(mut schema: Value, message: &str) {
    schema["title"] = json!("Sample");
    let error = format!("{:#}", definitions(&schema).unwrap_err());
    assert!(error.contains(message), "{error}");
}

#[test]
fn what_schemars_writes_can_be_read() {
    let number = |least, most| Shape::Number(Range { whole: true, least, most });
    check(json!({}), Shape::Unknown);
    check(json!({ "type": "object" }), Shape::Object(Vec::new()));
    check(json!({ "type": "object", "additionalProperties": true }), Shape::Map(Box::new(Shape::Unknown)));
    check(json!({ "type": "integer", "format": "uint8" }), number(Some(0.0), Some(255.0)));
    check(json!({ "type": "integer", "format": "uint64", "minimum": 0 }), number(Some(0.0), None));
    check(json!({ "const": "a", "type": "string" }), Shape::Literal(json!("a")));
    check(json!({ "$ref": "#" }), Shape::Named("Sample".to_owned()));
    check(json!({ "$ref": "#/$defs/Other", "description": "Words." }), Shape::Named("Other".to_owned()));
    check(json!({ "allOf": [{ "$ref": "#/$defs/Other" }], "type": "object" }), Shape::Named("Other".to_owned()));
}

#[test]
fn fields_stand_in_the_order_of_required_then_by_name() {
    let schema = json!({
        "title": "Sample",
        "type": "object",
        "properties": { "a": true, "b": true, "x1": true, "x2": true, "y1": true },
        "required": ["x1", "y1", "x2"],
    });
    let definitions = definitions(&schema).unwrap();
    let Shape::Object(fields) = &definitions[0].shape else { panic!("no object") };
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["x1", "y1", "x2", "a", "b"]);
}

#[test]
fn what_no_guard_would_check_is_refused() {
    refuse(json!({ "not": {} }), "keyword `not`");
    refuse(json!({ "properties": { "a": { "if": {} } } }), "in the field `a`");
    refuse(json!({ "$ref": "https://example.com" }), "points outside");
    refuse(json!({ "type": "object", "properties": {}, "additionalProperties": { "type": "string" } }), "not both");
    refuse(json!({ "type": "array", "prefixItems": [true] }), "maxItems");
}
