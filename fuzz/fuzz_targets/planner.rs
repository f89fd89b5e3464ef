//! Any text as an utterance, and as the answer to what it asks: plans are readable and never run a grave request unasked.
#![no_main]

use std::sync::LazyLock;

use action::json::Json;
use action::plan::{self, needs_confirmation};
use jiff::civil::date;
use libfuzzer_sys::fuzz_target;
use planner::{Dialogue, Index, Planner, Turn};

static PLANNER: LazyLock<Planner> = LazyLock::new(|| Planner::new().expect("the built-in grammar is whole"));

fuzz_target!(|text: &str| {
    let index = Index::default();
    let (utterance, answer) = text.split_once('\n').unwrap_or((text, ""));
    let turn = |utterance| Turn { utterance, directory: &index, now: date(2026, 3, 5).at(10, 7, 0, 0), always_confirm: false };
    let outcome = PLANNER.plan(&turn(utterance), &Dialogue::default());
    let written = serde_json::to_string(&outcome.plan).expect("a plan can be written");
    let again = Json::strict(&written).expect("what we write is JSON");
    assert_eq!(plan::read(&again.value).as_ref(), Ok(&outcome.plan));
    assert_eq!(outcome.plan.confirm, needs_confirmation(&outcome.plan, false).is_some());
    PLANNER.answer(&turn(answer), &Dialogue::default().after(&outcome));
});
