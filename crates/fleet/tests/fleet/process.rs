//! A worker in its own process: this test program, started again.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use fleet::{Access, Fleet, Worker, WorkerOptions, WorkerPhone};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use task::Service;
use tokio::process::{Child, Command};

use crate::rig::PATIENCE;
use crate::world::{limits, service};

/// The parameters of a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Start {
    pub(crate) url: String,
    pub(crate) name: String,
    pub(crate) phones: Vec<String>,
    pub(crate) labels: Vec<String>,
    pub(crate) data: PathBuf,
    pub(crate) lease_ms: u64,
}

/// A running worker.
pub(crate) struct Process {
    child: Child,
}

impl Process {
    pub(crate) fn start(start: &Start) -> Self {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(start.data.join("log")).unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["process::a_worker", "--exact", "--ignored", "--nocapture"]);
        command.env("FLEET_TEST_WORKER", serde_json::to_string(start).unwrap());
        command.stdin(Stdio::null()).stdout(Stdio::from(log.try_clone().unwrap())).stderr(Stdio::from(log));
        Self { child: command.kill_on_drop(true).spawn().unwrap() }
    }

    /// kill -9.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Sends SIGSTOP, SIGCONT or SIGINT, by name.
    pub(crate) async fn signal(&self, name: &str) {
        let Some(id) = self.child.id() else { return };
        let sent = Command::new("kill").args([&format!("-{name}"), &id.to_string()]).status().await.unwrap();
        assert!(sent.success());
    }

    /// Waits until it has exited by itself.
    pub(crate) async fn gone(&mut self) {
        tokio::time::timeout(PATIENCE, self.child.wait()).await.unwrap().unwrap();
    }
}

/// Claims the phones.
async fn claimed(fleet: &Fleet, service: &Arc<Service>, start: &Start) -> Worker {
    let phones = start.phones.iter();
    let phones = phones.map(|phone| WorkerPhone::labelled(phone.clone(), phone.clone(), &start.labels)).collect();
    // One process at a time gets a folder.
    let (host, owner) = ("here".to_owned(), start.data.display().to_string());
    let options = WorkerOptions { name: start.name.clone(), host, owner, phones };
    Worker::start(fleet, service, options, Timestamp::now()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the other tests start it as a process"]
async fn a_worker() {
    let Ok(start) = std::env::var("FLEET_TEST_WORKER") else { return };
    let start: Start = serde_json::from_str(&start).unwrap();
    // The server may be down at this moment.
    let fleet = loop {
        match Fleet::connect(&Access::new(&start.url), &start.name, limits(start.lease_ms)).await {
            Ok(fleet) => break fleet,
            Err(error) => eprintln!("{error}"),
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    let service = service(&start.data);
    let worker = claimed(&fleet, &service, &start).await;
    worker.waiting().iter().for_each(|phone| println!("waits: {}", phone.why));
    let mut signal = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt()).unwrap();
    let drain = async move {
        signal.recv().await;
    };
    worker.run(drain, std::future::pending()).await;
}
