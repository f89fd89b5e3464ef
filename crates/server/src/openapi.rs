//! The OpenAPI document, generated from the table of routes and the Rust types.

use serde_json::{Map, Value, json};

use desktop::wire::Refusal;

use crate::access::Access;
use crate::route::{Body, Route};

/// Returns the document, OpenAPI 3.1.
pub(crate) fn document(routes: impl Iterator<Item = &'static Route>) -> Value {
    let mut schemas = Map::new();
    let mut paths = Map::new();
    for route in routes {
        let path = route.path.replace("{*", "{");
        let operation = operation(route, &path, &mut schemas);
        if let Some(methods) = paths.entry(path).or_insert_with(|| json!({})).as_object_mut() {
            methods.insert(route.method.to_owned(), operation);
        }
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Fingertip",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The desktop that agents fill and people look at. See docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The owner's token, or an agent's.",
                },
                "page": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "fingertip_7717",
                    "description": "The session of a page, from POST /api/session; the name ends with the port.",
                },
            },
        },
    });
    document.sort_all_objects();
    document
}

fn operation(route: &Route, path: &str, schemas: &mut Map<String, Value>) -> Value {
    let mut parameters: Vec<Value> = path
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| json!({ "in": "path", "name": name, "required": true, "schema": { "type": "string" } }))
        .collect();
    for (place, name, about) in route.parameters {
        let number = name.ends_with("_ms") || matches!(*name, "since" | "limit" | "max_steps");
        let kind = if number { json!({ "type": "integer", "minimum": 0 }) } else { json!({ "type": "string" }) };
        parameters.push(json!({ "in": place, "name": name, "description": about, "schema": kind }));
    }
    let mut responses = Map::new();
    for (status, about, body) in route.answers {
        let mut response = json!({ "description": about });
        match body {
            Body::Nothing => {}
            Body::Json(make) => response["content"] = json!({ "application/json": { "schema": take(make, schemas) } }),
            Body::Other(kind) => response["content"] = json!({ *kind: {} }),
        }
        responses.insert(status.to_string(), response);
    }
    let refused = |about: &str, schemas: &mut Map<String, Value>| {
        let schema = take(&(action::schema::of::<Refusal> as fn() -> schemars::Schema), schemas);
        json!({ "description": about, "content": { "application/json": { "schema": schema } } })
    };
    if !matches!(route.access, Access::Open | Access::Address) {
        responses.insert("401".to_owned(), refused("The caller is unknown.", schemas));
    }
    // Any request can be rejected for another host or origin, the wrong method or kind of body, or its size.
    responses.insert("default".to_owned(), refused("The request is rejected.", schemas));
    let mut operation = json!({
        "summary": route.summary,
        "operationId": name(route),
        "parameters": parameters,
        "responses": responses,
        "security": match route.access {
            Access::Open | Access::Address => json!([]),
            Access::Acting => json!([{ "bearer": [] }]),
            Access::Known | Access::Owner => json!([{ "bearer": [] }, { "page": [] }]),
        },
    });
    if let Some(make) = route.body {
        let schema = take(&make, schemas);
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    operation
}

/// Returns an id such as `get_api_agents_name`.
fn name(route: &Route) -> String {
    let words = route.path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    std::iter::once(route.method).chain(words).collect::<Vec<_>>().join("_")
}

/// Adds a type's schema and those it mentions to the document; returns a reference to it.
fn take(make: &fn() -> schemars::Schema, schemas: &mut Map<String, Value>) -> Value {
    let mut schema = make().to_value();
    redirect(&mut schema);
    let Some(object) = schema.as_object_mut() else { return schema };
    object.remove("$schema");
    if let Some(Value::Object(mentioned)) = object.remove("$defs") {
        schemas.extend(mentioned);
    }
    let name = object.get("title").and_then(Value::as_str).unwrap_or("Schema").to_owned();
    let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
    schemas.insert(name, schema);
    reference
}

/// Rewrites `#/$defs/X` to `#/components/schemas/X`.
fn redirect(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::String(to)) = object.get_mut("$ref")
                && let Some(name) = to.strip_prefix("#/$defs/")
            {
                *to = format!("#/components/schemas/{name}");
            }
            object.values_mut().for_each(redirect);
        }
        Value::Array(items) => items.iter_mut().for_each(redirect),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_there_and_every_reference_leads_somewhere() {
        let document = document(crate::routes::table());
        for route in crate::routes::table() {
            let operation = &document["paths"][route.path.replace("{*", "{")][route.method];
            assert_eq!(operation["summary"], route.summary);
            assert!(route.summary.ends_with('.') && !route.answers.is_empty(), "{}", route.path);
        }
        fn check(value: &Value, schemas: &Value, seen: &mut usize) {
            match value {
                Value::Object(object) => {
                    if let Some(to) = object.get("$ref").and_then(Value::as_str) {
                        let name = to.strip_prefix("#/components/schemas/").expect("a reference within the document");
                        assert!(schemas.get(name).is_some(), "`{to}` leads nowhere");
                        *seen += 1;
                    }
                    object.values().for_each(|value| check(value, schemas, seen));
                }
                Value::Array(items) => items.iter().for_each(|value| check(value, schemas, seen)),
                _ => {}
            }
        }
        let mut seen = 0;
        check(&document, &document["components"]["schemas"], &mut seen);
        assert!(seen > 50, "{seen} references");
    }
}
