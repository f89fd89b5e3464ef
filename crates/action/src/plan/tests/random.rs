//! Random input: reading never panics, and always-ask operations always ask.

use proptest::prelude::*;
use serde_json::json;

use super::super::*;
use super::{plan_with, read_text};
use crate::Code;
use crate::json::Json;

/// Pieces of plans, so that random text resembles one.
fn piece() -> impl Strategy<Value = Value> {
    let words =
        prop::sample::select(vec!["pay", "set_alarm", "unknown", "on", "07:30", "02-30", "é:ü", "", "https://x"]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        words.prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    let names = prop::sample::select(vec![
        "intent",
        "confidence",
        "metadata",
        "app",
        "slots",
        "steps",
        "op",
        "args",
        "time",
        "date",
        "days",
        "level",
        "url",
        "confirm",
        "follow_up",
        "ask",
        "slot",
        "requests",
        "expected",
        "choices",
    ]);
    leaf.prop_recursive(5, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(names.clone().prop_map(str::to_owned), inner, 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn reading_never_panics(text in any::<String>(), value in piece()) {
        for text in [text, value.to_string()] {
            let plan = Json::loose(&text).ok().and_then(|parsed| read(&parsed.value).ok());
            prop_assert!(plan.is_none_or(|plan| (0.0..=1.0).contains(&plan.confidence.get())));
        }
    }

    #[test]
    fn arguments_never_panic(args in prop::collection::vec(piece(), 1..8), row in prop::sample::select(operations())) {
        let names = row.arguments.iter().map(|argument| argument.name.to_owned());
        let args: Map<String, Value> = names.zip(args).collect();
        let text = plan_with(json!({"steps": [{"op": row.name, "args": args}]}));
        match read_text(&text) {
            Ok(plan) => prop_assert_eq!(read_text(&serde_json::to_string(&plan).unwrap()), Ok(plan)),
            Err(findings) => {
                let placed = findings.iter().all(|finding| finding.code == Code::More || finding.path.starts_with("steps[0].args"));
                prop_assert!(placed, "{:?}", findings);
            }
        }
    }

    #[test]
    fn what_always_asks_always_asks(
        row in prop::sample::select(operations()),
        before in prop::collection::vec(prop::sample::select(operations()), 0..6),
        confidence in 0.0..=1.0,
        confirm: bool,
        always_confirm: bool,
        as_intent: bool,
    ) {
        let mut plan = ActionPlan { confirm, ..ActionPlan::new("go_home", Finite::new(confidence).unwrap()) };
        plan.steps = before.iter().map(|row| Step::new(row.name)).collect();
        if as_intent { plan.intent = row.name.to_owned() } else { plan.steps.push(Step::new(row.name)) }
        let grave = before.iter().chain([&row]).any(|row| row.risk.is_always_confirmed());
        let why = needs_confirmation(&plan, always_confirm);
        prop_assert_eq!(matches!(why, Some(Why::AlwaysAsk { .. })), grave);
        prop_assert_eq!(why.is_some(), grave || confidence < CONFIDENT || always_confirm || confirm);
    }
}
