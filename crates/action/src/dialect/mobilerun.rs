//! Mobilerun (formerly DroidRun): prose, then
//! `<function_calls><invoke name="click"><parameter name="index">12</parameter></invoke></function_calls>`,
//! elements by number or device pixels. `<add_memory>` is a note.

use crate::slice::Slice as _;
use std::borrow::Cow;

use super::call::Call;
use super::out::Out;
use super::refusal::Refusal;
use super::text::{find_ignoring_case, folded, tags};
use super::{Dialect, Grid, ReplyContext, Touch, TouchKind, keys, write as w};
use crate::finding::{Code, quoted};
use crate::json::{Json, Object};
use crate::phone::{AgentAction, keys as codes};

pub(super) struct Mobilerun;

const VERBS: &[&str] = &[
    "click",
    "long_press",
    "click_at",
    "long_press_at",
    "click_area",
    "type",
    "type_text",
    "system_button",
    "swipe",
    "wait",
    "open_app",
    "remember",
    "complete",
];

impl Dialect for Mobilerun {
    fn name(&self) -> &'static str {
        "mobilerun"
    }

    fn about(&self) -> &'static str {
        "general models prompted as Mobilerun's agent, with calls in XML"
    }

    fn grid(&self) -> Grid {
        Grid::Screen
    }

    fn shape(&self) -> &'static str {
        "Your reasoning in a sentence or two, then the calls: <function_calls><invoke name=\"TOOL\"><parameter name=\"NAME\">value</parameter></invoke></function_calls>"
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let first = tags::find_tag(reply, "function_calls", false, 0)
            .map(|(start, _)| start)
            .into_iter()
            .chain(find_ignoring_case(reply, "<invoke", 0))
            .min();
        let Some(first) = first else { return Ok(()) };
        think(reply.head(first), out);
        let mut rest = reply.tail(first);
        let mut last: Option<&str> = None;
        let mut failed = None;
        let mut called = false;
        while let Some((start, end)) = next_block(rest, out) {
            let block = rest.part(start, end).trim();
            rest = rest.tail(end).trim_start();
            if let Some(after) = rest.strip_prefix("</function_calls>") {
                rest = after;
            }
            if last == Some(block) {
                out.repair(Code::Repeated, "an identical repeated call block was counted once");
                continue;
            }
            last = Some(block);
            match invokes(block) {
                Ok(calls) => {
                    for call in calls {
                        called = true;
                        act(&call, out)?;
                    }
                }
                // A broken block does not spoil its neighbours, but none of it runs.
                Err(refusal) => failed = Some(refusal),
            }
            if out.is_full() {
                break;
            }
        }
        match failed {
            Some(refusal) if !called => Err(refusal),
            Some(_) => {
                out.repair(Code::Markup, "a call block that cannot be read was dropped");
                Ok(())
            }
            None if !called => Err(Refusal::no_action(self.shape())),
            None => Ok(()),
        }
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::pair(self.grid(), x, y, context);
        let plain =
            |text: &str| (!text.contains("</parameter") && !text.contains("<parameter")).then(|| text.to_owned());
        let call = |name: &str, parameters: &[(&str, String)]| {
            let parameters: String = parameters
                .iter()
                .map(|(name, value)| format!("<parameter name=\"{name}\">{value}</parameter>\n"))
                .collect();
            format!("<invoke name=\"{name}\">\n{parameters}</invoke>")
        };
        Some(match action {
            AgentAction::Tap(tap) => {
                let (x, y) = at(tap.x, tap.y)?;
                call("click_at", &[("x", x), ("y", y)])
            }
            AgentAction::LongPress(press) => {
                let (x, y) = at(press.x, press.y)?;
                call("long_press_at", &[("x", x), ("y", y)])
            }
            AgentAction::Swipe(swipe) => {
                let (from, to) = (
                    w::list(self.grid(), swipe.x1, swipe.y1, context)?,
                    w::list(self.grid(), swipe.x2, swipe.y2, context)?,
                );
                call("swipe", &[("coordinate", from), ("coordinate2", to), ("duration", w::seconds(swipe.duration_ms))])
            }
            AgentAction::Type(text) => call("type_text", &[("text", plain(&text.text)?)]),
            AgentAction::OpenApp(open) => call("open_app", &[("text", plain(&open.name)?)]),
            AgentAction::Wait(wait) => call("wait", &[("duration", w::seconds(wait.duration_ms))]),
            AgentAction::Note(note) => call("remember", &[("information", plain(&note.text)?)]),
            AgentAction::Finish(finish) => {
                call("complete", &[("success", "true".to_owned()), ("message", plain(&finish.message)?)])
            }
            AgentAction::Fail(fail) => {
                call("complete", &[("success", "false".to_owned()), ("message", plain(&fail.message)?)])
            }
            AgentAction::Keyevent(key) => {
                let names = [(codes::BACK, "back"), (codes::HOME, "home"), (codes::ENTER, "enter")];
                let (_, name) = names.iter().find(|(code, _)| *code == key.keycode)?;
                call("system_button", &[("button", (*name).to_owned())])
            }
            AgentAction::McpCall(tool) => {
                let plain: Option<Vec<(&str, String)>> = tool
                    .args
                    .iter()
                    .map(|(name, value)| value.as_str().and_then(plain).map(|value| (name.as_str(), value)))
                    .collect();
                call(&tool.tool, &plain?)
            }
            _ => return None,
        })
    }

    fn write_touch(&self, touch: &Touch) -> Option<String> {
        let name = match touch.kind {
            TouchKind::Tap => "click",
            TouchKind::LongPress => "long_press",
            TouchKind::DoubleTap | TouchKind::Swipe => return None,
        };
        Some(format!("<invoke name=\"{name}\">\n<parameter name=\"index\">{}</parameter>\n</invoke>", touch.element))
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("{thought}\n<function_calls>\n{}\n</function_calls>", actions.join("\n"))
    }
}

