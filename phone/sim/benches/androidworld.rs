//! Measures how long AndroidWorld's tasks take on the simulated phone, including boot, set-up, a person's solution and
//! the score: tasks per minute on one phone after the other, on two at a time and on a hundred at once, and the memory
//! of an idle phone. `cargo bench -p sim --bench androidworld`.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "../tests/androidworld/tasks.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod tasks;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sim::profile::Profile;
use tasks::task::{Task, run};

/// A task and the seed of its parameters.
type Seeded = (u64, &'static Task);

fn main() {
    // `cargo test --benches` only checks that it builds.
    if std::env::args().any(|word| word == "--test") {
        return;
    }
    // Seeded by position, as in the tests.
    let all: Vec<Seeded> = tasks::ALL.iter().flat_map(|tasks| (1..).zip(tasks.iter())).collect();
    memory();
    let mut times: Vec<(Duration, &str)> = all.iter().map(|seeded| (timed(*seeded), seeded.1.name)).collect();
    times.sort();
    let sum: Duration = times.iter().map(|(time, _)| *time).sum();
    let (median, slowest) = (times[times.len() / 2].0, times[times.len() - 1]);
    println!("{} tasks, one after the other: {:.1} s", all.len(), sum.as_secs_f64());
    println!("median {:.0} ms, slowest {:.0} ms ({})", ms(median), ms(slowest.0), slowest.1);
    for (phones, rounds) in [(1, 1), (2, 1), (100, 1)] {
        let (time, done) = at_once(&all, phones, rounds);
        println!(
            "{phones:3} phones at once: {:.0} tasks a minute, {} KiB resident",
            done as f64 * 60.0 / time.as_secs_f64(),
            resident_kib()
        );
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn timed((seed, task): Seeded) -> Duration {
    let began = Instant::now();
    run(task, seed);
    began.elapsed()
}

/// Runs all tasks on `phones` phones at a time.
fn at_once(all: &[Seeded], phones: usize, rounds: usize) -> (Duration, usize) {
    let next = Arc::new(AtomicUsize::new(0));
    let count = all.len() * rounds;
    let began = Instant::now();
    let threads: Vec<_> = (0..phones)
        .map(|_| {
            let (next, all) = (Arc::clone(&next), all.to_vec());
            std::thread::spawn(move || {
                while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count) {
                    let (seed, task) = all[number % all.len()];
                    run(task, seed);
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    (began.elapsed(), count)
}

/// Measures the memory of a hundred idle phones.
fn memory() {
    const PHONES: usize = 100;
    let profile = Profile::built_in("androidworld").unwrap();
    // Loads the fonts and tables that all phones share.
    let first = sim::phone_of(profile.clone(), 0);
    let before = resident_kib();
    let phones: Vec<_> = (0..PHONES).map(|_| sim::phone_of(profile.clone(), 0)).collect();
    let each = (resident_kib() - before) / phones.len() as u64;
    println!("{PHONES} idle phones: {each} KiB each");
    drop(first);
}

/// Returns the resident memory of this process.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}
