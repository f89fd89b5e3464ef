//! Gemini's computer use: `functionCall` parts (or `function_call` steps), 0..1000. A call with a safety decision needs
//! confirmation first.

use super::call::Call;
use super::out::Out;
use super::refusal::{Refusal, RefusalCode};
use super::text::{folded, json_part};
use super::{Dialect, Direction, Grid, ReplyContext, keys, write as w};
use crate::finding::Code;
use crate::json::{Json, Object};
use crate::phone::{AgentAction, keys as codes};

pub(super) struct Gemini;

const VERBS: &[&str] = &[
    "click_at",
    "hover_at",
    "type_text_at",
    "scroll_document",
    "scroll_at",
    "key_combination",
    "navigate",
    "search",
    "go_back",
    "go_forward",
    "go_home",
    "open_web_browser",
    "wait_5_seconds",
    "drag_and_drop",
    "long_press_at",
    "open_app",
    "click",
    "double_click",
    "type",
    "press_key",
    "hotkey",
    "wait",
    "long_press",
    "take_screenshot",
    "scroll",
];

impl Dialect for Gemini {
    fn name(&self) -> &'static str {
        "gemini"
    }

    fn about(&self) -> &'static str {
        "Gemini with its computer use tool"
    }

    fn grid(&self) -> Grid {
        Grid::Per(1000)
    }

    fn shape(&self) -> &'static str {
        "One function call or several; when the task is done, the closing message as plain text."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let Some(json) = json_part(reply) else {
            out.text_only(reply);
            return Ok(());
        };
        let parsed = Json::loose(json).map_err(|error| Refusal::unreadable(error.to_string()))?;
        out.repaired(parsed.repairs);
        let mut texts: Vec<&str> = Vec::new();
        let mut called = false;
        for part in parts(&parsed.value) {
            let Some(object) = part.as_object() else { continue };
            let call = object.get("functionCall").or_else(|| object.get("function_call")).and_then(Json::as_object);
            let bare = object.has("name") && (object.has("args") || object.has("arguments"));
            if let Some(call) = call.or_else(|| bare.then_some(object)) {
                called = true;
                texts.drain(..).for_each(|text| out.think(text));
                function(call, out)?;
            } else if let Some(text) = object.get("text").and_then(Json::as_text) {
                if matches!(object.get("thought"), Some(Json::Bool(true))) { out.think(text) } else { texts.push(text) }
            } else if let Some(Json::List(content)) = object.get("content") {
                texts.extend(content.iter().filter_map(|part| part.as_object()?.get("text")?.as_text()));
            } else if object.has("name") {
                called = true;
                function(object, out)?;
            } else if !object.has("thoughtSignature") && !object.has("thought_signature") {
                return Err(Refusal::unreadable("expected a `functionCall` with `name` and `args`"));
            }
            if out.is_full() {
                break;
            }
        }
        if !called && !texts.is_empty() {
            out.text_only(&texts.join("\n"));
        }
        Ok(())
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::pair(self.grid(), x, y, context).map(|(x, y)| format!(r#""x":{x},"y":{y}"#));
        let call = |name: &str, args: String| format!(r#"{{"functionCall":{{"name":"{name}","args":{{{args}}}}}}}"#);
        Some(match action {
            AgentAction::Tap(tap) => call("click_at", at(tap.x, tap.y)?),
            AgentAction::DoubleTap(tap) => call("double_click", at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => {
                call("long_press", format!(r#"{},"seconds":{}"#, at(press.x, press.y)?, w::seconds(press.duration_ms)))
            }
            AgentAction::Drag(drag) => {
                let (x, y) = w::pair(self.grid(), drag.x2, drag.y2, context)?;
                call("drag_and_drop", format!(r#"{},"destination_x":{x},"destination_y":{y}"#, at(drag.x1, drag.y1)?))
            }
            AgentAction::Type(text) => call("type", format!(r#""text":{}"#, w::json(&text.text))),
            AgentAction::Keyevent(key) => match key.keycode.as_str() {
                codes::BACK => call("go_back", String::new()),
                codes::HOME => call("go_home", String::new()),
                other => call("press_key", format!(r#""key":"{}""#, keys::short_name(other)?)),
            },
            AgentAction::KeyCombination(combination) if combination.keys.len() > 1 => {
                let names: Option<Vec<String>> = combination.keys.iter().map(|key| keys::short_name(key)).collect();
                call("key_combination", format!(r#""keys":"{}""#, names?.join("+")))
            }
            AgentAction::OpenApp(open) => call("open_app", format!(r#""app_name":{}"#, w::json(&open.name))),
            AgentAction::OpenUrl(open) => call("navigate", format!(r#""url":{}"#, w::json(&open.url))),
            AgentAction::Wait(wait) => call("wait", format!(r#""seconds":{}"#, w::seconds(wait.duration_ms))),
            AgentAction::Observe(_) => call("take_screenshot", String::new()),
            AgentAction::McpCall(tool) => {
                let args = serde_json::Value::Object(tool.args.clone());
                format!(r#"{{"functionCall":{{"name":{},"args":{args}}}}}"#, w::json(&tool.tool))
            }
            _ => return None,
        })
    }

    fn write_scroll(&self, direction: Direction, _: &ReplyContext<'_>) -> Option<String> {
        let direction = direction.as_str();
        Some(format!(r#"{{"functionCall":{{"name":"scroll_document","args":{{"direction":"{direction}"}}}}}}"#))
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!(r#"[{{"text":{}}},{}]"#, w::json(thought), actions.join(","))
    }
}

/// Returns the parts of a response, a message or a list; the steps of an interaction; or one part.
fn parts<'v, 'j>(value: &'v Json<'j>) -> &'v [Json<'j>] {
    if let Some(object) = value.as_object() {
        let candidate =
            object.get("candidates").and_then(Json::as_list).and_then(<[_]>::first).and_then(Json::as_object);
        if let Some(content) = candidate.and_then(|candidate| candidate.get("content")) {
            return parts(content);
        }
        if let Some(Json::List(parts)) = object.get("parts").or_else(|| object.get("steps")) {
            return parts;
        }
        if let Some(content @ Json::Object(_)) = object.get("content") {
            return parts(content);
        }
    }
    value.as_list().unwrap_or(std::slice::from_ref(value))
}

fn function(call: &Object<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let name = call
        .get("name")
        .and_then(Json::as_text)
        .ok_or_else(|| Refusal::missing("functionCall", "name", "the function's name"))?;
    let empty = Object::default();
    let args = match call.get("args").or_else(|| call.get("arguments")) {
        Some(Json::Object(args)) => args,
        None | Some(Json::Null) => &empty,
        Some(other) => return Err(Refusal::bad(name, "args", other.kind(), "an object")),
    };
    if let Some(intent) = args.get("intent").and_then(Json::as_text) {
        out.think(intent);
    }
    if let Some(Json::Object(safety)) = args.get("safety_decision").or_else(|| args.get("safety_response")) {
        let part = |name: &str| safety.get(name).and_then(Json::as_text);
        let explanation = part("explanation").unwrap_or("The model asks for a confirmation.");
        match part("decision").map(folded).as_deref() {
            Some("requireconfirmation") => out.confirm(explanation.to_owned()),
            Some("block" | "blocked") => {
                return Err(Refusal::new(
                    RefusalCode::BadArgument,
                    format!("the action was blocked as unsafe: {explanation}"),
                ));
            }
            _ => {}
        }
    }
    act(&Call::new(name, args.clone()), out)
}

fn act(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    match call.folded_verb().as_str() {
        "clickat" | "click" | "middleclick" | "tap" => {
            let target = out.target_of(call, "x", "y")?;
            out.tap(target)?;
        }
        "doubleclick" | "doubleclickat" | "tripleclick" | "doubletap" => {
            let target = out.target_of(call, "x", "y")?;
            out.double_tap(target)?;
        }
        "longpressat" | "longpress" | "rightclick" => {
            let target = out.target_of(call, "x", "y")?;
            let millis = out.seconds(call, &["seconds"])?;
            out.long_press(target, millis)?;
        }
        "hoverat" | "move" | "takescreenshot" | "listapps" => out.observe(),
        "typetextat" | "type" => {
            let text = out.text(call, &["text"])?;
            let at = folded(&call.verb) == "typetextat";
            if at || call.get(&["x"]).is_some() {
                let target = out.target_of(call, "x", "y")?;
                out.tap(target)?;
            }
            if out.flag(call, &["clear_before_typing"])?.unwrap_or(at) {
                out.clear_text();
            }
            out.type_text(text);
            if out.flag(call, &["press_enter"])? == Some(true) {
                out.key(codes::ENTER);
            }
        }
        "scrolldocument" => {
            let direction = out.direction(call, &["direction"])?;
            out.scroll_direction(direction, None)?;
        }
        "scrollat" | "scroll" => {
            let at = match call.get(&["x"]) {
                Some(_) => Some(out.target_of(call, "x", "y")?),
                None => None,
            };
            let direction = out.direction(call, &["direction"])?;
            out.scroll_direction(direction, at)?;
        }
        "draganddrop" => {
            let target = |names: [&str; 2], out: &mut Out<'_>| out.target_of(call, names[0], names[1]);
            let start = if call.get(&["start_x"]).is_some() { ["start_x", "start_y"] } else { ["x", "y"] };
            let end =
                if call.get(&["end_x"]).is_some() { ["end_x", "end_y"] } else { ["destination_x", "destination_y"] };
            let (from, to) = (target(start, out)?, target(end, out)?);
            out.drag(from, to, None)?;
        }
        "keycombination" | "hotkey" | "presskey" | "keydown" => press(call, out)?,
        "keyup" | "mousedown" | "mouseup" => {
            out.repair(Code::NotAllowed, "a phone has no separate press and release; read as a new look");
            out.observe();
        }
        "navigate" => {
            let url = out.name(call, &["url"])?;
            out.open_url(url);
        }
        "search" => out.open_url("https://www.google.com".to_owned()),
        "goback" => out.key(codes::BACK),
        "goforward" => out.key("KEYCODE_FORWARD"),
        "gohome" => out.key(codes::HOME),
        "openwebbrowser" => out.open_app("Chrome".to_owned()),
        "openapp" => {
            let app = out.name(call, &["app_name", "name"])?;
            out.open_app(app);
        }
        "wait5seconds" => out.wait(Some(5000.0)),
        "wait" => {
            let millis = out.seconds(call, &["seconds", "duration"])?;
            out.wait(millis);
        }
        _ => out.tool(&call.verb, &call.args, VERBS)?,
    }
    Ok(())
}

fn press(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    match call.get(&["keys", "key"]) {
        Some(Json::List(keys)) => {
            let names: Vec<&str> = keys.iter().filter_map(Json::as_text).collect();
            out.keys(&call.verb, &names)
        }
        Some(Json::Text(keys)) => {
            let names: Vec<&str> = keys.split('+').map(str::trim).filter(|name| !name.is_empty()).collect();
            out.keys(&call.verb, &names)
        }
        _ => Err(Refusal::missing(&call.verb, "keys", "the names of the keys, as in Control+A")),
    }
}
