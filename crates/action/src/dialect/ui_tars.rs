//! UI-TARS 1.0 (0..1000), 1.5 (pixels of the resized picture) and the related Doubao and Seed models:
//! `Thought: …\nAction: click(start_box='(100,200)')`, Seed's XML calls, and calls as JSON.
//!
//! `scroll` names the side whose content should appear, so the finger moves the other way. Only the last `Action:`
//! counts; several calls below it run in order.

mod sources;

use super::call::Call;
use super::coordinates::TouchTarget;
use super::out::Out;
use super::refusal::Refusal;
use super::{Dialect, Direction, Grid, ReplyContext, write as w};
use crate::finding::Code;
use crate::phone::{AgentAction, keys as codes};

/// One of the two dialects; they differ only in their coordinates.
pub(super) struct UiTars {
    pub(super) name: &'static str,
    pub(super) grid: Grid,
}

pub(super) const VERBS: &[&str] = &[
    "click",
    "left_double",
    "right_single",
    "long_press",
    "drag",
    "swipe",
    "scroll",
    "type",
    "hotkey",
    "press_home",
    "press_back",
    "open_app",
    "navigate",
    "navigate_back",
    "wait",
    "call_user",
    "finished",
];

const POINT: &[&str] = &["point", "start_box", "start_point", "start", "position", "coordinate", "coordinates"];
const START: &[&str] = &["start_box", "start_point", "start", "start_position", "start_coordinate", "point"];
const END: &[&str] = &["end_box", "end_point", "end", "end_position", "end_coordinate"];
const CONTENT: &[&str] = &["content", "text", "input_text"];

impl Dialect for UiTars {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        match self.grid {
            Grid::Resized => "UI-TARS-1.5 and other models of this family that are built on Qwen2.5-VL",
            _ => "UI-TARS 1.0, Doubao and Seed models that act on screens",
        }
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    fn shape(&self) -> &'static str {
        "Thought: what you see and what you do next, in a sentence or two.\nAction: one call, for example click(start_box='(x,y)')."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        sources::calls(reply, out, &mut |call, out| act(&call, out))
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::pair(self.grid, x, y, context).map(|(x, y)| format!("'({x},{y})'"));
        Some(match action {
            AgentAction::Tap(tap) => format!("click(start_box={})", at(tap.x, tap.y)?),
            AgentAction::DoubleTap(tap) => format!("left_double(start_box={})", at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => {
                format!("long_press(start_box={}, time='{}')", at(press.x, press.y)?, w::seconds(press.duration_ms))
            }
            AgentAction::Swipe(swipe) => {
                format!("swipe(start_box={}, end_box={})", at(swipe.x1, swipe.y1)?, at(swipe.x2, swipe.y2)?)
            }
            AgentAction::Drag(drag) => {
                format!("drag(start_box={}, end_box={})", at(drag.x1, drag.y1)?, at(drag.x2, drag.y2)?)
            }
            // A line break at the end would be read as Enter.
            AgentAction::Type(text) if !text.text.ends_with('\n') => format!("type(content={})", w::single(&text.text)),
            AgentAction::Keyevent(key) => match key.keycode.as_str() {
                codes::HOME => "press_home()".to_owned(),
                codes::BACK => "press_back()".to_owned(),
                other => format!("hotkey(key='{}')", super::keys::short_name(other)?),
            },
            AgentAction::KeyCombination(combination) => {
                let names: Option<Vec<String>> =
                    combination.keys.iter().map(|key| super::keys::short_name(key)).collect();
                format!("hotkey(key='{}')", names.filter(|names| names.len() > 1)?.join(" "))
            }
            AgentAction::OpenApp(open) => format!("open_app(app_name={})", w::single(&open.name)),
            AgentAction::OpenUrl(open) => format!("navigate(url={})", w::single(&open.url)),
            AgentAction::Wait(wait) => format!("wait(time='{}')", w::seconds(wait.duration_ms)),
            AgentAction::Observe(_) => "screenshot()".to_owned(),
            AgentAction::RequestHumanAuth(auth) => format!("call_user(content={})", w::single(&auth.instruction)),
            AgentAction::Finish(finish) => format!("finished(content={})", w::single(&finish.message)),
            _ => return None,
        })
    }

    fn write_scroll(&self, direction: Direction, _: &ReplyContext<'_>) -> Option<String> {
        Some(format!("scroll(direction='{}')", direction.as_str()))
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("Thought: {thought}\nAction: {}", actions.join("\n\n"))
    }
}

/// Whether a word is a verb of this dialect, or a common substitute.
pub(super) fn is_verb(word: &str) -> bool {
    kind(&super::text::folded(word)).is_some()
}

