//! Measures the cost of the fleet: the same planned tasks on the same number of simulated phones, in one process and by
//! workers over a NATS server, with more and more phones. `cargo bench -p fleet` prints a table for 1, 10, 50 and 200
//! phones (the last are 5,000 tasks), `cargo bench -p fleet -- 1 10` for those numbers; `FINGERTIP_NATS_SERVER` names
//! the server.
//!
//! Each task sends a message, and the messages are counted on the phones, so every figure is for tasks that were done
//! once. Time is given twice: as elapsed time, and as processor time, which other programs disturb less.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark is run by builders"
)]

#[path = "../../../adb/tests/wire/absent.rs"]
mod absent;
#[path = "../../tests/fleet/disk.rs"]
#[allow(dead_code, reason = "the tests use it")]
mod disk;
#[path = "../../tests/fleet/phones.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod phones;
mod runs;
#[path = "../../tests/fleet/server.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod server;
mod usage;
#[path = "../../tests/fleet/world.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod world;

use std::process::Stdio;
use std::time::{Duration, Instant};

use fleet::{Access, Fleet, FleetState, Limits, Submission, Submitter};
use jiff::Timestamp;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::runs::{Part, Report, task};
use crate::usage::Usage;
use crate::world::random;

/// Tasks per phone: with 200 phones, 5,000.
const EACH: usize = 25;
/// How many workers, if there are at least as many phones.
const WORKERS: usize = 4;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        if let Some(part) = Part::given() {
            return part.run().await;
        }
        let Some(nats) = server::Nats::start().await else { return };
        let given: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
        let counts = if given.is_empty() { vec![1, 10, 50, 200] } else { given };
        println!(
            "phones workers  tasks | in one process: /s  s/task  cpu ms/task   MB | fleet: /s  s/task  \
             cpu ms/task: workers  server  submitter   MB: workers  server | handed in /s"
        );
        for count in counts {
            row(&nats, count).await;
        }
    });
}

async fn row(nats: &server::Nats, count: usize) {
    let alone = Running::start(&Part::Alone { phones: count, each: EACH }).await.end().await;
    let fleet = over_nats(nats, count).await;
    let tasks = (count * EACH) as f64;
    // A phone's time per task.
    let each = |time: Duration| time.as_secs_f64() / EACH as f64;
    let cpu = |time: Duration| time.as_secs_f64() * 1000.0 / tasks;
    println!(
        "{count:>6} {:>7} {tasks:>6} | {:>18.1} {:>7.3} {:>12.1} {:>4.0} | {:>9.1} {:>7.3} {:>20.1} {:>7.1} {:>10.1} {:>13.0} {:>7.0} \
         | {:>12.0}",
        fleet.workers,
        tasks / alone.took.as_secs_f64(),
        each(alone.took),
        cpu(alone.usage.cpu),
        alone.usage.megabytes,
        tasks / fleet.took.as_secs_f64(),
        each(fleet.took),
        cpu(fleet.of_workers.cpu),
        cpu(fleet.of_server.cpu),
        cpu(fleet.of_submitter.cpu),
        fleet.of_workers.megabytes,
        fleet.of_server.megabytes,
        tasks / fleet.handed_in.as_secs_f64(),
    );
}

/// The cost of a run over NATS.
struct OverNats {
    workers: usize,
    took: Duration,
    handed_in: Duration,
    of_workers: Usage,
    of_server: Usage,
    of_submitter: Usage,
}

async fn over_nats(nats: &server::Nats, count: usize) -> OverNats {
    let workers = WORKERS.min(count);
    let pool = format!("bench-{count}");
    let mut children = Vec::new();
    for number in 0..workers {
        let phones = count / workers + usize::from(number < count % workers);
        let (url, pool) = (nats.url(), pool.clone());
        children.push(Running::start(&Part::Worker { number, url, pool, phones }).await);
    }
    let fleet = Fleet::connect(&Access::new(nats.url()), "bench", Limits::default()).await.unwrap();
    let server = nats.id().unwrap();
    let (server_before, own_before) = (Usage::of(server), Usage::of(std::process::id()));
    let began = Instant::now();
    let how = Submission { pool, ..Submission::default() };
    let mut submitter = Submitter::new(&fleet, "bench");
    let mut ids = Vec::new();
    for number in 0..count * EACH {
        ids.push(submitter.submit(task(number), &how, Timestamp::now(), random().unwrap()).await.unwrap());
    }
    let handed_in = began.elapsed();
    fleet.wait(&ids, |state| assert_eq!(state.state, FleetState::Success, "{state:?}")).await.unwrap();
    let took = began.elapsed();
    let (of_server, of_submitter) =
        (Usage::of(server).since(server_before), Usage::of(std::process::id()).since(own_before));
    let mut of_workers = Usage::default();
    let mut sent = 0;
    for child in children {
        let report = child.end().await;
        of_workers = of_workers.with(report.usage);
        sent += report.sent;
    }
    assert_eq!(sent, count * EACH, "so many messages were sent");
    OverNats { workers, took, handed_in, of_workers, of_server, of_submitter }
}

/// A part of a run, in its own process: this program, started again. It reports when it is ready, and its results when
/// its input ends.
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Running {
    async fn start(part: &Part) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.env(runs::GIVEN, serde_json::to_string(part).unwrap()).kill_on_drop(true);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut lines = BufReader::new(output).lines();
        assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("ready"));
        Self { child, input, lines }
    }

    async fn end(self) -> Report {
        let Self { mut child, input, mut lines } = self;
        drop(input);
        let report = serde_json::from_str(&lines.next_line().await.unwrap().unwrap()).unwrap();
        assert!(child.wait().await.unwrap().success());
        report
    }
}
