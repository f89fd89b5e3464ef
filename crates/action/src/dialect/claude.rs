//! Claude's computer use: `tool_use` blocks of the tool `computer`, or of a toolset with one tool per action; pixels of
//! the sent picture.
//!
//! A click without a target is refused, unless the mouse was moved there before.

use super::call::Call;
use super::coordinates::TouchTarget;
use super::out::Out;
use super::refusal::Refusal;
use super::text::{folded, json_part};
use super::{Dialect, Direction, Grid, ReplyContext, keys, write as w};
use crate::finding::Code;
use crate::json::{Json, Object};
use crate::phone::{AgentAction, keys as codes};

pub(super) struct Claude;

const VERBS: &[&str] = &[
    "key",
    "hold_key",
    "type",
    "cursor_position",
    "mouse_move",
    "left_click",
    "left_click_drag",
    "right_click",
    "middle_click",
    "double_click",
    "triple_click",
    "scroll",
    "wait",
    "screenshot",
    "zoom",
];

impl Dialect for Claude {
    fn name(&self) -> &'static str {
        "claude"
    }

    fn about(&self) -> &'static str {
        "Claude with its computer use tool"
    }

    fn grid(&self) -> Grid {
        Grid::Picture
    }

    fn shape(&self) -> &'static str {
        "A call of the tool `computer` with its `action`; when the task is done, the closing message as plain text."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let Some(json) = json_part(reply) else {
            out.text_only(reply);
            return Ok(());
        };
        let parsed = Json::loose(json).map_err(|error| Refusal::unreadable(error.to_string()))?;
        out.repaired(parsed.repairs);
        let mut texts = Vec::new();
        let mut mouse = None;
        let blocks = blocks(&parsed.value);
        let mut called = false;
        for block in blocks {
            let Some(object) = block.as_object() else { continue };
            let text = |name: &str| object.get(name).and_then(Json::as_text);
            match text("type") {
                Some("text") => texts.extend(text("text")),
                Some("thinking") => out.think(text("thinking").unwrap_or_default()),
                Some("tool_use" | "server_tool_use") => {
                    called = true;
                    texts.drain(..).for_each(|text| out.think(text));
                    let name =
                        text("name").ok_or_else(|| Refusal::missing("tool_use", "name", "the name of the tool"))?;
                    let empty = Object::default();
                    let input = match object.get("input") {
                        Some(Json::Object(input)) => input,
                        None | Some(Json::Null) => &empty,
                        Some(other) => return Err(Refusal::bad(name, "input", other.kind(), "an object")),
                    };
                    tool(name, input, &mut mouse, out)?;
                }
                Some("redacted_thinking") => {}
                // The input of the tool without its block.
                None if object.has("action") => {
                    called = true;
                    out.repair(Code::Markup, "the block around the call was missing");
                    tool("computer", object, &mut mouse, out)?;
                }
                other => {
                    return Err(Refusal::bad(
                        "reply",
                        "type",
                        other.unwrap_or("nothing"),
                        "`text`, `thinking` or `tool_use`",
                    ));
                }
            }
        }
        if !called && !texts.is_empty() {
            out.text_only(&texts.join("\n"));
        }
        Ok(())
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::list(self.grid(), x, y, context);
        let input = match action {
            AgentAction::Tap(tap) => format!(r#"{{"action":"left_click","coordinate":{}}}"#, at(tap.x, tap.y)?),
            AgentAction::DoubleTap(tap) => format!(r#"{{"action":"double_click","coordinate":{}}}"#, at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => {
                format!(r#"{{"action":"right_click","coordinate":{}}}"#, at(press.x, press.y)?)
            }
            AgentAction::Drag(drag) => format!(
                r#"{{"action":"left_click_drag","start_coordinate":{},"coordinate":{}}}"#,
                at(drag.x1, drag.y1)?,
                at(drag.x2, drag.y2)?
            ),
            AgentAction::Type(text) => format!(r#"{{"action":"type","text":{}}}"#, w::json(&text.text)),
            AgentAction::Keyevent(key) => format!(r#"{{"action":"key","text":"{}"}}"#, keys::short_name(&key.keycode)?),
            AgentAction::KeyCombination(combination) if combination.keys.len() > 1 => {
                let names: Option<Vec<String>> = combination.keys.iter().map(|key| keys::short_name(key)).collect();
                format!(r#"{{"action":"key","text":"{}"}}"#, names?.join("+"))
            }
            AgentAction::Wait(wait) => format!(r#"{{"action":"wait","duration":{}}}"#, w::seconds(wait.duration_ms)),
            AgentAction::Observe(_) => r#"{"action":"screenshot"}"#.to_owned(),
            AgentAction::McpCall(call) => {
                let args = serde_json::Value::Object(call.args.clone());
                return Some(format!(
                    r#"{{"type":"tool_use","id":"toolu_1","name":{},"input":{args}}}"#,
                    w::json(&call.tool)
                ));
            }
            _ => return None,
        };
        Some(format!(r#"{{"type":"tool_use","id":"toolu_1","name":"computer","input":{input}}}"#))
    }

    fn write_scroll(&self, direction: Direction, _: &ReplyContext<'_>) -> Option<String> {
        Some(format!(
            r#"{{"type":"tool_use","id":"toolu_1","name":"computer","input":{{"action":"scroll","scroll_direction":"{}","scroll_amount":3}}}}"#,
            direction.as_str()
        ))
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!(r#"[{{"type":"text","text":{}}},{}]"#, w::json(thought), actions.join(","))
    }
}

/// Returns the content blocks of a message, a list of blocks, or one block.
fn blocks<'v, 'j>(value: &'v Json<'j>) -> &'v [Json<'j>] {
    if let Some(object) = value.as_object() {
        if let Some(Json::List(blocks)) = object.get("content") {
            return blocks;
        }
        if let Some(message) = object.get("message").filter(|_| !object.has("type")) {
            return blocks(message);
        }
    }
    value.as_list().unwrap_or(std::slice::from_ref(value))
}

fn tool(name: &str, input: &Object<'_>, mouse: &mut Option<TouchTarget>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let verb = if name == "computer" {
        let verb = input.get("action").and_then(Json::as_text);
        verb.ok_or_else(|| Refusal::missing("computer", "action", &format!("one of {}", VERBS.join(", "))))?
    } else if VERBS.contains(&name) || matches!(name, "left_mouse_down" | "left_mouse_up") {
        name
    } else {
        return out.tool(name, input, &[]);
    };
    act(&Call::new(verb, input.clone()), mouse, out)
}

fn act(call: &Call<'_>, mouse: &mut Option<TouchTarget>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let verb = call.verb.as_str();
    match verb {
        "left_click" | "middle_click" => {
            let target = click_target(call, *mouse, out)?;
            out.tap(target)?;
        }
        "right_click" => {
            let target = click_target(call, *mouse, out)?;
            out.long_press(target, None)?;
        }
        "double_click" | "triple_click" => {
            let target = click_target(call, *mouse, out)?;
            out.double_tap(target)?;
        }
        "left_click_drag" => {
            let to = out.target(call, &["coordinate"])?;
            let from = match out.optional_target(call, &["start_coordinate"])? {
                Some(from) => from,
                None => mouse.ok_or_else(|| Refusal::missing(verb, "start_coordinate", "where the drag begins"))?,
            };
            out.drag(from, to, None)?;
        }
        "scroll" => {
            let at = out.optional_target(call, &["coordinate"])?;
            let direction = out.direction(call, &["scroll_direction"])?;
            if let Some(amount) = out.optional_number(call, &["scroll_amount"])?
                && amount < 0.0
            {
                return Err(Refusal::out_of_range("scroll_amount", "`scroll_amount` must not be negative"));
            }
            out.scroll_direction(direction, at)?;
        }
        "type" => {
            let text = out.text(call, &["text"])?;
            out.type_text(text);
        }
        "key" | "hold_key" => {
            let text = out.name(call, &["text"])?;
            let times = out.optional_number(call, &["repeat"])?.unwrap_or(1.0);
            if !(1.0..=100.0).contains(&times) {
                return Err(Refusal::out_of_range("repeat", "`repeat` must be from 1 to 100"));
            }
            let mut left = times;
            while left >= 1.0 && !out.is_full() {
                // Spaces separate keys that are pressed one after the other.
                for chord in text.split_whitespace() {
                    press(verb, chord, out)?;
                }
                left -= 1.0;
            }
        }
        "mouse_move" => {
            *mouse = Some(out.target(call, &["coordinate"])?);
            out.observe();
        }
        "wait" => {
            let millis = out.seconds(call, &["duration"])?;
            let millis = millis.ok_or_else(|| Refusal::missing(verb, "duration", "how many seconds"))?;
            out.wait(Some(millis));
        }
        "screenshot" | "cursor_position" => out.observe(),
        "zoom" => {
            region(call)?;
            out.observe();
        }
        _ => return Err(Refusal::unknown_verb(verb, VERBS)),
    }
    Ok(())
}

fn click_target(call: &Call<'_>, mouse: Option<TouchTarget>, out: &mut Out<'_>) -> Result<TouchTarget, Refusal> {
    match out.optional_target(call, &["coordinate"])? {
        Some(target) => Ok(target),
        None => mouse.ok_or_else(|| {
            Refusal::missing(&call.verb, "coordinate", "where on the screen: a phone has no mouse pointer")
        }),
    }
}

/// Presses a chord such as `ctrl+a`: modifiers first.
fn press(verb: &str, chord: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
    let names: Vec<&str> =
        if chord == "+" { vec!["PLUS"] } else { chord.split('+').filter(|name| !name.is_empty()).collect() };
    let modifiers = ["ctrl", "control", "shift", "alt", "option", "opt", "meta", "super", "cmd", "command", "win"];
    let out_of_order =
        names.iter().rev().skip(1).any(|name| !modifiers.iter().any(|modifier| folded(name).starts_with(modifier)));
    if out_of_order {
        return Err(Refusal::bad(verb, "text", chord, "modifiers first, then one key, as in ctrl+a"));
    }
    match names.as_slice() {
        [name] if folded(name) == "back" => out.key(codes::BACK),
        _ => out.keys(verb, &names)?,
    }
    Ok(())
}

fn region(call: &Call<'_>) -> Result<(), Refusal> {
    let corners: Vec<f64> = call
        .get(&["region"])
        .and_then(Json::as_list)
        .unwrap_or_default()
        .iter()
        .filter_map(|value| crate::fields::number_of(value).map(|(number, _)| number.get()))
        .collect();
    match corners.as_slice() {
        [left, top, right, bottom] if *left >= 0.0 && *top >= 0.0 && right > left && bottom > top => Ok(()),
        _ => Err(Refusal::bad(&call.verb, "region", "this", "[left, top, right, bottom] with a width and a height")),
    }
}
