//! GELab-Zero: `<THINK>…</THINK>` and one line of tab-separated fields,
//! `explain:…⇥action:CLICK⇥point:500,500⇥summary:…`, 0..1000.

use crate::slice::Slice as _;
use std::borrow::Cow;

use super::call::Call;
use super::out::Out;
use super::refusal::Refusal;
use super::text::{folded, tags};
use super::{Dialect, Grid, ReplyContext, keys, write as w};
use crate::finding::Code;
use crate::json::{Json, Object};
use crate::phone::{AgentAction, keys as codes};

pub(super) struct Gelab;

const VERBS: &[&str] =
    &["CLICK", "TYPE", "COMPLETE", "WAIT", "AWAKE", "INFO", "ABORT", "SLIDE", "LONGPRESS", "BACK", "HOME", "HOT_KEY"];

/// The fields that a line can have; a field begins only at one of these names.
const FIELDS: &[&str] = &[
    "explain",
    "action",
    "point",
    "point1",
    "point2",
    "value",
    "return",
    "summary",
    "duration",
    "key",
    "direction",
    "verify",
    "note",
    "is_keyboard",
    "keyboard_exists",
    "keyboard",
    "plan",
    "search_type",
    "is_auto_close",
];

impl Dialect for Gelab {
    fn name(&self) -> &'static str {
        "gelab"
    }

    fn about(&self) -> &'static str {
        "GELab-Zero and other Step GUI models"
    }

    fn grid(&self) -> Grid {
        Grid::Per(1000)
    }

    fn shape(&self) -> &'static str {
        "Your thought in <THINK>…</THINK>, then one line of fields with a tab between them: explain:…\taction:…\tits fields\tsummary:…"
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let split = tags::split_thought(reply.trim(), &["explain:", "verify:", "action:"]);
        if split.mended || split.thought.is_empty() {
            out.repair(Code::Markup, "the thinking tags were missing or misspelt");
        }
        out.think(&split.thought);
        let fields = fields(split.body, out);
        let Some(verb) = fields.get("action").and_then(Json::as_text).map(str::to_owned) else { return Ok(()) };
        if let Some(explain) = fields.get("explain").and_then(Json::as_text) {
            out.think(explain);
        }
        act(&Call::new(verb.trim(), fields), out)
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::pair(self.grid(), x, y, context).map(|(x, y)| format!("{x},{y}"));
        let plain = |text: &str| {
            (!text.contains(['\t', '\n', '\r']) && text.trim() == text && !text.is_empty()).then(|| text.to_owned())
        };
        Some(match action {
            AgentAction::Tap(tap) => format!("action:CLICK\tpoint:{}", at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => {
                format!("action:LONGPRESS\tpoint:{}\tduration:{}", at(press.x, press.y)?, w::seconds(press.duration_ms))
            }
            AgentAction::Swipe(swipe) => {
                format!("action:SLIDE\tpoint1:{}\tpoint2:{}", at(swipe.x1, swipe.y1)?, at(swipe.x2, swipe.y2)?)
            }
            AgentAction::Type(text) => format!("action:TYPE\tvalue:{}", plain(&text.text)?),
            AgentAction::OpenApp(open) => format!("action:AWAKE\tvalue:{}", plain(&open.name)?),
            AgentAction::AskUser(ask) => format!("action:INFO\tvalue:{}", plain(&ask.question)?),
            AgentAction::Wait(wait) => format!("action:WAIT\tvalue:{}", w::seconds(wait.duration_ms)),
            AgentAction::Finish(finish) => format!("action:COMPLETE\treturn:{}", plain(&finish.message)?),
            AgentAction::Fail(fail) => format!("action:ABORT\tvalue:{}", plain(&fail.message)?),
            AgentAction::Keyevent(key) => match key.keycode.as_str() {
                codes::BACK => "action:BACK".to_owned(),
                codes::HOME => "action:HOME".to_owned(),
                other => format!("action:HOT_KEY\tkey:{}", keys::short_name(other)?),
            },
            _ => return None,
        })
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("<THINK> {thought} </THINK>\nexplain:next step\t{}\tsummary:one step further", actions.join("\t"))
    }

    fn takes_several(&self) -> bool {
        false
    }
}

