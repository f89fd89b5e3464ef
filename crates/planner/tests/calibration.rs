//! Checks that confidence is meaningful: sure plans are right, and utterances outside the catalogue do not run.
//!
//! It uses utterances that do not contain an operation's own words in order, and the cases; `fingertip eval nlu`
//! measures the public sets.

use action::plan::{CONFIDENT, UNKNOWN};
use jiff::civil::date;
use planner::{Dialogue, Index, Planner, Turn};
use serde_json::Value;

/// Phrasings that do not change the meaning.
const AROUND: &[(&str, &str)] = &[
    ("", ""),
    ("hey iris ", ""),
    ("could you please ", ""),
    ("", " please"),
    ("um ", " thanks"),
    ("i need you to ", " for me"),
];

#[test]
fn sure_plans_are_right() {
    let planner = Planner::new().unwrap();
    let index = Index::default();
    let cases = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/plans.jsonl")).unwrap();
    let (mut sure, mut right, mut ran_outside) = (0_u32, 0_u32, Vec::new());
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (Some(intent), None, None) = (case["intent"].as_str(), case.get("phone"), case.get("before")) else {
            continue;
        };
        for (before, after) in AROUND {
            let utterance = format!("{before}{}{after}", case["utterance"].as_str().unwrap());
            let turn = Turn {
                utterance: &utterance,
                directory: &index,
                now: date(2026, 3, 5).at(10, 7, 0, 0),
                always_confirm: false,
            };
            let plan = planner.plan(&turn, &Dialogue::default()).plan;
            if plan.intent == UNKNOWN || plan.confidence.get() < CONFIDENT {
                continue;
            }
            sure += 1;
            right += u32::from(plan.intent == intent);
            if intent == UNKNOWN && plan.ask.is_none() && !plan.confirm {
                ran_outside.push(utterance);
            }
        }
    }
    assert!(sure > 1000, "only {sure} sure plans");
    assert!(right * 100 >= sure * 97, "{right} of {sure} sure plans are right");
    assert!(ran_outside.is_empty(), "{ran_outside:?}");
}
