//! Writes a macro as TOML: one block a step, one line a field, what matters first.

use action::macros::{Macro, MacroStep, Target};
use serde::Serialize;
use serde_json::Value;
use toml_edit::{Array, InlineTable};

/// Writes a macro. It can be read back unchanged.
pub fn written(one: &Macro) -> String {
    let mut text = String::new();
    line(&mut text, "version", &one.version);
    line(&mut text, "name", &one.name);
    for (name, value) in [("about", &one.about), ("goal", &one.goal)] {
        if !value.is_empty() {
            line(&mut text, name, value);
        }
    }
    for parameter in &one.parameters {
        text.push_str("\n[[parameter]]\n");
        fields(&mut text, "", parameter);
    }
    for (at, step) in one.steps.iter().enumerate() {
        text.push_str(&format!("\n# {}. {}\n[[step]]\n", at + 1, words(step)));
        line(&mut text, "do", &step.action);
        if step.outward {
            line(&mut text, "outward", &true);
        }
        for (name, target) in [("on", &step.on), ("to", &step.to)] {
            if let Some(target) = target {
                fields(&mut text, &format!("{name}."), target);
            }
        }
        if let Some(screen) = &step.screen {
            fields(&mut text, "screen.", screen);
        }
        if !step.expect.is_empty() {
            line(&mut text, "expect", &step.expect);
        }
    }
    text
}

/// The step in a few words, for its comment.
fn words(step: &MacroStep) -> String {
    let field = |name: &str| step.action.get(name).and_then(Value::as_str);
    let verb = field("type").unwrap_or_default().replace('_', " ");
    let value = ["text", "packageName", "name", "url", "keycode", "direction", "command"].into_iter().find_map(field);
    let on = step.on.as_ref().map(Target::shown);
    let words = [Some(verb.as_str()), value.or(on)].into_iter().flatten().collect::<Vec<_>>().join(" ");
    // A comment ends at the end of its line, and has no control characters.
    words.chars().take(80).map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}

/// One line for each field of an object, in the order of its type.
fn fields(text: &mut String, prefix: &str, value: &impl Serialize) {
    if let Ok(Value::Object(fields)) = serde_json::to_value(value) {
        for (name, value) in &fields {
            line(text, &format!("{prefix}{name}"), value);
        }
    }
}

fn line(text: &mut String, name: &str, value: &impl Serialize) {
    let value = serde_json::to_value(value).ok().and_then(|value| toml(&value));
    if let Some(value) = value {
        text.push_str(&format!("{name} = {}\n", value.to_string().trim()));
    }
}

/// The TOML of a JSON value; `None` for null, which TOML lacks.
fn toml(value: &Value) -> Option<toml_edit::Value> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(value) => (*value).into(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64()?.into(),
        },
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => toml_edit::Value::Array(items.iter().filter_map(toml).collect::<Array>()),
        Value::Object(fields) => {
            // The kind of an action comes first.
            let (first, rest): (Vec<_>, Vec<_>) = fields.iter().partition(|(name, _)| *name == "type");
            let mut table = InlineTable::new();
            for (name, value) in first.into_iter().chain(rest) {
                if let Some(value) = toml(value) {
                    table.insert(name, value);
                }
            }
            toml_edit::Value::InlineTable(table)
        }
    })
}
