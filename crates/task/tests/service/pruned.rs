//! Old runs are deleted by the rules, and nothing that may still be needed.

use std::fs;
use std::time::Instant;

use serde_json::json;
use task::agent::record::read;
use task::retention::{Retention, pin};
use task::{Limits, ListFilter, State};

use crate::old_runs::{id, run};
use crate::rig::{open, rig};
use crate::world::World;

const RUNS: usize = 2_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_thousand_runs_the_old_ones_go_quickly_and_nothing_that_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let tasks = folder.path().join("tasks");
    // Of every twenty one was cut off, one failed, and one reached a limit.
    let status = |number: usize| match number % 20 {
        0 => None,
        1 => Some("failed"),
        2 => Some("timeout"),
        _ => Some("success"),
    };
    (0..RUNS).for_each(|number| run(&tasks, number, status(number)));
    pin(&tasks.join(id(5)), true).unwrap();
    let world = World::usual().await;
    let service = open(&world, folder.path(), Limits::default());
    let rules = Retention { keep_days: 0, keep_runs: 100, max_bytes: 0, ..Retention::default() };
    let look = service.prune(rules, true).await.unwrap();
    assert!(tasks.join(id(3)).exists(), "a look deletes nothing");
    let began = Instant::now();
    let (pruned, listed) = tokio::join!(service.prune(rules, false), service.list(10, None));
    println!("{} of {RUNS} runs deleted in {:?}", look.runs.len(), began.elapsed());
    let pruned = pruned.unwrap();
    assert_eq!((pruned.runs.len(), pruned.bytes), (look.runs.len(), look.bytes));
    assert!(!pruned.dry_run && look.dry_run && !listed.unwrap().tasks.is_empty());
    // All that can be resumed, the pinned one, and the newest.
    let left: Vec<usize> = (0..RUNS).filter(|number| tasks.join(id(*number)).exists()).collect();
    let expected = (0..RUNS).filter(|number| number % 20 < 3 || *number == 5);
    assert!(expected.clone().all(|number| left.contains(&number)));
    assert_eq!(left.len(), RUNS - pruned.runs.len());
    assert_eq!((pruned.unfinished_runs, pruned.unfinished_bytes > 800_000), (200, true));
    assert!(left.contains(&(RUNS - 1)) && left.len() < 500, "{} are left", left.len());
    // Every run that is left can be read, and nothing else is in the folder.
    for number in &left {
        assert!(read(&tasks.join(id(*number))).unwrap().all(|entry| entry.is_ok()));
    }
    assert_eq!(fs::read_dir(&tasks).unwrap().count(), left.len());
    assert!(service.show(&id(3)).await.is_err());
    assert!(service.prune(rules, false).await.unwrap().runs.is_empty(), "nothing is left to delete");
    // Those that failed go only if that is asked for; what was interrupted still stays.
    let pruned = service.prune(Retention { unfinished: true, ..rules }, false).await.unwrap();
    assert!(!tasks.join(id(1)).exists() && !tasks.join(id(2)).exists() && tasks.join(id(0)).exists());
    assert_eq!(pruned.unfinished_runs, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_announced_runs_go_and_none_that_is_kept_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let tasks = folder.path().join("tasks");
    (0..6).for_each(|number| run(&tasks, number, Some("success")));
    let world = World::usual().await;
    let service = open(&world, folder.path(), Limits::default());
    let rules = |keep_runs| Retention { keep_days: 0, keep_runs, max_bytes: 0, ..Retention::default() };
    let announced = service.prune(rules(3), true).await.unwrap();
    assert_eq!(announced.runs.iter().map(|run| run.id.clone()).collect::<Vec<_>>(), [id(0), id(1), id(2)]);
    service.keep(&id(1), true).await.unwrap();
    assert!(service.show(&id(1)).await.unwrap().kept && !service.show(&id(0)).await.unwrap().kept);
    // The limit is lower by now, but only what was announced goes.
    let pruned = service.prune_announced(rules(1), announced).await.unwrap();
    assert_eq!(pruned.runs.iter().map(|run| run.id.clone()).collect::<Vec<_>>(), [id(0), id(2)]);
    let left: Vec<usize> = (0..6).filter(|number| tasks.join(id(*number)).exists()).collect();
    assert_eq!(left, [1, 3, 4, 5]);
    service.keep(&id(1), false).await.unwrap();
    assert!(!service.show(&id(1)).await.unwrap().kept);
    assert!(service.keep("20260101T999999000Z-aaaaaaaa", true).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_task_stays_whatever_the_rules_say() {
    let rig = rig().await;
    rig.world.script("acts", &[json!({"type": "ask_user", "question": "Which one?"})]);
    let ended = rig.start("done").await;
    rig.end(&ended).await;
    let running = rig.start("acts").await;
    rig.asked(&running).await;
    let rules = Retention { keep_days: 0, keep_runs: 0, max_bytes: 1, ..Retention::default() };
    let pruned = rig.service.prune(rules, false).await.unwrap();
    assert_eq!(pruned.runs.iter().map(|run| run.id.as_str()).collect::<Vec<_>>(), [ended.as_str()]);
    assert_eq!(rig.service.show(&running).await.unwrap().state, State::Running);
    rig.service.shutdown().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_is_filtered_by_state_time_and_text() {
    let folder = tempfile::tempdir().unwrap();
    (0..300).for_each(|number| run(&folder.path().join("tasks"), number, (number % 3 != 0).then_some("success")));
    let world = World::usual().await;
    let service = open(&world, folder.path(), Limits::default());
    let ids = async |filter: ListFilter, limit: usize, before: Option<&str>| {
        let page = service.list_where(filter, limit, before).await.unwrap();
        (page.tasks.into_iter().map(|view| view.id).collect::<Vec<_>>(), page.before)
    };
    let states = |states: &[State]| ListFilter { states: states.to_vec(), ..ListFilter::default() };
    let (found, before) = ids(states(&[State::Interrupted]), 2, None).await;
    assert_eq!((found, before.as_deref()), (vec![id(297), id(294)], Some(id(294).as_str())));
    let (found, _) = ids(states(&[State::Interrupted]), 1, before.as_deref()).await;
    assert_eq!(found, [id(291)]);
    assert_eq!(ids(states(&[State::Failed]), 5, None).await, (vec![], None));
    let since = Some("2026-01-01T04:58:00Z".parse().unwrap());
    let (found, before) = ids(ListFilter { since, ..ListFilter::default() }, 10, None).await;
    assert_eq!((found, before), (vec![id(299), id(298)], None));
    let text = |text: &str| ListFilter { text: Some(text.to_owned()), ..ListFilter::default() };
    assert_eq!(ids(text("GOAL 7"), 3, None).await.0, [id(79), id(78), id(77)]);
    assert_eq!(ids(text("\"taskid\":\"20260101t000123"), 3, None).await.0, [id(123)]);
    assert_eq!(ids(text("nothing like it"), 3, None).await, (vec![], None));
}
