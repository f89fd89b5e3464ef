//! The processes of the benchmark: all tasks alone, or a worker's part of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fleet::{Access, Fleet, Limits, Worker, WorkerOptions, WorkerPhone};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use task::agent::Status;
use task::{EventKind, NewTask, News, Service, Spec};
use tokio::task::JoinSet;

use crate::phones::Plugged;
use crate::usage::Usage;
use crate::world::service;

/// The environment variable with a process's part.
pub(crate) const GIVEN: &str = "FLEET_BENCH";

/// The part of a process of the benchmark.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Part {
    /// Everything, without a fleet: this many tasks on each phone.
    Alone { phones: usize, each: usize },
    /// The tasks that it pulls.
    Worker { number: usize, url: String, pool: String, phones: usize },
}

/// The results of a process.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) took: Duration,
    pub(crate) usage: Usage,
    /// How many messages its phones sent.
    pub(crate) sent: usize,
}

/// A task that sends one message, by the planner.
pub(crate) fn task(number: usize) -> NewTask {
    let goal = format!("text Sam that job {number} is done");
    NewTask { goal, model: Some("plan".to_owned()), ..NewTask::default() }
}

impl Part {
    /// Returns this process's part, if it is not the first process.
    pub(crate) fn given() -> Option<Self> {
        std::env::var(GIVEN).ok().map(|text| serde_json::from_str(&text).unwrap())
    }

    pub(crate) async fn run(self) {
        let folder = tempfile::tempdir().unwrap();
        let service = service(folder.path());
        let phones = match &self {
            Self::Alone { phones, .. } | Self::Worker { phones, .. } => Plugged::several(*phones).await,
        };
        let (took, usage) = match self {
            Self::Alone { each, .. } => {
                println!("ready");
                let (before, began) = (Usage::of(std::process::id()), Instant::now());
                alone(&service, &phones, each).await;
                (began.elapsed(), Usage::of(std::process::id()).since(before))
            }
            Self::Worker { number, url, pool, .. } => {
                let worker = worker(&service, &phones, number, &url, pool).await;
                println!("ready");
                let (before, began) = (Usage::of(std::process::id()), Instant::now());
                // Until the first process has seen all ends.
                let input = || std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
                let drain = async { drop(tokio::task::spawn_blocking(input).await) };
                worker.run(drain, std::future::pending()).await;
                (began.elapsed(), Usage::of(std::process::id()).since(before))
            }
        };
        let mut sent = 0;
        for phone in &phones {
            sent += phone.sent().await.iter().filter(|body| body.starts_with("Job ")).count();
        }
        println!("{}", serde_json::to_string(&Report { took, usage, sent }).unwrap());
    }
}

/// Runs the tasks of each phone one after the other.
async fn alone(service: &Arc<Service>, phones: &[Plugged], each: usize) {
    let mut running = JoinSet::new();
    for (at, phone) in phones.iter().enumerate() {
        let (service, device) = (Arc::clone(service), phone.address.clone());
        running.spawn(async move {
            for number in at * each..(at + 1) * each {
                let spec = Spec { device: Some(device.clone()), ..Spec::from(task(number)) };
                let started = service.start(spec).await.unwrap();
                let mut watching = service.watch(&started, None).await.unwrap();
                while let Some(news) = watching.next().await {
                    if let News::Event(event) = news
                        && let EventKind::Ended(summary) = &event.what
                    {
                        assert_eq!(summary.status, Status::Success, "{summary:?}");
                        break;
                    }
                }
            }
        });
    }
    running.join_all().await;
}

async fn worker(service: &Arc<Service>, phones: &[Plugged], number: usize, url: &str, pool: String) -> Worker {
    let fleet = Fleet::connect(&Access::new(url), "bench", Limits::default()).await.unwrap();
    // As many labels as a real phone has.
    let labels = [pool, "sim".to_owned(), "android14".to_owned(), "pixel-8".to_owned()];
    let phones =
        phones.iter().map(|phone| WorkerPhone::labelled(phone.address.clone(), phone.address.clone(), &labels));
    let (name, host, owner) = (format!("bench-{number}"), "here".to_owned(), String::new());
    let options = WorkerOptions { name, host, owner, phones: phones.collect() };
    Worker::start(&fleet, service, options, Timestamp::now()).await.unwrap()
}
