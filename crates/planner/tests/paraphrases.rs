//! Runs `tests/data/paraphrases.jsonl`: the most common requests in many phrasings, and as many utterances that are
//! none.
//!
//! Written for this test. `fingertip eval nlu` measures the public sets.

use std::collections::BTreeMap;

use action::plan::UNKNOWN;
use jiff::civil::date;
use planner::{Dialogue, Index, Planner, Turn};
use serde_json::Value;

/// Nine of ten of these must be understood.
const COMMON: &[&str] = &["send_message", "call_contact", "set_alarm", "set_timer", "set_volume", "play_media"];

#[derive(Default)]
struct Count {
    meant: usize,
    right: usize,
    complete: usize,
    unasked: usize,
}

#[test]
fn common_requests_are_understood_and_nothing_else_runs() {
    let planner = Planner::new().unwrap();
    let index = Index::default();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let (mut outside, mut ran) = (0, Vec::new());
    for line in include_str!("data/paraphrases.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (utterance, intent) = (case["utterance"].as_str().unwrap(), case["intent"].as_str().unwrap());
        let now = date(2026, 3, 5).at(10, 7, 0, 0);
        let turn = Turn { utterance, directory: &index, now, always_confirm: false };
        let plan = planner.plan(&turn, &Dialogue::default()).plan;
        let unasked = plan.intent != UNKNOWN && !plan.confirm && plan.ask.is_none();
        if intent == UNKNOWN {
            outside += 1;
            ran.extend(unasked.then(|| format!("{utterance:?} as {}", plan.intent)));
            continue;
        }
        let count = counts.entry(intent.to_owned()).or_default();
        let right = plan.intent == intent;
        count.meant += 1;
        count.right += usize::from(right);
        count.complete += usize::from(right && plan.ask.is_none());
        count.unasked += usize::from(right && unasked);
    }
    for intent in COMMON {
        let Count { meant, right, complete, unasked } = counts[*intent];
        assert!(meant >= 30, "only {meant} of {intent}");
        assert!(right * 10 >= meant * 9, "{right} of {meant} of {intent} are understood");
        assert!(unasked * 10 >= complete * 7, "{unasked} of {complete} of {intent} run unasked");
    }
    assert!(outside >= 300, "only {outside}");
    assert!(ran.len() * 200 <= outside, "{} of {outside} run unasked: {ran:?}", ran.len());
}
