//! Runs the scenarios of this crate: replies in every dialect and loose actions, as data.
//!
//! `scenarios/dialects.jsonl`: `{dialect, raw, screen?, image?, elements?, tools?, class, expect}`;
//! `scenarios/normalize.jsonl`: `{in, action, repaired}`. Only the given fields are compared, coordinates within a
//! pixel; `direction` on a swipe is that of the finger.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;

use action::dialect::{self, DialectName, Element, ReplyContext, Size};
use action::json::Json;
use action::phone;
use serde_json::Value;

fn lines(file: &str) -> Vec<(usize, Value)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| (index + 1, serde_json::from_str(line).unwrap())).collect()
}

/// Whether `found` has everything in `expected`.
fn agrees(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Number(a), Value::Number(b)) => (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() <= 1.0,
        (Value::Object(fields), Value::Object(_)) => fields.iter().all(|(name, value)| match name.as_str() {
            "direction" if found.get("x1").is_some() => value.as_str() == Some(direction(found)),
            _ => found.get(name).is_some_and(|found| agrees(value, found)),
        }),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agrees(a, b)),
        _ => expected == found,
    }
}

fn direction(swipe: &Value) -> &'static str {
    let along = |a: &str, b: &str| swipe[b].as_f64().unwrap() - swipe[a].as_f64().unwrap();
    let (dx, dy) = (along("x1", "x2"), along("y1", "y2"));
    match (dx.abs() > dy.abs(), dx > 0.0, dy > 0.0) {
        (true, true, _) => "right",
        (true, false, _) => "left",
        (false, _, true) => "down",
        (false, _, false) => "up",
    }
}

/// Checks one reply and returns the first problem.
fn check_reply(case: &Value) -> Result<(), String> {
    let size = |name: &str| {
        let size = case.get(name)?;
        let side = |index: usize| u32::try_from(size[index].as_u64().unwrap()).unwrap();
        Some(Size { w: side(0), h: side(1) })
    };
    let elements: Vec<Element> =
        case.get("elements").map_or_else(Vec::new, |value| serde_json::from_value(value.clone()).unwrap());
    let tools: Vec<String> =
        case.get("tools").map_or_else(Vec::new, |value| serde_json::from_value(value.clone()).unwrap());
    let context = ReplyContext { screen: size("screen"), image: size("image"), elements: &elements, tools: &tools };
    let name = DialectName::find(case["dialect"].as_str().unwrap()).unwrap();
    let raw = case["raw"].as_str().unwrap();
    let read = dialect::read(name, raw, &context);
    match (&case["expect"], read) {
        (Value::String(_), Err(_)) => Ok(()),
        (Value::String(_), Ok(parsed)) => Err(format!("read as {}", serde_json::to_string(&parsed.steps).unwrap())),
        (_, Err(refusal)) => Err(format!("refused: {refusal}")),
        (expected, Ok(parsed)) => {
            let found = serde_json::to_value(&parsed.steps).unwrap();
            if let Some(thought) = case.get("thought").and_then(Value::as_str)
                && thought != parsed.thought
            {
                return Err(format!("thought {:?}", parsed.thought));
            }
            if agrees(expected, &found) { Ok(()) } else { Err(format!("read as {found}")) }
        }
    }
}

#[test]
fn every_reply_is_read_as_its_scenario_says() {
    let wrong: Vec<String> = lines("dialects.jsonl")
        .iter()
        .filter_map(|(line, case)| {
            let problem = check_reply(case).err()?;
            Some(format!(
                "line {line} ({}, {}): {}\n    expected {}\n    {problem}",
                case["dialect"], case["class"], case["raw"], case["expect"]
            ))
        })
        .collect();
    assert!(wrong.is_empty(), "{} replies are read wrongly:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_loose_action_is_normalised_as_its_scenario_says() {
    for (line, case) in lines("normalize.jsonl") {
        let text = case["in"].to_string();
        let parsed = Json::strict(&text).unwrap();
        let lenient = phone::normalize(&parsed.value);
        let found = serde_json::to_value(&lenient.action).unwrap();
        assert!(agrees(&case["action"], &found), "line {line}: {text} became {found}");
        let repaired = !lenient.repairs.is_empty();
        assert_eq!(case["repaired"].as_bool().unwrap(), repaired, "line {line}: {text}: {:?}", lenient.repairs);
    }
}
