//! The `mobile_use` function of the Qwen family, shared by MAI-UI, GUI-Owl and Mobile-Agent.
//!
//! The dialects of the family differ in their coordinates and in the text around the call: each is a [`MobileUse`] in
//! its own file. The verbs and their arguments are here.

use super::call::Call;
use super::coordinates::{Direction, Grid};
use super::out::Out;
use super::refusal::Refusal;
use super::reply_context::ReplyContext;
use super::text::embedded::first_object;
use super::text::{folded, tags};
use super::{Dialect, keys, write as w};
use crate::finding::{Code, quoted};
use crate::json::{Json, Object};
use crate::phone::{AgentAction, keys as codes};
use crate::slice::Slice as _;

/// One dialect of the family.
pub(super) struct MobileUse {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) grid: Grid,
    pub(super) shape: &'static str,
    /// Formats a thought and the calls as a whole reply.
    pub(super) reply: fn(thought: &str, calls: &str) -> String,
}

impl Dialect for MobileUse {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn shape(&self) -> &'static str {
        self.shape
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        each_call(reply, out, think_around, value)
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        write_call(action, self.grid, context)
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        let calls: Vec<String> = actions.iter().map(|call| format!("<tool_call>\n{call}\n</tool_call>")).collect();
        (self.reply)(thought, &calls.join("\n"))
    }
}

/// The verbs of the family.
pub(super) const VERBS: &[&str] = &[
    "click",
    "double_click",
    "long_press",
    "swipe",
    "drag",
    "type",
    "clear_text",
    "key",
    "system_button",
    "open",
    "wait",
    "answer",
    "ask_user",
    "interact",
    "terminate",
];

/// Passes on the object of every `<tool_call>`, or the first bare object, and passes the text before the first to
/// `think`.
pub(super) fn each_call(
    reply: &str,
    out: &mut Out<'_>,
    think: impl Fn(&str, &mut Out<'_>),
    mut each: impl FnMut(&Json<'_>, &mut Out<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let split = tags::split_thought(reply.trim(), &["<tool_call>", "{"]);
    if split.mended {
        out.repair(Code::Markup, "a thinking tag was missing or misspelt");
    }
    out.think(&split.thought);
    let mut rest = split.body;
    // In a reply that begins with its object, a tag can only be part of a text. In any other reply, an object before
    // the tag is prose and must not run.
    let starts_with_object = rest.starts_with('{') || rest.starts_with("```");
    let Some((first, _)) = tags::find_tag(rest, "tool_call", false, 0).filter(|_| !starts_with_object) else {
        return bare(rest, out, think, each);
    };
    think(rest.head(first), out);
    let mut last = "";
    while let Some((_, inside)) = tags::find_tag(rest, "tool_call", false, 0) {
        let (text, after) = tool_call(rest.tail(inside), out)?;
        if !text.is_empty() && text == last {
            out.repair(Code::Repeated, "an identical repeated call block was counted once");
        } else if !text.is_empty() {
            let parsed = Json::loose(text).map_err(|error| Refusal::unreadable(format!("the tool call is {error}")))?;
            out.repaired(parsed.repairs);
            each(&parsed.value, out)?;
        }
        last = text;
        rest = after;
        if out.is_full() {
            break;
        }
    }
    Ok(())
}

/// Reads the object inside a `<tool_call>` that has just been opened, and returns the text after its closing tag. The
/// object's own end counts: a closing tag inside a text does not.
fn tool_call<'a>(inside: &'a str, out: &mut Out<'_>) -> Result<(&'a str, &'a str), Refusal> {
    let mut text = inside.trim_start();
    if tags::find_tag(text, "tool_call", true, 0).is_some_and(|(start, _)| start == 0) {
        return Ok(("", text));
    }
    if let Some(fenced) = text.strip_prefix("```") {
        out.repair(Code::Markup, "the call was in a code fence");
        text = fenced.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).trim_start();
    }
    // One layer of quotes around the object, which does not make it a JSON string.
    if let Some(unquoted) = text.strip_prefix('"').filter(|inner| inner.trim_start().starts_with('{')) {
        out.repair(Code::Syntax, "the call was in quotes");
        text = unquoted;
    }
    let parsed = Json::loose(text).map_err(|error| Refusal::unreadable(format!("the tool call is {error}")))?;
    let (object, behind) = (text.head(parsed.end), text.tail(parsed.end));
    match tags::find_tag(behind, "tool_call", true, 0) {
        Some((_, end)) => Ok((object, behind.tail(end))),
        None => {
            out.repair(Code::Markup, "the closing tag of the tool call was missing");
            Ok((object, behind))
        }
    }
}

