//! A task of the benchmark: parameters drawn from a seed, a goal in words, a set-up, a scoring rule, and a person's
//! solution.

use super::host::Host;
use super::person::Person;

/// A task, by its name in the benchmark.
pub(crate) struct Task {
    pub(crate) name: &'static str,
    /// Draws its parameters.
    pub(crate) draw: fn(&mut Random) -> Box<dyn Drawn>,
}

/// A task with its parameters.
pub(crate) trait Drawn {
    /// Returns the goal in words, as the benchmark gives it to an agent.
    fn goal(&self) -> String;

    /// Prepares the phone as the benchmark does.
    fn set_up(&self, host: &Host);

    /// Returns the score if nothing was done.
    fn untouched(&self) -> f64 {
        0.0
    }

    /// Solves the task at the screen. Returns the answer if it is a question.
    fn solve(&self, person: &Person<'_>) -> Option<String>;

    /// Returns the current score.
    fn score(&self, host: &Host, answer: Option<&str>) -> f64;
}

/// Pseudo-random numbers from a seed: splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from `low` to `high`, both inclusive.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    /// Returns one of these.
    pub(crate) fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[(self.next() % of.len() as u64) as usize]
    }

    /// Returns `count` of these, none twice.
    pub(crate) fn some<T: Clone>(&mut self, of: &[T], count: usize) -> Vec<T> {
        let mut left = of.to_vec();
        (0..count).map(|_| left.remove((self.next() % left.len() as u64) as usize)).collect()
    }

    /// Returns `count` letters and digits.
    pub(crate) fn letters(&mut self, count: usize) -> String {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        (0..count).map(|_| char::from(*self.one(LETTERS))).collect()
    }
}

/// Runs tasks one after the other, each on a new phone. `SEED=NUMBER` draws other parameters.
pub(crate) fn check(tasks: &[Task]) {
    let only = std::env::var("TASK").ok();
    let first = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    for (seed, task) in (first..).zip(tasks) {
        if only.as_ref().is_none_or(|only| task.name.contains(only.as_str())) {
            let began = std::time::Instant::now();
            run(task, seed);
            println!("{}: {:.0} ms", task.name, began.elapsed().as_secs_f64() * 1000.0);
        }
    }
}

/// Runs a task on a new phone: sets it up, scores it untouched, solves it, scores it again.
pub(crate) fn run(task: &Task, seed: u64) {
    let drawn = (task.draw)(&mut Random(seed));
    let host = Host::new();
    drawn.set_up(&host);
    host.shell("input keyevent KEYCODE_HOME");
    assert_eq!(drawn.score(&host, None), drawn.untouched(), "{} untouched", task.name);
    let answer = drawn.solve(&Person::new(&host));
    assert_eq!(drawn.score(&host, answer.as_deref()), 1.0, "{} done; answered {answer:?}", task.name);
}
