//! How tasks are refused, stopped and aborted, and the effect on other tasks.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use task::agent::{EndReason, Status};
use task::{EventKind, Limits, MOST_GOAL, Spec, State, TaskError};

use crate::rig::{open, rig, rig_with, spec, text};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_done_is_refused_and_leaves_nothing_behind() {
    let rig = rig().await;
    let usual = Spec::new("Do it");
    let rows = [
        (Spec::new("  \n"), "`goal`: is empty"),
        (Spec::new("x".repeat(MOST_GOAL + 1)), "the goal has 65537 bytes; at most 65536"),
        (Spec { device: Some("three".to_owned()), ..usual.clone() }, "there is no phone `three`"),
        (Spec { device: Some(String::new()), ..usual.clone() }, "`device`: must be a name"),
        (Spec { model: Some("gpt".to_owned()), ..usual.clone() }, "there is no model `gpt`"),
        (Spec { dialect: Some("klingon".to_owned()), ..usual.clone() }, "`dialect`: "),
        (Spec { max_steps: Some(0), ..usual }, "`max_steps`: `0` is too few steps"),
    ];
    for (spec, expected) in rows {
        let error = rig.service.start(spec).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(rig.service.list(10, None).await.unwrap().tasks.is_empty());
    assert!(!rig.folder.path().join("tasks").exists());
    for unknown in ["20260729T141502123Z-77777777", "..", "", "a/b"] {
        assert!(matches!(rig.service.show(unknown).await, Err(TaskError::NoTask(_))), "{unknown}");
        assert!(matches!(rig.service.cancel(unknown), Err(TaskError::NoTask(_))), "{unknown}");
        assert!(matches!(rig.service.resume(unknown, None).await, Err(TaskError::NoTask(_))), "{unknown}");
        assert!(matches!(rig.service.trajectory(unknown), Err(TaskError::NoTask(_))), "{unknown}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_that_cannot_be_written_makes_no_task() {
    let rig = rig().await;
    std::fs::write(rig.folder.path().join("tasks"), "not a folder").unwrap();
    let error = rig.service.start(spec("done")).await.unwrap_err();
    assert!(matches!(error, TaskError::Folder(_)) && error.to_string().contains("tasks"), "{error}");
    assert_eq!(rig.service.phones().await.unwrap()[0].holder, None);
    std::fs::remove_file(rig.folder.path().join("tasks")).unwrap();
    let id = rig.start("done").await;
    assert_eq!(rig.end(&id).await.status, Status::Success);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_is_cancelled_while_it_runs_and_while_it_waits() {
    let rig = rig().await;
    let (running, waiting) = (rig.start("asks").await, rig.start("done").await);
    let question = rig.asked(&running).await;
    assert_eq!(rig.service.show(&waiting).await.unwrap().state, State::Queued);
    rig.service.cancel(&waiting).unwrap();
    let end = rig.end(&waiting).await;
    assert_eq!((end.status, end.reason, end.steps), (Status::Interrupted, EndReason::Cancel, 0));
    rig.service.cancel(&running).unwrap();
    let events = rig.until(&running, |what| matches!(what, EventKind::Ended(_))).await;
    let closed = events.iter().any(
        |event| matches!(&event.what, EventKind::QuestionClosed { id, how } if *id == question.id && *how == task::Outcome::Cancelled),
    );
    assert!(closed, "{events:?}");
    for id in [&running, &waiting] {
        let view = rig.service.show(id).await.unwrap();
        assert_eq!((view.state, view.resumable, view.reason), (State::Interrupted, true, Some(EndReason::Cancel)));
        assert!(matches!(rig.service.cancel(id), Err(TaskError::State { .. })));
    }
    // A task that never began begins when it is resumed.
    rig.service.resume(&waiting, None).await.unwrap();
    let events = rig
        .until(&waiting, |what| matches!(what, EventKind::Ended(summary) if summary.status == Status::Success))
        .await;
    assert!(events.len() > 3, "{events:?}");
    let error = rig.service.resume(&waiting, None).await.unwrap_err().to_string();
    assert!(error.contains("is already done"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_ends_its_own_task_and_nothing_else() {
    let rig = rig().await;
    let other = rig.service.start(Spec { device: Some("two".to_owned()), ..spec("asks") }).await.unwrap();
    let question = rig.asked(&other).await;
    rig.world.panics.store(true, Ordering::Relaxed);
    let broken = rig.start("done").await;
    let end = rig.end(&broken).await;
    assert_eq!((end.status, end.reason), (Status::Failed, EndReason::Panicked));
    let view = rig.service.show(&broken).await.unwrap();
    assert_eq!((view.state, view.reason), (State::Failed, Some(EndReason::Panicked)));
    // The phone is free, and the other task continues.
    let next = rig.start("done").await;
    assert_eq!(rig.end(&next).await.status, Status::Success);
    rig.service.answer(&question.id, text("that one")).unwrap();
    assert_eq!(rig.end(&other).await.status, Status::Success);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_are_only_so_many_at_once() {
    let rig = rig_with(Limits { waiting: 1, live: 3, ..Limits::default() }).await;
    let first = rig.start("asks").await;
    rig.asked(&first).await;
    let second = rig.start("done").await;
    let error = rig.service.start(spec("done")).await.unwrap_err().to_string();
    assert!(error.contains("1 tasks already wait for `one`"), "{error}");
    let two = Spec { device: Some("two".to_owned()), ..spec("asks") };
    let third = rig.service.start(two.clone()).await.unwrap();
    let error = rig.service.start(two).await.unwrap_err().to_string();
    assert!(error.contains("3 tasks are already running or waiting"), "{error}");
    assert!(matches!(rig.service.resume(&first, None).await, Err(TaskError::Full(_))));
    assert_eq!(rig.service.list(10, None).await.unwrap().tasks.len(), 3);
    for id in [second, third, first] {
        rig.service.cancel(&id).unwrap();
        rig.end(&id).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_of_the_process_interrupts_and_waits_for_the_last_lines() {
    let rig = rig().await;
    let (running, waiting) = (rig.start("asks").await, rig.start("done").await);
    rig.asked(&running).await;
    rig.service.shutdown().await;
    assert!(matches!(rig.service.start(spec("done")).await, Err(TaskError::Stopping)));
    assert!(matches!(rig.service.resume(&running, None).await, Err(TaskError::Stopping)));
    // The next process finds the ends on disk, without any state of this one.
    let next = open(&rig.world, rig.folder.path(), Limits::default());
    for id in [&running, &waiting] {
        let view = next.show(id).await.unwrap();
        assert_eq!((view.state, view.reason), (State::Interrupted, Some(EndReason::Interrupt)), "{id}");
    }
    assert_eq!(rig.service.list(10, None).await.unwrap(), next.list(10, None).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_are_listed_page_by_page_the_latest_first() {
    let rig = rig().await;
    rig.world.script("fails", &[json!({"type": "fail", "message": "no way"})]);
    let mut ids = Vec::new();
    for model in ["done", "fails", "done"] {
        let id = rig.start(model).await;
        rig.end(&id).await;
        ids.push(id);
    }
    // A folder that is not a task is not listed, and a broken one is left out.
    std::fs::create_dir(rig.folder.path().join("tasks/.odd")).unwrap();
    std::fs::create_dir(rig.folder.path().join("tasks/empty")).unwrap();
    let service: Arc<_> = open(&rig.world, rig.folder.path(), Limits::default());
    let page = service.list(2, None).await.unwrap();
    let shown: Vec<&str> = page.tasks.iter().map(|task| task.id.as_str()).collect();
    // `empty` sorts last, counts towards the limit, and cannot be read.
    assert_eq!(shown, [ids[2].as_str()]);
    let rest = service.list(10, page.before.as_deref()).await.unwrap();
    let shown: Vec<(&str, State)> = rest.tasks.iter().map(|task| (task.id.as_str(), task.state)).collect();
    assert_eq!(shown, [(ids[1].as_str(), State::Failed), (ids[0].as_str(), State::Success)]);
    assert_eq!(rest.before, None);
    assert!(rest.tasks[0].error.is_some() && rest.tasks[0].resumable);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_fails_half_way_ends_the_task_with_the_phone_untouched() {
    let rig = rig().await;
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    rig.world.script("acts", &[json!({"type": "ask_user", "question": "Now?"}), home]);
    let id = rig.start("acts").await;
    let question = rig.asked(&id).await;
    // A folder that is gone would be made anew; a file in its place cannot be written into.
    let screenshots = rig.service.task_folder(&id).unwrap().join("screenshots");
    std::fs::remove_dir_all(&screenshots).unwrap();
    std::fs::write(&screenshots, "").unwrap();
    rig.service.answer(&question.id, text("yes")).unwrap();
    let events = rig.until(&id, |what| matches!(what, EventKind::Ended(_))).await;
    let EventKind::Ended(end) = &events.last().unwrap().what else { panic!() };
    assert_eq!((end.status, end.reason), (Status::Failed, EndReason::Recorder), "{end:?}");
    assert!(end.error.as_deref().unwrap().contains("journal cannot be written"), "{end:?}");
    let acted = |what: &EventKind| matches!(what, EventKind::Progress(progress) if progress.step == 2);
    assert!(!events.iter().any(|event| acted(&event.what)), "{events:?}");
    // The phone is free for the next task.
    let next = rig.start("done").await;
    assert_eq!(rig.end(&next).await.status, Status::Success);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_goes_away_while_a_task_is_made_leaves_no_half_of_one() {
    let rig = rig().await;
    let mut all = rig.service.watch_all(None);
    let starting = {
        let service = Arc::clone(&rig.service);
        tokio::spawn(async move { service.start(spec("done")).await })
    };
    tokio::task::yield_now().await;
    starting.abort();
    // Either it never began, or it is complete from beginning to end.
    if let Ok(Err(_)) | Err(_) = starting.await {
        let next = rig.start("done").await;
        rig.end(&next).await;
    }
    crate::rig::until(&mut all, |what| matches!(what, EventKind::Ended(_))).await;
    rig.service.shutdown().await;
    let listed = rig.service.list(10, None).await.unwrap().tasks.len();
    assert_eq!(listed, std::fs::read_dir(rig.folder.path().join("tasks")).unwrap().count());
}
