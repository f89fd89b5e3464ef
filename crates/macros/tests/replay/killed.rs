//! A replay with a step that reaches a person, killed after every line of its journal and resumed: done once.

use agent::Status;
use serde_json::Value;

use crate::again::{Again, phone, recorded_with_parameters, shell, values};

const SAY: &str = "text Sam that I am late";

#[tokio::test(start_paused = true)]
async fn a_replay_that_is_killed_anywhere_sends_once() {
    let one = recorded_with_parameters(SAY, &phone(&Value::Null, &[]).await).await;
    let filled = one.fill(&values(&Value::Null)).unwrap();
    assert!(filled.steps.iter().any(|step| step.outward), "{filled:#?}");
    let whole = Again::new(filled.clone()).on(&phone(&Value::Null, &[]).await).await;
    assert_eq!(whole.summary.status, Status::Success, "{:?}", whole.summary);
    let lines = whole.entries.len();
    assert!(lines > 20, "{lines}");
    for cut in 1..lines {
        let phone = phone(&Value::Null, &[]).await;
        let killed = Again { killed_after: Some(cut), ..Again::new(filled.clone()) }.on(&phone).await;
        let last = killed.entries.last().map(|entry| serde_json::to_value(entry).unwrap()["line"].clone());
        let again = Again { before: killed.entries, ..Again::new(filled.clone()) }.on(&phone).await;
        let sent = shell(&phone, "content query --uri content://sms/sent --projection body").await;
        let told = format!("cut after line {cut} of {lines} ({last:?}): {:?}\n{sent}", again.summary);
        assert_eq!(again.summary.status, Status::Success, "{told}");
        assert_eq!(sent.matches("I am late").count(), 1, "{told}");
    }
}
