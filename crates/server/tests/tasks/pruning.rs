//! Pruning 2,000 runs takes less than a second, and the server answers meanwhile.

use std::time::{Duration, Instant};

use desktop::hub::{Hub, Options};
use serde_json::{Value, json};

use crate::old_runs::{id, run};
use crate::rig::Rig;

const RUNS: usize = 2_000;
const KEPT: usize = 100;
/// How long it may take on a machine that has nothing else to do.
const MOST: Duration = Duration::from_secs(1);
/// How much slower than removing the same folders one after another it may be on a busy one.
const SLOWER: u32 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thousand_runs_are_pruned_within_a_second_while_the_server_answers() {
    let folder = tempfile::tempdir().unwrap();
    let tasks = folder.path().join("tasks");
    (0..RUNS).for_each(|number| run(&tasks, number, Some("success")));
    let hub = Hub::open(None, Options::default()).unwrap();
    let rig = Rig::start_with(folder, hub).await;
    let pruning = async {
        let began = Instant::now();
        let path = format!("/api/history/prune?keep_runs={KEPT}");
        let (status, report) = rig.ask("POST", &path, &Value::Null).await;
        (status, report["runs"].as_array().map_or(0, Vec::len), began.elapsed())
    };
    let mut answers = Vec::new();
    tokio::pin!(pruning);
    let newest = format!("/api/tasks/{}", id(RUNS - 1));
    let (status, deleted, took) = loop {
        let began = Instant::now();
        let answering = async {
            let state = rig.get(&newest).await["state"].clone();
            (state, rig.bytes(None, "GET", "/healthz", "").await.0)
        };
        tokio::pin!(answering);
        // Neither waits for the other: an answer that is under way is finished first.
        tokio::select! {
            done = &mut pruning => { answering.await; break done },
            (state, health) = &mut answering => {
                assert_eq!((state, health), (json!("success"), 200));
                answers.push(began.elapsed());
            }
        }
    };
    assert_eq!((status, deleted), (200, RUNS - KEPT));
    // The same folders, removed by nothing but the standard library, tell how busy the machine is.
    let again = tempfile::tempdir().unwrap();
    (0..RUNS).for_each(|number| run(again.path(), number, Some("success")));
    let began = Instant::now();
    (0..RUNS - KEPT).for_each(|number| std::fs::remove_dir_all(again.path().join(id(number))).unwrap());
    let most = MOST.max(began.elapsed() * SLOWER);
    let slowest = answers.iter().max().copied().unwrap_or_default();
    println!("pruned in {took:?} of {most:?}, {} answers meanwhile, the slowest in {slowest:?}", answers.len());
    assert!(took < most, "{took:?} of {most:?}");
    // Several answers, each of them long before the pruning was done.
    assert!(answers.len() >= 3, "{answers:?}");
    assert!(slowest < took.max(Duration::from_millis(100)), "{slowest:?} of {took:?}");
}
