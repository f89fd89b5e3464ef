//! The scenarios of the desktop, as data.
//!
//! `scenarios/desktop.jsonl` and `scenarios/desktop-rules.jsonl`, which covers the specification rule by rule: `{name,
//! viewport, lines, expect, refused}`, the lines as `fingertip desktop apply` reads them.
//! `scenarios/desktop-deeds.jsonl`: `{name, viewport?, deeds, expect, refused}`, each deed a command `{agent | person,
//! at?, deed}`: actions of people, and expiry. `scenarios/desktop-owners.jsonl`, in the same form: whose windows and
//! notices agents may change, and what they may cover. `notes`, if given, are all messages to people, and `reasons` are
//! parts of the refusals. Only what `expect` names is compared; a list and an object without fields are compared as a
//! whole, and `null` also stands for a missing value.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "scenarios/compare.rs"]
mod compare;

use std::path::Path;

use action::json::Json;
use action::os;
use desktop::state::{Command, Desktop};
use desktop::wire::{Actor, Viewport};
use serde_json::Value;

fn cases(file: &str) -> Vec<(usize, Value)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| (index + 1, serde_json::from_str(line).unwrap())).collect()
}

fn viewport(case: &Value) -> Viewport {
    let side = |index: usize| case["viewport"][index].as_u64().map(|side| u32::try_from(side).unwrap());
    let first = Viewport::default();
    Viewport { w: side(0).unwrap_or(first.w), h: side(1).unwrap_or(first.h) }
}

/// Applies a line of `desktop apply` and returns why it is refused. A line that is not JSON is given as a string.
fn apply_line(desktop: &mut Desktop, line: &Value) -> Result<(), String> {
    let text = line.as_str().map_or_else(|| line.to_string(), str::to_owned);
    let parsed = Json::strict(&text).map_err(|error| error.to_string())?;
    let batch = os::read_batch(&parsed.value).map_err(|findings| findings[0].to_string())?.value;
    let agent = batch.agent_id.clone().unwrap_or_else(|| "cli".to_owned());
    desktop.apply(&Actor::Agent(agent), &Command::Batch(batch), 1_000).map(drop).map_err(|refused| refused.to_string())
}

/// Applies a command and returns why it is refused.
fn apply_command(desktop: &mut Desktop, entry: &Value) -> Result<(), String> {
    let name = |field: &str| entry.get(field).and_then(Value::as_str).map(str::to_owned);
    let actor = name("agent").map(Actor::Agent).or_else(|| name("person").map(Actor::Person));
    let command: Command = serde_json::from_value(entry["deed"].clone()).unwrap();
    let at = entry.get("at").map_or(1_000, |at| at.as_u64().unwrap());
    desktop.apply(&actor.unwrap_or(Actor::System), &command, at).map(drop).map_err(|refused| refused.to_string())
}

fn check(case: &Value, refused: &[String], notes: &[String], desktop: &Desktop) -> Option<String> {
    if let Some(expected) = case.get("notes").filter(|expected| **expected != serde_json::json!(notes)) {
        return Some(format!("said {notes:?}, expected {expected}"));
    }
    let reasons = case.get("reasons").and_then(Value::as_array).into_iter().flatten().zip(refused);
    for (expected, reason) in reasons {
        if !reason.contains(expected.as_str().unwrap()) {
            return Some(format!("refused because {reason:?}, expected {expected}"));
        }
    }
    let expected = usize::try_from(case["refused"].as_u64().unwrap()).unwrap();
    if refused.len() != expected {
        return Some(format!("{} lines were refused, not {expected}: {refused:?}", refused.len()));
    }
    let found = serde_json::to_value(desktop.view(0)).unwrap();
    let again = serde_json::to_vec(&desktop.save()).unwrap();
    let again = serde_json::to_value(Desktop::load(&again).unwrap().view(0)).unwrap();
    if again != found {
        return Some("saved and loaded, it is another".to_owned());
    }
    compare::differs(&case["expect"], Some(&found), "")
}

fn run(file: &str, field: &str, apply: impl Fn(&mut Desktop, &Value) -> Result<(), String>) {
    let wrong: Vec<String> = cases(file)
        .iter()
        .filter_map(|(line, case)| {
            let mut desktop = Desktop::new(viewport(case));
            let steps = case[field].as_array().unwrap().iter();
            let (mut refused, mut notes) = (Vec::new(), Vec::new());
            for step in steps {
                match apply(&mut desktop, step) {
                    Ok(()) => notes.extend(desktop.applied().note.clone()),
                    Err(why) => refused.push(why),
                }
            }
            let problem = check(case, &refused, &notes, &desktop)?;
            Some(format!("line {line} ({}): {problem}", case["name"]))
        })
        .collect();
    assert!(wrong.is_empty(), "{} scenarios of {file} go wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_line_does_what_its_scenario_says() {
    run("desktop.jsonl", "lines", apply_line);
    run("desktop-rules.jsonl", "lines", apply_line);
}

#[test]
fn every_command_does_what_its_scenario_says() {
    run("desktop-deeds.jsonl", "deeds", apply_command);
    run("desktop-owners.jsonl", "deeds", apply_command);
}

#[test]
fn no_two_scenarios_have_one_name() {
    for file in ["desktop.jsonl", "desktop-rules.jsonl", "desktop-deeds.jsonl", "desktop-owners.jsonl"] {
        let mut names: Vec<String> = cases(file).iter().map(|(_, case)| case["name"].to_string()).collect();
        names.sort();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{file}: {twice:?}");
    }
}
