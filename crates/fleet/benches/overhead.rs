//! What the fleet costs: the same tasks on the same simulated phones, in one process and over a NATS server, with more and
//! more phones. `cargo bench -p fleet` prints a table, `cargo bench -p fleet -- 1 10` that for so many phones;
//! `FINGERTIP_NATS_SERVER` names the server.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark is run by builders"
)]

#[path = "../tests/fleet/disk.rs"]
#[allow(dead_code, reason = "the tests use it")]
mod disk;
#[path = "../tests/fleet/phones.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod phones;
#[path = "../tests/fleet/server.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod server;
#[path = "../tests/fleet/world.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod world;

use std::sync::Arc;
use std::time::{Duration, Instant};

use fleet::{Access, Fleet, FleetState, Limits, Submission, Submitter, Worker, WorkerOptions, WorkerPhone};
use jiff::Timestamp;
use task::{NewTask, News, Service, Spec, What};

use crate::phones::Plugged;
use crate::world::{random, service};

/// So many tasks for each phone.
const EACH: usize = 8;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(nats) = server::Nats::start().await else { return };
        println!(
            "{:>16} {:>7} {:>14} {:>14} {:>20}",
            "task", "phones", "in process /s", "fleet /s", "more for each, ms"
        );
        let given: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
        let counts = if given.is_empty() { vec![1, 10, 50] } else { given };
        for (name, model) in [("finished at once", "done"), ("sends a message", "plan")] {
            for &count in &counts {
                let phones = Plugged::several(count).await;
                let alone = alone(&phones, model).await;
                let phones = Plugged::several(count).await;
                let fleet = over_nats(&nats.url(), &phones, model).await;
                let tasks = (count * EACH) as f64;
                let rate = |time: Duration| tasks / time.as_secs_f64();
                let more = (fleet.as_secs_f64() - alone.as_secs_f64()) * 1000.0 / EACH as f64;
                println!("{name:>16} {count:>7} {:>14.1} {:>14.1} {more:>20.1}", rate(alone), rate(fleet));
            }
        }
    });
}

fn task(number: usize, model: &str) -> NewTask {
    let goal = format!("text Sam that job {number} is done");
    NewTask { goal, model: Some(model.to_owned()), ..NewTask::default() }
}

/// All of them in this process.
async fn alone(phones: &[Plugged], model: &str) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let mut watching = service.watch_all(None);
    let began = Instant::now();
    for number in 0..phones.len() * EACH {
        let device = Some(phones[number % phones.len()].address.clone());
        service.start(Spec { device, ..Spec::from(task(number, model)) }).await.unwrap();
    }
    let mut left = phones.len() * EACH;
    while left > 0 {
        match watching.next().await.unwrap() {
            News::Event(event) => left -= usize::from(matches!(event.what, What::Ended(_))),
            News::Lagged { .. } => left = live(&service).await,
        }
    }
    began.elapsed()
}

async fn live(service: &Arc<Service>) -> usize {
    let page = service.list(100, None).await.unwrap();
    page.tasks.iter().filter(|view| view.reason.is_none()).count()
}

/// The same by a worker of a fleet.
async fn over_nats(url: &str, phones: &[Plugged], model: &str) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let service = service(folder.path());
    let fleet = Fleet::connect(&Access::new(url), "bench", Limits::default()).await.unwrap();
    let phones: Vec<WorkerPhone> = phones
        .iter()
        .map(|phone| WorkerPhone::labelled(phone.address.clone(), phone.address.clone(), &["bench".to_owned()]))
        .collect();
    let tasks = phones.len() * EACH;
    let options = WorkerOptions { name: format!("bench-{}", phones.len()), host: "here".to_owned(), phones };
    let worker = Worker::start(&fleet, &service, options, Timestamp::now()).await.unwrap();
    let (drain, drained) = tokio::sync::oneshot::channel::<()>();
    let working = tokio::spawn(worker.run(async move { drop(drained.await) }, std::future::pending()));
    let began = Instant::now();
    let how = Submission { pool: "bench".to_owned(), ..Submission::default() };
    let mut submitter = Submitter::new(&fleet, "bench");
    let mut ids = Vec::new();
    for number in 0..tasks {
        ids.push(submitter.submit(task(number, model), &how, Timestamp::now(), random().unwrap()).await.unwrap());
    }
    fleet.wait(&ids, |state| assert_eq!(state.state, FleetState::Success, "{state:?}")).await.unwrap();
    let took = began.elapsed();
    drop(drain);
    working.await.unwrap();
    took
}
