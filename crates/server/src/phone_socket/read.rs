//! Parses the messages of a page that watches a phone: strictly, without guessing.

use action::json::{Json, Object};
use action::{Code, Finding};
use desktop::wire::{PhoneClientMessage, TouchPhase, Turn};

/// Every `type`.
const TYPES: &[&str] = &["SHOWN", "INPUT", "TOUCH", "PINCH", "ROTATE", "SCROLL", "WATCH_ELEMENTS", "PAUSE", "GO_ON"];
/// The largest whole number that a page can write exactly.
const MAX_WHOLE: f64 = 9_007_199_254_740_991.0;

/// A message, or what is wrong with it; and its number, if that could be read.
pub(super) type Read = Result<PhoneClientMessage, (Option<u64>, Finding)>;

/// Reads one message.
pub(super) fn read(text: &str) -> Read {
    let parsed = Json::strict(text).map_err(|error| (None, Finding::new(Code::Syntax, "", error.to_string())))?;
    if let Some(doubled) = parsed.repairs.iter().find(|found| found.code == Code::DuplicateKey) {
        return Err((None, Finding::new(doubled.code, &doubled.path, "a key must not occur twice")));
    }
    let Some(object) = parsed.value.as_object() else {
        let message = format!("a message must be an object, not {}", parsed.value.kind());
        return Err((None, Finding::new(Code::WrongType, "", message)));
    };
    let n = object.get("n").and_then(whole);
    message(object).map_err(|finding| (n, finding))
}

/// Returns the page's number of a message.
pub(super) fn number(message: &PhoneClientMessage) -> Option<u64> {
    match message {
        PhoneClientMessage::Input { n, .. }
        | PhoneClientMessage::Touch { n, .. }
        | PhoneClientMessage::Pinch { n, .. }
        | PhoneClientMessage::Rotate { n, .. }
        | PhoneClientMessage::Scroll { n, .. } => Some(*n),
        PhoneClientMessage::Shown { .. }
        | PhoneClientMessage::WatchElements { .. }
        | PhoneClientMessage::Pause {}
        | PhoneClientMessage::GoOn {} => None,
    }
}

fn message(object: &Object<'_>) -> Result<PhoneClientMessage, Finding> {
    let word = |name: &'static str| match object.get(name) {
        Some(Json::Text(text)) => Ok(text.as_ref()),
        other => Err(wrong(name, "text", other)),
    };
    let count = |name: &'static str| {
        let found = object.get(name);
        found.and_then(whole).ok_or_else(|| wrong(name, "a whole number that is not negative", found))
    };
    let amount = |name: &'static str| match object.get(name) {
        Some(Json::Number(number)) if number.value.is_finite() => Ok(number.value),
        other => Err(wrong(name, "a number", other)),
    };
    Ok(match word("type")? {
        "SHOWN" => {
            let frame = count("frame")?;
            let frame = u32::try_from(frame).map_err(|_| wrong("frame", "the number of a frame", None))?;
            PhoneClientMessage::Shown { frame }
        }
        "INPUT" => {
            let n = count("n")?;
            let Some(given) = object.get("action") else { return Err(wrong("action", "an action", None)) };
            let action = action::phone::strict(given).map_err(|findings| first(findings, "action"))?;
            PhoneClientMessage::Input { n, action }
        }
        "TOUCH" => {
            let phase = match word("phase")? {
                "down" => TouchPhase::Down,
                "move" => TouchPhase::Move,
                "up" => TouchPhase::Up,
                "cancel" => TouchPhase::Cancel,
                _ => return Err(unknown("phase", &["down", "move", "up", "cancel"])),
            };
            PhoneClientMessage::Touch { n: count("n")?, phase, x: amount("x")?, y: amount("y")? }
        }
        "PINCH" => {
            let scale = amount("scale")?;
            if !(0.05..=20.0).contains(&scale) {
                return Err(Finding::new(Code::OutOfRange, "scale", "`scale` must be from 0.05 to 20"));
            }
            PhoneClientMessage::Pinch { n: count("n")?, x: amount("x")?, y: amount("y")?, scale }
        }
        "ROTATE" => {
            let to = match word("to")? {
                "portrait" => Turn::Portrait,
                "landscape" => Turn::Landscape,
                "auto" => Turn::Auto,
                _ => return Err(unknown("to", &["portrait", "landscape", "auto"])),
            };
            PhoneClientMessage::Rotate { n: count("n")?, to }
        }
        "SCROLL" => PhoneClientMessage::Scroll {
            n: count("n")?,
            x: amount("x")?,
            y: amount("y")?,
            dx: amount("dx")?,
            dy: amount("dy")?,
        },
        "WATCH_ELEMENTS" => match object.get("on") {
            Some(Json::Bool(on)) => PhoneClientMessage::WatchElements { on: *on },
            other => return Err(wrong("on", "true or false", other)),
        },
        "PAUSE" => PhoneClientMessage::Pause {},
        "GO_ON" => PhoneClientMessage::GoOn {},
        other => {
            let shown: String = other.chars().take(60).collect();
            let message = format!("`{shown}` is not a message type; expected one of {}", TYPES.join(", "));
            return Err(Finding::new(Code::UnknownType, "type", message));
        }
    })
}

