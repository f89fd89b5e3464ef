//! AndroidWorld's goals, given to the mind that plans without a model: each task is set up on a simulated phone of its
//! own as the benchmark does it, its goal is carried out, and the benchmark's rule scores the phone and the answer.
//!
//! A claim of success that scores less than 1 is a false claim, and none is allowed. `TASK=NAME` runs only the tasks
//! whose name contains NAME, `SEED=NUMBER` draws other parameters, and `SEEDS=COUNT` that many, one after the other.
//! `--no-capture` shows how each goal ended.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "how each goal ended")]

mod phone;
mod run;

#[path = "../../../../phone/sim/tests/androidworld/tasks.rs"]
#[expect(dead_code, reason = "the tests of the tasks themselves use all of it")]
mod tasks;

use run::End;

/// How many of the benchmark's 116 goals must at least be done.
const DONE: usize = 30;
/// The seeds of the parameters.
const SEEDS: std::ops::Range<u64> = 1..2;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn goals_are_done_or_honestly_refused() {
    let only = std::env::var("TASK").ok();
    let first = number("SEED").unwrap_or(SEEDS.start);
    let (mut least, mut false_claims) = (usize::MAX, Vec::new());
    for seed in first..first + number("SEEDS").unwrap_or(SEEDS.end - SEEDS.start) {
        let tasks = tasks::ALL.iter().flat_map(|tasks| tasks.iter());
        let wanted = tasks.filter(|task| only.as_ref().is_none_or(|only| task.name.contains(only.as_str())));
        let ended = run::all(wanted.collect(), seed);
        ended.iter().for_each(|ended| println!("{ended}"));
        let count = |end: End| ended.iter().filter(|ended| ended.end == end).count();
        let (failed, refused) = (count(End::Failed), count(End::Refused));
        let claimed =
            ended.iter().filter(|ended| ended.end == End::ClaimedFalsely).map(|ended| format!("{seed}: {ended}"));
        false_claims.extend(claimed);
        // Some tasks are there in further forms, which count once.
        let done = ended.iter().filter(|ended| ended.end == End::Done && ended.is_of_the_benchmark()).count();
        println!(
            "seed {seed}: {done} done, {failed} failed, {refused} refused, {} claimed falsely",
            count(End::ClaimedFalsely)
        );
        least = least.min(done);
    }
    assert!(false_claims.is_empty(), "claimed falsely with seed {}", false_claims.join("\nwith seed "));
    assert!(only.is_some() || least >= DONE, "only {least} goals are done");
}