/// Reads the prose before the call: `Thought: …`, `Action: …`.
fn think_around(text: &str, out: &mut Out<'_>) {
    for line in text.lines() {
        let line = line.trim();
        let said = ["Thought:", "Action:", "Thought：", "Action："].iter().find_map(|label| line.strip_prefix(label));
        out.think(said.unwrap_or(line).trim().trim_matches('"'));
    }
}

fn bare(
    body: &str,
    out: &mut Out<'_>,
    think: impl Fn(&str, &mut Out<'_>),
    mut each: impl FnMut(&Json<'_>, &mut Out<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let is_call = |value: &Json<'_>| value.as_object().is_some_and(|object| object.has("name") || object.has("action"));
    let found = first_object(body, false, is_call).map_err(|error| Refusal::unreadable(error.to_string()))?;
    let Some(found) = found else { return Ok(()) };
    think(body.head(found.start).trim().trim_end_matches("```json").trim_end_matches("```"), out);
    out.repaired(found.parsed.repairs);
    each(&found.parsed.value, out)
}

/// Reads one call as JSON: `{"name": "mobile_use", "arguments": {…}}`, or its arguments alone.
pub(super) fn value(value: &Json<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let Some(object) = value.as_object() else {
        return Err(Refusal::bad("tool_call", "call", value.kind(), "an object with `name` and `arguments`"));
    };
    let Some(name) = object.get("name").and_then(Json::as_text) else {
        return if object.has("action") {
            act(object, out)
        } else if let Some(Json::Object(args)) = object.get("arguments") {
            out.repair(Code::Missing, "the call did not say `mobile_use`");
            act(args, out)
        } else {
            Err(Refusal::missing("tool_call", "name", "`mobile_use`, or the name of a tool"))
        };
    };
    let empty = Object::default();
    let nested;
    let args = match object.get("arguments").or_else(|| object.get("parameters")) {
        Some(Json::Object(args)) => args,
        Some(Json::Text(text)) => {
            out.repair(Code::WrongType, "the arguments were JSON inside a text");
            nested = Json::loose(text).map_err(|error| Refusal::unreadable(format!("the arguments are {error}")))?;
            nested.value.as_object().ok_or_else(|| Refusal::bad(name, "arguments", "text", "an object"))?
        }
        None | Some(Json::Null) => &empty,
        Some(other) => return Err(Refusal::bad(name, "arguments", other.kind(), "an object")),
    };
    if matches!(name, "mobile_use" | "computer_use" | "phone_use") {
        return act(args, out);
    }
    out.tool(name, args, &[])
}

/// Reads one action of the family from its arguments.
pub(super) fn act(args: &Object<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let Some(verb) = args.get("action").and_then(Json::as_text) else {
        return Err(Refusal::missing("mobile_use", "action", &format!("one of {}", VERBS.join(", "))));
    };
    let call = Call::new(verb, args.clone());
    const AT: &[&str] = &["coordinate", "coordinates", "coordinate1", "point", "start_coordinate"];
    match folded(verb).as_str() {
        "click" | "tap" | "leftclick" | "middleclick" => {
            let target = out.target(&call, AT)?;
            out.tap(target)
        }
        "doubleclick" | "doubletap" | "tripleclick" => {
            let target = out.target(&call, AT)?;
            out.double_tap(target)
        }
        "longpress" | "rightclick" => {
            let target = out.target(&call, AT)?;
            let millis = out.seconds(&call, &["time", "duration"])?;
            out.long_press(target, millis)
        }
        "swipe" | "scroll" | "hscroll" => swipe(&call, AT, out),
        "drag" | "leftclickdrag" => {
            let from = out.target(&call, &["start_coordinate", "coordinate", "coordinate1"])?;
            let to = out.target(&call, &["end_coordinate", "coordinate2"])?;
            out.drag(from, to, None)
        }
        "type" | "inputtext" => {
            let text = out.text(&call, &["text", "content", "value"])?;
            if out.flag(&call, &["clear"])? == Some(true) {
                out.clear_text();
            }
            out.type_text(text);
            Ok(())
        }
        "cleartext" | "clear" => {
            out.clear_text();
            Ok(())
        }
        "key" | "keyevent" => press(&call, out),
        "systembutton" => {
            let button = out.name(&call, &["button", "text"])?;
            let code = match folded(&button).as_str() {
                "back" => codes::BACK,
                "home" => codes::HOME,
                "enter" => codes::ENTER,
                "menu" => "KEYCODE_MENU",
                "recent" | "recents" | "appswitch" | "switchapp" => codes::RECENT,
                _ => match keys::android_key(&button) {
                    Some(code) => {
                        out.key(&code);
                        return Ok(());
                    }
                    None => return Err(Refusal::bad_word(verb, "button", &button, &["Back", "Home", "Menu", "Enter"])),
                },
            };
            out.key(code);
            Ok(())
        }
        "open" | "openapp" | "awake" => {
            let app = out.name(&call, &["text", "app", "app_name", "name", "value"])?;
            out.open_app(app);
            Ok(())
        }
        "wait" => {
            let millis = out.seconds(&call, &["time", "duration", "seconds"])?;
            out.wait(millis);
            Ok(())
        }
        "answer" => {
            let text = out.text(&call, &["text", "content"])?;
            out.finish(Some(text));
            Ok(())
        }
        "askuser" | "info" => {
            let text = out.text(&call, &["text", "question", "value"])?;
            out.ask(Some(text));
            Ok(())
        }
        "interact" | "calluser" => {
            let text = out.optional_text(&call, &["text"])?;
            out.human(text);
            Ok(())
        }
        "note" => {
            let text = out.text(&call, &["text"])?;
            out.note(text);
            Ok(())
        }
        "mousemove" | "screenshot" | "hover" => {
            out.observe();
            Ok(())
        }
        "terminate" | "done" | "finished" => terminate(&call, out),
        _ => Err(Refusal::unknown_verb(verb, VERBS)),
    }
}

fn swipe(call: &Call<'_>, at: &[&str], out: &mut Out<'_>) -> Result<(), Refusal> {
    let from = out.optional_target(call, at)?;
    if let Some(to) = out.optional_target(call, &["coordinate2", "end_coordinate"])? {
        let from = from.ok_or_else(|| Refusal::missing(&call.verb, "coordinate", "where the finger goes down"))?;
        let millis = out.seconds(call, &["time", "duration"])?;
        return out.swipe(from, to, millis);
    }
    if let Some(pixels) = out.optional_number(call, &["pixels"])? {
        // Positive values scroll up (or right), like a mouse wheel.
        let (up, down) = if folded(&call.verb) == "hscroll" {
            (Direction::Right, Direction::Left)
        } else {
            (Direction::Up, Direction::Down)
        };
        return out.scroll_direction(if pixels > 0.0 { up } else { down }, from);
    }
    if call.get(&["direction"]).is_none() {
        return Err(Refusal::missing(&call.verb, "coordinate2", "where the finger is lifted, or a `direction`"));
    }
    let direction = out.direction(call, &["direction"])?;
    if folded(&call.verb) == "swipe" {
        out.swipe_direction(direction, from)
    } else {
        out.scroll_direction(direction, from)
    }
}

fn press(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    if let Some(Json::List(list)) = call.get(&["keys", "text"]) {
        let names: Vec<&str> = list.iter().filter_map(Json::as_text).collect();
        return out.keys(&call.verb, &names);
    }
    let key = out.name(call, &["text", "key", "keys", "keycode"])?;
    match keys::android_key(&key) {
        Some(code) => {
            out.key(&code);
            Ok(())
        }
        None if key.contains('+') => out.keys(&call.verb, &key.split('+').collect::<Vec<_>>()),
        None => Err(keys::unknown(&call.verb, &key)),
    }
}

fn terminate(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let message = out.optional_text(call, &["text", "message", "reason", "content"])?;
    if folded(&call.verb) != "terminate" && call.get(&["status"]).is_none() {
        out.finish(message);
        return Ok(());
    }
    let status = out.optional_text(call, &["status", "goal_status"])?;
    let status = status.ok_or_else(|| Refusal::missing(&call.verb, "status", "success or failure"))?;
    match folded(&status).as_str() {
        "success" | "complete" | "completed" | "finish" | "finished" | "done" => out.finish(message),
        "failure" | "fail" | "failed" | "infeasible" | "impossible" => out.fail(message),
        _ => return Err(Refusal::bad("terminate", "status", &quoted(&status), "success or failure")),
    }
    Ok(())
}

/// Writes the arguments of an action in the family's format.
pub(super) fn write_arguments(action: &AgentAction, grid: Grid, context: &ReplyContext<'_>) -> Option<String> {
    let at = |x, y| w::list(grid, x, y, context);
    Some(match action {
        AgentAction::Tap(tap) => format!(r#"{{"action":"click","coordinate":{}}}"#, at(tap.x, tap.y)?),
        AgentAction::DoubleTap(tap) => format!(r#"{{"action":"double_click","coordinate":{}}}"#, at(tap.x, tap.y)?),
        AgentAction::LongPress(press) => format!(
            r#"{{"action":"long_press","coordinate":{},"time":{}}}"#,
            at(press.x, press.y)?,
            w::seconds(press.duration_ms)
        ),
        AgentAction::Swipe(swipe) => format!(
            r#"{{"action":"swipe","coordinate":{},"coordinate2":{}}}"#,
            at(swipe.x1, swipe.y1)?,
            at(swipe.x2, swipe.y2)?
        ),
        AgentAction::Drag(drag) => format!(
            r#"{{"action":"drag","start_coordinate":{},"end_coordinate":{}}}"#,
            at(drag.x1, drag.y1)?,
            at(drag.x2, drag.y2)?
        ),
        AgentAction::Type(text) => format!(r#"{{"action":"type","text":{}}}"#, w::json(&text.text)),
        AgentAction::ClearText(_) => r#"{"action":"clear_text"}"#.to_owned(),
        AgentAction::Keyevent(key) => match key.keycode.as_str() {
            codes::BACK => r#"{"action":"system_button","button":"Back"}"#.to_owned(),
            codes::HOME => r#"{"action":"system_button","button":"Home"}"#.to_owned(),
            codes::ENTER => r#"{"action":"system_button","button":"Enter"}"#.to_owned(),
            other => format!(r#"{{"action":"key","text":"{}"}}"#, keys::short_name(other)?),
        },
        AgentAction::OpenApp(open) => format!(r#"{{"action":"open","text":{}}}"#, w::json(&open.name)),
        AgentAction::Wait(wait) => format!(r#"{{"action":"wait","time":{}}}"#, w::seconds(wait.duration_ms)),
        AgentAction::AskUser(ask) => format!(r#"{{"action":"ask_user","text":{}}}"#, w::json(&ask.question)),
        AgentAction::RequestHumanAuth(auth) => {
            format!(r#"{{"action":"interact","text":{}}}"#, w::json(&auth.instruction))
        }
        AgentAction::Finish(finish) => format!(r#"{{"action":"answer","text":{}}}"#, w::json(&finish.message)),
        AgentAction::Fail(fail) => {
            format!(r#"{{"action":"terminate","status":"failure","text":{}}}"#, w::json(&fail.message))
        }
        _ => return None,
    })
}

/// Writes an action as a call of `mobile_use`, or of the tool it calls.
fn write_call(action: &AgentAction, grid: Grid, context: &ReplyContext<'_>) -> Option<String> {
    if let AgentAction::McpCall(call) = action {
        let args = serde_json::Value::Object(call.args.clone());
        return Some(format!(r#"{{"name":{},"arguments":{args}}}"#, w::json(&call.tool)));
    }
    let arguments = write_arguments(action, grid, context)?;
    Some(format!(r#"{{"name":"mobile_use","arguments":{arguments}}}"#))
}