/// Reads the prose before the calls; the memories in it become one note.
fn think(text: &str, out: &mut Out<'_>) {
    let mut memories = Vec::new();
    let mut rest = text;
    while let Some(block) = tags::block(rest, "add_memory").filter(|block| block.whole) {
        out.think(block.before);
        if !block.inside.is_empty() {
            memories.push(block.inside);
        }
        rest = block.after;
    }
    out.think(rest);
    if !memories.is_empty() {
        out.note(memories.join("\n"));
    }
}

/// Finds the next block of calls: in its wrapper, or bare calls up to the next wrapper. Returns the range of its
/// content.
fn next_block(text: &str, out: &mut Out<'_>) -> Option<(usize, usize)> {
    let open = tags::find_tag(text, "function_calls", false, 0);
    let bare = find_ignoring_case(text, "<invoke", 0);
    match (open, bare) {
        (Some((start, inside)), bare) if bare.is_none_or(|bare| start < bare) => {
            if text.part(start, inside) != "<function_calls>" {
                out.repair(Code::Markup, "the tag around the calls was misspelt");
            }
            let end = closing(text, inside);
            if end == text.len() {
                out.repair(Code::Markup, "the tag around the calls was never closed");
            }
            Some((inside, end))
        }
        (open, Some(bare)) => {
            out.repair(Code::Markup, "the tag around the calls was missing");
            let end = open.map_or(text.len(), |(start, _)| start).max(bare);
            Some((bare, closing(text, bare).min(end)))
        }
        (_, None) => None,
    }
}

/// Finds the closing tag of the wrapper that was opened before `from`, ignoring parameter values.
fn closing(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let close = find_ignoring_case(text, "</function_calls", at);
        let parameter = find_ignoring_case(text, "<parameter", at);
        match (close, parameter) {
            (Some(close), Some(parameter)) if parameter < close => {
                at = find_ignoring_case(text, "</parameter>", parameter).unwrap_or(parameter) + 1;
            }
            (Some(close), _) => return close,
            (None, _) => return text.len(),
        }
    }
}

/// Reads the calls in a block. Any other text between the tags means that the markup is corrupt, and then none of the
/// block runs.
fn invokes(block: &str) -> Result<Vec<Call<'_>>, Refusal> {
    let mut calls = Vec::new();
    let mut rest = block;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() || calls.len() > super::MAX_ACTIONS {
            return Ok(calls);
        }
        let Some(head) = rest.strip_prefix("<invoke") else { return Err(corrupt(rest)) };
        let (attributes, mut body) = head.split_once('>').ok_or_else(|| corrupt(rest))?;
        let name = name_attribute(attributes).ok_or_else(|| corrupt(rest))?;
        let mut args: Vec<(Cow<'_, str>, Json<'_>)> = Vec::new();
        loop {
            body = body.trim_start();
            if let Some(after) = body.strip_prefix("</invoke>") {
                rest = after;
                break;
            }
            let parameter = body.strip_prefix("<parameter").ok_or_else(|| corrupt(body))?;
            let (attributes, value) = parameter.split_once('>').ok_or_else(|| corrupt(body))?;
            let key = name_attribute(attributes).ok_or_else(|| corrupt(body))?;
            let (value, after) = value.split_once("</parameter>").ok_or_else(|| corrupt(body))?;
            // A nested parameter: the closing tag of this one was lost.
            if value.contains("<parameter name=") {
                return Err(corrupt(body));
            }
            args.push((Cow::Borrowed(key), Json::Text(Cow::Borrowed(value))));
            body = after;
        }
        calls.push(Call::new(name, args.into_iter().collect::<Object<'_>>()));
    }
}