#[derive(Clone, Copy)]
enum Kind {
    Click,
    Double,
    LongPress,
    Drag,
    Swipe,
    Scroll,
    Type,
    Keys,
    Key(&'static str),
    OpenApp,
    Navigate,
    Wait,
    Observe,
    CallUser,
    Finished,
}

fn kind(folded: &str) -> Option<Kind> {
    Some(match folded {
        "click" | "leftclick" | "leftsingle" | "tap" | "middleclick" | "middlesingle" => Kind::Click,
        "doubleclick" | "leftdouble" | "doubletap" => Kind::Double,
        "rightclick" | "rightsingle" | "longpress" => Kind::LongPress,
        "drag" | "select" | "leftclickdrag" => Kind::Drag,
        "swipe" => Kind::Swipe,
        "scroll" => Kind::Scroll,
        "type" | "input" => Kind::Type,
        "hotkey" | "press" | "keydown" => Kind::Keys,
        "presshome" | "home" => Kind::Key(codes::HOME),
        "pressback" | "back" | "navigateback" | "goback" => Kind::Key(codes::BACK),
        "pressenter" | "enter" => Kind::Key(codes::ENTER),
        "openapp" | "open" => Kind::OpenApp,
        "navigate" => Kind::Navigate,
        "wait" => Kind::Wait,
        "screenshot" | "snapshot" | "takescreenshot" | "hover" | "mousemove" | "move" | "moveto" | "release"
        | "keyup" => Kind::Observe,
        "calluser" => Kind::CallUser,
        "finished" | "finish" => Kind::Finished,
        _ => return None,
    })
}

fn act(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let Some(kind) = kind(&call.folded_verb()) else {
        return out.tool(&call.verb, &call.args, VERBS);
    };
    match kind {
        Kind::Click => {
            let target = target(call, POINT, out)?;
            out.tap(target)
        }
        Kind::Double => {
            let target = target(call, POINT, out)?;
            out.double_tap(target)
        }
        Kind::LongPress => {
            let target = target(call, POINT, out)?;
            let millis = out.seconds(call, &["time", "duration"])?;
            out.long_press(target, millis)
        }
        Kind::Drag | Kind::Swipe => {
            let from = target(call, START, out)?;
            let to = target(call, END, out)?;
            match kind {
                Kind::Drag => out.drag(from, to, None),
                _ => out.swipe(from, to, None),
            }
        }
        Kind::Scroll => {
            let from = optional_target(call, POINT, out)?;
            if let (Some(from), Some(to)) = (from, optional_target(call, END, out)?) {
                return out.swipe(from, to, None);
            }
            let direction = out.direction(call, &["direction", "dir", "scroll_direction"])?;
            out.scroll_direction(direction, from)
        }
        Kind::Type => {
            if let Some(target) = optional_target(call, POINT, out)? {
                out.tap(target)?;
            }
            let text = out.text(call, CONTENT)?;
            let typed = text.trim_end_matches('\n');
            if !typed.is_empty() || typed.len() == text.len() {
                out.type_text(typed);
            }
            if typed.len() < text.len() {
                out.key(codes::ENTER);
            }
            Ok(())
        }
        Kind::Keys => {
            let keys = out.name(call, &["key", "hotkey", "keys", "press"])?;
            let names: Vec<&str> = keys.split([' ', '+']).filter(|name| !name.is_empty()).collect();
            out.keys(&call.verb, &names)
        }
        Kind::Key(code) => {
            out.key(code);
            Ok(())
        }
        Kind::OpenApp => {
            let app = out.name(call, &["app_name", "name", "appname", "application", "content"])?;
            out.open_app(app);
            Ok(())
        }
        Kind::Navigate => {
            let url = out.name(call, &["url", "content", "link", "website"])?;
            out.open_url(url);
            Ok(())
        }
        Kind::Wait => {
            let millis = out.seconds(call, &["time", "duration", "wait_time", "delay"])?;
            out.wait(Some(millis.unwrap_or(5000.0)));
            Ok(())
        }
        Kind::Observe => {
            out.observe();
            Ok(())
        }
        Kind::CallUser => {
            let text = out.optional_text(call, CONTENT)?;
            out.human(text);
            Ok(())
        }
        Kind::Finished => {
            let text = match call.get_or(CONTENT, 0) {
                Some(_) => Some(out.text(call, CONTENT)?),
                None => None,
            };
            out.finish(text);
            Ok(())
        }
    }
}

fn target(call: &Call<'_>, names: &[&str], out: &mut Out<'_>) -> Result<TouchTarget, Refusal> {
    optional_target(call, names, out)?.ok_or_else(|| {
        Refusal::missing(&call.verb, names.first().copied().unwrap_or("point"), "where on the screen, as '(x,y)'")
    })
}

/// Reads a target. Numbers beyond the grid are taken as device pixels where possible: these models fall back to pixels
/// on large screens.
fn optional_target(call: &Call<'_>, names: &[&str], out: &mut Out<'_>) -> Result<Option<TouchTarget>, Refusal> {
    let read = out.optional_target(call, names);
    let Err(refusal) = &read else { return read };
    let (Some(screen), super::RefusalCode::OutOfRange) = (out.context().screen, refusal.code) else { return read };
    let Some(text) = call.get(names).and_then(|value| value.as_text()) else { return read };
    let numbers = super::call::numbers_in(text).unwrap_or_default();
    let (x, y) = match numbers.as_slice() {
        [x, y] => (*x, *y),
        [left, top, right, bottom] => (left / 2.0 + right / 2.0, top / 2.0 + bottom / 2.0),
        _ => return read,
    };
    let fits = (0.0..f64::from(screen.w)).contains(&x) && (0.0..f64::from(screen.h)).contains(&y);
    if !fits {
        return read;
    }
    out.repair(Code::OutOfRange, "the point is beyond the dialect's own grid and was taken as device pixels");
    Ok(Some(TouchTarget::At(super::coordinates::Point::new(x, y))))
}