fn wrong(name: &str, expected: &str, found: Option<&Json<'_>>) -> Finding {
    match found {
        None => Finding::new(Code::Missing, name, format!("`{name}` is missing; expected {expected}")),
        Some(other) => {
            let message = format!("`{name}` must be {expected}, not {}", other.kind());
            Finding::new(Code::WrongType, name, message)
        }
    }
}

fn unknown(name: &str, known: &[&str]) -> Finding {
    Finding::new(Code::UnknownValue, name, format!("`{name}` must be one of {}", known.join(", ")))
}

/// Returns the first error inside a message.
fn first(findings: Vec<Finding>, inside: &str) -> Finding {
    match findings.into_iter().next() {
        Some(Finding { code, path, message }) if path.is_empty() => Finding::new(code, inside, message),
        Some(Finding { code, path, message }) => Finding::new(code, format!("{inside}.{path}"), message),
        None => Finding::new(Code::Syntax, inside, "this is not an action"),
    }
}

/// Returns a non-negative whole number.
fn whole(value: &Json<'_>) -> Option<u64> {
    let Json::Number(number) = value else { return None };
    let exact = number.value.fract() == 0.0 && (0.0..=MAX_WHOLE).contains(&number.value);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole and in range")]
    exact.then_some(number.value as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_page_writes_is_read_back() {
        let action = action::phone::AgentAction::tap(3.into(), 4.into());
        let messages = [
            PhoneClientMessage::Shown { frame: 7 },
            PhoneClientMessage::Input { n: 1, action },
            PhoneClientMessage::Touch { n: 2, phase: TouchPhase::Down, x: 1.5, y: -2.0 },
            PhoneClientMessage::Pinch { n: 3, x: 1.0, y: 2.0, scale: 0.5 },
            PhoneClientMessage::Rotate { n: 4, to: Turn::Landscape },
            PhoneClientMessage::Scroll { n: 5, x: 1.0, y: 2.0, dx: 0.0, dy: -120.0 },
            PhoneClientMessage::WatchElements { on: true },
            PhoneClientMessage::Pause {},
            PhoneClientMessage::GoOn {},
        ];
        for message in messages {
            let text = serde_json::to_string(&message).unwrap();
            assert_eq!(read(&text), Ok(message), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_number() {
        let check = |value: serde_json::Value, n: Option<u64>, code: &str, path: &str| {
            let (found, finding) = read(&value.to_string()).expect_err("refused");
            assert_eq!((found, finding.code.as_str(), finding.path.as_str()), (n, code, path), "{value}");
        };
        check(json!([]), None, "wrong_type", "");
        check(json!({}), None, "missing", "type");
        check(json!({"type": "JUMP", "n": 3}), Some(3), "unknown_type", "type");
        check(json!({"type": "INPUT", "n": 3}), Some(3), "missing", "action");
        check(json!({"type": "INPUT", "n": 3, "action": {"type": "tap", "x": 1}}), Some(3), "missing", "action.y");
        check(json!({"type": "INPUT", "n": 3, "action": {"type": "jump"}}), Some(3), "unknown_type", "action.type");
        check(json!({"type": "TOUCH", "n": 3, "phase": "hover", "x": 1, "y": 1}), Some(3), "unknown_value", "phase");
        check(json!({"type": "TOUCH", "n": -3, "phase": "up", "x": 1, "y": 1}), None, "wrong_type", "n");
        check(json!({"type": "TOUCH", "n": 1, "phase": "up", "x": "1", "y": 1}), Some(1), "wrong_type", "x");
        check(json!({"type": "PINCH", "n": 1, "x": 1, "y": 1, "scale": 0}), Some(1), "out_of_range", "scale");
        check(json!({"type": "SHOWN", "frame": 1e12}), None, "missing", "frame");
        assert!(read("{\"type\":\"PAUSE\",\"type\":\"GO_ON\"}").is_err());
        assert!(read("{\"type\":\"SCROLL\",\"n\":1,\"x\":1,\"y\":1,\"dx\":1e999,\"dy\":0}").is_err());
        assert!(read("nonsense").is_err());
    }
}
