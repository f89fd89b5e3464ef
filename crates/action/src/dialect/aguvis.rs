//! Aguvis: `pyautogui.click(x=0.5, y=0.25)` and `mobile.…()` calls, one per line, 0..1. The thought precedes them in
//! words.

use super::call::Call;
use super::coordinates::{Direction, TouchTarget};
use super::out::Out;
use super::refusal::Refusal;
use super::text::calls::{find_call, read_call};
use super::text::folded;
use super::{Dialect, Grid, ReplyContext, keys, write as w};
use crate::finding::Code;
use crate::json::Json;
use crate::phone::{AgentAction, keys as codes};
use crate::slice::Slice as _;

pub(super) struct Aguvis;

const VERBS: &[&str] = &[
    "pyautogui.click",
    "pyautogui.doubleClick",
    "pyautogui.rightClick",
    "pyautogui.write",
    "pyautogui.press",
    "pyautogui.hotkey",
    "pyautogui.scroll",
    "pyautogui.dragTo",
    "mobile.home",
    "mobile.back",
    "mobile.swipe",
    "mobile.long_press",
    "mobile.open_app",
    "mobile.wait",
    "mobile.terminate",
    "answer",
    "terminate",
];

impl Dialect for Aguvis {
    fn name(&self) -> &'static str {
        "aguvis"
    }

    fn about(&self) -> &'static str {
        "Aguvis models and others that write `pyautogui` and `mobile` calls"
    }

    fn grid(&self) -> Grid {
        Grid::Unit
    }

    fn shape(&self) -> &'static str {
        "Thought: your reasoning\nAction: what you do, in words\nThen the calls, a line each, for example pyautogui.click(x=0.5, y=0.25)"
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let reply = reply.split("<|diff_marker|>").next().unwrap_or(reply);
        let mut at = 0;
        let mut before_first = true;
        while let Some(start) = find_call(reply, at, is_verb) {
            // A call in the middle of a sentence is prose; at the start of a line it is code.
            let line = reply.head(start).rfind('\n').map_or(0, |newline| newline + 1);
            let head = reply.part(line, start).trim().trim_start_matches(['`', '>', '-']).trim();
            let code = head.is_empty()
                || head.starts_with("<|")
                || head.ends_with("|>")
                || matches!(head, "os" | "Action:" | "assistantos");
            if !code {
                at = reply.tail(start).find('(').map_or(reply.len(), |bracket| start + bracket + 1);
                continue;
            }
            if before_first {
                think(reply.head(line), out);
                before_first = false;
            }
            let call = read_call(reply, start)
                .map_err(|cut| Refusal::unreadable(format!("the call cannot be read: {}", cut.message)))?;
            at = call.end;
            let call = Call::of_text(call, out);
            act(&call, out)?;
            if out.is_full() {
                break;
            }
        }
        Ok(())
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::pair(self.grid(), x, y, context).map(|(x, y)| format!("x={x}, y={y}"));
        let list = |x, y| w::pair(self.grid(), x, y, context).map(|(x, y)| format!("[{x}, {y}]"));
        Some(match action {
            AgentAction::Tap(tap) => format!("pyautogui.click({})", at(tap.x, tap.y)?),
            AgentAction::DoubleTap(tap) => format!("pyautogui.doubleClick({})", at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => format!("mobile.long_press({})", at(press.x, press.y)?),
            AgentAction::Swipe(swipe) => {
                format!(
                    "mobile.swipe(from_coord={}, to_coord={})",
                    list(swipe.x1, swipe.y1)?,
                    list(swipe.x2, swipe.y2)?
                )
            }
            AgentAction::Drag(drag) => {
                format!(
                    "pyautogui.dragTo(from_coord={}, to_coord={})",
                    list(drag.x1, drag.y1)?,
                    list(drag.x2, drag.y2)?
                )
            }
            AgentAction::Type(text) => format!("pyautogui.write(message={})", w::single(&text.text)),
            AgentAction::Keyevent(key) => match key.keycode.as_str() {
                codes::BACK => "mobile.back()".to_owned(),
                codes::HOME => "mobile.home()".to_owned(),
                other => format!("pyautogui.press(keys='{}')", keys::short_name(other)?),
            },
            AgentAction::KeyCombination(combination) if combination.keys.len() > 1 => {
                let names: Option<Vec<String>> =
                    combination.keys.iter().map(|key| keys::short_name(key).map(|name| format!("'{name}'"))).collect();
                format!("pyautogui.hotkey(keys=[{}])", names?.join(", "))
            }
            AgentAction::OpenApp(open) => format!("mobile.open_app(app_name={})", w::single(&open.name)),
            AgentAction::Wait(wait) => format!("mobile.wait(seconds={})", w::seconds(wait.duration_ms)),
            AgentAction::Finish(finish) => format!("answer({})", w::single(&finish.message)),
            AgentAction::Fail(_) => "mobile.terminate(status='failure')".to_owned(),
            _ => return None,
        })
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("Thought: {thought}\nAction: the next step\n{}", actions.join("\n"))
    }
}

