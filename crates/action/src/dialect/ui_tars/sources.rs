//! Finds the calls of a UI-TARS reply: below `Action:`, in Seed's XML, in JSON, or bare.

use crate::slice::Slice as _;
use std::borrow::Cow;

use super::super::call::Call;
use super::super::out::Out;
use super::super::refusal::Refusal;
use super::super::text::calls::{TextCall, call_name, read_call};
use super::super::text::{find_ignoring_case, tags};
use super::{VERBS, is_verb};
use crate::finding::{Code, quoted};
use crate::json::{Json, Object};

type Act<'f> = &'f mut dyn FnMut(Call<'_>, &mut Out<'_>) -> Result<(), Refusal>;

const MARKERS: &[&str] = &["Action:", "Action：", "<computer_env>", "<answer>", "<seed:tool_call>", "<function"];

/// Finds the calls and passes them on in order.
pub(super) fn calls(reply: &str, out: &mut Out<'_>, act: Act<'_>) -> Result<(), Refusal> {
    let split = tags::split_thought(reply.trim(), MARKERS);
    if split.mended {
        out.repair(Code::Markup, "a thinking tag was missing or misspelt");
    }
    out.think(&split.thought);
    let mut body = split.body;
    if find_ignoring_case(body, "<function", 0).is_some() && !body.contains("Action:") {
        return seed_calls(body, out, act);
    }
    for env in ["computer_env", "gui_env"] {
        if let Some(block) = tags::block(body, env) {
            body = block.inside;
        }
    }
    if let Some(block) = tags::block(body, "mcp_env") {
        // Tool calls between their own tokens.
        let inside = block.inside.replace("<|FunctionCallBegin|>", "").replace("<|FunctionCallEnd|>", "");
        return json_call(inside.trim(), out, act);
    }
    if body.starts_with('{') || body.starts_with('[') {
        return json_call(body, out, act);
    }
    if let Some((thought, block)) = below_action(body) {
        out.think(thought);
        return text_calls(block, out, act);
    }
    if let Some(block) = tags::block(body, "answer").filter(|block| block.whole) {
        out.think(block.before);
        if is_call(block.inside) {
            return text_calls(block.inside, out, act);
        }
        if !block.inside.is_empty() {
            out.repair(Code::Markup, "an answer without a call was taken as the closing message");
            out.finish(Some(block.inside.to_owned()));
        }
        return Ok(());
    }
    bare_calls(body, out, act)
}

/// Returns the text below the last `Action:` that is not inside the arguments of an earlier call.
fn below_action(body: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    let mut best: Option<(usize, usize)> = None;
    while let Some(start) = find_ignoring_case(body, "action", at) {
        let behind = body.tail(start + "action".len());
        let colon = behind.trim_start_matches(' ');
        at = start + "action".len();
        let Some(colon) = colon.chars().next().filter(|c| matches!(c, ':' | '：')) else { continue };
        // `Action_Summary:` and `Reaction:` are other words.
        let preceded = body.head(start).chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
        if preceded {
            continue;
        }
        let from = body.len() - behind.trim_start_matches(' ').len() + colon.len_utf8();
        let call_start = body.len() - skip_fence(body.tail(from)).len();
        let call = is_call(body.tail(call_start)).then(|| read_call(body, call_start));
        let replaces = best.is_none_or(|(_, earlier)| !is_call(skip_fence(body.tail(earlier)))) || call.is_some();
        if replaces {
            best = Some((start, from));
        }
        // Text inside this call's arguments is not a marker.
        at = match call {
            Some(Ok(call)) => call.end.max(from),
            _ => from,
        };
    }
    best.map(|(start, from)| (thought_before(body.head(start)), body.tail(from)))
}

/// Returns the thought in the text before `Action:`.
fn thought_before(text: &str) -> &str {
    let at = ["Thought:", "Thought："]
        .iter()
        .filter_map(|marker| find_ignoring_case(text, marker, 0).map(|at| at + marker.len()))
        .min();
    at.map_or(text, |at| text.tail(at)).trim()
}

fn skip_fence(text: &str) -> &str {
    let text = text.trim_start();
    match text.strip_prefix("```") {
        Some(inside) => {
            let line = inside.find('\n').unwrap_or(0);
            let language = inside.head(line).trim();
            let skip = if language.chars().all(char::is_alphanumeric) { line } else { 0 };
            inside.tail(skip).trim_start()
        }
        None => text.trim_start_matches('`'),
    }
}

/// Whether the text begins with a call of any verb.
fn is_call(text: &str) -> bool {
    call_name(text.trim_start()).is_some()
}

/// Reads the calls at the start of a block, each on lines of its own; prose after them is dropped.
fn text_calls(block: &str, out: &mut Out<'_>, act: Act<'_>) -> Result<(), Refusal> {
    let mut rest = skip_fence(block);
    if let Some(call) = compact_call(rest) {
        return act(call, out);
    }
    let mut count = 0;
    while is_call(rest) {
        let call = read_call(rest, 0)
            .map_err(|cut| Refusal::unreadable(format!("the call cannot be read: {}", cut.message)))?;
        let TextCall { end, .. } = call;
        let behind = rest.tail(end);
        let call = Call::of_text(call, out);
        act(call, out)?;
        count += 1;
        let next = behind.trim_start_matches([' ', ';', '\t']);
        let separated = next.starts_with('\n') || next.starts_with('\r');
        rest = next.trim_start();
        if out.is_full() || !separated {
            break;
        }
    }
    if count == 0 && !rest.is_empty() {
        let first = rest.split_whitespace().next().unwrap_or_default();
        return Err(Refusal::unreadable(format!(
            "expected a call such as click(start_box='(x,y)') after `Action:`, found {}",
            quoted(first)
        )));
    }
    Ok(())
}

