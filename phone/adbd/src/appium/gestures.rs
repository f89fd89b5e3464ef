//! Gestures: W3C actions and Appium's own gestures.

use serde_json::{Value, json};

use super::elements::Elements;
use super::{Answer, ELEMENT, Failure, Server, find, unknown};
use commands::{Gesture, Motion, System};
use framework::Phone;
use toolkit::Rect;

/// The maximum number of steps in one request, and the maximum duration of a step.
const MOST_STEPS: usize = 1000;
const LONGEST_MS: u64 = 60_000;
/// The interval at which a moving finger is sampled.
const STEP_MS: u64 = 16;

/// `POST /actions`: runs the actions of each finger and of the keys one after the other. Only one finger touches the
/// screen at a time.
pub(super) fn actions(elements: &mut Elements, phone: &mut Phone, sources: &Value) -> Answer {
    let invalid = |why: &str| Failure::new("invalid argument", why.to_owned());
    let sources = sources.as_array().ok_or_else(|| invalid("'actions' must be a list"))?;
    let fingers = sources.iter().filter(|source| source["type"] == "pointer").count();
    if fingers > 1 {
        return Err(Failure::new("unsupported operation", "More than one finger at a time is not supported here"));
    }
    for source in sources {
        let steps = source["actions"].as_array().ok_or_else(|| invalid("a source has no actions"))?;
        if steps.len() > MOST_STEPS {
            return Err(invalid("too many actions"));
        }
        let (mut at, mut down) = ((0.0, 0.0), false);
        for step in steps {
            let ms = step["duration"].as_u64().unwrap_or(0).min(LONGEST_MS);
            match step["type"].as_str().unwrap_or_default() {
                "pause" => phone.finger_rests(ms),
                "pointerDown" => {
                    phone.gesture(Gesture::Motion(Motion::Down, at.0, at.1));
                    down = true;
                }
                "pointerUp" => {
                    if down {
                        phone.gesture(Gesture::Motion(Motion::Up, at.0, at.1));
                    }
                    down = false;
                }
                "pointerMove" => {
                    let to = target(elements, phone, step, at)?;
                    if down {
                        slide(phone, at, to, ms);
                    }
                    at = to;
                }
                "keyDown" => press(phone, step["value"].as_str().unwrap_or_default()),
                "keyUp" | "pointerCancel" => {}
                other => return Err(invalid(&format!("there is no action '{other}'"))),
            }
        }
        if down {
            phone.gesture(Gesture::Motion(Motion::Up, at.0, at.1));
        }
    }
    Ok(Value::Null)
}

/// Returns the target of a move.
fn target(elements: &Elements, phone: &Phone, step: &Value, at: (f32, f32)) -> Result<(f32, f32), Failure> {
    let number = |name: &str| step[name].as_f64().unwrap_or(0.0) as f32;
    let (x, y) = (number("x"), number("y"));
    let origin = &step["origin"];
    if origin == "pointer" {
        return Ok((at.0 + x, at.1 + y));
    }
    let Some(id) = origin[ELEMENT].as_str().or(origin["ELEMENT"].as_str()) else { return Ok((x, y)) };
    let (middle_x, middle_y) = elements.get(phone, id)?.1.bounds.center();
    Ok((middle_x as f32 + x, middle_y as f32 + y))
}

fn slide(phone: &mut Phone, from: (f32, f32), to: (f32, f32), ms: u64) {
    let steps = (ms / STEP_MS).clamp(1, 240);
    for step in 1..=steps {
        phone.finger_rests(ms * step / steps - ms * (step - 1) / steps);
        let part = step as f32 / steps as f32;
        let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        phone.gesture(Gesture::Motion(Motion::Move, x, y));
    }
}

/// Presses a key, given as WebDriver's code point for it, or types a character.
fn press(phone: &mut Phone, key: &str) {
    match key {
        "\u{e003}" => phone.key(67, false, 0),
        "\u{e006}" | "\u{e007}" => phone.key(66, false, 0),
        "\u{e004}" => phone.key(61, false, 0),
        other => phone.commit_text(other),
    }
}

