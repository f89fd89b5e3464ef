//! Mobile-Agent's executor: `### Thought ### … ### Action ### {"action":…} ### Description ###`,
//! device pixels; also Mobile-Agent-E's `{"name":"Tap","arguments":{"x":…,"y":…}}`.

use super::call::Call;
use super::out::Out;
use super::refusal::Refusal;
use super::text::embedded::first_object;
use super::text::{find_ignoring_case, folded};
use super::{Dialect, Grid, ReplyContext, mobile_use};
use crate::finding::Code;
use crate::json::{Json, Object};
use crate::phone::{AgentAction, keys as codes};
use crate::slice::Slice as _;

pub(super) struct MobileAgent;

const VERBS: &[&str] = &["Open_App", "Tap", "Swipe", "Type", "Enter", "Switch_App", "Back", "Home", "Wait"];

impl Dialect for MobileAgent {
    fn name(&self) -> &'static str {
        "mobile-agent"
    }

    fn about(&self) -> &'static str {
        "general models prompted as Mobile-Agent's executor"
    }

    fn grid(&self) -> Grid {
        Grid::Screen
    }

    fn shape(&self) -> &'static str {
        "### Thought ###\nyour reasoning\n\n### Action ###\none JSON object, for example {\"action\":\"click\",\"coordinate\":[x,y]}\n\n### Description ###\nwhat the action does"
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        // The last heading counts: an earlier one may be quoted from the history.
        let mut at = None;
        let mut from = 0;
        while let Some(found) = find_ignoring_case(reply, "### Action", from) {
            from = found + "### Action".len();
            let rest = reply.tail(from).trim_start_matches([' ', '#', ':', '：']);
            if !rest.trim_start().to_ascii_lowercase().starts_with("history") {
                at = Some(found);
            }
        }
        let Some(at) = at else { return Ok(()) };
        let before = reply.head(at);
        let thought = find_ignoring_case(before, "### Thought", 0)
            .map_or(before, |start| before.tail(start + "### Thought".len()));
        out.think(thought.trim_start_matches([' ', '#', ':']));
        let section = reply.tail(at + "### Action".len());
        let end = find_ignoring_case(section, "### Description", 0).unwrap_or(section.len());
        let found = first_object(section.head(end), false, |value| value.as_object().is_some())
            .map_err(|error| Refusal::unreadable(format!("the action is {error}")))?;
        let Some(found) = found else { return Ok(()) };
        if section.head(end).contains("```") {
            out.repair(Code::Markup, "the action was in a code fence");
        }
        out.repaired(found.parsed.repairs);
        let Some(object) = found.parsed.value.as_object() else { return Ok(()) };
        match object.get("name").and_then(Json::as_text) {
            Some(name) if !object.has("action") => atomic(name, object, out),
            _ => mobile_use::act(object, out),
        }
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        mobile_use::write_arguments(action, self.grid(), context)
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!(
            "### Thought ###\n{thought}\n\n### Action ###\n{}\n\n### Description ###\nthe next step",
            actions.join("\n")
        )
    }

    fn takes_several(&self) -> bool {
        false
    }
}

/// The atomic actions of Mobile-Agent-E.
fn atomic(name: &str, object: &Object<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    if folded(name) == "mobileuse" {
        return mobile_use::value(&Json::Object(object.clone()), out);
    }
    let args = match object.get("arguments") {
        Some(Json::Object(args)) => args.clone(),
        None | Some(Json::Null) => Object::default(),
        Some(Json::Text(text)) if text.trim().is_empty() => Object::default(),
        Some(other) => return Err(Refusal::bad(name, "arguments", other.kind(), "an object")),
    };
    let call = Call::new(name, args);
    match folded(name).as_str() {
        "openapp" => {
            let app = out.name(&call, &["app_name", "name", "text"])?;
            out.open_app(app);
            Ok(())
        }
        "tap" | "click" => {
            let target = out.target_of(&call, "x", "y")?;
            out.tap(target)
        }
        "swipe" => {
            let (from, to) = (out.target_of(&call, "x1", "y1")?, out.target_of(&call, "x2", "y2")?);
            out.swipe(from, to, None)
        }
        "type" => {
            let text = out.text(&call, &["text"])?;
            out.type_text(text);
            Ok(())
        }
        "taptypeandenter" => {
            let target = out.target_of(&call, "x", "y")?;
            let text = out.text(&call, &["text"])?;
            out.tap(target)?;
            out.type_text(text);
            out.key(codes::ENTER);
            Ok(())
        }
        "wait" => {
            out.wait(Some(10_000.0));
            Ok(())
        }
        key @ ("enter" | "back" | "home" | "switchapp") => {
            out.key(match key {
                "enter" => codes::ENTER,
                "back" => codes::BACK,
                "home" => codes::HOME,
                _ => codes::RECENT,
            });
            Ok(())
        }
        "finish" | "finished" | "exit" | "stop" => {
            let message = out.optional_text(&call, &["message", "text"])?;
            out.finish(message);
            Ok(())
        }
        _ => out.tool(name, &call.args, VERBS),
    }
}
