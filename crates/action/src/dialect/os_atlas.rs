//! OS-Atlas: two sections, `Thoughts:` and `Actions:`, with one line such as
//! `CLICK <point>[[101, 872]]</point>`, `TYPE [text]`, `SCROLL [UP]`; 0..1000.

use crate::slice::Slice as _;
use std::borrow::Cow;

use super::call::Call;
use super::out::Out;
use super::refusal::Refusal;
use super::text::find_ignoring_case;
use super::{Dialect, Direction, Grid, ReplyContext, write as w};
use crate::finding::Code;
use crate::json::Json;
use crate::phone::{AgentAction, keys as codes};

pub(super) struct OsAtlas;

const VERBS: &[&str] = &[
    "CLICK",
    "LONG_PRESS",
    "TYPE",
    "SCROLL",
    "OPEN_APP",
    "PRESS_BACK",
    "PRESS_HOME",
    "PRESS_RECENT",
    "ENTER",
    "WAIT",
    "COMPLETE",
    "IMPOSSIBLE",
];

impl Dialect for OsAtlas {
    fn name(&self) -> &'static str {
        "os-atlas"
    }

    fn about(&self) -> &'static str {
        "OS-Atlas-Pro and action models trained on its data"
    }

    fn grid(&self) -> Grid {
        Grid::Per(1000)
    }

    fn shape(&self) -> &'static str {
        "Thoughts:\nyour reasoning\nActions:\none action, for example CLICK <point>[[x, y]]</point>"
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let marker = ["Actions:", "Action:", "Actions：", "Action："]
            .iter()
            .find_map(|marker| find_ignoring_case(reply, marker, 0).map(|at| (at, at + marker.len())));
        let section = match marker {
            Some((at, end)) => {
                let before = reply.head(at);
                let thought =
                    find_ignoring_case(before, "Thoughts:", 0).map_or(before, |at| before.tail(at + "Thoughts:".len()));
                out.think(thought);
                reply.tail(end)
            }
            None => {
                out.repair(Code::Markup, "the sections `Thoughts:` and `Actions:` were missing");
                reply
            }
        };
        for line in section.lines().map(|line| line.trim().trim_matches('`').trim()).filter(|line| !line.is_empty()) {
            let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len());
            let verb = line.head(end);
            let known = is_verb(verb);
            if !known && marker.is_none() {
                // Prose without a section.
                out.think(line);
                continue;
            }
            if !known && !out.is_empty() {
                // Prose after the action.
                break;
            }
            act(verb, line.tail(end).trim(), out)?;
            if out.is_full() {
                break;
            }
        }
        Ok(())
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::pair(self.grid(), x, y, context).map(|(x, y)| format!("<point>[[{x}, {y}]]</point>"));
        let plain = |text: &str| (!text.contains(['\n', '\r']) && !text.is_empty()).then(|| text.to_owned());
        Some(match action {
            AgentAction::Tap(tap) => format!("CLICK {}", at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => format!("LONG_PRESS {}", at(press.x, press.y)?),
            AgentAction::Type(text) => format!("TYPE [{}]", plain(&text.text)?),
            AgentAction::OpenApp(open) => format!("OPEN_APP [{}]", plain(&open.name)?),
            AgentAction::Wait(_) => "WAIT".to_owned(),
            AgentAction::Finish(_) => "COMPLETE".to_owned(),
            AgentAction::Fail(_) => "IMPOSSIBLE".to_owned(),
            AgentAction::Keyevent(key) => {
                let names = [
                    (codes::BACK, "PRESS_BACK"),
                    (codes::HOME, "PRESS_HOME"),
                    (codes::RECENT, "PRESS_RECENT"),
                    (codes::ENTER, "ENTER"),
                ];
                names.iter().find(|(code, _)| *code == key.keycode)?.1.to_owned()
            }
            _ => return None,
        })
    }

    fn write_scroll(&self, direction: Direction, _: &ReplyContext<'_>) -> Option<String> {
        Some(format!("SCROLL [{}]", direction.as_str().to_uppercase()))
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("Thoughts:\n{thought}\nActions:\n{}", actions.join("\n"))
    }

    fn takes_several(&self) -> bool {
        false
    }
}

/// Whether a word is a verb of this dialect.
pub(super) fn is_verb(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_uppercase())
        && (VERBS.contains(&word)
            || matches!(word, "LONG_CLICK" | "OPENAPP" | "PRESS_ENTER" | "DOUBLE_CLICK" | "RIGHT_CLICK" | "SWIPE"))
}

fn act(verb: &str, rest: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
    let has_point = rest.contains("<point>") || rest.starts_with('[') || rest.starts_with('(');
    let argument = (!rest.is_empty()).then(|| (Cow::Borrowed("point"), Json::Text(Cow::Borrowed(point_part(rest)))));
    let call = Call::new(verb, argument.into_iter().filter(|_| has_point).collect());
    let text = || bracketed(rest).ok_or_else(|| Refusal::missing(verb, "text", "the text in square brackets"));
    match verb.to_ascii_uppercase().as_str() {
        "CLICK" | "TAP" => {
            let target = out.target(&call, &["point"])?;
            out.tap(target)?;
        }
        "DOUBLE_CLICK" => {
            let target = out.target(&call, &["point"])?;
            out.double_tap(target)?;
        }
        "LONG_PRESS" | "LONG_CLICK" | "RIGHT_CLICK" => {
            let target = out.target(&call, &["point"])?;
            out.long_press(target, None)?;
        }
        "TYPE" => out.type_text(text()?),
        "SCROLL" | "SWIPE" => {
            let word = bracketed(rest).unwrap_or(rest);
            let direction = crate::fields::word(&word.trim().to_lowercase());
            let direction = direction
                .ok_or_else(|| Refusal::bad_word(verb, "direction", word, &["UP", "DOWN", "LEFT", "RIGHT"]))?;
            if verb.eq_ignore_ascii_case("SWIPE") {
                out.swipe_direction(direction, None)?
            } else {
                out.scroll_direction(direction, None)?
            }
        }
        "OPEN_APP" | "OPENAPP" => {
            let name = bracketed(rest).unwrap_or(rest).trim();
            if name.is_empty() {
                return Err(Refusal::missing(verb, "app", "the name of the app in square brackets"));
            }
            out.open_app(name.to_owned());
        }
        "PRESS_BACK" => out.key(codes::BACK),
        "PRESS_HOME" => out.key(codes::HOME),
        "PRESS_RECENT" => out.key(codes::RECENT),
        "ENTER" | "PRESS_ENTER" => out.key(codes::ENTER),
        "WAIT" => out.wait(None),
        "COMPLETE" => out.finish(bracketed(rest).map(str::to_owned)),
        "IMPOSSIBLE" => out.fail(bracketed(rest).map(str::to_owned)),
        _ => return Err(Refusal::unknown_verb(verb, VERBS)),
    }
    Ok(())
}

/// Returns the text in square brackets, up to the last one: the text may contain brackets itself.
fn bracketed(rest: &str) -> Option<&str> {
    let inner = rest.strip_prefix('[')?;
    Some(inner.rfind(']').map_or(inner, |end| inner.head(end)))
}

/// Returns the point in `<point>[[x, y]]</point> and prose`.
fn point_part(rest: &str) -> &str {
    let end = rest.find("</point>").or_else(|| rest.find("]]").map(|at| at + 2));
    end.map_or(rest, |end| rest.head(end))
}
