//! Measures how long 2,000 old runs take to delete, compared with removing the same folders one after another, and how
//! long the service takes to answer meanwhile. `cargo bench -p task --bench pruning`

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]
#![expect(clippy::print_stdout, reason = "the numbers are its result")]

#[path = "../tests/service/old_runs.rs"]
mod old_runs;
#[expect(dead_code, reason = "the tests use more of it")]
#[path = "../tests/service/world.rs"]
mod world;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use task::retention::Retention;
use task::{Limits, Service};

use self::old_runs::{id, run};
use self::world::{World, open};

const RUNS: usize = 2_000;
/// How often each is measured; the median counts.
const TIMES: usize = 5;

#[tokio::main]
async fn main() {
    // `cargo test --all-targets` runs this too, unoptimised and next to others, so it only measures for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let world = World::usual().await;
    let (mut looked, mut pruned, mut removed, mut answered) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join("tasks"));
        let service = open(&world, folder.path(), Limits::default());
        // No limit is low enough for the newest run.
        let rules = Retention { keep_days: 0, keep_runs: 1, max_bytes: 0, ..Retention::default() };
        let began = Instant::now();
        let announced = service.prune(rules, true).await.unwrap();
        looked.push(began.elapsed());
        assert_eq!(announced.runs.len(), RUNS - 1);
        let began = Instant::now();
        let deleting = tokio::spawn({
            let service = Arc::clone(&service);
            async move {
                service.prune_announced(rules, announced).await.unwrap();
                began.elapsed()
            }
        });
        answered.push(slowest_answer(&service, &deleting).await);
        pruned.push(deleting.await.unwrap());

        let folder = tempfile::tempdir().unwrap();
        write(folder.path());
        let began = Instant::now();
        (1..RUNS).for_each(|number| fs::remove_dir_all(folder.path().join(id(number))).unwrap());
        removed.push(began.elapsed());
    }
    let [looked, pruned, removed, answered] = [looked, pruned, removed, answered].map(median);
    println!("{RUNS} runs looked at in {looked:?}, {} deleted in {pruned:?}", RUNS - 1);
    println!("removing their folders alone: {removed:?}, ratio {:.2}", pruned.as_secs_f64() / removed.as_secs_f64());
    println!("slowest of the service's answers meanwhile: {answered:?}");
}

fn write(tasks: &Path) {
    (0..RUNS).for_each(|number| run(tasks, number, Some("success")));
}

/// Asks about the newest task until the deletion is done.
async fn slowest_answer(service: &Service, deleting: &tokio::task::JoinHandle<Duration>) -> Duration {
    let mut slowest = Duration::ZERO;
    while !deleting.is_finished() {
        let began = Instant::now();
        assert_eq!(service.show(&id(RUNS - 1)).await.unwrap().id, id(RUNS - 1));
        slowest = slowest.max(began.elapsed());
    }
    slowest
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
