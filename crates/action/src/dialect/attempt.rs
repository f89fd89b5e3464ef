//! Detects whether a reply without an action in its dialect still attempted a call: a native tool call, a call of
//! another dialect, or a call that was cut off.
//!
//! Such a reply is an invalid action: the model gets an error and may retry. Plain text would end the task the second
//! time. Called only after a dialect found nothing; it never reads an action, and it ignores the thought.

use super::refusal::Refusal;
use super::text::tags;
use crate::finding::quoted;
use crate::json::{Json, Object};
use crate::slice::Slice as _;

/// The most opening brackets that are examined, as in `first_object`. A call is near the front, and the bound keeps
/// prose full of brackets cheap.
const TRIES: usize = 8;

/// First keys of calls, in the JSON of any dialect or tool interface. Keys of ordinary data are not listed.
const FIRST_KEYS: &[&str] = &[
    "thought",
    "thinking",
    "action",
    "actions",
    "action_type",
    "type",
    "name",
    "tool",
    "tool_calls",
    "tool_use",
    "function",
    "functionCall",
    "function_call",
    "arguments",
    "choices",
];

/// Tags around calls.
const TAGS: &[&str] = &["<function_calls", "<invoke ", "<function=", "<seed:tool_call"];

/// Returns the refusal for a reply that attempted a call; `shape` is the expected format.
pub(super) fn refusal(raw: &str, shape: &str) -> Option<Refusal> {
    let body = tags::split_thought(raw.trim(), &["<tool_call>", "{"]).body;
    let problem = in_tags(body).or_else(|| in_json(body))?;
    Some(Refusal::unreadable(format!("{problem}; nothing was done. Expected {shape}")))
}

fn in_tags(body: &str) -> Option<String> {
    if let Some((_, inside)) = tags::find_tag(body, "tool_call", false, 0) {
        return Some(match Json::loose(body.tail(inside).trim_start()) {
            Ok(parsed) => native(parsed.value.as_object().and_then(name)),
            Err(error) => cut_off(&error.to_string()),
        });
    }
    TAGS.iter().any(|tag| body.contains(tag)).then(|| native(None))
}

fn in_json(body: &str) -> Option<String> {
    let mut at = 0;
    for _ in 0..TRIES {
        let start = at + body.tail(at).find('{')?;
        at = start + 1;
        if !FIRST_KEYS.contains(&first_key(body.tail(at))) {
            continue;
        }
        match Json::loose(body.tail(start)) {
            Err(error) => return Some(cut_off(&error.to_string())),
            Ok(parsed) => match parsed.value.as_object() {
                Some(object) if is_call(object) => return Some(native(name(object))),
                _ => at = start + parsed.end.max(1),
            },
        }
    }
    None
}

/// Returns the first key of an object; empty if it has none.
fn first_key(inside: &str) -> &str {
    let key = inside.trim_start().strip_prefix(['"', '\'', '“']).unwrap_or_default();
    key.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or("", |end| key.head(end))
}

fn is_call(object: &Object<'_>) -> bool {
    let any = |keys: &[&str]| keys.iter().any(|key| object.has(key));
    let kind = object.get("type").and_then(Json::as_text).unwrap_or_default();
    any(&["action", "actions", "action_type", "functionCall", "function_call", "tool_calls", "tool", "choices"])
        || matches!(kind, "tool_use" | "function" | "function_call" | "computer_call")
        || (any(&["name", "function"]) && any(&["arguments", "args", "parameters", "input"]))
}

fn name<'o>(object: &'o Object<'_>) -> Option<&'o str> {
    object.get("name").and_then(Json::as_text)
}

fn native(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("the reply calls {} in a format that this task does not use", quoted(name)),
        None => "the reply contains a call in a format that this task does not use".to_owned(),
    }
}

fn cut_off(error: &str) -> String {
    format!("the reply contains a call that is cut off or broken ({error}); send it in full, with a shorter thought")
}