/// `POST /appium/gestures/NAME`.
pub(super) fn named(server: &mut Server, phone: &mut Phone, name: &str, body: &Value) -> Answer {
    let area = area(server, phone, body)?;
    let (x, y) = area.center();
    let middle = (x as f32, y as f32);
    let point = |place: &Value| match (place["x"].as_f64(), place["y"].as_f64()) {
        (Some(x), Some(y)) => Some((x as f32, y as f32)),
        _ => None,
    };
    // The offset counts from the corner of its area.
    let at = match point(&body["offset"]) {
        Some((x, y)) if origin(body).is_some() => (area.left as f32 + x, area.top as f32 + y),
        Some(place) => place,
        None => middle,
    };
    match name {
        "click" => phone.gesture(Gesture::Tap(at.0, at.1)),
        "double_click" => {
            phone.gesture(Gesture::Tap(at.0, at.1));
            phone.gesture(Gesture::Tap(at.0, at.1));
        }
        "long_click" => {
            let ms = body["duration"].as_f64().map_or(600, |ms| ms.clamp(0.0, LONGEST_MS as f64) as u64);
            phone.gesture(Gesture::Swipe(at.0, at.1, at.0, at.1, ms.max(550)));
        }
        "drag" => {
            let from = point(&body["start"]).unwrap_or(middle);
            let to = point(&body["end"]).ok_or_else(|| Failure::new("invalid argument", "'end' is missing"))?;
            phone.gesture(Gesture::DragAndDrop(from.0, from.1, to.0, to.1, 500));
        }
        "swipe" | "scroll" | "fling" => {
            let before = phone.nodes();
            let direction = body["direction"].as_str().unwrap_or_default();
            let percent = body["percent"].as_f64().unwrap_or(0.8).clamp(0.01, 1.0) as f32;
            let reach = (area.width() as f32 * percent * 0.45, area.height() as f32 * percent * 0.45);
            // A swipe's direction is the finger's; a scroll's direction is that of the viewport.
            let sign = if name == "swipe" { 1.0 } else { -1.0 };
            let (across, along) = match direction {
                "up" => (0.0, -reach.1 * sign),
                "down" => (0.0, reach.1 * sign),
                "left" => (-reach.0 * sign, 0.0),
                "right" => (reach.0 * sign, 0.0),
                other => return Err(Failure::new("invalid argument", format!("there is no direction '{other}'"))),
            };
            let ms = if name == "fling" { 120 } else { 800 };
            phone.gesture(Gesture::Swipe(middle.0 - across, middle.1 - along, middle.0 + across, middle.1 + along, ms));
            let moved = phone.nodes() != before;
            return Ok(if name == "swipe" { Value::Null } else { json!(moved) });
        }
        "pinch_open" | "pinch_close" => {
            return Err(Failure::new("unsupported operation", "More than one finger at a time is not supported here"));
        }
        _ => return Err(unknown("POST", &format!("/appium/gestures/{name}"))),
    }
    Ok(Value::Null)
}

fn origin(body: &Value) -> Option<&str> {
    body["origin"][ELEMENT].as_str().or(body["origin"]["ELEMENT"].as_str()).or(body["elementId"].as_str())
}

/// Returns the area of a gesture: an element, a rectangle, or the screen.
fn area(server: &Server, phone: &Phone, body: &Value) -> Result<Rect, Failure> {
    if let Some(id) = origin(body) {
        return Ok(server.elements.get(phone, id)?.1.bounds);
    }
    let number = |name: &str| body["area"][name].as_i64().and_then(|number| i32::try_from(number).ok());
    if let (Some(left), Some(top), Some(width), Some(height)) =
        (number("left"), number("top"), number("width"), number("height"))
    {
        return Ok(Rect::new(left, top, left.saturating_add(width), top.saturating_add(height)));
    }
    let (width, height) = phone.display().current_size();
    Ok(Rect::new(0, 0, i32::try_from(width).unwrap_or(0), i32::try_from(height).unwrap_or(0)))
}

/// `POST /gestures/scroll_to`: scrolls until an element is visible.
pub(super) fn scroll_to(server: &mut Server, phone: &mut Phone, body: &Value) -> Answer {
    let params = &body["params"];
    let strategy = params["strategy"].as_str().unwrap_or_default();
    let selector = params["selector"].as_str().unwrap_or_default();
    for _ in 0..60 {
        if !find::paths(phone, strategy, selector, None)?.is_empty() {
            return Ok(Value::Null);
        }
        let moved =
            named(server, phone, "scroll", &json!({"direction": "down", "elementId": body["origin"][ELEMENT]}))?;
        if moved == false {
            break;
        }
    }
    Err(Failure::new("no such element", format!("Cannot scroll to {selector}")))
}
