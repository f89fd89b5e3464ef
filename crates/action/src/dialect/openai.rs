//! OpenAI's computer use: `computer_call` items of the Responses API with one `action` or several `actions`; pixels of
//! the sent picture. Function calls of both APIs are tools.

use super::call::Call;
use super::coordinates::{Direction, TouchTarget};
use super::out::Out;
use super::refusal::Refusal;
use super::text::json_part;
use super::{Dialect, Grid, ReplyContext, keys, write as w};
use crate::finding::Code;
use crate::json::{Json, Object};
use crate::phone::{AgentAction, keys as codes};

pub(super) struct OpenAi;

const VERBS: &[&str] = &["click", "double_click", "drag", "keypress", "move", "screenshot", "scroll", "type", "wait"];

impl Dialect for OpenAi {
    fn name(&self) -> &'static str {
        "openai"
    }

    fn about(&self) -> &'static str {
        "OpenAI models with the computer use tool"
    }

    fn grid(&self) -> Grid {
        Grid::Picture
    }

    fn shape(&self) -> &'static str {
        "A `computer_call` with its `action`; when the task is done, the closing message as plain text."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let Some(json) = json_part(reply) else {
            out.text_only(reply);
            return Ok(());
        };
        let parsed = Json::loose(json).map_err(|error| Refusal::unreadable(error.to_string()))?;
        out.repaired(parsed.repairs);
        let mut texts: Vec<String> = Vec::new();
        let mut called = false;
        for item in items(&parsed.value) {
            let Some(object) = item.as_object() else { continue };
            match object.get("type").and_then(Json::as_text) {
                Some("reasoning") => out.think(&texts_in(object.get("summary"))),
                Some("message") => {
                    if let Some(refusal) = refusal_in(object) {
                        out.fail(Some(refusal));
                        called = true;
                    }
                    texts.push(texts_in(object.get("content")));
                }
                Some("output_text" | "text") => {
                    texts.extend(object.get("text").and_then(Json::as_text).map(str::to_owned))
                }
                Some("computer_call") => {
                    called = true;
                    texts.drain(..).for_each(|text| out.think(&text));
                    computer_call(object, out)?;
                }
                Some("function_call") => {
                    called = true;
                    texts.drain(..).for_each(|text| out.think(&text));
                    function_call(object, out)?;
                }
                Some("function") => {
                    called = true;
                    if let Some(Json::Object(function)) = object.get("function") {
                        function_call(function, out)?;
                    }
                }
                Some("computer_call_output" | "web_search_call" | "function_call_output") => {}
                // An action without the item around it.
                Some(verb) if VERBS.contains(&verb) => {
                    called = true;
                    out.repair(Code::Markup, "the call around the action was missing");
                    act(verb, object, out)?;
                }
                // A message of the chat API.
                None if object.has("content") || object.has("tool_calls") => {
                    texts.extend(object.get("content").and_then(Json::as_text).map(str::to_owned));
                    if let Some(Json::List(calls)) = object.get("tool_calls") {
                        texts.drain(..).for_each(|text| out.think(&text));
                        for call in calls {
                            called = true;
                            if let Some(Json::Object(function)) = call.as_object().and_then(|call| call.get("function"))
                            {
                                function_call(function, out)?;
                            }
                        }
                    }
                }
                other => {
                    return Err(Refusal::bad(
                        "reply",
                        "type",
                        other.unwrap_or("nothing"),
                        "`computer_call`, `function_call` or `message`",
                    ));
                }
            }
        }
        let text = texts.join("\n");
        if !called && !text.trim().is_empty() {
            out.text_only(&text);
        }
        Ok(())
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::pair(self.grid(), x, y, context).map(|(x, y)| format!(r#""x":{x},"y":{y}"#));
        let action = match action {
            AgentAction::Tap(tap) => format!(r#"{{"type":"click","button":"left",{}}}"#, at(tap.x, tap.y)?),
            AgentAction::DoubleTap(tap) => format!(r#"{{"type":"double_click",{}}}"#, at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => {
                format!(r#"{{"type":"click","button":"right",{}}}"#, at(press.x, press.y)?)
            }
            AgentAction::Drag(drag) => {
                format!(r#"{{"type":"drag","path":[{{{}}},{{{}}}]}}"#, at(drag.x1, drag.y1)?, at(drag.x2, drag.y2)?)
            }
            AgentAction::Type(text) => format!(r#"{{"type":"type","text":{}}}"#, w::json(&text.text)),
            AgentAction::Keyevent(key) => {
                format!(r#"{{"type":"keypress","keys":["{}"]}}"#, keys::short_name(&key.keycode)?)
            }
            AgentAction::KeyCombination(combination) if combination.keys.len() > 1 => {
                let names: Option<Vec<String>> = combination
                    .keys
                    .iter()
                    .map(|key| keys::short_name(key).map(|name| format!("\"{name}\"")))
                    .collect();
                format!(r#"{{"type":"keypress","keys":[{}]}}"#, names?.join(","))
            }
            AgentAction::Wait(_) => r#"{"type":"wait"}"#.to_owned(),
            AgentAction::Observe(_) => r#"{"type":"screenshot"}"#.to_owned(),
            AgentAction::McpCall(call) => {
                let args = serde_json::Value::Object(call.args.clone()).to_string();
                return Some(format!(
                    r#"{{"type":"function_call","call_id":"c1","name":{},"arguments":{}}}"#,
                    w::json(&call.tool),
                    w::json(&args)
                ));
            }
            _ => return None,
        };
        Some(format!(
            r#"{{"type":"computer_call","call_id":"c1","action":{action},"pending_safety_checks":[],"status":"completed"}}"#
        ))
    }

    fn write_scroll(&self, direction: Direction, context: &ReplyContext<'_>) -> Option<String> {
        let extent = self.grid().extent(context)?;
        let (across, along) = match direction {
            Direction::Up => (0, -600),
            Direction::Down => (0, 600),
            Direction::Left => (-600, 0),
            Direction::Right => (600, 0),
        };
        Some(format!(
            r#"{{"type":"computer_call","call_id":"c1","action":{{"type":"scroll","x":{},"y":{},"scroll_x":{across},"scroll_y":{along}}},"pending_safety_checks":[],"status":"completed"}}"#,
            extent.w / 2,
            extent.h / 2
        ))
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!(
            r#"[{{"type":"reasoning","summary":[{{"type":"summary_text","text":{}}}]}},{}]"#,
            w::json(thought),
            actions.join(",")
        )
    }
}

/// Returns the items of a response, a list of items, the message of a chat completion, or one item.
fn items<'v, 'j>(value: &'v Json<'j>) -> &'v [Json<'j>] {
    if let Some(object) = value.as_object() {
        if let Some(Json::List(items)) = object.get("output") {
            return items;
        }
        let choice = object.get("choices").and_then(Json::as_list).and_then(<[_]>::first).and_then(Json::as_object);
        if let Some(message) = choice.and_then(|choice| choice.get("message")) {
            return std::slice::from_ref(message);
        }
    }
    value.as_list().unwrap_or(std::slice::from_ref(value))
}

fn texts_in(content: Option<&Json<'_>>) -> String {
    match content {
        Some(Json::Text(text)) => text.clone().into_owned(),
        Some(Json::List(parts)) => {
            let text = |part: &Json<'_>| {
                part.as_object().and_then(|part| part.get("text")).and_then(Json::as_text).map(str::to_owned)
            };
            parts.iter().filter_map(text).collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

fn refusal_in(message: &Object<'_>) -> Option<String> {
    let parts = message.get("content").and_then(Json::as_list)?;
    parts.iter().find_map(|part| part.as_object()?.get("refusal")?.as_text().map(str::to_owned))
}

fn computer_call(item: &Object<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    if let Some(Json::List(checks)) = item.get("pending_safety_checks") {
        for check in checks {
            let part = |name: &str| check.as_object().and_then(|check| check.get(name)).and_then(Json::as_text);
            let message = part("message")
                .or_else(|| part("code"))
                .unwrap_or("The model asks for a safety check to be acknowledged.");
            out.confirm(message.to_owned());
        }
    }
    let actions = match (item.get("actions"), item.get("action")) {
        (Some(Json::List(actions)), _) if !actions.is_empty() => actions.as_slice(),
        (_, Some(action)) => std::slice::from_ref(action),
        _ => return Err(Refusal::missing("computer_call", "action", &format!("one of {}", VERBS.join(", ")))),
    };
    for action in actions {
        let object =
            action.as_object().ok_or_else(|| Refusal::bad("computer_call", "action", action.kind(), "an object"))?;
        let verb = object.get("type").and_then(Json::as_text);
        let verb =
            verb.ok_or_else(|| Refusal::missing("computer_call", "type", &format!("one of {}", VERBS.join(", "))))?;
        act(verb, object, out)?;
        if out.is_full() {
            break;
        }
    }
    Ok(())
}

fn function_call(item: &Object<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let name = item
        .get("name")
        .and_then(Json::as_text)
        .ok_or_else(|| Refusal::missing("function_call", "name", "the tool's name"))?;
    match item.get("arguments") {
        Some(Json::Object(args)) => out.tool(name, args, &[]),
        Some(Json::Text(text)) if !text.trim().is_empty() => {
            let parsed = Json::loose(text)
                .map_err(|error| Refusal::unreadable(format!("the arguments of `{name}` are {error}")))?;
            let args = parsed
                .value
                .as_object()
                .ok_or_else(|| Refusal::bad(name, "arguments", parsed.value.kind(), "an object"))?;
            out.tool(name, args, &[])
        }
        None | Some(Json::Null | Json::Text(_)) => out.tool(name, &Object::default(), &[]),
        Some(other) => Err(Refusal::bad(name, "arguments", other.kind(), "an object")),
    }
}

fn act(verb: &str, object: &Object<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let call = Call::new(verb, object.clone());
    match verb {
        "click" => {
            let button = match call.get(&["button"]) {
                None => "left".to_owned(),
                Some(_) => out.choice(&call, &["button"], &["left", "right", "wheel", "back", "forward"])?,
            };
            if button == "back" {
                out.key(codes::BACK);
                return Ok(());
            }
            if button == "forward" {
                out.key("KEYCODE_FORWARD");
                return Ok(());
            }
            let target = out.target_of(&call, "x", "y")?;
            if button == "right" { out.long_press(target, None)? } else { out.tap(target)? }
        }
        "double_click" => {
            let target = out.target_of(&call, "x", "y")?;
            out.double_tap(target)?;
        }
        "drag" => drag(&call, out)?,
        "keypress" => {
            let names: Vec<&str> = match call.get(&["keys"]) {
                Some(Json::List(keys)) => keys.iter().filter_map(Json::as_text).collect(),
                Some(Json::Text(key)) => vec![key],
                _ => return Err(Refusal::missing(verb, "keys", "the names of the keys")),
            };
            out.keys(verb, &names)?;
        }
        "move" | "screenshot" => out.observe(),
        "scroll" => scroll(&call, out)?,
        "type" => {
            let text = out.text(&call, &["text"])?;
            out.type_text(text);
        }
        "wait" => {
            let millis = out.seconds(&call, &["duration"])?;
            out.wait(millis);
        }
        _ => return Err(Refusal::unknown_verb(verb, VERBS)),
    }
    Ok(())
}

fn drag(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let path = call.get(&["path"]).and_then(Json::as_list).unwrap_or_default();
    let (Some(first), Some(last), true) = (path.first(), path.last(), path.len() > 1) else {
        return Err(Refusal::missing(&call.verb, "path", "at least two points"));
    };
    let mut point = |value: &Json<'_>| {
        let args = std::iter::once(("path".into(), value.clone())).collect::<Object<'_>>();
        out.target(&Call::new(&call.verb, args), &["path"])
    };
    let (from, to): (TouchTarget, TouchTarget) = (point(first)?, point(last)?);
    out.drag(from, to, None)
}

/// The numbers give the direction of the page, so the finger moves the other way.
fn scroll(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let at = match call.get(&["x", "y"]) {
        Some(_) => Some(out.target_of(call, "x", "y")?),
        None => None,
    };
    let across = out.optional_number(call, &["scroll_x"])?;
    let along = out.optional_number(call, &["scroll_y"])?;
    if across.is_none() && along.is_none() {
        return Err(Refusal::missing(&call.verb, "scroll_y", "how far to scroll"));
    }
    let (across, along) = (across.unwrap_or(0.0), along.unwrap_or(0.0));
    if across == 0.0 && along == 0.0 {
        out.repair(Code::OutOfRange, "a scroll by zero was read as a new look at the screen");
        out.observe();
        return Ok(());
    }
    let direction = match (across.abs() > along.abs(), across > 0.0, along > 0.0) {
        (true, true, _) => Direction::Right,
        (true, false, _) => Direction::Left,
        (false, _, true) => Direction::Down,
        (false, _, false) => Direction::Up,
    };
    out.scroll_direction(direction, at)
}
