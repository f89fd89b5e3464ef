//! A worker's questions, answered on another machine with sealed answers; also after a restart of both.

use std::sync::Arc;
use std::time::Duration;

use fleet::{FleetState, Mirror, WorkerPresence};
use futures_util::StreamExt;
use task::{EventKind, NewTask, News, Open, Reply, Service, Spec};

use crate::phones::Plugged;
use crate::rig::{Rig, connect, text};
use crate::world::{random, service};

pub(crate) fn asks() -> NewTask {
    NewTask { goal: "Find the code".to_owned(), model: Some("asks".to_owned()), ..text(0) }
}

pub(crate) async fn worker(fleet: &fleet::Fleet) -> WorkerPresence {
    fleet.workers().await.unwrap().remove(0)
}

/// Long, because the sealed bytes are random digits, which could contain a short number by chance.
const CODE: &str = "47110815";

pub(crate) fn code() -> Reply {
    Reply::Approve { text: Some(format!("tulip-{CODE}")), remember: false }
}

/// Waits for a question on a desktop.
async fn asked_on(desktop: &Service) -> Open {
    loop {
        if let Some(linked) = desktop.questions().pop() {
            return linked.question;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_elsewhere_and_the_first_answer_counts() {
    let Some(rig) = Rig::new().await else { return };
    let phone = Plugged::new().await;
    let mut everything = async_nats::connect(rig.nats.url()).await.unwrap().subscribe(">").await.unwrap();
    let _worker = rig.worker("one", &[&phone]);
    let task = rig.submit(asks()).await;
    let state = rig.until(&task, |state| !state.questions.is_empty()).await;
    assert_eq!(state.questions[0].message, "Which code?");
    assert!(!state.message.as_deref().unwrap_or_default().contains('{'), "{state:?}");
    // Two desktops on two machines.
    let (here, there) = (connect(&rig.nats.url()).await, connect(&rig.nats.url()).await);
    let (question, asked_by) = (&state.questions[0].id, worker(&here).await);
    let (one, other) = (code(), code());
    let (one, other) = tokio::join!(here.answer(&asked_by, question, &one), there.answer(&asked_by, question, &other));
    let late = match (one, other) {
        (Ok(()), Err(late)) | (Err(late), Ok(())) => late.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(late.contains("settled already"), "{late}");
    assert_eq!(rig.end(&task).await.state, FleetState::Success);
    // The code is on no subject; the rest of the answer is in the record, as in a local journal.
    let (mut heard, mut told) = (0, 0);
    while let Ok(Some(message)) = tokio::time::timeout(Duration::from_millis(300), everything.next()).await {
        heard += 1;
        let text = String::from_utf8_lossy(&message.payload).into_owned();
        assert!(!text.contains(CODE), "{}: {text}", message.subject);
        let recorded = message.subject.starts_with("fingertip.v1.record.");
        told += usize::from(text.contains("tulip"));
        assert!(recorded || !text.contains("tulip"), "{}: {text}", message.subject);
    }
    assert!(heard > 20 && told == 1, "{heard} {told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_asked_again_after_a_restart_of_both() {
    let Some(rig) = Rig::new().await else { return };
    let phone = Plugged::new().await;
    let mut first = rig.worker("one", &[&phone]);
    let task = rig.submit(asks()).await;
    let before = rig.until(&task, |state| !state.questions.is_empty()).await.questions[0].id.clone();
    let old = worker(&rig.fleet).await;
    first.kill().await;
    let _again = rig.worker("one", &[&phone]);
    let state = rig.until(&task, |state| state.questions.iter().any(|question| question.id != before)).await;
    let desktop = connect(&rig.nats.url()).await;
    // The restarted worker cannot open what was sealed to it before.
    let stale = desktop.answer(&old, &state.questions[0].id, &code()).await.unwrap_err().to_string();
    assert!(stale.contains("is not sealed to this worker"), "{stale}");
    desktop.answer(&worker(&desktop).await, &state.questions[0].id, &code()).await.unwrap();
    assert_eq!(rig.end(&task).await.state, FleetState::Success);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desktop_shows_the_fleet_and_its_people_answer() {
    let Some(rig) = Rig::new().await else { return };
    let phone = Plugged::new().await;
    let _worker = rig.worker("one", &[&phone]);
    let task = rig.submit(asks()).await;
    rig.until(&task, |state| !state.questions.is_empty()).await;
    // A desktop that is started after the question was asked.
    let folder = tempfile::tempdir().unwrap();
    let desktop = service(folder.path());
    let _mirror = Mirror::start(&connect(&rig.nats.url()).await, &desktop, "ann", Arc::new(random));
    let question = asked_on(&desktop).await;
    assert_eq!((question.task.as_str(), question.message.as_str()), (task.as_str(), "Which code?"));
    let listed = desktop.list(10, None).await.unwrap().tasks;
    assert_eq!(listed.iter().map(|view| view.id.as_str()).collect::<Vec<_>>(), [task.as_str()]);
    assert_eq!(desktop.show(&task).await.unwrap().questions, 1);
    let mut watching = desktop.watch(&task, None).await.unwrap();
    desktop.answer(&question.id, code()).unwrap();
    let ended = loop {
        match watching.next().await {
            Some(News::Event(event)) if matches!(event.what, EventKind::Ended(_)) => break event,
            Some(_) => {}
            None => panic!("its end was not told"),
        }
    };
    let EventKind::Ended(summary) = &ended.what else { panic!() };
    assert_eq!(summary.message, "done");
    assert!(desktop.questions().is_empty());
    assert!(desktop.phones().await.unwrap().iter().any(|shown| shown.id.ends_with(&phone.address)));
    // A task on a worker is cancelled from here.
    let second = rig.submit(asks()).await;
    rig.until(&second, |state| !state.questions.is_empty()).await;
    while desktop.show(&second).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    desktop.cancel(&second).unwrap();
    assert_eq!(rig.end(&second).await.state, FleetState::Interrupted);
    // Choosing a phone of the fleet here starts the task there.
    let device = Some(format!("one/{}", phone.address));
    let third = desktop.start(Spec { device, ..Spec::from(text(3)) }).await.unwrap();
    assert_eq!(desktop.show(&third).await.unwrap().device, phone.address);
    assert_eq!(rig.end(&third).await.phone.as_deref(), Some(phone.address.as_str()));
    assert!(phone.sent().await.contains(&"Job 3 is done".to_owned()));
    // A phone that is not in the fleet does not involve the fleet.
    let nowhere = desktop.start(Spec { device: Some("one/nothing".to_owned()), ..Spec::from(text(4)) }).await;
    assert!(rig.fleet.state(&nowhere.unwrap()).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_that_a_question_is_about_is_seen_elsewhere() {
    let Some(rig) = Rig::new().await else { return };
    let phone = Plugged::new().await;
    let _worker = rig.worker("one", &[&phone]);
    let folder = tempfile::tempdir().unwrap();
    let desktop = service(folder.path());
    let _mirror = Mirror::start(&connect(&rig.nats.url()).await, &desktop, "ann", Arc::new(random));
    let goal = "open Settings, then tap System, then tap Reset options, then tap Erase all data".to_owned();
    let model = Some("plan".to_owned());
    let task = rig.submit(NewTask { goal, model, ..text(0) }).await;
    let question = asked_on(&desktop).await;
    let number = question.consent.unwrap().picture.unwrap().number;
    let picture = desktop.picture_elsewhere(&task, number).await.unwrap();
    assert!(picture.starts_with(b"\x89PNG"), "{} bytes", picture.len());
    assert_eq!(desktop.picture_elsewhere("20260101T000000000Z-nobodys", number).await, None);
    desktop.cancel(&task).unwrap();
    assert_eq!(rig.end(&task).await.state, FleetState::Interrupted);
    assert_eq!(desktop.picture_elsewhere(&task, 4711).await, None);
}
