//! Which worker gets which task and when, and the handling of tasks that cannot be done.

use std::time::Duration;

use fleet::{Access, Command, Fleet, FleetError, FleetState, Limits, Priority, Submission, Submitter};
use jiff::Timestamp;
use task::NewTask;

use crate::phones::Plugged;
use crate::rig::{LEASE, Rig, text, usual};
use crate::world::random;

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_has_one_worker_and_the_second_is_told_who_has_it() {
    let Some(rig) = Rig::new().await else { return };
    let phones = Plugged::several(2).await;
    let first = rig.worker("one", &[&phones[0]]);
    let task = rig.submit(text(1)).await;
    assert_eq!(rig.end(&task).await.state, FleetState::Success);
    let _second = rig.worker("two", &[&phones[0], &phones[1]]);
    let mut workers = rig.fleet.workers().await.unwrap();
    for _ in 0..200 {
        if workers.len() == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        workers = rig.fleet.workers().await.unwrap();
    }
    let names: Vec<Vec<&str>> =
        workers.iter().map(|worker| worker.phones.iter().map(|phone| phone.name.as_str()).collect()).collect();
    assert_eq!(names, [[phones[0].address.as_str()], [phones[1].address.as_str()]]);
    let expected = format!("waits: the phone `{}` belongs to the worker `one` on `here`", phones[0].address);
    assert!(rig.log("two").contains(&expected), "{}", rig.log("two"));
    drop(first);
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_go_to_their_pool_and_their_phone_the_urgent_ones_first() {
    let Some(rig) = Rig::new().await else { return };
    let phones = Plugged::several(2).await;
    let pool = |pool: &str, priority| Submission { pool: pool.to_owned(), priority, ..usual() };
    let low = rig.submit_as(text(1), &pool("lab-b", Priority::Low)).await;
    let high = rig.submit_as(text(2), &pool("lab-b", Priority::High)).await;
    let elsewhere = rig.submit_as(text(3), &pool("lab-c", Priority::Normal)).await;
    let directed = rig.submit(NewTask { device: Some(phones[1].address.clone()), ..text(4) }).await;
    let mut start = rig.start("one", &[&phones[0]]);
    start.labels = vec!["Lab B".to_owned()];
    let _one = crate::process::Process::start(&start);
    let (first, second) = (rig.end(&high).await, rig.end(&low).await);
    assert!(first.updated < second.updated, "{first:?} {second:?}");
    let _two = rig.worker("two", &[&phones[1]]);
    let ended = rig.end(&directed).await;
    assert_eq!((ended.state, ended.phone.as_deref()), (FleetState::Success, Some(phones[1].address.as_str())));
    assert_eq!(rig.fleet.state(&elsewhere).await.unwrap().state, FleetState::Queued);
    // No worker has it, and it can still be cancelled; once.
    rig.fleet.cancel(&elsewhere, "ann", Timestamp::now()).await.unwrap();
    let ended = rig.end(&elsewhere).await;
    assert_eq!(ended.state, FleetState::Interrupted);
    let again = rig.fleet.cancel(&elsewhere, "ann", Timestamp::now()).await.unwrap_err().to_string();
    assert!(again.contains("is already over"), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waited_too_long_ends_without_a_phone() {
    let Some(rig) = Rig::new().await else { return };
    let how = Submission { ttl: Some(Duration::ZERO), ..usual() };
    let task = rig.submit_as(text(1), &how).await;
    let phone = Plugged::new().await;
    let _worker = rig.worker("one", &[&phone]);
    let ended = rig.end(&task).await;
    assert_eq!(ended.state, FleetState::Timeout);
    assert!(ended.error.unwrap().contains("waited too long"));
    // A person wants it after all.
    assert!(phone.sent().await.iter().all(|body| !body.starts_with("Job")));
    rig.fleet.retry(&task, false, "ann", Timestamp::now()).await.unwrap();
    assert_eq!(rig.end(&task).await.state, FleetState::Success);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_drained_finishes_what_runs() {
    let Some(rig) = Rig::new().await else { return };
    let phone = Plugged::new().await;
    let mut worker = rig.worker("one", &[&phone]);
    let running = rig.submit(text(1)).await;
    rig.until(&running, |state| state.state == FleetState::Running).await;
    let waiting = rig.submit(text(2)).await;
    rig.fleet.command("one", Command::Drain).await.unwrap();
    worker.gone().await;
    assert_eq!(rig.end(&running).await.state, FleetState::Success);
    assert_eq!(rig.fleet.state(&waiting).await.unwrap().state, FleetState::Queued);
    assert!(rig.fleet.workers().await.unwrap().is_empty());
    let error = rig.fleet.command("one", Command::Drain).await.unwrap_err();
    assert!(matches!(error, FleetError::Silent { .. }), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submitter_has_a_quota_and_a_full_queue_says_so() {
    let Some(rig) = Rig::new().await else { return };
    let limits = Limits { quota: 3, lease: LEASE, ..Limits::default() };
    let fleet = Fleet::connect(&Access::new(rig.nats.url()), "test", limits).await.unwrap();
    let mut ann = Submitter::new(&fleet, "ann");
    for number in 0..3 {
        ann.submit(text(number), &usual(), Timestamp::now(), random().unwrap()).await.unwrap();
    }
    let error = ann.submit(text(4), &usual(), Timestamp::now(), random().unwrap()).await.unwrap_err();
    assert_eq!(error.to_string(), "ann has 3 tasks waiting or running, and the limit is 3; wait until some are done");
    let mut ben = Submitter::new(&fleet, "ben");
    ben.submit(text(5), &usual(), Timestamp::now(), random().unwrap()).await.unwrap();
    // A full queue refuses, and forgets none of its tasks.
    let Some(small) = Rig::with(Limits { tasks: 2, ..Limits::default() }).await else { return };
    let mut ann = Submitter::new(&small.fleet, "ann");
    for number in 0..2 {
        ann.submit(text(number), &usual(), Timestamp::now(), random().unwrap()).await.unwrap();
    }
    let error = ann.submit(text(3), &usual(), Timestamp::now(), random().unwrap()).await.unwrap_err();
    assert!(matches!(error, FleetError::Full(_)), "{error:?}");
    assert_eq!(small.fleet.states().await.unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_begun_on_a_phone_that_is_gone_waits_for_it_or_for_a_person() {
    let Some(rig) = Rig::new().await else { return };
    let phones = Plugged::several(2).await;
    let mut first = rig.worker("one", &[&phones[0]]);
    let task = rig.submit(NewTask { model: Some("asks-after-a-tap".to_owned()), ..text(1) }).await;
    rig.until(&task, |state| !state.questions.is_empty()).await;
    first.kill().await;
    let _second = rig.worker("two", &[&phones[1]]);
    let waits = rig.until(&task, |state| state.state == FleetState::WaitsForPhone).await;
    assert_eq!(waits.phone.as_deref(), Some(phones[0].address.as_str()));
    let error = rig.fleet.retry(&task, false, "ann", Timestamp::now()).await.unwrap_err().to_string();
    assert!(error.contains("--anywhere"), "{error}");
    rig.fleet.retry(&task, true, "ann", Timestamp::now()).await.unwrap();
    let asks = rig.until(&task, |state| !state.questions.is_empty()).await;
    assert_eq!(asks.phone.as_deref(), Some(phones[1].address.as_str()));
}
