//! Converts JSON Schema, as schemars writes it, to [`Shape`].
//!
//! An unknown keyword is an error: leaving a schema's rule out of the generated guards must be a decision, not an
//! accident.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};

use super::shape::{Choice, Definition, Field, Range, Shape};

/// Keywords that describe the structure of a value.
const STRUCTURE: &[&str] = &[
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "enum",
    "items",
    "maxItems",
    "maximum",
    "minItems",
    "minimum",
    "oneOf",
    "prefixItems",
    "properties",
    "required",
    "type",
];

/// Keywords that only comment, and those whose rule is left to the Rust parsers: guards are structural.
const BESIDE: &[&str] = &[
    "$comment",
    "$defs",
    "$schema",
    "contentEncoding",
    "contentMediaType",
    "default",
    "deprecated",
    "description",
    "examples",
    "format",
    "maxLength",
    "minLength",
    "pattern",
    "propertyNames",
    "readOnly",
    "title",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
];

/// Returns the root definition of a schema, then all nested ones, by name.
pub(crate) fn definitions(schema: &Value) -> Result<Vec<Definition>> {
    let root = schema["title"].as_str().context("a schema needs a `title`: it becomes the name of its type")?;
    let below = schema["$defs"].as_object().into_iter().flatten().map(|(name, schema)| (name.as_str(), schema));
    std::iter::once((root, schema))
        .chain(below)
        .map(|(name, schema)| {
            let shape = Reader { root }.shape(schema).with_context(|| format!("in the schema of `{name}`"))?;
            Ok(Definition { name: name.to_owned(), about: about(schema), shape })
        })
        .collect()
}

fn about(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().to_owned()
}

struct Reader<'s> {
    root: &'s str,
}