/// Reads `click>point>point>112 56`, as some Doubao models write it.
fn compact_call(text: &str) -> Option<Call<'_>> {
    let line = text.lines().next()?.trim();
    let (verb, rest) = line.split_once('>')?;
    let place = rest.rsplit('>').next()?;
    (is_verb(verb) && !verb.contains(' ')).then(|| {
        let args = std::iter::once((Cow::Borrowed("point"), Json::Text(Cow::Borrowed(place))));
        Call::new(verb, args.collect::<Object<'_>>())
    })
}

/// Reads calls without a marker, only where a line begins with a known verb. A verb inside a sentence ("I should wait()
/// until …") is not a call.
fn bare_calls(body: &str, out: &mut Out<'_>, act: Act<'_>) -> Result<(), Refusal> {
    if let Some(call) = compact_call(body) {
        return act(call, out);
    }
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        let text = line.trim_start();
        if call_name(text).is_some_and(is_verb) {
            out.repair(Code::Markup, "`Action:` before the call was missing");
            out.think(thought_before(body.head(at)));
            return text_calls(body.tail(at), out, act);
        }
        at += line.len();
    }
    Ok(())
}

/// Reads `{"name": "click", "arguments": "{…}"}`, alone or in a list.
fn json_call(body: &str, out: &mut Out<'_>, act: Act<'_>) -> Result<(), Refusal> {
    let parsed = Json::loose(body).map_err(|error| Refusal::unreadable(error.to_string()))?;
    out.repaired(parsed.repairs);
    let single = std::slice::from_ref(&parsed.value);
    for value in parsed.value.as_list().unwrap_or(single) {
        let name = value.as_object().and_then(|object| object.get("name")).and_then(Json::as_text);
        let (Some(object), Some(name)) = (value.as_object(), name) else {
            return Err(Refusal::missing("call", "name", &format!("one of {}", VERBS.join(", "))));
        };
        let arguments = ["arguments", "parameters", "inputs"].iter().find_map(|key| object.get(key));
        match arguments {
            None | Some(Json::Null) => act(Call::new(name, Object::default()), out)?,
            Some(Json::Object(args)) => act(Call::new(name, args.clone()), out)?,
            Some(Json::Text(text)) if text.trim().is_empty() => act(Call::new(name, Object::default()), out)?,
            Some(Json::Text(text)) => {
                let inner = Json::loose(text)
                    .map_err(|error| Refusal::unreadable(format!("the arguments of `{name}` are {error}")))?;
                let Json::Object(args) = inner.value else {
                    return Err(Refusal::bad(name, "arguments", "a value", "an object"));
                };
                out.repaired(inner.repairs);
                act(Call::new(name, args), out)?;
            }
            Some(other) => return Err(Refusal::bad(name, "arguments", other.kind(), "an object")),
        }
    }
    Ok(())
}

/// Reads `<function=click><parameter=point>…</parameter></function>`, and the same with attributes.
fn seed_calls(body: &str, out: &mut Out<'_>, act: Act<'_>) -> Result<(), Refusal> {
    let mut rest = body;
    while let Some(start) = find_ignoring_case(rest, "<function", 0) {
        let head = rest.tail(start + "<function".len());
        let Some(close) = head.find('>') else { break };
        let name = attribute(head.head(close));
        let inside = head.tail(close + 1);
        let end = find_ignoring_case(inside, "</function>", 0)
            .or_else(|| find_ignoring_case(inside, "<function", 0))
            .unwrap_or(inside.len());
        let mut args: Vec<(Cow<'_, str>, Json<'_>)> = Vec::new();
        let mut parameters = inside.head(end);
        while let Some(at) = find_ignoring_case(parameters, "<parameter", 0) {
            let head = parameters.tail(at + "<parameter".len());
            let Some(close) = head.find('>') else { break };
            let key = attribute(head.head(close));
            let value = head.tail(close + 1);
            let Some(length) = find_ignoring_case(value, "</parameter>", 0) else {
                return Err(Refusal::unreadable(format!("the parameter {} is never closed", quoted(key))));
            };
            args.push((Cow::Borrowed(key), Json::Text(Cow::Borrowed(value.head(length).trim_matches('\n')))));
            parameters = value.tail(length + "</parameter>".len());
        }
        act(Call::new(name, args.into_iter().collect()), out)?;
        rest = inside.tail(end);
        if out.is_full() {
            break;
        }
    }
    Ok(())
}

/// Returns the name in `=click`, ` name='click'`.
fn attribute(text: &str) -> &str {
    let value = text.rsplit('=').next().unwrap_or(text);
    value.trim().trim_matches(['"', '\'', ' '])
}
