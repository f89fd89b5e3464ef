//! A killed process: its tasks are listed as interrupted, and continue when they are resumed.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use task::agent::Status;
use task::folder::Paths;
use task::permissions::Permissions;
use task::{EventKind, Limits, Outcome, Service, State, TaskError};

use crate::rig::{open, rig, text, until};
use crate::world::{World, environment, options};

/// Copies the folder as a killed process leaves it: what is on disk at this moment, and nothing else.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_cut_off_is_interrupted_and_can_be_resumed() {
    let rig = rig().await;
    let tap = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let ask = json!({"type": "ask_user", "question": "Which one?"});
    rig.world.script("acts", &[tap, ask]);
    let (running, waiting) = (rig.start("acts").await, rig.start("done").await);
    rig.asked(&running).await;
    let left = tempfile::tempdir().unwrap();
    copy(rig.folder.path(), left.path());
    rig.service.shutdown().await;
    // The last line was half written.
    let journal = left.path().join("tasks").join(&running).join("journal.jsonl");
    let mut text = fs::read_to_string(&journal).unwrap();
    text.push_str("{\"line\":\"intent\",\"numb");
    fs::write(&journal, &text).unwrap();

    let next = open(&rig.world, left.path(), Limits::default());
    let page = next.list(10, None).await.unwrap();
    let states: Vec<(&str, State, bool)> =
        page.tasks.iter().map(|task| (task.id.as_str(), task.state, task.resumable)).collect();
    assert_eq!(states, [(waiting.as_str(), State::Interrupted, true), (running.as_str(), State::Interrupted, true)]);
    assert_eq!(page.tasks[1].steps, 2);
    // Nothing starts by itself, and no further events come.
    let mut watching = next.watch(&running, None).await.unwrap();
    assert_eq!(watching.next().await, None);
    assert!(next.questions().is_empty());

    rig.world.script("acts", &[json!({"type": "finish", "message": "done after all"})]);
    for id in [&running, &waiting] {
        next.resume(id, None).await.unwrap();
        let mut watching = next.watch(id, None).await.unwrap();
        let events = until(&mut watching, |what| matches!(what, EventKind::Ended(_))).await;
        let EventKind::Ended(summary) = &events.last().unwrap().what else { panic!() };
        assert_eq!(summary.status, Status::Success, "{summary:?}");
        let resumed = events.iter().any(|event| matches!(event.what, EventKind::Started { resumed: true, .. }));
        assert_eq!(resumed, id == &running);
    }
    let view = next.show(&running).await.unwrap();
    assert_eq!((view.state, view.steps), (State::Success, 3));
    // Event numbers continue from one process to the next.
    let (mut before, mut after) =
        (rig.service.watch(&running, None).await.unwrap(), next.watch(&running, None).await.unwrap());
    let last = until(&mut before, |what| matches!(what, EventKind::Ended(_))).await.last().unwrap().n;
    let first = until(&mut after, |_| true).await[0].n;
    assert!(last < first, "{last} {first}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_in_doubt_is_not_sent_again_blindly() {
    let rig = rig().await;
    let settings = json!({"type": "open_app", "name": "Settings"});
    let first_row = json!({"type": "tap", "x": 180, "y": 203});
    rig.world.script("acts", &[settings, first_row, json!({"type": "finish", "message": "done"})]);
    let id = rig.start("acts").await;
    rig.end(&id).await;
    rig.service.shutdown().await;
    // Killed between the intent and its effect; the phone carried it out all the same.
    let journal = rig.folder.path().join("tasks").join(&id).join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let intent = text.rfind("{\"line\":\"intent\"").unwrap();
    let end = intent + text[intent..].find('\n').unwrap() + 1;
    // Opening a page has no outward effect, and the screen would show it. This makes it count as outward.
    let cut = text[..end].replace("\"outward\":false", "\"outward\":true");
    assert!(cut.contains("\"outward\":true"), "{cut}");
    fs::write(&journal, cut).unwrap();

    let next = open(&rig.world, rig.folder.path(), Limits::default());
    rig.world.script("acts", &[json!({"type": "finish", "message": "done after all"})]);
    assert_eq!(next.show(&id).await.unwrap().state, State::Interrupted);
    next.resume(&id, None).await.unwrap();
    let mut watching = next.watch(&id, None).await.unwrap();
    let events = until(&mut watching, |what| matches!(what, EventKind::Question { .. })).await;
    let EventKind::Question { question } = &events.last().unwrap().what else { panic!() };
    assert!(question.message.contains("tap") && question.title == "Was it carried out?", "{question:?}");
    next.answer(&question.id, crate::rig::yes()).unwrap();
    let events = until(&mut watching, |what| matches!(what, EventKind::Ended(_))).await;
    let EventKind::Ended(summary) = &events.last().unwrap().what else { panic!() };
    assert_eq!(summary.status, Status::Success, "{summary:?}");
    let text = fs::read_to_string(&journal).unwrap();
    assert_eq!(text.matches("\"line\":\"intent\"").count(), 2, "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_that_was_killed_while_its_folder_was_created_can_be_resumed() {
    for left in [None, Some(""), Some("{\"line\":\"jour"), Some("{\"line\":\"journal\",\"version\":1}\n")] {
        let rig = rig().await;
        let id = rig.start("done").await;
        rig.end(&id).await;
        rig.service.shutdown().await;
        let folder = rig.folder.path().join("tasks").join(&id);
        let journal = folder.join("journal.jsonl");
        let header = fs::read_to_string(&journal).unwrap().lines().next().unwrap().to_owned();
        match left {
            None => fs::remove_dir_all(folder.join("screenshots")).and_then(|()| fs::remove_file(&journal)).unwrap(),
            Some(left) => fs::write(&journal, left).unwrap(),
        }
        let next = open(&rig.world, rig.folder.path(), Limits::default());
        let view = next.show(&id).await.unwrap();
        assert_eq!((view.state, view.resumable), (State::Interrupted, true), "{left:?}");
        next.resume(&id, None).await.unwrap_or_else(|error| panic!("{left:?}: {error}"));
        let mut watching = next.watch(&id, None).await.unwrap();
        let events = until(&mut watching, |what| matches!(what, EventKind::Ended(_))).await;
        let EventKind::Ended(summary) = &events.last().unwrap().what else { panic!() };
        assert_eq!(summary.status, Status::Success, "{left:?}: {summary:?}");
        // The journal is whole again: it begins with its header, and the next process reads it.
        assert_eq!(fs::read_to_string(&journal).unwrap().lines().next(), Some(header.as_str()), "{left:?}");
        let again = open(&rig.world, rig.folder.path(), Limits::default());
        assert_eq!(again.show(&id).await.unwrap().state, State::Success, "{left:?}");
    }
}

/// Opens the next process: its random numbers are others than those of the first.
fn next_process(world: &Arc<World>, folder: &Path) -> Arc<Service> {
    let places = Paths::new(folder);
    let permissions = Arc::new(Permissions::open(&places.permissions()).unwrap());
    let next = AtomicU64::new(1 << 40);
    let mut environment = environment(world);
    environment.random = Arc::new(move || {
        let n = next.fetch_add(1, Ordering::Relaxed).to_le_bytes();
        let mut bits = [0; 32];
        bits.iter_mut().zip(n.iter().cycle()).for_each(|(bit, n)| *bit = *n);
        Ok(bits)
    });
    Service::open(places, permissions, environment, options(Limits::default())).unwrap()
}

/// Returns the secret of the only open question's link.
fn token(service: &Service) -> String {
    let questions = service.questions();
    assert_eq!(questions.len(), 1, "{questions:?}");
    questions[0].link.url.strip_prefix("/q/").unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_leads_to_the_question_that_is_asked_again() {
    // Killed, or stopped in an orderly way.
    for killed in [true, false] {
        let rig = rig().await;
        let ask = |question: &str| json!({"type": "ask_user", "question": question});
        rig.world.script("acts", &[ask("First?"), ask("Which one?"), json!({"type": "finish", "message": "done"})]);
        let id = rig.start("acts").await;
        rig.asked(&id).await;
        let answered = token(&rig.service);
        rig.service.answer_by_link(&answered, text("x")).unwrap();
        rig.until(&id, |what| matches!(what, EventKind::Question { question } if question.message == "Which one?"))
            .await;
        let open = token(&rig.service);
        let left = tempfile::tempdir().unwrap();
        if killed {
            copy(rig.folder.path(), left.path());
            rig.service.shutdown().await;
        } else {
            rig.service.shutdown().await;
            copy(rig.folder.path(), left.path());
        }
        // No file has a link's secret.
        let stored = fs::read_to_string(left.path().join("config/links.json")).unwrap();
        assert!(!stored.contains(&open) && !stored.contains(&answered), "{stored}");

        let next = next_process(&rig.world, left.path());
        let settled = next.question_by_link(&answered).unwrap_err();
        assert!(matches!(settled, TaskError::Settled { how: Outcome::Approved }), "{settled}");
        let waits = next.question_by_link(&open).unwrap_err();
        assert!(matches!(waits, TaskError::Restarted), "{waits}");
        assert!(matches!(next.answer_by_link(&open, text("x")), Err(TaskError::Restarted)));
        assert!(matches!(next.question_by_link(&"0".repeat(64)), Err(TaskError::NoQuestion(_))));

        rig.world
            .script("acts", &[ask("Which one?"), ask("Another one?"), json!({"type": "finish", "message": "done"})]);
        next.resume(&id, None).await.unwrap();
        let mut watching = next.watch(&id, None).await.unwrap();
        until(&mut watching, |what| matches!(what, EventKind::Question { .. })).await;
        let again = token(&next);
        assert_ne!(again, open);
        assert_eq!(next.question_by_link(&open).unwrap(), next.question_by_link(&again).unwrap());
        next.answer_by_link(&open, text("this one")).unwrap();
        until(
            &mut watching,
            |what| matches!(what, EventKind::Question { question } if question.message == "Another one?"),
        )
        .await;
        // Both are used up, and neither answers another question.
        for token in [&open, &again] {
            let used = next.answer_by_link(token, text("x")).unwrap_err();
            assert!(matches!(used, TaskError::Settled { how: Outcome::Approved }), "{used}");
        }
        next.answer_by_link(&token(&next), text("x")).unwrap();
        until(&mut watching, |what| matches!(what, EventKind::Ended(_))).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_says_so_when_its_question_is_never_asked_again() {
    let rig = rig().await;
    rig.world.script("acts", &[json!({"type": "ask_user", "question": "Which one?"})]);
    let id = rig.start("acts").await;
    rig.asked(&id).await;
    let open = token(&rig.service);
    let left = tempfile::tempdir().unwrap();
    copy(rig.folder.path(), left.path());
    rig.service.shutdown().await;
    let next = next_process(&rig.world, left.path());
    rig.world.script("acts", &[json!({"type": "finish", "message": "done after all"})]);
    next.resume(&id, None).await.unwrap();
    let mut watching = next.watch(&id, None).await.unwrap();
    until(&mut watching, |what| matches!(what, EventKind::Ended(_))).await;
    let gone = next.question_by_link(&open).unwrap_err();
    assert!(matches!(gone, TaskError::Settled { how: Outcome::Cancelled }), "{gone}");
}
