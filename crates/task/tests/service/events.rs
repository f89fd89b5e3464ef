//! The events of a task, and who receives them.

use action::LoopEvent;
use serde_json::json;
use task::agent::{EndReason, Status};
use task::{EventKind, Limits, News, Spec, State, TaskError};

use crate::rig::{rig, rig_with, text, until};

fn name(what: &EventKind) -> String {
    serde_json::to_value(what).unwrap()["event"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_is_told_from_its_place_in_line_to_its_end_and_is_on_disk() {
    let rig = rig().await;
    let mut all = rig.service.watch_all(None);
    let id =
        rig.service.start(Spec::new("Say done; my key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789")).await.unwrap();
    let events = rig.until(&id, |what| matches!(what, EventKind::Ended(_))).await;
    let names: Vec<String> = events.iter().map(|event| name(&event.what)).collect();
    assert_eq!(names[..4], ["queued", "started", "step", "thinking"], "{names:?}");
    assert!(names.contains(&"progress".to_owned()), "{names:?}");
    assert!(events.windows(2).all(|pair| pair[0].n + 1 == pair[1].n && pair[0].at <= pair[1].at));
    // A watcher of all tasks gets the same, once.
    let same = until(&mut all, |what| matches!(what, EventKind::Ended(_))).await;
    assert_eq!(same, events);

    let view = rig.service.show(&id).await.unwrap();
    assert_eq!((view.state, view.steps, view.resumable), (State::Success, 1, false));
    assert_eq!((view.message.as_deref(), view.reason), (Some("done"), Some(EndReason::Finished)));
    assert_eq!((view.device.as_str(), view.model.as_deref()), ("one", Some("plan, then script")));
    let folder = rig.service.task_folder(&id).unwrap();
    for file in ["task.json", "journal.jsonl", "trajectory.json", "screenshots/000001.png"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    assert_eq!(rig.service.screenshot(&id, 1).unwrap(), folder.join("screenshots/000001.png"));
    // Text that looks like a key is in no event and no file.
    let kept = std::fs::read_to_string(folder.join("task.json")).unwrap()
        + &std::fs::read_to_string(folder.join("journal.jsonl")).unwrap();
    let told: Vec<String> = events.iter().map(|event| serde_json::to_string(&**event).unwrap()).collect();
    assert!(!kept.contains("abcdefghijkl") && !told.concat().contains("abcdefghijkl") && kept.contains("my key is"));
    assert!(!view.goal.contains("abcdefghijkl"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_watch_know_where_a_task_is_about_to_touch() {
    let rig = rig().await;
    let tree = rig.service.tree(None).await.unwrap();
    let icon = tree.nodes.iter().find(|node| node.label() == "Settings").expect("an icon to touch");
    let (x, y) = icon.bounds.centre();
    let steps = [
        json!({"type": "tap", "x": x, "y": y}),
        json!({"type": "swipe", "x1": 180, "y1": 500, "x2": -20, "y2": 9000}),
        json!({"type": "keyevent", "keycode": "KEYCODE_HOME"}),
        json!({"type": "finish", "message": "done"}),
    ];
    rig.world.script("touches", &steps);
    let id = rig.start("touches").await;
    let events = rig.until(&id, |what| matches!(what, EventKind::Ended(_))).await;
    let told = events.iter().filter_map(|event| match &event.what {
        EventKind::Loop(LoopEvent::Acting { verb, points, screen, label, .. }) => {
            assert_eq!(event.narration, None, "the eye follows it");
            Some((verb.clone(), points.clone(), *screen, label.clone()))
        }
        _ => None,
    });
    let told: Vec<_> = told.collect();
    let screen = [360, 640];
    assert_eq!(told[0], ("tap".to_owned(), vec![[x, y]], screen, Some("Settings".to_owned())));
    // As it is carried out: inside the screen.
    assert_eq!((&told[1].0[..], &told[1].1), ("swipe", &vec![[180, 500], [0, 639]]));
    assert_eq!((&told[2].0[..], told[2].1.len()), ("keyevent", 0));
    assert_eq!(told.len(), 3);
    // Before it happens: the outcome is published later.
    let place = |fits: &dyn Fn(&EventKind) -> bool| events.iter().position(|event| fits(&event.what)).unwrap();
    let done = |what: &EventKind| matches!(what, EventKind::Progress(progress) if progress.effect.is_some());
    assert!(place(&|what| matches!(what, EventKind::Loop(LoopEvent::Acting { .. }))) < place(&done));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_goes_on_where_they_were() {
    let rig = rig().await;
    let id = rig.start("asks").await;
    let question = rig.asked(&id).await;
    let before = rig.until(&id, |what| matches!(what, EventKind::Question { .. })).await;
    let last = before.last().unwrap().n;
    rig.service.answer(&question.id, text("the blue one")).unwrap();
    let mut back = rig.service.watch(&id, Some(last)).await.unwrap();
    let rest = until(&mut back, |what| matches!(what, EventKind::Ended(_))).await;
    assert_eq!(rest[0].n, last + 1);
    assert!(matches!(&rest[0].what, EventKind::QuestionClosed { id, .. } if *id == question.id), "{:?}", rest[0]);
    // Watching ends when the task is over and everything was read.
    assert_eq!(back.next().await, None);
    // A number that was never issued is not a position: everything that is kept comes.
    let mut odd = rig.service.watch(&id, Some(u64::MAX)).await.unwrap();
    assert_eq!(until(&mut odd, |what| matches!(what, EventKind::Ended(_))).await.len(), before.len() + rest.len());
    // A person's answer is in no event.
    let told = serde_json::to_string(&rest.iter().map(|event| (**event).clone()).collect::<Vec<_>>()).unwrap();
    assert!(!told.contains("blue"), "{told}");
    assert!(matches!(rig.service.watch("../..", None).await, Err(TaskError::NoTask(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_falls_behind_is_told_so_and_goes_on() {
    let rig = rig_with(Limits { task_events: 2, events: 3, ended: 1, ..Limits::default() }).await;
    let mut all = rig.service.watch_all(None);
    let id = rig.start("done").await;
    let mut early = rig.service.watch(&id, Some(0)).await.unwrap();
    while rig.service.show(&id).await.unwrap().state != State::Success {
        tokio::task::yield_now().await;
    }
    let mut news = Vec::new();
    while let Some(next) = early.next().await {
        news.push(next);
    }
    let News::Lagged { upto } = news[0] else { panic!("{news:?}") };
    assert_eq!(news.len(), 3, "{news:?}");
    assert!(matches!(&news[1], News::Event(event) if event.n == upto + 1), "{news:?}");
    assert!(matches!(&news[2], News::Event(event) if matches!(event.what, EventKind::Ended(_))), "{news:?}");
    assert!(matches!(all.next().await, Some(News::Lagged { .. })));
    // The events of a task that ended long ago are not kept: the watcher only learns how it ended.
    let next = rig.start("done").await;
    rig.service.watch_all(None);
    while rig.service.show(&next).await.unwrap().state != State::Success {
        tokio::task::yield_now().await;
    }
    let mut late = rig.service.watch(&id, Some(upto)).await.unwrap();
    let Some(News::Event(event)) = late.next().await else { panic!() };
    assert!(matches!(&event.what, EventKind::Ended(summary) if summary.status == Status::Success));
    assert_eq!(late.next().await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_that_the_planner_knows_are_carried_out_step_by_step_and_told_so_that_they_can_be_heard() {
    let rig = rig().await;
    let id = rig.service.start(Spec::new("turn off the wifi, then turn on the dark theme")).await.unwrap();
    let events = rig.until(&id, |what| matches!(what, EventKind::Ended(_))).await;
    let names: Vec<String> = events.iter().map(|event| name(&event.what)).collect();
    assert!(names.contains(&"plan".to_owned()) && !names.contains(&"thinking".to_owned()), "{names:?}");
    let results: Vec<_> = events
        .iter()
        .filter_map(|event| match &event.what {
            EventKind::StepResult(result) => Some((result.step, result.op.as_str(), result.code.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(results, [(0, "toggle_setting", "ok"), (1, "toggle_setting", "ok")]);
    let said: Vec<&str> = events
        .iter()
        .filter_map(|event| Some(event.narration.as_ref()?.words.as_str()))
        .filter(|w| !w.is_empty())
        .collect();
    assert_eq!(said, ["Turn Wi-Fi off. Then: Turn dark mode on.", "Wi-Fi is off. The dark theme is on."]);
    assert_eq!(rig.service.show(&id).await.unwrap().state, State::Success);
}

/// Events of other processes may be lost, ends included, and their publisher chooses the task ids.
#[tokio::test]
async fn tasks_elsewhere_whose_end_is_never_heard_are_forgotten() {
    let rig = rig().await;
    let id = rig.start("asks").await;
    rig.asked(&id).await;
    let at = jiff::Timestamp::UNIX_EPOCH;
    for number in 0..=2000 {
        rig.service.mirror(&format!("elsewhere-{number}"), at, EventKind::Loop(LoopEvent::Reconnected));
    }
    // The task that was silent longest goes first; a task of this process stays.
    let watched = async |task: &str| rig.service.watch(task, None).await.is_ok();
    assert!(!watched("elsewhere-0").await && watched("elsewhere-1").await && watched("elsewhere-2000").await);
    assert!(watched(&id).await);
}