/// Splits the line into its fields. Tabs separate them; line breaks do too if the model used those instead.
fn fields<'a>(body: &'a str, out: &mut Out<'_>) -> Object<'a> {
    let mut fields: Vec<(Cow<'a, str>, Json<'a>)> = Vec::new();
    let mut by_line = false;
    for (index, part) in body.split('\t').enumerate() {
        for (line_index, line) in part.split('\n').enumerate() {
            let colon = line.find([':', '：']);
            let name = colon.map(|at| line.head(at).trim().to_lowercase());
            let known = name.as_deref().and_then(|name| FIELDS.iter().find(|field| **field == name));
            match (known, colon) {
                (Some(field), Some(at)) => {
                    by_line |= line_index > 0 && index + line_index > 0 && !fields.is_empty();
                    let value = line.tail(at).chars().next().map_or("", |colon| line.tail(at + colon.len_utf8()));
                    fields.retain(|(name, _)| name != field);
                    fields.push((Cow::Borrowed(field), Json::Text(Cow::Borrowed(value.trim()))));
                }
                _ if line.trim().is_empty() => {}
                _ => {
                    // A line break inside a value.
                    if let Some((_, Json::Text(text))) = fields.last_mut() {
                        let separator = if line_index > 0 { "\n" } else { "\t" };
                        *text = Cow::Owned(format!("{text}{separator}{line}"));
                    }
                }
            }
        }
    }
    if by_line {
        out.repair(Code::Markup, "the fields were separated by line breaks instead of tabs");
    }
    fields.into_iter().collect()
}

fn act(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    match call.folded_verb().as_str() {
        "click" | "tap" => {
            let target = out.target(call, &["point"])?;
            out.tap(target)?;
        }
        "longpress" => {
            let target = out.target(call, &["point"])?;
            let millis = out.seconds(call, &["duration", "value"])?;
            out.long_press(target, millis)?;
        }
        "slide" | "swipe" => {
            let (from, to) = (out.target(call, &["point1"])?, out.target(call, &["point2"])?);
            let millis = out.seconds(call, &["duration"])?;
            out.swipe(from, to, millis)?;
        }
        "scroll" => {
            let at = out.optional_target(call, &["point"])?;
            let direction = out.direction(call, &["direction", "value"])?;
            out.scroll_direction(direction, at)?;
        }
        "type" => {
            let text = out.text(call, &["value"])?;
            if let Some(target) = out.optional_target(call, &["point"])? {
                out.tap(target)?;
            }
            out.type_text(text);
        }
        "awake" => {
            let app = out.name(call, &["value"])?;
            out.open_app(app);
        }
        "info" | "pop" => {
            let question = out.name(call, &["value"])?;
            out.ask(Some(question));
        }
        "wait" => {
            let millis = out.seconds(call, &["value", "duration"])?;
            let millis = millis.ok_or_else(|| Refusal::missing(&call.verb, "value", "how many seconds"))?;
            out.wait(Some(millis));
        }
        "complete" => {
            let message = out.optional_text(call, &["return", "value"])?;
            out.finish(message);
        }
        "abort" => {
            let message = out.optional_text(call, &["value", "return"])?;
            out.fail(message);
        }
        "back" => out.key(codes::BACK),
        "home" => out.key(codes::HOME),
        "hotkey" => {
            let key = out.name(call, &["key", "value"])?;
            match folded(&key).as_str() {
                "back" => out.key(codes::BACK),
                _ => out.key(&keys::android_key(&key).ok_or_else(|| keys::unknown(&call.verb, &key))?),
            }
        }
        _ => return Err(Refusal::unknown_verb(&call.verb, VERBS)),
    }
    Ok(())
}
