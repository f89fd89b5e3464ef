//! One holder per phone: tasks wait in line, people take over and give back.

use std::time::Duration;

use action::LoopEvent;
use action::phone::AgentAction;
use task::agent::{PauseReason, Status};
use task::device::Acted;
use task::{EventKind, Holder, Limits, Spec, State, Taker, TaskError};

use crate::rig::{rig, rig_with, spec, text};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_task_waits_for_the_phone_and_another_phone_does_not() {
    let rig = rig().await;
    let first = rig.start("asks").await;
    let question = rig.asked(&first).await;
    let second = rig.start("done").await;
    let elsewhere = rig.service.start(Spec { device: Some("two".to_owned()), ..spec("done") }).await.unwrap();
    assert_eq!(rig.end(&elsewhere).await.status, Status::Success);
    let queued = rig.until(&second, |what| matches!(what, EventKind::Queued { .. })).await;
    assert!(matches!(&queued[0].what, EventKind::Queued { ahead: 1, .. }), "{queued:?}");
    let view = rig.service.show(&second).await.unwrap();
    assert_eq!((view.state, rig.service.show(&first).await.unwrap().state), (State::Queued, State::Running));
    let phones = rig.service.phones().await.unwrap();
    assert_eq!((&phones[0].holder, phones[0].waiting), (&Some(Holder::Task(first.clone())), 1));
    assert_eq!((&phones[1].holder, phones[1].waiting), (&None, 0));
    rig.service.answer(&question.id, text("that")).unwrap();
    assert_eq!(rig.end(&second).await.status, Status::Success);
    // Not before the first was over.
    let (first, second) = (
        rig.until(&first, |what| matches!(what, EventKind::Ended(_))).await,
        rig.until(&second, |what| matches!(what, EventKind::Started { .. })).await,
    );
    let acted = first.iter().rfind(|event| matches!(event.what, EventKind::Progress(_))).unwrap();
    assert!(acted.n < second.last().unwrap().n);
    assert_eq!(rig.service.phones().await.unwrap()[0].holder, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_takes_over_and_gives_back() {
    let rig = rig().await;
    let home = AgentAction::key("KEYCODE_HOME");
    let (first, second) = (rig.start("asks").await, rig.start("done").await);
    rig.asked(&first).await;
    let held = rig.service.input(None, &home).await.unwrap_err();
    assert!(matches!(&held, TaskError::Held { holder: Holder::Task(id), .. } if *id == first), "{held}");
    let client = Taker::Client("bench".to_owned());
    assert!(matches!(rig.service.take(None, &client).await, Err(TaskError::Held { .. })));

    rig.service.take(None, &Taker::Person).await.unwrap();
    let phone = rig.service.phones().await.unwrap().remove(0);
    assert_eq!((phone.holder, phone.waiting), (Some(Holder::Person), 1));
    let states = (rig.service.show(&first).await.unwrap().state, rig.service.show(&second).await.unwrap().state);
    assert_eq!(states, (State::Paused, State::Queued));
    // It continues when the phone is given back, and not before.
    assert!(matches!(rig.service.go_on(&first).await, Err(TaskError::State { .. })));
    assert_eq!(rig.service.input(None, &home).await.unwrap(), Acted::Touched);
    assert!(rig.service.screen(None).await.unwrap().picture.width == 360);
    assert!(!rig.service.tree(None).await.unwrap().nodes.is_empty());
    // The gate refuses an empty command, even from a person.
    let empty = AgentAction::Shell(action::phone::Shell { command: String::new(), reason: None });
    assert!(matches!(rig.service.input(None, &empty).await, Err(TaskError::Refused(_))));
    // Taking a phone that one already has changes nothing.
    rig.service.take(None, &Taker::Person).await.unwrap();

    rig.service.release(None, &Taker::Person).await.unwrap();
    assert!(rig.service.release(None, &Taker::Person).await.is_err());
    assert_eq!(rig.end(&first).await.status, Status::Success);
    assert_eq!(rig.end(&second).await.status, Status::Success);
    let events = rig.until(&first, |what| matches!(what, EventKind::Ended(_))).await;
    let paused = |what: &EventKind| {
        matches!(what, EventKind::Paused { reason: PauseReason::TakenOver } | EventKind::Loop(LoopEvent::Continued))
    };
    assert_eq!(events.iter().filter(|event| paused(&event.what)).count(), 2, "{events:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_is_paused_and_goes_on() {
    let rig = rig().await;
    let id = rig.start("asks").await;
    rig.asked(&id).await;
    assert!(matches!(rig.service.go_on(&id).await, Err(TaskError::State { .. })), "it is not paused");
    rig.service.pause(&id).unwrap();
    rig.until(&id, |what| matches!(what, EventKind::Paused { reason: PauseReason::Asked })).await;
    assert_eq!(rig.service.show(&id).await.unwrap().state, State::Paused);
    assert!(rig.service.questions().is_empty(), "what it asked is taken back");
    rig.service.go_on(&id).await.unwrap();
    assert_eq!(rig.end(&id).await.status, Status::Success);
    assert!(matches!(rig.service.pause(&id), Err(TaskError::State { .. })));
    assert!(matches!(rig.service.pause("20260729T141502123Z-4k9dz2m7"), Err(TaskError::NoTask(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_a_phone_and_does_nothing_loses_it() {
    let rig = rig_with(Limits { idle: Duration::from_millis(50), ..Limits::default() }).await;
    let client = Taker::Client("bench".to_owned());
    for taker in [&Taker::Person, &client] {
        rig.service.take(None, taker).await.unwrap();
        let id = rig.start("done").await;
        assert_eq!(rig.end(&id).await.status, Status::Success);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_takes_from_a_client_at_once() {
    let rig = rig().await;
    let client = Taker::Client("bench".to_owned());
    rig.service.take(Some("two"), &client).await.unwrap();
    rig.service.take(Some("two"), &Taker::Person).await.unwrap();
    assert!(matches!(
        rig.service.take(Some("two"), &client).await,
        Err(TaskError::Held { holder: Holder::Person, .. })
    ));
    assert!(rig.service.release(Some("two"), &client).await.is_err());
    rig.service.release(Some("two"), &Taker::Person).await.unwrap();
    rig.service.take(Some("two"), &client).await.unwrap();
}
