//! AndroidWorld: `Reason: …\nAction: {"action_type":"click","index":3}`, with an element's number or device pixels, and
//! MobileWorld's `ask_user`, `mcp`, `drag` and `finished`.
//!
//! `scroll` names the direction of the content, `swipe` that of the finger.

use super::call::Call;
use super::coordinates::TouchTarget;
use super::out::Out;
use super::refusal::Refusal;
use super::text::{embedded::first_object, find_ignoring_case, folded};
use super::{Dialect, Direction, Grid, ReplyContext, Touch, TouchKind, keys, write as w};
use crate::finding::Code;
use crate::json::{Json, Object};
use crate::phone::{AgentAction, keys as codes};
use crate::slice::Slice as _;

pub(super) struct AndroidWorld;

const VERBS: &[&str] = &[
    "click",
    "double_tap",
    "long_press",
    "scroll",
    "swipe",
    "drag",
    "input_text",
    "navigate_home",
    "navigate_back",
    "keyboard_enter",
    "open_app",
    "wait",
    "answer",
    "status",
    "ask_user",
    "mcp",
    "finished",
];

impl Dialect for AndroidWorld {
    fn name(&self) -> &'static str {
        "android-world"
    }

    fn about(&self) -> &'static str {
        "general models prompted as the agents of AndroidWorld and MobileWorld"
    }

    fn grid(&self) -> Grid {
        Grid::Screen
    }

    fn shape(&self) -> &'static str {
        "Reason: why\nAction: one JSON object, for example {\"action_type\": \"click\", \"index\": 3}"
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let mine = |value: &Json<'_>| value.as_object().is_some_and(|object| object.has("action_type"));
        let marker = find_ignoring_case(reply, "Action:", 0).or_else(|| find_ignoring_case(reply, "Action：", 0));
        let section = marker.map_or(reply, |at| reply.tail(at));
        let found = first_object(section, false, mine).map_err(|error| Refusal::unreadable(error.to_string()))?;
        let Some(found) = found else { return Ok(()) };
        if let Some(at) = marker {
            let before = reply.head(at);
            let reason =
                find_ignoring_case(before, "Reason:", 0).map_or(before, |start| before.tail(start + "Reason:".len()));
            out.think(reason);
        }
        if section.contains("```") {
            out.repair(Code::Markup, "the action was in a code fence");
        }
        out.repaired(found.parsed.repairs);
        found.parsed.value.as_object().map_or(Ok(()), |object| act(object, out))
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::pair(self.grid(), x, y, context).map(|(x, y)| format!(r#""x": {x}, "y": {y}"#));
        Some(match action {
            AgentAction::Tap(tap) => format!(r#"{{"action_type": "click", {}}}"#, at(tap.x, tap.y)?),
            AgentAction::DoubleTap(tap) => format!(r#"{{"action_type": "double_tap", {}}}"#, at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => format!(r#"{{"action_type": "long_press", {}}}"#, at(press.x, press.y)?),
            AgentAction::Drag(drag) => {
                let ((x1, y1), (x2, y2)) = (
                    w::pair(self.grid(), drag.x1, drag.y1, context)?,
                    w::pair(self.grid(), drag.x2, drag.y2, context)?,
                );
                format!(r#"{{"action_type": "drag", "start_x": {x1}, "start_y": {y1}, "end_x": {x2}, "end_y": {y2}}}"#)
            }
            AgentAction::Type(text) => format!(r#"{{"action_type": "input_text", "text": {}}}"#, w::json(&text.text)),
            AgentAction::OpenApp(open) => {
                format!(r#"{{"action_type": "open_app", "app_name": {}}}"#, w::json(&open.name))
            }
            AgentAction::Wait(_) => r#"{"action_type": "wait"}"#.to_owned(),
            AgentAction::AskUser(ask) => {
                format!(r#"{{"action_type": "ask_user", "text": {}}}"#, w::json(&ask.question))
            }
            AgentAction::McpCall(call) => format!(
                r#"{{"action_type": "mcp", "action_name": {}, "action_json": {}}}"#,
                w::json(&call.tool),
                serde_json::Value::Object(call.args.clone())
            ),
            AgentAction::Finish(finish) => {
                format!(r#"{{"action_type": "answer", "text": {}}}"#, w::json(&finish.message))
            }
            AgentAction::Fail(_) => r#"{"action_type": "status", "goal_status": "infeasible"}"#.to_owned(),
            AgentAction::Keyevent(key) => {
                let names =
                    [(codes::BACK, "navigate_back"), (codes::HOME, "navigate_home"), (codes::ENTER, "keyboard_enter")];
                let (_, name) = names.iter().find(|(code, _)| *code == key.keycode)?;
                format!(r#"{{"action_type": "{name}"}}"#)
            }
            _ => return None,
        })
    }

    fn write_touch(&self, touch: &Touch) -> Option<String> {
        let (verb, direction) = match (touch.kind, touch.direction) {
            (TouchKind::Tap, None) => ("click", String::new()),
            (TouchKind::DoubleTap, None) => ("double_tap", String::new()),
            (TouchKind::LongPress, None) => ("long_press", String::new()),
            (TouchKind::Swipe, Some(direction)) => ("swipe", format!(r#", "direction": "{}""#, direction.as_str())),
            _ => return None,
        };
        Some(format!(r#"{{"action_type": "{verb}", "index": {}{direction}}}"#, touch.element))
    }

    fn write_scroll(&self, direction: Direction, _: &ReplyContext<'_>) -> Option<String> {
        Some(format!(r#"{{"action_type": "scroll", "direction": "{}"}}"#, direction.as_str()))
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("Reason: {thought}\nAction: {}", actions.join("\n"))
    }

    fn takes_several(&self) -> bool {
        false
    }
}

fn act(object: &Object<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let Some(verb) = object.get("action_type").and_then(Json::as_text) else {
        return Err(Refusal::missing("action", "action_type", &format!("one of {}", VERBS.join(", "))));
    };
    let call = Call::new(verb, object.clone());
    match folded(verb).as_str() {
        "click" | "tap" => {
            let target = target(&call, out)?;
            out.tap(target)?;
        }
        "doubletap" | "doubleclick" => {
            let target = target(&call, out)?;
            out.double_tap(target)?;
        }
        "longpress" => {
            let target = target(&call, out)?;
            out.long_press(target, None)?;
        }
        "scroll" => {
            let at = optional_target(&call, out)?;
            let direction = out.direction(&call, &["direction"])?;
            out.scroll_direction(direction, at)?;
        }
        "swipe" => {
            let at = optional_target(&call, out)?;
            let direction = out.direction(&call, &["direction"])?;
            out.swipe_direction(direction, at)?;
        }
        "drag" => {
            let (from, to) = (out.target_of(&call, "start_x", "start_y")?, out.target_of(&call, "end_x", "end_y")?);
            out.drag(from, to, None)?;
        }
        "inputtext" | "type" => {
            let text = out.text(&call, &["text"])?;
            if let Some(target) = optional_target(&call, out)? {
                out.tap(target)?;
            }
            if out.flag(&call, &["clear_text"])? == Some(true) {
                out.clear_text();
            }
            out.type_text(text);
        }
        "navigatehome" => out.key(codes::HOME),
        "navigateback" => out.key(codes::BACK),
        "keyboardenter" => out.key(codes::ENTER),
        "presskeyboard" => {
            let key = out.name(&call, &["keycode"])?;
            out.key(&keys::android_key(&key).ok_or_else(|| keys::unknown(verb, &key))?);
        }
        "openapp" => {
            let app = out.name(&call, &["app_name", "text"])?;
            out.open_app(app);
        }
        "wait" => {
            let millis = out.seconds(&call, &["duration", "time"])?;
            out.wait(millis);
        }
        "answer" => {
            let text = out.text(&call, &["text"])?;
            out.finish(Some(text));
        }
        "finished" => {
            let text = out.optional_text(&call, &["text"])?;
            out.finish(text);
        }
        "status" => {
            let status = out.name(&call, &["goal_status"])?;
            let text = out.optional_text(&call, &["text"])?;
            match folded(&status).as_str() {
                "complete" | "completed" | "success" | "successful" | "taskcomplete" => out.finish(text),
                "infeasible" | "incomplete" | "failed" | "failure" | "impossible" => out.fail(text),
                _ => return Err(Refusal::bad_word(verb, "goal_status", &status, &["complete", "infeasible"])),
            }
        }
        "askuser" => {
            let question = out.name(&call, &["text", "question"])?;
            out.ask(Some(question));
        }
        "mcp" => {
            let tool = out.name(&call, &["action_name"])?;
            let empty = Object::default();
            let args = match call.get(&["action_json"]) {
                None => &empty,
                Some(Json::Object(args)) => args,
                Some(other) => return Err(Refusal::bad(verb, "action_json", other.kind(), "an object")),
            };
            out.tool(&tool, args, &[])?;
        }
        _ => return Err(Refusal::unknown_verb(verb, VERBS)),
    }
    Ok(())
}

fn target(call: &Call<'_>, out: &mut Out<'_>) -> Result<TouchTarget, Refusal> {
    optional_target(call, out)?
        .ok_or_else(|| Refusal::missing(&call.verb, "index", "the number of an element, or `x` and `y`"))
}

/// Reads the element or the point. Both together are ambiguous and refused.
fn optional_target(call: &Call<'_>, out: &mut Out<'_>) -> Result<Option<TouchTarget>, Refusal> {
    let element = out.optional_element(call, &["index"])?;
    let point = call.get(&["x", "y"]).is_some();
    match (element, point) {
        (Some(_), true) => {
            Err(Refusal::bad(&call.verb, "index", "`index` and `x`, `y` together", "either one or the other"))
        }
        (Some(element), false) => Ok(Some(element)),
        (None, true) => out.target_of(call, "x", "y").map(Some),
        (None, false) => Ok(None),
    }
}