impl Reader<'_> {
    fn shape(&self, schema: &Value) -> Result<Shape> {
        let object = match schema {
            Value::Bool(true) => return Ok(Shape::Unknown),
            Value::Object(object) => object,
            other => bail!("cannot generate from the schema `{other}`"),
        };
        if let Some(key) = object.keys().find(|key| ![STRUCTURE, BESIDE].concat().contains(&key.as_str())) {
            bail!("unknown keyword `{key}`; add it to `xtask/src/codegen/lower.rs`");
        }
        let mut parts = Vec::new();
        if let Some(value) = object.get("const") {
            parts.push(Shape::Literal(value.clone()));
        } else if let Some(values) = object.get("enum").and_then(Value::as_array) {
            let choice = |value: &Value| Choice { about: String::new(), shape: Shape::Literal(value.clone()) };
            parts.push(Shape::Union(values.iter().map(choice).collect()));
        } else {
            parts.extend(self.typed(object)?);
        }
        if let Some(target) = object.get("$ref").and_then(Value::as_str) {
            parts.push(Shape::Named(self.target(target)?));
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(choices) = object.get(key).and_then(Value::as_array) {
                parts.push(self.union(choices)?);
            }
        }
        for part in object.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            parts.push(self.shape(part)?);
        }
        // `{type: object, oneOf: …}` adds nothing to its choices.
        if parts.len() > 1 {
            parts.retain(|part| !matches!(part, Shape::Object(fields) if fields.is_empty()));
        }
        Ok(match parts.len() {
            0 => Shape::Unknown,
            1 => parts.swap_remove(0),
            _ => Shape::All(parts),
        })
    }

    fn target(&self, reference: &str) -> Result<String> {
        if reference == "#" {
            return Ok(self.root.to_owned());
        }
        let name = reference.strip_prefix("#/$defs/");
        Ok(name.with_context(|| format!("`{reference}` points outside of `$defs`"))?.to_owned())
    }

    fn union(&self, choices: &[Value]) -> Result<Shape> {
        let mut members: Vec<Choice> = Vec::new();
        for choice in choices {
            let shape = self.shape(choice)?;
            let about = about(choice);
            match shape {
                // `enum` next to documented words: schemars writes the undocumented ones together.
                Shape::Union(inner) if about.is_empty() => members.extend(inner),
                shape => members.push(Choice { about, shape }),
            }
        }
        Ok(Shape::Union(members))
    }

    fn typed(&self, object: &Map<String, Value>) -> Result<Option<Shape>> {
        let kinds: Vec<&str> = match object.get("type") {
            Some(Value::String(kind)) => vec![kind],
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
            _ if object.contains_key("properties") => vec!["object"],
            _ => return Ok(None),
        };
        let mut shapes = kinds.iter().map(|kind| self.kind(kind, object)).collect::<Result<Vec<_>>>()?;
        if shapes.len() == 1 {
            return Ok(shapes.pop());
        }
        let choice = |shape| Choice { about: String::new(), shape };
        Ok(Some(Shape::Union(shapes.into_iter().map(choice).collect())))
    }

    fn kind(&self, kind: &str, object: &Map<String, Value>) -> Result<Shape> {
        Ok(match kind {
            "null" => Shape::Null,
            "boolean" => Shape::Boolean,
            "string" => Shape::Text,
            "number" => Shape::Number(range(object, false)),
            "integer" => Shape::Number(range(object, true)),
            "array" => self.list(object)?,
            "object" => self.object(object)?,
            other => bail!("unknown type `{other}`"),
        })
    }

    fn list(&self, object: &Map<String, Value>) -> Result<Shape> {
        if let Some(items) = object.get("prefixItems").and_then(Value::as_array) {
            let fixed = object.get("maxItems").and_then(Value::as_u64) == u64::try_from(items.len()).ok();
            ensure!(fixed, "a list that begins with fixed items must end with them (`maxItems`)");
            return Ok(Shape::Tuple(items.iter().map(|item| self.shape(item)).collect::<Result<_>>()?));
        }
        let item = object.get("items").map_or(Ok(Shape::Unknown), |item| self.shape(item))?;
        Ok(Shape::List(Box::new(item)))
    }

    fn object(&self, object: &Map<String, Value>) -> Result<Shape> {
        let others = object.get("additionalProperties");
        let Some(properties) = object.get("properties").and_then(Value::as_object) else {
            // Without any fields it is an empty struct.
            let Some(others) = others.filter(|others| **others != false) else { return Ok(Shape::Object(Vec::new())) };
            return Ok(Shape::Map(Box::new(self.shape(others)?)));
        };
        ensure!(others.is_none_or(Value::is_boolean), "an object has either fields or any keys, not both");
        let required: Vec<&str> =
            object.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut fields = properties
            .iter()
            .map(|(name, schema)| self.field(name, schema, required.contains(&name.as_str())))
            .collect::<Result<Vec<_>>>()?;
        // Required fields in the order of the Rust type, the others by name: `properties` keeps no order.
        let rank = |field: &Field| required.iter().position(|name| *name == field.name).unwrap_or(usize::MAX);
        fields.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
        Ok(Shape::Object(fields))
    }

    fn field(&self, name: &str, schema: &Value, required: bool) -> Result<Field> {
        let shape = self.shape(schema).with_context(|| format!("in the field `{name}`"))?;
        Ok(Field {
            name: name.to_owned(),
            about: about(schema),
            required,
            default: schema.get("default").cloned(),
            shape,
        })
    }
}

/// Returns the bounds of a number; those of a sized integer follow from its format.
fn range(object: &Map<String, Value>, whole: bool) -> Range {
    let format = match object.get("format").and_then(Value::as_str) {
        Some("uint8") => (0.0, u8::MAX.into()),
        Some("uint16") => (0.0, u16::MAX.into()),
        Some("uint32") => (0.0, u32::MAX.into()),
        Some("int8") => (i8::MIN.into(), i8::MAX.into()),
        Some("int16") => (i16::MIN.into(), i16::MAX.into()),
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        _ => (f64::NEG_INFINITY, f64::INFINITY),
    };
    let given = |key: &str| object.get(key).and_then(Value::as_f64);
    let finite = |bound: f64| bound.is_finite().then_some(bound);
    Range {
        whole,
        least: given("minimum").or_else(|| finite(format.0)),
        most: given("maximum").or_else(|| finite(format.1)),
    }
}

#[cfg(test)]
mod tests;
