//! The parts that traces and metrics share in OTLP's JSON encoding. Numbers of 64 bits are strings there, ids are hex.

use jiff::Timestamp;
use serde_json::{Value, json};

/// An attribute with a text.
pub(super) fn text(key: &str, value: impl Into<String>) -> Value {
    json!({"key": key, "value": {"stringValue": value.into()}})
}

/// An attribute with a whole number.
pub(super) fn number(key: &str, value: u64) -> Value {
    json!({"key": key, "value": {"intValue": value.to_string()}})
}

/// An attribute with a truth value.
pub(super) fn flag(key: &str, value: bool) -> Value {
    json!({"key": key, "value": {"boolValue": value}})
}

/// A moment. OTLP counts nanoseconds since 1970 without a sign.
pub(super) fn nanoseconds(at: Timestamp) -> String {
    u64::try_from(at.as_nanosecond()).unwrap_or_default().to_string()
}

/// Who sends this.
pub(super) fn resource(version: &str) -> Value {
    json!({"attributes": [text("service.name", "fingertip"), text("service.version", version)]})
}

/// Which code measured it.
pub(super) fn scope(version: &str) -> Value {
    json!({"name": "fingertip", "version": version})
}
