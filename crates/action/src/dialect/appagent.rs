//! AppAgent: lines `Observation:`, `Thought:`, `Action:`, `Summary:` with one call on an element's number, `tap(5)`,
//! `swipe(21, "up", "medium")`, or `FINISH`. Numbers begin at 1.

use super::call::Call;
use super::coordinates::{Direction, TouchTarget};
use super::out::Out;
use super::refusal::Refusal;
use super::text::calls::{call_name, read_call};
use super::text::{find_ignoring_case, folded};
use super::{Dialect, Grid, ReplyContext, Touch, TouchKind, write as w};
use crate::fields::{number_of, word};
use crate::finding::Code;
use crate::json::{Json, Object};
use crate::phone::AgentAction;
use crate::slice::Slice as _;

pub(super) struct AppAgent;

const VERBS: &[&str] = &["tap", "text", "long_press", "swipe", "grid", "FINISH"];

impl Dialect for AppAgent {
    fn name(&self) -> &'static str {
        "appagent"
    }

    fn about(&self) -> &'static str {
        "general models prompted as AppAgent, which name elements by their number"
    }

    fn grid(&self) -> Grid {
        Grid::Screen
    }

    fn shape(&self) -> &'static str {
        "Observation: what you see\nThought: the next step\nAction: one call such as tap(5), text(\"…\"), long_press(5), swipe(5, \"up\", \"medium\"), or FINISH\nSummary: what was done so far"
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        let trimmed = reply.trim();
        if trimmed.starts_with('{') {
            let parsed = Json::loose(trimmed).map_err(|error| Refusal::unreadable(error.to_string()))?;
            let section =
                |name: &str| parsed.value.as_object().and_then(|object| object.get(name)).and_then(Json::as_text);
            out.think(section("Thought").unwrap_or_default());
            return action(section("Action").unwrap_or_default(), out);
        }
        let Some(at) = line_of(reply, "Action") else { return Ok(()) };
        for label in ["Observation", "Thought"] {
            if let Some(start) = line_of(reply, label) {
                let end = [line_of(reply.tail(start), "Thought"), line_of(reply.tail(start), "Action")]
                    .into_iter()
                    .flatten()
                    .min();
                let text = reply.part(start, start + end.unwrap_or(reply.len() - start));
                let text = ["Thought", "Action"]
                    .iter()
                    .find_map(|label| text.trim_end().strip_suffix(&format!("{label}:")))
                    .unwrap_or(text);
                out.think(text);
            }
        }
        let end = line_of(reply.tail(at), "Summary").map_or(reply.len(), |end| at + end - "Summary:".len());
        if end == reply.len() && line_of(reply, "Summary").is_none() {
            out.repair(Code::Markup, "the line `Summary:` was missing");
        }
        action(reply.part(at, end).trim(), out)
    }

    fn write(&self, action: &AgentAction, _: &ReplyContext<'_>) -> Option<String> {
        Some(match action {
            AgentAction::Type(text) => format!("text({})", w::double(&text.text)),
            AgentAction::Finish(_) => "FINISH".to_owned(),
            _ => return None,
        })
    }

    fn write_touch(&self, touch: &Touch) -> Option<String> {
        Some(match (touch.kind, touch.direction) {
            (TouchKind::Tap, None) => format!("tap({})", touch.element),
            (TouchKind::LongPress, None) => format!("long_press({})", touch.element),
            (TouchKind::Swipe, Some(direction)) => {
                format!("swipe({}, \"{}\", \"medium\")", touch.element, direction.as_str())
            }
            _ => return None,
        })
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!(
            "Observation: the phone's screen\nThought: {thought}\nAction: {}\nSummary: one step further",
            actions.join("\n")
        )
    }

    fn takes_several(&self) -> bool {
        false
    }
}

/// Returns the offset behind `Label:` at the start of a line.
fn line_of(text: &str, label: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = find_ignoring_case(text, label, at) {
        at = found + label.len();
        let head = found == 0
            || text.head(found).trim_end_matches([' ', '*', '#']).ends_with('\n')
            || text.head(found).trim().is_empty();
        let rest = text.tail(at).trim_start_matches([' ', '*']);
        if let Some(colon) = rest.chars().next().filter(|c| head && matches!(c, ':' | '：')) {
            return Some(text.len() - rest.len() + colon.len_utf8());
        }
    }
    None
}

