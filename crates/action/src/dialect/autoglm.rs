//! AutoGLM phone models: `<think>…</think><answer>do(action="Tap", element=[x,y])</answer>`.
//!
//! 0..1000 on both axes. `Type` replaces the content of the field; a `Tap` with a `message` asks for confirmation
//! first.

use super::call::Call;
use super::out::Out;
use super::refusal::Refusal;
use super::text::calls::{find_call, read_call};
use super::text::{folded, tags};
use super::{Dialect, Grid, ReplyContext, keys, write as w};
use crate::finding::Code;
use crate::phone::{AgentAction, keys as codes};
use crate::slice::Slice as _;

pub(super) struct AutoGlm;

const VERBS: &[&str] = &[
    "Launch",
    "Tap",
    "Type",
    "Type_Name",
    "Interact",
    "Swipe",
    "Note",
    "Call_API",
    "Long Press",
    "Double Tap",
    "Take_over",
    "Back",
    "Home",
    "Wait",
];

/// The tags around an answer; the shorter ones are AndroidLab's.
const ANSWERS: &[&str] = &["answer", "ans", "CALLED_FUNCTION"];

const MARKERS: &[&str] = &["<answer>", "<ans>", "<CALLED_FUNCTION>"];

impl Dialect for AutoGlm {
    fn name(&self) -> &'static str {
        "autoglm"
    }

    fn about(&self) -> &'static str {
        "AutoGLM-Phone and other GLM models that call `do(…)` and `finish(…)`"
    }

    fn grid(&self) -> Grid {
        Grid::Per(1000)
    }

    fn shape(&self) -> &'static str {
        "Your thought in <think>…</think>, then one call in <answer>…</answer>: do(action=\"…\", …) or finish(message=\"…\")."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        each_call(reply, &["do", "finish", "info"], out, |call, out| match call.folded_verb().as_str() {
            "finish" => {
                let message = call.get_or(&["message"], 0).and_then(|value| value.as_text()).map(str::to_owned);
                out.finish(message);
                Ok(())
            }
            "info" => {
                let question = out.text(&call, &["question", "message"])?;
                out.ask(Some(question));
                Ok(())
            }
            _ => act(call, out),
        })
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::list(self.grid(), x, y, context);
        Some(match action {
            AgentAction::Tap(tap) => format!("do(action=\"Tap\", element={})", at(tap.x, tap.y)?),
            AgentAction::DoubleTap(tap) => format!("do(action=\"Double Tap\", element={})", at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => format!("do(action=\"Long Press\", element={})", at(press.x, press.y)?),
            AgentAction::Swipe(swipe) => {
                format!("do(action=\"Swipe\", start={}, end={})", at(swipe.x1, swipe.y1)?, at(swipe.x2, swipe.y2)?)
            }
            // `Type` replaces the content of the field, so reading it back yields a clear before it.
            AgentAction::Type(text) => format!("do(action=\"Type\", text={})", w::double(&text.text)),
            AgentAction::OpenApp(open) => format!("do(action=\"Launch\", app={})", w::double(&open.name)),
            AgentAction::Note(note) => format!("do(action=\"Note\", message={})", w::double(&note.text)),
            AgentAction::RequestHumanAuth(auth) => {
                format!("do(action=\"Take_over\", message={})", w::double(&auth.instruction))
            }
            AgentAction::AskUser(ask) => format!("info(question={})", w::double(&ask.question)),
            AgentAction::Wait(wait) => {
                format!("do(action=\"Wait\", duration=\"{} seconds\")", w::seconds(wait.duration_ms))
            }
            AgentAction::Finish(finish) => format!("finish(message={})", w::double(&finish.message)),
            AgentAction::Keyevent(key) if key.keycode == codes::BACK => "do(action=\"Back\")".to_owned(),
            AgentAction::Keyevent(key) if key.keycode == codes::HOME => "do(action=\"Home\")".to_owned(),
            _ => return None,
        })
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("<think>{thought}</think>\n<answer>{}</answer>", actions.join("\n"))
    }

    fn takes_several(&self) -> bool {
        false
    }
}

