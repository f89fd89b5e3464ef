//! Plans from a scripted model: accepted, corrected, rejected, and always confirmed.

use std::sync::Arc;

use model::{Script, System, Traits};

use super::*;
use crate::clock::SystemClock;

const TIMER: &str = r#"{"intent":"set_timer","confidence":0.99,"metadata":{},"slots":{"duration_s":60},"steps":[{"op":"set_timer","args":{"duration_s":60}}],"confirm":false}"#;

async fn planned(replies: &[&str]) -> Result<ActionPlan, PlanError> {
    let lines = replies.iter().map(|raw| serde_json::json!({"raw": raw}).to_string());
    asked(lines.collect::<Vec<_>>().join("\n")).await
}

async fn asked(script: String) -> Result<ActionPlan, PlanError> {
    let model = Script::of("script", &script, Traits::default(), Arc::new(System)).unwrap();
    let now = jiff::civil::date(2026, 3, 5).at(10, 0, 0, 0);
    let (settings, clock) = (Settings::default(), SystemClock::new());
    plan_by_model(&model, "the usual, for a minute", &Directory::default(), now, &settings, &clock).await
}

#[tokio::test]
async fn a_models_plan_is_held_against_the_table_and_always_confirmed() {
    let plan = planned(&[TIMER]).await.unwrap();
    assert_eq!((plan.intent.as_str(), plan.confirm), ("set_timer", true));
    assert!(plan.confidence.get() < CONFIDENT, "{:?}", plan.confidence);
    assert!(plan.metadata.more.contains_key("planned_by"));
    let wrapped = format!("Sure!\n```json\n{TIMER}\n```\nAnything else?");
    assert_eq!(planned(&[&wrapped]).await.unwrap(), plan, "whatever stands around it");
}

#[tokio::test]
async fn an_answer_that_is_no_plan_is_sent_back_once() {
    let unknown_op = TIMER.replace("\"op\":\"set_timer\"", "\"op\":\"brew_coffee\"");
    assert_eq!(planned(&[&unknown_op, TIMER]).await.unwrap().intent, "set_timer");
    let error = planned(&[&unknown_op, "I cannot", TIMER]).await.unwrap_err();
    assert!(matches!(&error, PlanError::NoPlan(why) if why.contains("no JSON object")), "{error}");
}

#[tokio::test]
async fn what_asks_always_asks_and_what_is_unknown_does_nothing() {
    let pay = r#"{"intent":"pay","confidence":1,"metadata":{},"slots":{},"steps":[{"op":"pay","args":{"recipient":"Sam","amount":"20"}}],"confirm":false}"#;
    match planned(&[pay, pay]).await {
        Ok(plan) => assert!(plan.confirm),
        Err(error) => assert!(matches!(error, PlanError::NoPlan(_)), "{error}"),
    }
    let unknown = r#"{"intent":"unknown","confidence":0,"metadata":{},"slots":{},"steps":[],"ask":{"slot":null,"question":"What do you mean?"}}"#;
    let plan = planned(&[unknown]).await.unwrap();
    assert!(plan.steps.is_empty() && plan.ask.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_model_that_cannot_answer_is_asked_again_as_the_settings_say() {
    let (busy, reply) = (r#"{"error": "busy"}"#, serde_json::json!({"raw": TIMER}).to_string());
    for (failures, waited) in [(0, 0), (1, 500), (2, 1_500)] {
        let began = tokio::time::Instant::now();
        let script = [vec![busy; failures], vec![&reply]].concat().join("\n");
        assert_eq!(asked(script).await.unwrap().intent, "set_timer");
        assert_eq!(began.elapsed().as_millis(), waited);
    }
    let error = asked([busy; 9].join("\n")).await.unwrap_err().to_string();
    assert!(error.contains("after 3 attempts: busy"), "{error}");
}
