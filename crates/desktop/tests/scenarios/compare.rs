//! Compares what a scenario expects with what is there. Only what is named is compared; a list and an object without
//! fields are compared as a whole, and `null` also stands for a missing value.

use serde_json::Value;

/// Returns where `found` differs from `expected`.
pub(crate) fn differs(expected: &Value, found: Option<&Value>, path: &str) -> Option<String> {
    let tell = |found: Option<&Value>| {
        let found = found.map_or_else(|| "nothing".to_owned(), Value::to_string);
        Some(format!("{path}: expected {expected}, found {found}"))
    };
    match (expected, found) {
        (Value::Null, None | Some(Value::Null)) => None,
        (Value::Object(fields), Some(Value::Object(there))) if fields.is_empty() => {
            if there.is_empty() {
                None
            } else {
                tell(found)
            }
        }
        (Value::Object(fields), Some(Value::Object(there))) => {
            fields.iter().find_map(|(name, value)| differs(value, there.get(name), &format!("{path}/{name}")))
        }
        (Value::Array(items), Some(Value::Array(there))) if items.len() == there.len() => {
            let mut pairs = items.iter().zip(there).enumerate();
            pairs.find_map(|(index, (item, there))| differs(item, Some(there), &format!("{path}/{index}")))
        }
        (Value::Number(a), Some(Value::Number(b))) if a.as_f64() == b.as_f64() => None,
        (expected, Some(found)) if expected == found => None,
        _ => tell(found),
    }
}