/// Whether a name is one of the calls of this dialect.
pub(super) fn is_verb(name: &str) -> bool {
    name.starts_with("pyautogui.")
        || name.starts_with("mobile.")
        || name.starts_with("browser.")
        || matches!(name, "answer" | "terminate")
}

fn think(text: &str, out: &mut Out<'_>) {
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with("<|") || matches!(line, "all" | "os" | "assistantall") {
            continue;
        }
        let said = ["Thought:", "Action:", "Observation:"].iter().find_map(|label| line.strip_prefix(label));
        out.think(said.unwrap_or(line));
    }
}

fn act(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let name = call.verb.rsplit('.').next().unwrap_or(&call.verb);
    match folded(name).as_str() {
        "click" | "tap" => {
            let target = target(call, out)?;
            out.tap(target)?;
        }
        "doubleclick" | "tripleclick" => {
            let target = target(call, out)?;
            out.double_tap(target)?;
        }
        "rightclick" | "longpress" => {
            let target = target(call, out)?;
            out.long_press(target, None)?;
        }
        "moveto" => out.observe(),
        "swipe" | "dragto" | "drag" => {
            let from = out.optional_target(call, &["from_coord", "begin", "start"])?;
            let from = from.ok_or_else(|| Refusal::missing(&call.verb, "from_coord", "where the finger goes down"))?;
            let to = out.target(call, &["to_coord", "end"])?;
            if folded(name) == "swipe" { out.swipe(from, to, None)? } else { out.drag(from, to, None)? }
        }
        "write" | "typewrite" => {
            let text = out.text(call, &["message", "text"])?;
            out.type_text(text);
        }
        "press" | "hotkey" | "keydown" => press(call, out)?,
        "scroll" | "hscroll" => scroll(call, folded(name) == "hscroll", out)?,
        "home" => out.key(codes::HOME),
        "back" => out.key(codes::BACK),
        "openapp" => {
            let app = out.name(call, &["app_name", "name"])?;
            out.open_app(app);
        }
        "wait" | "sleep" => {
            let millis = out.seconds(call, &["seconds", "time"])?;
            let positional =
                call.positional.first().and_then(crate::fields::number_of).map(|(seconds, _)| seconds.get() * 1000.0);
            out.wait(millis.or(positional.filter(|millis| *millis >= 0.0)));
        }
        "answer" => {
            let text = out.text(call, &["message", "text", "answer"])?;
            out.finish(Some(text));
        }
        "terminate" => {
            let status = out.text(call, &["status"])?;
            match folded(&status).as_str() {
                "success" | "complete" | "completed" => out.finish(None),
                "failure" | "fail" | "failed" | "impossible" | "infeasible" => out.fail(None),
                _ => return Err(Refusal::bad_word(&call.verb, "status", &status, &["success", "failure"])),
            }
        }
        _ => return Err(Refusal::unknown_verb(&call.verb, VERBS)),
    }
    Ok(())
}

fn target(call: &Call<'_>, out: &mut Out<'_>) -> Result<TouchTarget, Refusal> {
    if let [x, y, ..] = call.positional.as_slice()
        && let (Some((x, _)), Some((y, _))) = (crate::fields::number_of(x), crate::fields::number_of(y))
    {
        return out.to_pixels(x.get(), y.get(), "x").map(TouchTarget::At);
    }
    out.target_of(call, "x", "y")
}

fn press(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let value = call.get_or(&["keys", "key"], 0);
    let mut names: Vec<String> = match value {
        Some(Json::List(items)) => items.iter().filter_map(Json::as_text).map(str::to_owned).collect(),
        Some(Json::Text(text)) => vec![text.clone().into_owned()],
        _ => return Err(Refusal::missing(&call.verb, "keys", "the name of a key")),
    };
    if call.get(&["keys", "key"]).is_none() {
        names.extend(call.positional.iter().skip(1).filter_map(Json::as_text).map(str::to_owned));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    out.keys(&call.verb, &names)
}

/// The training data of these models scrolls down by a positive fraction of the page.
fn scroll(call: &Call<'_>, sideways: bool, out: &mut Out<'_>) -> Result<(), Refusal> {
    if let Some(Json::Text(word)) = call.get_or(&["direction"], 0) {
        let direction = crate::fields::word(&folded(word))
            .ok_or_else(|| Refusal::bad_word(&call.verb, "direction", word, Direction::NAMES))?;
        return out.scroll_direction(direction, None);
    }
    let amount = call
        .get_or(&["page", "clicks", "amount"], 0)
        .and_then(crate::fields::number_of)
        .map(|(amount, _)| amount.get());
    let amount = amount.ok_or_else(|| Refusal::missing(&call.verb, "page", "how far, as a part of the page"))?;
    let direction = match (sideways, amount > 0.0) {
        (false, true) => Direction::Down,
        (false, false) => Direction::Up,
        (true, true) => Direction::Right,
        (true, false) => Direction::Left,
    };
    if amount == 0.0 {
        out.repair(Code::OutOfRange, "a scroll by zero was read as a new look at the screen");
        out.observe();
        return Ok(());
    }
    out.scroll_direction(direction, None)
}
