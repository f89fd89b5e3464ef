//! OpenPocket: `{"thought":"…","action":{"type":"tap",…}}` in device pixels.
//!
//! The only lenient dialect: [`phone::normalize`] reads its actions, so an unknown type becomes a wait. A reply without
//! any object is still refused.

use super::out::Out;
use super::refusal::Refusal;
use super::text::{embedded::first_object, tags};
use super::{Dialect, Grid, ReplyContext};
use crate::finding::Code;
use crate::json::Json;
use crate::phone::{self, AgentAction};

pub(super) struct OpenPocket;

impl Dialect for OpenPocket {
    fn name(&self) -> &'static str {
        "openpocket"
    }

    fn about(&self) -> &'static str {
        "general models that answer with the canonical actions as JSON"
    }

    fn grid(&self) -> Grid {
        Grid::Screen
    }

    fn shape(&self) -> &'static str {
        "One JSON object and nothing else: {\"thought\":\"…\",\"action\":{\"type\":\"…\",…}}."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let split = tags::split_thought(reply.trim(), &["{"]);
        out.think(&split.thought);
        let is_step = |value: &Json<'_>| {
            value
                .as_object()
                .is_some_and(|object| ["action", "actions", "type", "tool"].iter().any(|key| object.has(key)))
        };
        let found = first_object(split.body, false, is_step).map_err(|error| Refusal::unreadable(error.to_string()))?;
        let Some(found) = found else { return Ok(()) };
        if split.body.starts_with("```") {
            out.repair(Code::Markup, "the object was in a code fence");
        }
        let value = found.parsed.value;
        out.repaired(found.parsed.repairs);
        let Some(object) = value.as_object() else { return Ok(()) };
        if let Some(thought) = object.get("thought").and_then(Json::as_text) {
            out.think(thought);
        }
        match (object.get("action"), object.get("actions")) {
            (_, Some(Json::List(actions))) if !actions.is_empty() => {
                actions.iter().for_each(|action| read_one(action, out))
            }
            (Some(action), _) => read_one(action, out),
            (None, _) if object.has("type") => {
                out.repair(Code::Markup, "`thought` and `action` around the action were missing");
                read_one(&value, out);
            }
            _ => {}
        }
        Ok(())
    }

    fn write(&self, action: &AgentAction, _: &ReplyContext<'_>) -> Option<String> {
        serde_json::to_string(action).ok()
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        let thought = super::write::json(thought);
        match actions {
            [only] => format!(r#"{{"thought":{thought},"action":{only}}}"#),
            several => format!(r#"{{"thought":{thought},"actions":[{}]}}"#, several.join(",")),
        }
    }
}

fn read_one(action: &Json<'_>, out: &mut Out<'_>) {
    let phone::Lenient { action, repairs } = phone::normalize(action);
    out.repaired(repairs);
    out.act(action);
}
