//! The task executor's own JSON: `{"action":"tap","coordinate":[0.5,0.3]}`, 0..1 on both axes, with `back`, `home`,
//! `recent` and `FINISH`; otherwise the canonical names.

use super::call::Call;
use super::out::Out;
use super::refusal::Refusal;
use super::{Dialect, Grid, ReplyContext, keys, mobile_use, write as w};
use crate::fields;
use crate::json::{Json, Object};
use crate::number::Finite;
use crate::phone::{
    AgentAction, AskUser, Capability, Confirm, LaunchApp, McpCall, RequestHumanAuth, RunScript, Shell, keys as codes,
};

pub(super) struct Executor;

const VERBS: &[&str] = &[
    "tap",
    "double_tap",
    "long_press",
    "swipe",
    "drag",
    "type",
    "clear_text",
    "back",
    "home",
    "recent",
    "keyevent",
    "key_combination",
    "open_app",
    "launch_app",
    "open_url",
    "wait",
    "observe",
    "note",
    "ask_user",
    "confirm",
    "request_human_auth",
    "mcp_call",
    "shell",
    "run_script",
    "FINISH",
    "fail",
];

impl Dialect for Executor {
    fn name(&self) -> &'static str {
        "executor"
    }

    fn about(&self) -> &'static str {
        "general models prompted for the task executor's own JSON"
    }

    fn grid(&self) -> Grid {
        Grid::Unit
    }

    fn shape(&self) -> &'static str {
        "Your thought in <thinking>…</thinking>, then one JSON object in <tool_call>…</tool_call>: {\"action\":\"…\",…}."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        mobile_use::each_call(
            reply,
            out,
            |before, out| out.think(before),
            |value, out| match value.as_object() {
                Some(object) => act(object, out),
                None => Err(Refusal::bad("step", "call", value.kind(), "an object with `action`")),
            },
        )
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::list(self.grid(), x, y, context);
        Some(match action {
            AgentAction::Tap(tap) => format!(r#"{{"action":"tap","coordinate":{}}}"#, at(tap.x, tap.y)?),
            AgentAction::DoubleTap(tap) => format!(r#"{{"action":"double_tap","coordinate":{}}}"#, at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => {
                format!(
                    r#"{{"action":"long_press","coordinate":{},"duration":{}}}"#,
                    at(press.x, press.y)?,
                    press.duration_ms
                )
            }
            AgentAction::Swipe(swipe) => format!(
                r#"{{"action":"swipe","start":{},"end":{},"duration":{}}}"#,
                at(swipe.x1, swipe.y1)?,
                at(swipe.x2, swipe.y2)?,
                swipe.duration_ms
            ),
            AgentAction::Drag(drag) => format!(
                r#"{{"action":"drag","start":{},"end":{},"duration":{}}}"#,
                at(drag.x1, drag.y1)?,
                at(drag.x2, drag.y2)?,
                drag.duration_ms
            ),
            AgentAction::Keyevent(key) => match key.keycode.as_str() {
                codes::BACK => r#"{"action":"back"}"#.to_owned(),
                codes::HOME => r#"{"action":"home"}"#.to_owned(),
                codes::RECENT => r#"{"action":"recent"}"#.to_owned(),
                other => format!(r#"{{"action":"keyevent","keycode":{}}}"#, w::json(&keys::android_key(other)?)),
            },
            AgentAction::Finish(finish) => format!(r#"{{"action":"FINISH","reason":{}}}"#, w::json(&finish.message)),
            AgentAction::Wait(wait) => format!(r#"{{"action":"wait","duration":{}}}"#, wait.duration_ms),
            // The other actions have no coordinates: their canonical fields, with `action` instead of `type`.
            other => {
                let mut value = serde_json::to_value(other).ok()?;
                let fields = value.as_object_mut()?;
                fields.remove("type");
                let body = serde_json::to_string(&fields).ok()?;
                let comma = if fields.is_empty() { "" } else { "," };
                format!(r#"{{"action":"{}"{comma}{}"#, other.name(), body.strip_prefix('{')?)
            }
        })
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        let calls: Vec<String> = actions.iter().map(|action| format!("<tool_call>{action}</tool_call>")).collect();
        format!("<thinking>{thought}</thinking>{}", calls.join("\n"))
    }
}

fn act(object: &Object<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let Some(verb) = object.get("action").and_then(Json::as_text) else {
        return Err(Refusal::missing("step", "action", &format!("one of {}", VERBS.join(", "))));
    };
    if let Some(thought) = ["thought", "thinking"].iter().find_map(|key| object.get(key)).and_then(Json::as_text) {
        out.think(thought);
    }
    let call = Call::new(verb, object.clone());
    let timeout = |default: Finite, out: &mut Out<'_>| -> Result<Finite, Refusal> {
        let millis = out.seconds(&call, &["timeoutSec", "timeout"])?;
        Ok(millis.and_then(|millis| Finite::new(millis / 1000.0)).unwrap_or(default))
    };
    match verb.trim().to_lowercase().as_str() {
        "tap" => {
            let target = out.target(&call, &["coordinate"])?;
            out.tap(target)?;
        }
        "double_tap" => {
            let target = out.target(&call, &["coordinate"])?;
            out.double_tap(target)?;
        }
        "long_press" => {
            let target = out.target(&call, &["coordinate"])?;
            let millis = out.millis(&call, &["duration", "durationMs"])?;
            out.long_press(target, millis)?;
        }
        "swipe" => {
            let (from, to) = (out.target(&call, &["start"])?, out.target(&call, &["end"])?);
            let millis = out.millis(&call, &["duration", "durationMs"])?;
            out.swipe(from, to, millis)?;
        }
        "drag" => {
            let (from, to) = (out.target(&call, &["start"])?, out.target(&call, &["end"])?);
            let millis = out.millis(&call, &["duration", "durationMs"])?;
            out.drag(from, to, millis)?;
        }
        "type" => {
            let text = out.text(&call, &["text"])?;
            out.type_text(text);
        }
        "clear_text" => out.clear_text(),
        "back" => out.key(codes::BACK),
        "home" => out.key(codes::HOME),
        "recent" => out.key(codes::RECENT),
        "keyevent" => {
            let key = out.name(&call, &["keycode", "key"])?;
            out.key(&keys::android_key(&key).ok_or_else(|| keys::unknown(verb, &key))?);
        }
        "key_combination" => {
            let names: Vec<&str> = call
                .get(&["keys"])
                .and_then(Json::as_list)
                .unwrap_or_default()
                .iter()
                .filter_map(Json::as_text)
                .collect();
            out.keys(verb, &names)?;
        }
        "open_app" => {
            let name = out.name(&call, &["name", "app", "text"])?;
            out.open_app(name);
        }
        "launch_app" => {
            let package_name = out.name(&call, &["packageName", "package"])?;
            out.act(AgentAction::LaunchApp(LaunchApp { package_name, reason: None }));
        }
        "open_url" => {
            let url = out.name(&call, &["url"])?;
            out.open_url(url);
        }
        "wait" => {
            let millis = out.millis(&call, &["duration", "durationMs"])?;
            out.wait(millis);
        }
        "observe" => out.observe(),
        "note" => {
            let text = out.text(&call, &["text"])?;
            out.note(text);
        }
        "ask_user" => {
            let question = out.name(&call, &["question"])?;
            let timeout_sec = timeout(AskUser::default_timeout(), out)?;
            out.act(AgentAction::AskUser(AskUser { question, timeout_sec, reason: None }));
        }
        "confirm" => {
            let message = out.name(&call, &["message"])?;
            let timeout_sec = timeout(Confirm::default_timeout(), out)?;
            out.act(AgentAction::Confirm(Confirm { message, timeout_sec, reason: None }));
        }
        "request_human_auth" => {
            let instruction = out.optional_text(&call, &["instruction"])?;
            let capability = match out.optional_text(&call, &["capability"])? {
                None => Capability::Unknown,
                Some(name) => fields::word(&name.trim().to_lowercase())
                    .ok_or_else(|| Refusal::bad_word(verb, "capability", &name, Capability::NAMES))?,
            };
            let timeout_sec = timeout(RequestHumanAuth::default_timeout(), out)?;
            let auth = RequestHumanAuth { capability, timeout_sec, ..RequestHumanAuth::asking(instruction) };
            out.act(AgentAction::RequestHumanAuth(auth));
        }
        "mcp_call" => {
            let tool = out.name(&call, &["tool"])?;
            let empty = Object::default();
            let args = match call.get(&["args", "arguments"]) {
                None => &empty,
                Some(Json::Object(args)) => args,
                Some(other) => return Err(Refusal::bad(verb, "args", other.kind(), "an object")),
            };
            let timeout_sec = timeout(McpCall::default_timeout(), out)?;
            out.tool_within(&tool, args, timeout_sec)?;
        }
        "shell" => {
            let command = out.name(&call, &["command"])?;
            out.act(AgentAction::Shell(Shell { command, reason: None }));
        }
        "run_script" => {
            let script = out.name(&call, &["script"])?;
            let timeout_sec = timeout(RunScript::default_timeout(), out)?;
            out.act(AgentAction::RunScript(RunScript { script, timeout_sec, reason: None }));
        }
        "finish" => {
            let message = out.optional_text(&call, &["message", "reason"])?;
            out.finish(message);
        }
        "fail" => {
            let message = out.optional_text(&call, &["message", "reason"])?;
            out.fail(message);
        }
        _ => return Err(Refusal::unknown_verb(verb, VERBS)),
    }
    Ok(())
}
