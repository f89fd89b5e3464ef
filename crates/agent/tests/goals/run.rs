//! Runs tasks, several at a time, and counts how they end.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

use agent::Status;
use planner::{Dialogue, Index, Planner, Turn};

use crate::phone::{carry_out, directory};
use crate::tasks::host::Host;
use crate::tasks::task::{Random, Task};

/// How a goal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    /// Success was claimed, and the score is 1.
    Done,
    /// Success was claimed, and the score is less.
    ClaimedFalsely,
    /// It was tried, and failure was admitted.
    Failed,
    /// It is beyond the planner, which said so at once.
    Refused,
}

/// A task that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    name: &'static str,
    goal: String,
    pub(crate) end: End,
    /// The last words, and before them the questions.
    told: String,
}

impl Ended {
    /// Whether it is a task in its first form: `MarkorEditNote, a footer` is another form of one.
    pub(crate) fn is_of_the_benchmark(&self) -> bool {
        !self.name.contains(',')
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal: String = self.goal.chars().take(120).collect();
        write!(f, "{:?} {}: {goal:?}", self.end, self.name)?;
        if self.end == End::Refused { Ok(()) } else { write!(f, "\n    {}", self.told.replace('\n', "\n    ")) }
    }
}

/// Runs the tasks on as many phones at once as there are processors. The result is sorted by how they ended.
pub(crate) fn all(tasks: Vec<&'static Task>, seed: u64) -> Vec<Ended> {
    let (next, ended) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let one = run(task, seed);
                    ended.lock().unwrap().push(one);
                }
            });
        }
    });
    let mut ended = ended.into_inner().unwrap();
    ended.sort_by_key(|one| (one.end, one.name));
    ended
}

/// Whether the planner knows no operation for a goal, with the apps of the phone. Contacts make no difference.
fn is_beyond(goal: &str) -> bool {
    static PLANNER: LazyLock<(Planner, Index)> =
        LazyLock::new(|| (Planner::new().unwrap(), Index::new(directory(&Host::new()))));
    let (planner, directory) = &*PLANNER;
    let now = jiff::civil::date(2023, 10, 15).at(15, 34, 0, 0);
    let turn = Turn { utterance: goal, directory, now, always_confirm: false };
    !planner.plan(&turn, &Dialogue::default()).covered
}

fn run(task: &Task, seed: u64) -> Ended {
    let drawn = (task.draw)(&mut Random(seed));
    let goal = drawn.goal();
    let ended = |end, told| Ended { name: task.name, goal: goal.clone(), end, told };
    if is_beyond(&goal) && std::env::var("REFUSED").is_err() {
        return ended(End::Refused, String::new());
    }
    let host = Host::new();
    drawn.set_up(&host);
    host.shell("input keyevent KEYCODE_HOME");
    let (summary, asked) = carry_out(&host, &goal);
    let questions: String = asked.iter().map(|question| format!("? {question}\n")).collect();
    let told = format!("{questions}{}", summary.told());
    if summary.status != Status::Success {
        return ended(End::Failed, told);
    }
    // A rule may find the phone in a state that it does not expect at all.
    let score = catch_unwind(AssertUnwindSafe(|| drawn.score(&host, Some(summary.told())))).unwrap_or(0.0);
    ended(if score >= 1.0 { End::Done } else { End::ClaimedFalsely }, told)
}
