//! Detects the dialect of a reply from markers that only one dialect has.
//!
//! Structure comes first: a JSON reply is never searched for calls in text, so a text to be typed cannot pass for an
//! action of another dialect.

use super::refusal::{Refusal, RefusalCode};
use super::reply_context::ReplyContext;
use super::text::embedded::first_object;
use super::text::{calls, find_ignoring_case, tags};
use super::{ALL, Dialect, aguvis, os_atlas, ui_tars};
use crate::fields::number_of;
use crate::json::{Json, Object};
use crate::slice::Slice as _;

/// Returns the dialect of a reply, or a refusal.
pub(super) fn recognise(raw: &str, context: &ReplyContext<'_>) -> Result<&'static dyn Dialect, Refusal> {
    let name = of_markup(raw).or_else(|| of_json(raw, context)).or_else(|| of_text(raw));
    name.and_then(|name| ALL.iter().find(|dialect| dialect.name() == name).copied()).ok_or_else(|| {
        Refusal::new(
            RefusalCode::NoAction,
            "the reply is in no known dialect, or contains no action; reply with one call in the format you were given",
        )
    })
}

/// Recognises a dialect by its tags.
fn of_markup(raw: &str) -> Option<&'static str> {
    let starts_as_json = raw.trim_start().starts_with(['{', '[']);
    if starts_as_json {
        return None;
    }
    if tags::find_tag(raw, "function_calls", false, 0).is_some() || raw.contains("<invoke name=") {
        return Some("mobilerun");
    }
    if raw.contains("<seed:tool_call>") || raw.contains("<function=") || raw.contains("<computer_env>") {
        return Some("ui-tars");
    }
    None
}

/// Recognises a dialect by the keys of the first object.
fn of_json(raw: &str, context: &ReplyContext<'_>) -> Option<&'static str> {
    let split = tags::split_thought(raw.trim(), &["<tool_call>", "<act>", "{"]);
    let body = split.body;
    let heading = find_ignoring_case(body, "### Action", 0).is_some();
    // Calls in text are handled below; their arguments may contain braces.
    let bracket = body.find(['{', '['])?;
    if calls::find_call(body.head(bracket), 0, |name| matches!(name, "do" | "finish" | "info") || aguvis::is_verb(name))
        .is_some()
    {
        return None;
    }
    let mut found = first_object(body, true, |value| of_value(value, body, context, heading).is_some()).ok()?;
    let found = found.take()?;
    of_value(&found.parsed.value, body, context, heading)
}

fn of_value(value: &Json<'_>, body: &str, context: &ReplyContext<'_>, heading: bool) -> Option<&'static str> {
    if let Some(list) = value.as_list() {
        return list
            .iter()
            .take(8)
            .find_map(|item| item.as_object().and_then(|object| of_object(object, body, context, false)));
    }
    of_object(value.as_object()?, body, context, heading)
}

fn of_object(object: &Object<'_>, body: &str, context: &ReplyContext<'_>, heading: bool) -> Option<&'static str> {
    let text = |name: &str| object.get(name).and_then(Json::as_text);
    let kind = text("type");
    if heading && (object.has("action") || object.has("name")) {
        return Some("mobile-agent");
    }
    if object.has("action_type") {
        return Some("android-world");
    }
    if kind == Some("tool_use") || (kind == Some("message") && text("role").is_some() && object.has("stop_reason")) {
        return Some("claude");
    }
    if matches!(kind, Some("computer_call" | "reasoning" | "message")) || object.has("output") || object.has("choices")
    {
        return Some("openai");
    }
    if kind == Some("function_call") && !matches!(object.get("arguments"), Some(Json::Object(_))) {
        return Some("openai");
    }
    if ["functionCall", "function_call", "candidates", "steps", "parts"].iter().any(|key| object.has(key))
        || kind == Some("function_call")
    {
        return Some("gemini");
    }
    if matches!(kind, Some("text" | "thinking")) {
        return Some("claude");
    }
    if text("name").is_some_and(|name| matches!(name, "mobile_use" | "computer_use")) {
        return Some(mobile_use_of(object, body, context));
    }
    if ["POINT", "PRESS", "TYPE", "STATUS", "CLEAR"].iter().any(|key| object.has(key)) {
        return Some("agentcpm");
    }
    if object.has("Action") && (object.has("Observation") || object.has("Thought")) {
        return Some("appagent");
    }
    match object.get("action") {
        Some(Json::Object(_)) => return Some("openpocket"),
        Some(Json::Text(_)) => return Some("executor"),
        _ => {}
    }
    if object.has("actions") && object.has("thought") {
        return Some("openpocket");
    }
    if let Some(name) = text("name") {
        return if ui_tars::is_verb(name) { Some("ui-tars") } else { body.contains("<tool_call>").then_some("mai-ui") };
    }
    if kind.is_some_and(|kind| crate::phone::verbs().iter().any(|verb| verb.name == kind.trim().to_lowercase())) {
        return Some("openpocket");
    }
    if object.has("duration") && object.len() <= 2 {
        return Some("agentcpm");
    }
    None
}

/// Picks the member of the `mobile_use` family, by the text around the call and by coordinates that can only be pixels.
fn mobile_use_of(object: &Object<'_>, body: &str, context: &ReplyContext<'_>) -> &'static str {
    let args = object.get("arguments").and_then(Json::as_object);
    let point = args.and_then(|args| args.get("coordinate")).and_then(Json::as_list).unwrap_or_default();
    let pixels = point.iter().filter_map(number_of).any(|(number, _)| number.get() > 1000.0);
    if body.contains("<conclusion>") || (pixels && context.screen.is_some()) {
        return "qwen2.5-vl";
    }
    let line = |label: &str| body.lines().any(|line| line.trim_start().starts_with(label));
    match (line("Thought:"), line("Action:")) {
        (true, _) => "qwen3-vl",
        (false, true) => "gui-owl",
        (false, false) => "mai-ui",
    }
}

/// Recognises a dialect by calls and lines in text.
fn of_text(raw: &str) -> Option<&'static str> {
    let split = tags::split_thought(raw.trim(), &["<answer>", "Action:", "explain:", "do(", "finish("]);
    let body = split.body;
    if find_ignoring_case(body, "### Action", 0).is_some() {
        return Some("mobile-agent");
    }
    if calls::find_call(body, 0, |name| matches!(name, "do" | "finish" | "info")).is_some() {
        return Some("autoglm");
    }
    if calls::find_call(body, 0, |name| name.starts_with("pyautogui.") || name.starts_with("mobile.")).is_some() {
        return Some("aguvis");
    }
    if body.contains("action:") && (body.contains('\t') || body.contains("explain:")) {
        return Some("gelab");
    }
    let line = |label: &str| body.lines().any(|line| line.trim_start().starts_with(label));
    if line("Observation:") && (line("Action:") || line("Action：")) {
        return Some("appagent");
    }
    if line("Actions:")
        || body.lines().any(|line| os_atlas::is_verb(line.split([' ', '[', '<']).next().unwrap_or_default()))
    {
        return Some("os-atlas");
    }
    let call = calls::find_call(body, 0, ui_tars::is_verb).is_some();
    if call || find_ignoring_case(body, "Action:", 0).is_some() || body.contains("Action：") {
        return Some("ui-tars");
    }
    None
}
