//! A plan that is cut off at every line of its journal and resumed: the phone has one message and one call, never two,
//! and no question is needed.

use std::sync::Arc;

use agent::{Control, Executor, NoTools, Nobody, PlanMind, Resume, Settings, Status, SystemClock, Task};
use device::Device;
use sim::profile::Profile;

use crate::fakes::Journal;
use crate::rig::{MORNING_MS, Phone};
use crate::words::shell;

const GOAL: &str = "text Sam that I am late, then call Mom";

/// Runs the task until its journal is full, starting from its earlier entries.
async fn run(phone: &Phone, journal: Journal, resume: Option<Resume>) -> agent::Summary {
    let device: Arc<dyn Device> = phone.device();
    let clock = SystemClock::starting_at(jiff::Timestamp::from_millisecond(MORNING_MS).unwrap());
    let mut executor = Executor::new(device, PlanMind::new(), Arc::new(Nobody), Arc::new(NoTools), Settings::default())
        .with_clock(Arc::new(clock))
        .with_journal(journal);
    if let Some(resume) = resume {
        executor = executor.resuming(resume);
    }
    let task = Task { id: "killed".to_owned(), goal: GOAL.to_owned() };
    let (stopper, stop) = Control::pair();
    let summary = tokio::spawn(async move { executor.run(&task, stop).await }).await.unwrap();
    drop(stopper);
    summary
}

#[tokio::test(start_paused = true)]
async fn a_plan_that_is_cut_off_anywhere_does_nothing_twice() {
    let whole = Journal::default();
    let phone = Phone::new(Profile::default());
    let summary = run(&phone, whole.clone(), None).await;
    assert_eq!(summary.status, Status::Success, "{summary:?}");
    let lines = whole.lines.lock().unwrap().len();
    assert!(lines > 30, "{lines}");

    for cut in 1..lines {
        let phone = Phone::new(Profile::default());
        let journal = Journal { full_after: Some(cut), ..Journal::default() };
        run(&phone, journal.clone(), None).await;
        let before = journal.lines.lock().unwrap().clone();
        let resume = Resume::from_entries(&before);
        let summary = run(&phone, Journal::default(), Some(resume)).await;
        let (sent, calls) = (
            shell(&phone, "content query --uri content://sms/sent --projection body").await,
            shell(&phone, "content query --uri content://call_log/calls --projection number:type --where type=2").await,
        );
        let last = before.last().map(|line| serde_json::to_value(line).unwrap()["line"].clone());
        let told = format!("cut after line {cut} of {lines} ({last:?}): {summary:?}\n{sent}\n{calls}");
        assert_eq!(summary.status, Status::Success, "{told}");
        assert_eq!(sent.matches("body=I am late").count(), 1, "{told}");
        assert_eq!(calls.matches("+15550103").count(), 1, "{told}");
    }
}
