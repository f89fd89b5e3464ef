//! AndroidLab: `do(action="Tap", element=[x1,y1,x2,y2])` in device pixels, and the older `tap(…)`, `swipe(…)`
//! functions.

use super::call::Call;
use super::coordinates::TouchTarget;
use super::out::Out;
use super::refusal::Refusal;
use super::text::folded;
use super::{Dialect, Direction, Grid, ReplyContext, autoglm, write as w};
use crate::phone::{AgentAction, keys as codes};

pub(super) struct AndroidLab;

const VERBS: &[&str] =
    &["Tap", "Type", "Swipe", "Long Press", "Press Home", "Press Back", "Press Enter", "Wait", "Launch", "Call_API"];

const FUNCTIONS: &[&str] = &["do", "finish", "finished", "tap", "text", "long_press", "swipe", "back", "home", "wait"];

impl Dialect for AndroidLab {
    fn name(&self) -> &'static str {
        "android-lab"
    }

    fn about(&self) -> &'static str {
        "models trained on or prompted for AndroidLab"
    }

    fn grid(&self) -> Grid {
        Grid::Screen
    }

    fn shape(&self) -> &'static str {
        "One line of code and nothing else: do(action=\"…\", …) or finish(message=\"…\")."
    }

    fn read(&self, reply: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
        autoglm::each_call(reply, FUNCTIONS, out, |call, out| match call.folded_verb().as_str() {
            "do" => act(call, out),
            "finish" | "finished" => {
                let message = call.get_or(&["message"], 0).and_then(|value| value.as_text()).map(str::to_owned);
                out.finish(message);
                Ok(())
            }
            _ => function(call, out),
        })
    }

    fn write(&self, action: &AgentAction, context: &ReplyContext<'_>) -> Option<String> {
        let at = |x, y| w::list(self.grid(), x, y, context);
        Some(match action {
            AgentAction::Tap(tap) => format!("do(action=\"Tap\", element={})", at(tap.x, tap.y)?),
            AgentAction::LongPress(press) => format!("do(action=\"Long Press\", element={})", at(press.x, press.y)?),
            AgentAction::Type(text) => format!("do(action=\"Type\", text={})", w::double(&text.text)),
            AgentAction::OpenApp(open) => format!("do(action=\"Launch\", app={})", w::double(&open.name)),
            AgentAction::Note(note) => format!("do(action=\"Call_API\", instruction={})", w::double(&note.text)),
            AgentAction::Finish(finish) => format!("finish(message={})", w::double(&finish.message)),
            AgentAction::Keyevent(key) => {
                let name = [(codes::BACK, "Back"), (codes::HOME, "Home"), (codes::ENTER, "Enter")];
                let (_, name) = name.iter().find(|(code, _)| *code == key.keycode)?;
                format!("do(action=\"Press {name}\")")
            }
            _ => return None,
        })
    }

    fn write_scroll(&self, direction: Direction, _: &ReplyContext<'_>) -> Option<String> {
        // Its swipes are named after the finger's direction.
        Some(format!("do(action=\"Swipe\", direction=\"{}\")", direction.reversed().as_str()))
    }

    fn reply(&self, thought: &str, actions: &[String]) -> String {
        format!("<think>{thought}</think>\n{}", actions.join("\n"))
    }

    fn takes_several(&self) -> bool {
        false
    }
}

