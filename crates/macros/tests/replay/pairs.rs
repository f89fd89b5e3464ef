//! Parameters from two runs of the same task with other values.

use action::macros::MOST_STEPS;
use agent::Rung;
use macros::{FromRunError, from_run, parameters};
use serde_json::Value;

use crate::again::{phone, recorded};

/// The parameters of two runs, as `name kind value`.
async fn check(one: &str, other: &str, expected: &[&str]) -> Result<(), String> {
    let rungs = [Rung::Layout, Rung::Search];
    let (run_a, a) = recorded(one, &phone(&Value::Null, &[]).await, &rungs).await;
    let (run_b, b) = recorded(other, &phone(&Value::Null, &[]).await, &rungs).await;
    let found = parameters(a, &run_a, Some((&b, &run_b)));
    let told = |one: &action::macros::Parameter| {
        format!("{} {} {}", one.name, one.kind.as_str(), one.default.as_deref().unwrap_or_default())
    };
    let told: Vec<String> = found.parameters.iter().map(told).collect();
    match told == expected && found.check().is_empty() {
        true => Ok(()),
        false => Err(format!("“{one}” and “{other}”: {told:?}, expected {expected:?}; {:?}", found.check())),
    }
}

#[tokio::test(start_paused = true)]
async fn what_differs_between_two_runs_is_a_parameter() {
    let mut failed = Vec::new();
    for (one, other, expected) in [
        ("text Sam that I am late", "text Sam that dinner is ready", &["content text I am late"][..]),
        ("take a note: water the ferns", "take a note: buy milk", &["content text water the ferns"]),
    ] {
        failed.extend(check(one, other, expected).await.err());
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_longer_than_a_macro_is_refused() {
    let rungs = [Rung::Layout, Rung::Search];
    let (mut run, one) = recorded("turn on dark mode", &phone(&Value::Null, &[]).await, &rungs).await;
    let last = run.steps.iter().rev().find(|step| step.acts.iter().any(|act| act.intent.is_some())).unwrap().clone();
    run.steps.extend(std::iter::repeat_n(last, MOST_STEPS));
    let refused = from_run(&run, "again").unwrap_err();
    assert!(matches!(refused, FromRunError::TooLong(_, steps) if steps > MOST_STEPS), "{refused}");
    assert!(one.steps.len() < MOST_STEPS);
}