/// Reads every call of one of `names` in a reply, or only those in its answer if it has one. The text before the first
/// is the thought.
pub(super) fn each_call<'a>(
    reply: &'a str,
    names: &[&str],
    out: &mut Out<'_>,
    mut each: impl FnMut(Call<'a>, &mut Out<'_>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let split = tags::split_thought(reply, MARKERS);
    if split.mended {
        out.repair(Code::Markup, "a thinking tag was missing or misspelt");
    }
    out.think(&split.thought);
    let mut body = split.body;
    let is_name = |name: &str| names.iter().any(|wanted| name.eq_ignore_ascii_case(wanted));
    let first = find_call(body, 0, is_name).unwrap_or(body.len());
    let tag = |name: &&str| tags::find_tag(body, name, false, 0).filter(|(start, _)| *start < first);
    if let Some((start, inside)) = ANSWERS.iter().find_map(tag) {
        out.think(body.head(start));
        body = body.tail(inside);
    }
    let mut at = 0;
    while let Some(start) = find_call(body, at, is_name) {
        if at == 0 {
            let before = body.head(start).trim().trim_matches('`').trim();
            out.think(before.strip_suffix("Action:").unwrap_or(before));
        } else if ANSWERS.iter().any(|name| tags::find_tag(body.part(at, start), name, true, 0).is_some()) {
            // Text after the answer is prose.
            break;
        }
        let call = read_call(body, start)
            .map_err(|cut| Refusal::unreadable(format!("the call cannot be read: {}", cut.message)))?;
        at = call.end;
        let call = Call::of_text(call, out);
        each(call, out)?;
        if out.is_full() {
            break;
        }
    }
    Ok(())
}

fn act(call: Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let verb = match call.get_or(&["action"], 0).and_then(|value| value.as_text()) {
        Some(verb) => verb.to_owned(),
        None => return Err(Refusal::missing("do", "action", &format!("one of {}", VERBS.join(", ")))),
    };
    let call = Call { verb: verb.clone(), ..call };
    let element: &[&str] = &["element", "coordinate", "point"];
    match folded(&verb).as_str() {
        "tap" | "click" => {
            let target = out.target(&call, element)?;
            if let Some(message) = out.optional_text(&call, &["message"])?.filter(|text| !text.trim().is_empty()) {
                out.confirm(message);
            }
            out.tap(target)
        }
        "doubletap" => {
            let target = out.target(&call, element)?;
            out.double_tap(target)
        }
        "longpress" => {
            let target = out.target(&call, element)?;
            let millis = out.seconds(&call, &["duration"])?;
            out.long_press(target, millis)
        }
        "swipe" => {
            let (from, to) = (out.target(&call, &["start"])?, out.target(&call, &["end"])?);
            let millis = out.seconds(&call, &["duration"])?;
            out.swipe(from, to, millis)
        }
        "type" | "typename" => {
            let text = out.optional_text(&call, &["text"])?;
            let text = text.ok_or_else(|| Refusal::missing(&call.verb, "text", "the text to type"))?;
            out.clear_text();
            out.type_text(text);
            Ok(())
        }
        "launch" => {
            let app = out.optional_text(&call, &["app", "app_name"])?.filter(|app| !app.trim().is_empty());
            out.open_app(app.ok_or_else(|| Refusal::missing(&call.verb, "app", "the name of the app"))?);
            Ok(())
        }
        "back" => {
            out.key(codes::BACK);
            Ok(())
        }
        "home" => {
            out.key(codes::HOME);
            Ok(())
        }
        "enter" | "pressenter" => {
            out.key(codes::ENTER);
            Ok(())
        }
        "wait" => {
            let millis = out.seconds(&call, &["duration"])?;
            out.wait(millis);
            Ok(())
        }
        "note" | "callapi" => {
            let text = out.optional_text(&call, &["message", "instruction", "text"])?;
            out.note(text.unwrap_or_default());
            Ok(())
        }
        "interact" => {
            let question = out.optional_text(&call, &["message", "question", "text"])?;
            out.ask(question);
            Ok(())
        }
        "takeover" => {
            let message = out.optional_text(&call, &["message"])?;
            out.human(message);
            Ok(())
        }
        "keyevent" | "presskey" => {
            let key = out.text(&call, &["key", "keycode"])?;
            let code = keys::android_key(&key).ok_or_else(|| keys::unknown(&verb, &key))?;
            out.key(&code);
            Ok(())
        }
        _ => Err(Refusal::unknown_verb(&verb, VERBS)),
    }
}
