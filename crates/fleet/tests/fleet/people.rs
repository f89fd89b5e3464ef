//! Questions that are asked on one worker and answered elsewhere, sealed; also after a restart of both.

use async_nats::jetstream;
use fleet::{FleetState, WorkerPresence};
use futures_util::StreamExt;
use task::{NewTask, Reply};

use crate::phones::Plugged;
use crate::rig::{Rig, connect, text};

fn asks() -> NewTask {
    NewTask { goal: "Find the code".to_owned(), model: Some("asks".to_owned()), ..text(0) }
}

async fn worker(fleet: &fleet::Fleet) -> WorkerPresence {
    fleet.workers().await.unwrap().remove(0)
}

fn code() -> Reply {
    Reply::Approve { text: Some("tulip-4711".to_owned()), remember: false }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_elsewhere_and_the_first_answer_counts() {
    let Some(rig) = Rig::new().await else { return };
    let phone = Plugged::new().await;
    let _worker = rig.worker("one", &[&phone]);
    let task = rig.submit(asks()).await;
    let state = rig.until(&task, |state| !state.questions.is_empty()).await;
    assert_eq!(state.questions[0].message, "Which code?");
    // Two desktops on two machines.
    let (here, there) = (connect(&rig.nats.url()).await, connect(&rig.nats.url()).await);
    let (question, asked_by) = (&state.questions[0].id, worker(&here).await);
    let (one, other) = (code(), code());
    let (one, other) = tokio::join!(
        here.answer(&asked_by, question, &one),
        there.answer(&asked_by, question, &other)
    );
    let late = match (one, other) {
        (Ok(()), Err(late)) | (Err(late), Ok(())) => late.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(late.contains("settled already"), "{late}");
    assert_eq!(rig.end(&task).await.state, FleetState::Success);
    // What the person said is on no subject of any stream.
    let client = async_nats::connect(rig.nats.url()).await.unwrap();
    let context = jetstream::new(client);
    let mut streams = context.streams();
    let mut looked = 0;
    while let Some(info) = streams.next().await {
        let stream = context.get_stream(&info.unwrap().config.name).await.unwrap();
        for sequence in 1..=stream.cached_info().state.last_sequence {
            let Ok(message) = stream.get_raw_message(sequence).await else { continue };
            looked += 1;
            let text = String::from_utf8_lossy(&message.payload).into_owned();
            assert!(!text.contains("tulip"), "{}: {text}", message.subject);
        }
    }
    assert!(looked > 10, "{looked}");
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
    // What was sealed to the worker before its restart is not what the new one opens.
    let stale = desktop.answer(&old, &state.questions[0].id, &code()).await.unwrap_err().to_string();
    assert!(stale.contains("is not sealed to this worker"), "{stale}");
    desktop.answer(&worker(&desktop).await, &state.questions[0].id, &code()).await.unwrap();
    assert_eq!(rig.end(&task).await.state, FleetState::Success);
}
