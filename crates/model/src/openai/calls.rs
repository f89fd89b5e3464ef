//! Tool calls, which arrive in pieces, and the text in which a dialect reads them.
//!
//! Servers with a tool parser remove `<tool_call>` blocks from the text and return them as calls: this module puts them
//! back, with the arguments exactly as they came.

use action::AgentAction;
use action::dialect::{self, DialectName, MAX_ACTIONS, ReplyContext};
use action::phone::McpCall;
use serde::Deserialize;
use serde_json::value::RawValue;

/// The calls of one answer, in order.
#[derive(Default)]
pub(super) struct Calls(Vec<Call>);

#[derive(Default)]
struct Call {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

/// A piece of a call, or a whole one.
#[derive(Deserialize)]
pub(super) struct Piece {
    index: Option<u64>,
    id: Option<String>,
    function: Option<Function>,
}

#[derive(Deserialize)]
struct Function {
    name: Option<String>,
    /// A string, or an object from lenient servers.
    arguments: Option<Box<RawValue>>,
}

impl Calls {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The total length.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|call| call.id.len() + call.name.len() + call.arguments.len()).sum()
    }

    /// Adds a piece.
    pub(super) fn add(&mut self, piece: Piece) {
        let id = piece.id.unwrap_or_default();
        let (name, arguments) = match piece.function {
            Some(function) => (function.name.unwrap_or_default(), function.arguments),
            None => (String::new(), None),
        };
        let place = self.place(piece.index, &id, &name);
        let Some(place) = place.or_else(|| {
            // One more than the limit, so that the dialect can reject the excess.
            (self.0.len() <= MAX_ACTIONS).then(|| {
                self.0.push(Call { index: piece.index, ..Call::default() });
                self.0.len() - 1
            })
        }) else {
            return;
        };
        let call = &mut self.0[place];
        if call.id.is_empty() {
            call.id = id;
        }
        if call.name.is_empty() {
            call.name = name;
        }
        if let Some(arguments) = arguments {
            let text = arguments.get();
            match serde_json::from_str::<String>(text) {
                Ok(text) => call.arguments.push_str(&text),
                Err(_) if text == "null" => {}
                Err(_) => call.arguments.push_str(text),
            }
        }
    }

    /// Finds the call that a piece belongs to. Ollama numbers every call 0 or not at all, so a new id starts a new
    /// call.
    fn place(&self, index: Option<u64>, id: &str, name: &str) -> Option<usize> {
        let calls = &self.0;
        if !id.is_empty() {
            let same = calls.iter().position(|call| call.id == id);
            return same.or_else(|| {
                let nameless = |call: &Call| call.id.is_empty() && index.is_some() && call.index == index;
                calls.iter().rposition(nameless)
            });
        }
        match index {
            Some(_) => calls.iter().rposition(|call| call.index == index),
            None if name.is_empty() => calls.len().checked_sub(1),
            None => None,
        }
    }

    /// Restores the tools' own names.
    pub(super) fn rename(&mut self, own: impl Fn(&str) -> Option<String>) {
        for call in &mut self.0 {
            if let Some(name) = own(&call.name) {
                call.name = name;
            }
        }
    }

    /// The answer as its dialect reads it: the text and the calls.
    pub(super) fn text(&self, dialect: DialectName, said: &str, offered: &[String]) -> String {
        let said = said.trim();
        let before = |written: String| if said.is_empty() { Vec::new() } else { vec![written] };
        match dialect.as_str() {
            "claude" => {
                let text = before(format!(r#"{{"type":"text","text":{}}}"#, json(said)));
                let call = |call: &Call| {
                    let (id, name, input) = (json(&call.id), json(&call.name), call.object());
                    format!(r#"{{"type":"tool_use","id":{id},"name":{name},"input":{input}}}"#)
                };
                list(text, self.0.iter().map(call))
            }
            "gemini" => {
                let text = before(format!(r#"{{"text":{}}}"#, json(said)));
                let call = |call: &Call| {
                    format!(r#"{{"functionCall":{{"name":{},"args":{}}}}}"#, json(&call.name), call.object())
                };
                list(text, self.0.iter().map(call))
            }
            "openai" => {
                let call = |call: &Call| {
                    let (id, name, arguments) = (json(&call.id), json(&call.name), json(&call.arguments));
                    format!(r#"{{"id":{id},"type":"function","function":{{"name":{name},"arguments":{arguments}}}}}"#)
                };
                let calls = list(Vec::new(), self.0.iter().map(call));
                let content = json(said);
                format!(
                    r#"{{"choices":[{{"message":{{"role":"assistant","content":{content},"tool_calls":{calls}}}}}]}}"#
                )
            }
            _ => self.as_written(dialect, said, offered).unwrap_or_else(|| {
                let call = |call: &Call| {
                    let (name, arguments) = (json(&call.name), call.object());
                    format!("<tool_call>\n{{\"name\": {name}, \"arguments\": {arguments}}}\n</tool_call>")
                };
                let parts = before(said.to_owned()).into_iter().chain(self.0.iter().map(call));
                parts.collect::<Vec<_>>().join("\n")
            }),
        }
    }

    /// The calls in the dialect's own notation, if all tools are offered.
    fn as_written(&self, dialect: DialectName, said: &str, offered: &[String]) -> Option<String> {
        let action = |call: &Call| {
            let args = serde_json::from_str(&call.object()).ok()?;
            let known = offered.contains(&call.name);
            let (tool, timeout_sec) = (call.name.clone(), McpCall::default_timeout());
            known.then_some(AgentAction::McpCall(McpCall { tool, args, timeout_sec, reason: None }))
        };
        let actions: Option<Vec<AgentAction>> = self.0.iter().map(action).collect();
        dialect::write_reply(dialect, said, &actions?, &ReplyContext::default())
    }
}

impl Call {
    /// The arguments as an object, exactly as they came; anything else as a string, which the parser rejects.
    fn object(&self) -> String {
        let text = self.arguments.trim();
        if text.is_empty() {
            return "{}".to_owned();
        }
        if text.starts_with('{') && serde_json::from_str::<&RawValue>(text).is_ok() {
            return text.to_owned();
        }
        json(text)
    }
}

fn list(mut items: Vec<String>, more: impl Iterator<Item = String>) -> String {
    items.extend(more);
    format!("[{}]", items.join(","))
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
