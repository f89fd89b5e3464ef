//! AgentCPM-GUI: one compact JSON object whose keys name the action, `{"POINT":[480,320],"to":"down"}`, 0..1000. The
//! direction is that of the finger.

use super::call::Call;
use super::out::Out;
use super::refusal::Refusal;
use super::text::{embedded::first_object, folded, tags};
use super::{Dialect, Grid, ReplyContext, keys, write as w};
use crate::finding::Code;
use crate::json::{Json, Object};
use crate::phone::{AgentAction, keys as codes};

pub(super) struct AgentCpm;

const KEYS: &[&str] = &["POINT", "to", "duration", "PRESS", "TYPE", "CLEAR", "STATUS", "thought"];

/// The longest touch that counts as a tap, in milliseconds.
const TAP: f64 = 200.0;

impl Dialect for AgentCpm {
    fn name(&self) -> &'static str {
        "agentcpm"
    }

    fn about(&self) -> &'static str {
        "AgentCPM-GUI models"
    }

    fn grid(&self) -> Grid {
        Grid::Per(1000)
    }

    fn shape(&self) -> &'static str {
        "One compact JSON object and nothing else, with your reasoning under \"thought\": {\"thought\":\"…\",\"POINT\":[x,y]}."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let split = tags::split_thought(reply.trim(), &["<act>", "{"]);
        out.think(&split.thought);
        let body = match tags::block(split.body, "act") {
            Some(block) => {
                out.think(block.before);
                block.inside
            }
            None => split.body,
        };
        let mine = |value: &Json<'_>| value.as_object().is_some_and(|object| KEYS.iter().any(|key| object.has(key)));
        let found = first_object(body, false, mine).map_err(|error| Refusal::unreadable(error.to_string()))?;
        let Some(found) = found else { return Ok(()) };
        out.repaired(found.parsed.repairs);
        found.parsed.value.as_object().map_or(Ok(()), |object| act(object, out))
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::list(self.grid(), x, y, context);
        Some(match action {
            AgentAction::Tap(tap) => format!(r#"{{"POINT":{}}}"#, at(tap.x, tap.y)?),
            AgentAction::LongPress(press) if press.duration_ms.get() > TAP => {
                format!(r#"{{"POINT":{},"duration":{}}}"#, at(press.x, press.y)?, press.duration_ms)
            }
            AgentAction::Swipe(swipe) => format!(
                r#"{{"POINT":{},"to":{},"duration":{}}}"#,
                at(swipe.x1, swipe.y1)?,
                at(swipe.x2, swipe.y2)?,
                swipe.duration_ms
            ),
            AgentAction::Type(text) => format!(r#"{{"TYPE":{}}}"#, w::json(&text.text)),
            AgentAction::ClearText(_) => r#"{"CLEAR":null}"#.to_owned(),
            AgentAction::Wait(wait) => format!(r#"{{"duration":{}}}"#, wait.duration_ms),
            AgentAction::AskUser(ask) => {
                format!(r#"{{"STATUS":"need_feedback","thought":{}}}"#, w::json(&ask.question))
            }
            AgentAction::Finish(_) => r#"{"STATUS":"finish"}"#.to_owned(),
            AgentAction::Fail(_) => r#"{"STATUS":"impossible"}"#.to_owned(),
            AgentAction::Keyevent(key) => {
                let names = [
                    (codes::HOME, "HOME"),
                    (codes::BACK, "BACK"),
                    (codes::ENTER, "ENTER"),
                    (codes::RECENT, "APPSELECT"),
                ];
                let (_, name) = names.iter().find(|(code, _)| *code == key.keycode)?;
                format!(r#"{{"PRESS":"{name}"}}"#)
            }
            _ => return None,
        })
    }

    fn reply(&self, _: &str, actions: &[String]) -> String {
        actions.join("\n")
    }

    fn takes_several(&self) -> bool {
        false
    }
}

fn act(object: &Object<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let thought = object.get("thought").and_then(Json::as_text);
    if let Some(thought) = thought {
        out.think(thought);
    }
    let primitives = ["POINT", "PRESS", "TYPE", "CLEAR", "DEEP_LINK"];
    let given: Vec<&str> = primitives.into_iter().filter(|key| object.has(key)).collect();
    let call = Call::new(given.first().copied().unwrap_or("step"), object.clone());
    if given.len() > 1 {
        return Err(Refusal::bad("step", given[1], "a second action", "alone: one of POINT, PRESS, TYPE, CLEAR"));
    }
    let duration = out.millis(&call, &["duration"])?;
    match given.first().copied() {
        Some("POINT") => {
            let target = out.target(&call, &["POINT"])?;
            match call.get(&["to"]) {
                Some(Json::List(_)) => {
                    let to = out.target(&call, &["to"])?;
                    out.swipe(target, to, duration)?;
                }
                Some(_) => {
                    let direction = out.direction(&call, &["to"])?;
                    out.swipe_direction(direction, Some(target))?;
                }
                None if duration.is_some_and(|duration| duration > TAP) => out.long_press(target, duration)?,
                None => out.tap(target)?,
            }
        }
        Some("PRESS") => {
            let key = out.choice(&call, &["PRESS"], &["HOME", "BACK", "ENTER", "APPSELECT"])?;
            out.key(&keys::android_key(&key).ok_or_else(|| keys::unknown("PRESS", &key))?);
        }
        Some("TYPE") => {
            let text = out.text(&call, &["TYPE"])?;
            out.type_text(text);
        }
        Some("CLEAR") => out.clear_text(),
        Some(other) => return Err(Refusal::unknown_verb(other, KEYS)),
        None if object.has("to") => return Err(Refusal::missing("to", "POINT", "where the finger goes down")),
        None => {}
    }
    let status = match object.get("STATUS") {
        None | Some(Json::Null) => None,
        Some(_) => Some(out.choice(
            &call,
            &["STATUS"],
            &["continue", "start", "finish", "satisfied", "impossible", "interrupt", "need_feedback"],
        )?),
    };
    match status.as_deref() {
        Some("finish" | "satisfied") => out.finish(thought.map(str::to_owned)),
        Some("impossible" | "interrupt") => out.fail(thought.map(str::to_owned)),
        Some(feedback) if feedback == folded("need_feedback") => out.ask(thought.map(str::to_owned)),
        _ if given.is_empty() && duration.is_some() => out.wait(duration),
        _ if given.is_empty() => out.repair(Code::Missing, "the object contains no action"),
        _ => {}
    }
    Ok(())
}