fn action(text: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
    let text = text.trim().trim_matches(['`', '*']).trim();
    let name = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    if call_name(text).is_none() {
        if text.head(name).eq_ignore_ascii_case("finish") {
            out.finish(None);
            return Ok(());
        }
        if text.contains("FINISH") {
            out.repair(Code::Markup, "the reply contained more than `FINISH`");
            out.finish(None);
            return Ok(());
        }
        return if name == 0 { Ok(()) } else { Err(Refusal::unknown_verb(text.head(name), VERBS)) };
    }
    let call =
        read_call(text, 0).map_err(|cut| Refusal::unreadable(format!("the call cannot be read: {}", cut.message)))?;
    let call = Call::of_text(call, out);
    match folded(&call.verb).as_str() {
        "tap" => {
            let target = target(&call, 0, out)?;
            out.tap(target)
        }
        "longpress" => {
            let target = target(&call, 0, out)?;
            out.long_press(target, None)
        }
        "text" => {
            let text = out.text(&call, &["text_input", "text"])?;
            out.type_text(text);
            Ok(())
        }
        "swipe" => swipe(&call, out),
        "grid" => {
            out.repair(Code::NotAllowed, "there is no grid to show; read as a new look at the screen");
            out.observe();
            Ok(())
        }
        "finish" => {
            out.finish(call.positional.first().and_then(Json::as_text).map(str::to_owned));
            Ok(())
        }
        _ => Err(Refusal::unknown_verb(&call.verb, VERBS)),
    }
}

/// Reads an element's number, or a grid cell and a part of it: `5`, or `5, "center"`.
fn target(call: &Call<'_>, at: usize, out: &mut Out<'_>) -> Result<TouchTarget, Refusal> {
    let number = call.positional.get(at).or_else(|| call.get(&["element", "area"]));
    let number = number.ok_or_else(|| Refusal::missing(&call.verb, "element", "the number of an element"))?;
    let element = match number_of(number) {
        Some((value, _)) => {
            Call::new(&call.verb, std::iter::once(("element".into(), number.clone())).collect::<Object<'_>>())
                .positive(value.get(), out)?
        }
        None => return Err(Refusal::bad(&call.verb, "element", number.kind(), "the number of an element, from 1")),
    };
    match call.positional.get(at + 1).and_then(Json::as_text) {
        Some(part) if word::<Direction>(&folded(part)).is_none() || at > 0 || call.positional.len() == 2 => {
            cell(element, part, out)
        }
        _ => Ok(TouchTarget::Element(element)),
    }
}

impl Call<'_> {
    fn positive(&self, number: f64, out: &mut Out<'_>) -> Result<i64, Refusal> {
        match out.element(self, &["element"])? {
            TouchTarget::Element(element) if element > 0 => Ok(element),
            _ => Err(Refusal::bad(&self.verb, "element", &number.to_string(), "the number of an element, from 1")),
        }
    }
}

/// Returns a part of a cell in AppAgent's grid, whose cells are numbered from 1, row by row.
fn cell(number: i64, part: &str, out: &mut Out<'_>) -> Result<TouchTarget, Refusal> {
    let screen = out.context().screen()?;
    // The side of a cell is the smallest divisor of the screen's side from 120 to 180, otherwise 120.
    let side = |length: u32| (120..=180).find(|size| length.is_multiple_of(*size)).unwrap_or(120);
    let (cell_w, cell_h) = (side(screen.w), side(screen.h));
    let columns = i64::from((screen.w / cell_w).max(1));
    let rows = i64::from((screen.h / cell_h).max(1));
    if number > columns * rows {
        return Err(Refusal::out_of_range(
            "area",
            format!("there is no area {number}; the grid has {}", columns * rows),
        ));
    }
    let (column, row) = ((number - 1) % columns, (number - 1) / columns);
    let part = folded(part);
    let across = if part.contains("left") {
        0.25
    } else if part.contains("right") {
        0.75
    } else {
        0.5
    };
    let along = if part.contains("top") {
        0.25
    } else if part.contains("bottom") {
        0.75
    } else {
        0.5
    };
    #[expect(clippy::cast_precision_loss, reason = "a cell's number is small")]
    let (x, y) = ((column as f64 + across) * f64::from(cell_w), (row as f64 + along) * f64::from(cell_h));
    out.to_pixels(x, y, "area").map(TouchTarget::At)
}

fn swipe(call: &Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    if call.positional.len() == 4 {
        let (from, to) = (target(call, 0, out)?, target(call, 2, out)?);
        return out.swipe(from, to, None);
    }
    let text = |at: usize, name: &'static str| {
        call.positional.get(at).or_else(|| call.get(&[name])).and_then(Json::as_text).map(folded)
    };
    let number = call.positional.first().or_else(|| call.get(&["element"]));
    let element = number.and_then(number_of).map(|(value, _)| value.get());
    let element = element.ok_or_else(|| Refusal::missing(&call.verb, "element", "the number of an element"))?;
    let args = number.into_iter().map(|number| ("element".into(), number.clone())).collect::<Object<'_>>();
    let element = Call::new(&call.verb, args).positive(element, out)?;
    let direction =
        text(1, "direction").ok_or_else(|| Refusal::missing(&call.verb, "direction", "up, down, left or right"))?;
    let direction: Direction =
        word(&direction).ok_or_else(|| Refusal::bad_word(&call.verb, "direction", &direction, Direction::NAMES))?;
    let part = match text(2, "dist").as_deref() {
        Some("long") => 0.27,
        Some("short") => 0.09,
        Some("medium") | None => 0.18,
        Some(other) => return Err(Refusal::bad_word(&call.verb, "dist", other, &["short", "medium", "long"])),
    };
    out.swipe_part(direction, Some(TouchTarget::Element(element)), part)
}