fn corrupt(rest: &str) -> Refusal {
    let found: String = rest.chars().take(40).collect();
    Refusal::unreadable(format!("the markup of the call is broken at {}", quoted(&found)))
}

/// `name="click"` or `name='click'`.
fn name_attribute(attributes: &str) -> Option<&str> {
    let value = attributes.trim_start().strip_prefix("name")?.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (name, _) = value.tail(1).split_once(quote)?;
    (!name.trim().is_empty()).then(|| name.trim())
}

fn act(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    match folded(&call.verb).as_str() {
        "click" | "tap" | "tapbyindex" => {
            let target = out.element(call, &["index"])?;
            out.tap(target)?;
        }
        "longpress" => {
            let target = out.element(call, &["index"])?;
            out.long_press(target, None)?;
        }
        "clickat" => {
            let target = out.target_of(call, "x", "y")?;
            out.tap(target)?;
        }
        "longpressat" => {
            let target = out.target_of(call, "x", "y")?;
            out.long_press(target, None)?;
        }
        "clickarea" => {
            let corners = ["x1", "y1", "x2", "y2"].map(|name| {
                out.optional_number(call, &[name])?.ok_or_else(|| Refusal::missing(&call.verb, name, "a number"))
            });
            let [x1, y1, x2, y2] = corners;
            let (x, y) = (x1? / 2.0 + x2? / 2.0, y1? / 2.0 + y2? / 2.0);
            let point = out.to_pixels(x, y, "x1")?;
            out.tap(super::coordinates::TouchTarget::At(point))?;
        }
        "type" | "typetext" | "inputtext" => {
            let text = out.text(call, &["text"])?;
            // -1 means the focused field.
            let focused = call.get(&["index"]).and_then(Json::as_text).is_some_and(|index| index.trim() == "-1");
            if !focused && let Some(target) = out.optional_element(call, &["index"])? {
                out.tap(target)?;
            }
            if out.flag(call, &["clear"])? == Some(true) {
                out.clear_text();
            }
            out.type_text(text);
        }
        "systembutton" => {
            let button = out.choice(call, &["button"], &["back", "home", "enter"])?;
            out.key(&keys::android_key(&button).ok_or_else(|| keys::unknown(&call.verb, &button))?);
        }
        "presskey" => {
            let key = out.name(call, &["keycode", "key"])?;
            out.key(&keys::android_key(&key).ok_or_else(|| keys::unknown(&call.verb, &key))?);
        }
        "swipe" | "drag" => {
            let (from, to) = (out.target(call, &["coordinate"])?, out.target(call, &["coordinate2"])?);
            let millis = out.seconds(call, &["duration"])?;
            if folded(&call.verb) == "swipe" {
                out.swipe(from, to, Some(millis.unwrap_or(1000.0)))?
            } else {
                out.drag(from, to, millis)?
            }
        }
        "wait" => {
            let millis = out.seconds(call, &["duration"])?;
            out.wait(millis);
        }
        "openapp" | "startapp" => {
            let app = out.name(call, &["text", "app_id", "app_name", "package"])?;
            out.open_app(app);
        }
        "getstate" | "takescreenshot" => out.observe(),
        "remember" => {
            let text = out.text(call, &["information", "text"])?;
            out.note(text);
        }
        "complete" => {
            let success = out.flag(call, &["success"])?;
            let success = success.ok_or_else(|| Refusal::missing(&call.verb, "success", "true or false"))?;
            let message = out.optional_text(call, &["message", "reason"])?;
            if success { out.finish(message) } else { out.fail(message) }
        }
        _ => out.tool(&call.verb, &call.args, VERBS)?,
    }
    Ok(())
}