fn act(call: Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    let verb = match call.get_or(&["action"], 0).and_then(|value| value.as_text()) {
        Some(verb) => verb.to_owned(),
        None => return Err(Refusal::missing("do", "action", &format!("one of {}", VERBS.join(", ")))),
    };
    let call = Call { verb: verb.clone(), ..call };
    match folded(&verb).as_str() {
        "tap" | "click" => {
            let target = out.target(&call, &["element"])?;
            out.tap(target)
        }
        "longpress" => {
            let target = out.target(&call, &["element"])?;
            out.long_press(target, None)
        }
        "swipe" => {
            let from = out.optional_target(&call, &["element"])?;
            let direction =
                call.get(&["direction"]).is_some().then(|| out.direction(&call, &["direction"])).transpose()?;
            let direction =
                direction.ok_or_else(|| Refusal::missing(&call.verb, "direction", "up, down, left or right"))?;
            let part = distance(&call, out, &["dist", "distance"])?;
            out.swipe_part(direction, from, part)
        }
        "type" => {
            let text = out.optional_text(&call, &["text", "argument"])?;
            out.type_text(text.ok_or_else(|| Refusal::missing(&call.verb, "text", "the text to type"))?);
            Ok(())
        }
        "launch" => {
            let app = out.optional_text(&call, &["app"])?.filter(|app| !app.trim().is_empty());
            out.open_app(app.ok_or_else(|| Refusal::missing(&call.verb, "app", "the name of the app"))?);
            Ok(())
        }
        "enter" | "pressenter" => key(codes::ENTER, out),
        "back" | "pressback" => key(codes::BACK, out),
        "home" | "presshome" => key(codes::HOME, out),
        "wait" => {
            let millis = out.seconds(&call, &["duration", "interval"])?;
            out.wait(Some(millis.unwrap_or(5000.0)));
            Ok(())
        }
        "callapi" => {
            let text = out.optional_text(&call, &["instruction", "message"])?;
            out.note(text.unwrap_or_default());
            Ok(())
        }
        _ => Err(Refusal::unknown_verb(&verb, VERBS)),
    }
}

fn key(code: &str, out: &mut Out<'_>) -> Result<(), Refusal> {
    out.key(code);
    Ok(())
}

/// Reads the length of a swipe: a word, as a fraction of the screen.
fn distance(call: &Call<'_>, out: &mut Out<'_>, names: &[&str]) -> Result<f64, Refusal> {
    let Some(word) = call.get(names) else { return Ok(0.4) };
    if word.as_text().is_none() {
        return Ok(0.4);
    }
    Ok(match out.choice(call, names, &["short", "medium", "long"])?.as_str() {
        "short" => 0.2,
        "long" => 0.6,
        _ => 0.4,
    })
}

/// Reads the older functions: a box `tap(l,t,r,b)`, an element's number `tap(3)`, or a point.
fn function(call: Call<'_>, out: &mut Out<'_>) -> Result<(), Refusal> {
    match call.folded_verb().as_str() {
        "text" => {
            let text = out.text(&call, &["input_str", "text"])?;
            out.type_text(text);
            Ok(())
        }
        "back" => key(codes::BACK, out),
        "home" => key(codes::HOME, out),
        "wait" => {
            let interval =
                call.positional.first().and_then(crate::fields::number_of).map(|(seconds, _)| seconds.get() * 1000.0);
            out.wait(Some(interval.unwrap_or(5000.0).max(0.0)));
            Ok(())
        }
        "tap" => {
            let target = positional_target(&call, out)?;
            out.tap(target)
        }
        "longpress" => {
            let target = positional_target(&call, out)?;
            out.long_press(target, None)
        }
        "swipe" => {
            let words: Vec<&str> = call.positional.iter().filter_map(|value| value.as_text()).collect();
            let target = positional_target(&call, out)?;
            let direction = words.first().and_then(|word| crate::fields::word(&folded(word)));
            let direction =
                direction.ok_or_else(|| Refusal::missing(&call.verb, "direction", "up, down, left or right"))?;
            out.swipe_direction(direction, Some(target))
        }
        other => Err(Refusal::unknown_verb(other, FUNCTIONS)),
    }
}

fn positional_target(call: &Call<'_>, out: &Out<'_>) -> Result<TouchTarget, Refusal> {
    let numbers: Vec<f64> =
        call.positional.iter().map_while(crate::fields::number_of).map(|(number, _)| number.get()).collect();
    let at = |x: f64, y: f64| out.to_pixels(x, y, "element").map(TouchTarget::At);
    match numbers.as_slice() {
        [number] if number.fract() == 0.0 && (0.0..1e9).contains(number) => {
            #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
            let number = *number as i64;
            Ok(TouchTarget::Element(number))
        }
        [x, y] => at(*x, *y),
        [left, top, right, bottom, ..] => at(left / 2.0 + right / 2.0, top / 2.0 + bottom / 2.0),
        _ => Err(Refusal::missing(&call.verb, "element", "its box, or its number")),
    }
}
