//! Runs every line of `scenarios/plans.jsonl`: the utterance (after those in `before`), and the expected plan.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use action::Directory;
use action::json::Json;
use action::plan::{self, ActionPlan};
use jiff::civil::{DateTime, date};
use planner::{Dialogue, Index, Next, Planner, Turn};
use serde_json::{Map, Value};

fn folded(value: &Value) -> String {
    value.to_string().to_lowercase()
}

/// Returns the differences from the expected plan of one case.
fn wrongs(case: &Value, plan: &ActionPlan) -> Vec<String> {
    let mut wrongs = Vec::new();
    let mut check = |right: bool, what: &str, found: String| {
        if !right {
            wrongs.push(format!("{what}: {found}"));
        }
    };
    if let Some(intent) = case["intent"].as_str() {
        check(plan.intent == intent, "intent", plan.intent.clone());
    }
    for (name, expected) in case["slots"].as_object().unwrap_or(&Map::new()) {
        let found = plan.slots.get(name).cloned().unwrap_or_default();
        check(folded(&found) == folded(expected), name, found.to_string());
    }
    let ops: Vec<&str> = plan.steps.iter().map(|step| step.op.as_str()).collect();
    if let Some(expected) = case["ops"].as_array() {
        check(expected.iter().map(|op| op.as_str().unwrap()).eq(ops.iter().copied()), "ops", ops.join(" "));
    }
    for op in case["not_ops"].as_array().into_iter().flatten() {
        check(!ops.contains(&op.as_str().unwrap()), "not_ops", ops.join(" "));
    }
    if let Some(app) = case["not_app"].as_str() {
        check(
            plan.metadata.app.as_deref().is_some_and(|found| found != app),
            "app",
            format!("{:?}", plan.metadata.app),
        );
    }
    if let Some(question) = case["question"].as_str() {
        let asked = plan.ask.as_ref().map_or("", |ask| ask.question.as_str());
        check(asked.contains(question), "question", asked.to_owned());
    }
    if let Some(confirm) = case["confirm"].as_bool() {
        check(plan.confirm == confirm, "confirm", plan.confirm.to_string());
    }
    let asked = plan.ask.as_ref().and_then(|ask| ask.slot.clone());
    match case["ask"].as_str() {
        Some(slot) => check(asked.as_deref() == Some(slot), "ask", format!("{asked:?}")),
        None if plan.intent != "unknown" => check(plan.ask.is_none(), "asks", format!("{asked:?}")),
        None => {
            check(plan.ask.is_some() && plan.steps.is_empty(), "unknown with a question", format!("{:?}", plan.ask))
        }
    }
    wrongs
}

#[test]
fn every_case() {
    let planner = Planner::new().unwrap();
    let cases = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/plans.jsonl")).unwrap();
    let mut failures = Vec::new();
    let mut count = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let directory: Directory = case.get("phone").map_or_else(Directory::default, phone);
        let now: DateTime = case["now"].as_str().map_or(date(2026, 3, 5).at(10, 7, 0, 0), |now| now.parse().unwrap());
        let index = Index::new(directory);
        let utterance = case["utterance"].as_str().unwrap();
        let turn = |utterance| Turn { utterance, directory: &index, now, always_confirm: false };
        let before = case["before"].as_array().map_or(&[][..], Vec::as_slice);
        let mut dialogue = Dialogue::default();
        for said in before {
            dialogue = planner.answer(&turn(said.as_str().unwrap()), &dialogue).1;
        }
        // Alone it is a plan; in a dialogue it may also end one.
        let (outcome, plan) = match planner.answer(&turn(utterance), &dialogue).0 {
            _ if before.is_empty() => ("plan", Some(planner.plan(&turn(utterance), &dialogue).plan)),
            Next::Run(plan) => ("run", Some(plan)),
            Next::Ask(plan) => ("ask", Some(plan)),
            Next::Cancelled => ("cancelled", None),
            Next::Unclear(_) => ("unclear", None),
        };
        let mut found = Vec::new();
        if case["outcome"].as_str().map_or(plan.is_none(), |expected| expected != outcome) {
            found.push(format!("outcome: {outcome}"));
        }
        if let Some(plan) = &plan {
            let written = serde_json::to_string(plan).unwrap();
            assert_eq!(plan::read(&Json::strict(&written).unwrap().value).as_ref(), Ok(plan), "{written}");
            found.extend(wrongs(&case, plan));
        }
        if !found.is_empty() {
            failures.push(format!("{utterance:?} {}", found.join("; ")));
        }
        count += 1;
    }
    assert!(count >= 1400, "only {count} cases");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

/// Reads the contacts of a case; times in words are left to the command that reads such files.
fn phone(value: &Value) -> Directory {
    let mut value = value.clone();
    for contact in value["contacts"].as_array_mut().into_iter().flatten() {
        if let Some(text) = contact["lastContacted"].as_str() {
            contact["lastContacted"] = text.parse::<jiff::Timestamp>().unwrap().as_millisecond().into();
        }
    }
    serde_json::from_value(value).unwrap()
}
