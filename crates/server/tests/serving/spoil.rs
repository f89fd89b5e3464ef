//! Corrupts valid JSON in every way, one field at a time.

use serde_json::{Value, json};

/// Returns values at the border between a value of this kind and the next.
pub(crate) fn wrong_for(value: &Value) -> Vec<Value> {
    let all = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!("\u{0}"),
        json!([]),
        json!({}),
        json!([[[]]]),
    ];
    let same = |other: &Value| std::mem::discriminant(other) == std::mem::discriminant(value);
    all.into_iter().filter(|other| !same(other)).collect()
}

/// Returns every way to corrupt one field, at any depth, each with the path of the field; a leading `-` means that it
/// was removed.
pub(crate) fn spoilt(whole: &Value) -> Vec<(String, Value)> {
    let mut out = Vec::new();
    walk(whole, &mut Vec::new(), &mut |path, value| {
        for wrong in wrong_for(value) {
            out.push((path.join("."), replaced(whole, path, Some(wrong))));
        }
        out.push((format!("-{}", path.join(".")), replaced(whole, path, None)));
    });
    out
}

/// Returns the value with another at this path, or with nothing there.
pub(crate) fn replaced(whole: &Value, path: &[String], with: Option<Value>) -> Value {
    let mut whole = whole.clone();
    let (last, parents) = path.split_last().unwrap();
    let mut at = &mut whole;
    for name in parents {
        at = match at {
            Value::Array(items) => &mut items[name.parse::<usize>().unwrap()],
            other => &mut other[name],
        };
    }
    match (at, with) {
        (Value::Array(items), Some(with)) => items[last.parse::<usize>().unwrap()] = with,
        (Value::Array(items), None) => _ = items.remove(last.parse().unwrap()),
        (Value::Object(object), Some(with)) => _ = object.insert(last.clone(), with),
        (Value::Object(object), None) => _ = object.remove(last),
        _ => unreachable!("the path leads through lists and objects"),
    }
    whole
}

/// Returns texts that are no message of any kind, made from a valid one.
pub(crate) fn nonsense(good: &Value) -> Vec<String> {
    let text = good.to_string();
    let (key, value) = good.as_object().unwrap().iter().next().unwrap();
    let doubled = format!("{{{}:{value},{}", json!(key), &text[1..]);
    let mut all: Vec<String> =
        ["", " ", "null", "7", "\"x\"", "[]", "{", "\u{feff}{}", "NaN", "'x'"].map(str::to_owned).into();
    all.extend([text[..text.len() - 1].to_owned(), format!("{text}{text}"), format!("{text},"), doubled]);
    all.extend(["[".repeat(5000), "{\"a\":".repeat(5000), format!("[{text}]"), format!("// {text}")]);
    all
}

fn walk(value: &Value, path: &mut Vec<String>, visit: &mut impl FnMut(&[String], &Value)) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(object) => object.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => return,
    };
    for (name, value) in inner {
        path.push(name);
        visit(path, value);
        walk(value, path, visit);
        path.pop();
    }
}
