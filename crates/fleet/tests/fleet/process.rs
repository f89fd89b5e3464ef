//! A worker in a process of its own: this test program, started again.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use fleet::{Access, Fleet, Limits, Worker, WorkerOptions, WorkerPhone};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use task::agent::{NoReader, NoScripts, NoTools, Settings, SystemClock};
use task::device::Device;
use task::folder::Paths;
use task::permissions::Permissions;
use task::{Environment, Models, NoModel, Options, Phone, Phones, Service, Unreachable};
use tokio::process::{Child, Command};

use crate::phones::reach;

/// What a worker is started with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Start {
    pub(crate) url: String,
    pub(crate) name: String,
    pub(crate) phones: Vec<String>,
    pub(crate) labels: Vec<String>,
    pub(crate) data: PathBuf,
    pub(crate) lease_ms: u64,
}

/// A worker that runs.
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

    /// SIGSTOP, SIGCONT or SIGINT, by their names.
    pub(crate) async fn signal(&self, name: &str) {
        let Some(id) = self.child.id() else { return };
        let sent = Command::new("kill").args([&format!("-{name}"), &id.to_string()]).status().await.unwrap();
        assert!(sent.success());
    }

    /// Waits until it has gone by itself.
    pub(crate) async fn gone(&mut self) {
        tokio::time::timeout(Duration::from_secs(60), self.child.wait()).await.unwrap().unwrap();
    }
}

/// The phones of a worker, by their addresses.
#[derive(Default)]
pub(crate) struct Addresses(Mutex<HashMap<String, Arc<dyn Device>>>);

#[async_trait]
impl Phones for Addresses {
    async fn reach(&self, name: Option<&str>) -> Result<Arc<dyn Device>, Unreachable> {
        let name = name.ok_or_else(|| Unreachable("name a phone".to_owned()))?;
        Ok(Arc::clone(self.0.lock().unwrap().entry(name.to_owned()).or_insert_with(|| reach(name))))
    }

    async fn list(&self) -> Result<Vec<Phone>, Unreachable> {
        Ok(Vec::new())
    }
}

/// Only the planner, and a script that asks.
pub(crate) struct Scripted;

impl Models for Scripted {
    fn find(
        &self,
        word: Option<&str>,
        dialect: Option<action::dialect::DialectName>,
    ) -> Result<Option<Arc<dyn task::agent::model::Model>>, NoModel> {
        use task::agent::model::{Script, System, Traits};
        let Some(word) = word else { return Ok(None) };
        let lines = match word {
            "asks" => [r#"{"type":"ask_user","question":"Which code?"}"#, r#"{"type":"finish","message":"done"}"#],
            _ => return Err(NoModel(format!("there is no model `{word}`"))),
        };
        let text = lines.map(|line| format!(r#"{{"raw":{{"thought":"next","action":{line}}}}}"#)).join("\n");
        let traits = Traits::of(dialect.unwrap_or(action::dialect::DialectName::AUTO));
        let script = Script::of(word, &text, traits, Arc::new(System)).map_err(|error| NoModel(error.to_string()))?;
        Ok(Some(Arc::new(script)))
    }

    fn has(&self, _: &str) -> bool {
        false
    }
}

/// A service over a folder.
pub(crate) fn service(data: &std::path::Path) -> Arc<Service> {
    let places = Paths::new(data);
    let permissions = Arc::new(Permissions::open(&places.permissions()).unwrap());
    let environment = Environment {
        phones: Arc::new(Addresses::default()),
        models: Arc::new(Scripted),
        tools: Arc::new(NoTools),
        scripts: Arc::new(NoScripts),
        reader: Arc::new(NoReader),
        clock: Arc::new(SystemClock::new()),
        random: Arc::new(random),
    };
    let options = Options { settings: Settings::default(), ..Options::default() };
    Service::open(places, permissions, environment, options).unwrap()
}

pub(crate) fn random() -> std::io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes)
}

pub(crate) fn limits(lease_ms: u64) -> Limits {
    Limits { lease: Duration::from_millis(lease_ms), takes: 1000, ..Limits::default() }
}

/// Claims the phones, and waits for those that a killed worker still has.
async fn claimed(fleet: &Fleet, service: &Arc<Service>, start: &Start) -> Worker {
    let phones = start.phones.iter();
    let phones = phones.map(|phone| WorkerPhone::labelled(phone.clone(), phone.clone(), &start.labels)).collect();
    let options = WorkerOptions { name: start.name.clone(), host: "here".to_owned(), phones };
    Worker::start(fleet, service, options, Timestamp::now()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the other tests start it as a process"]
async fn a_worker() {
    let Ok(start) = std::env::var("FLEET_TEST_WORKER") else { return };
    let start: Start = serde_json::from_str(&start).unwrap();
    // The server may be down just now.
    let fleet = loop {
        match Fleet::connect(&Access::new(&start.url), &start.name, limits(start.lease_ms)).await {
            Ok(fleet) => break fleet,
            Err(error) => eprintln!("{error}"),
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    let service = service(&start.data);
    let worker = claimed(&fleet, &service, &start).await;
    worker.refused().iter().for_each(|error| println!("refused: {error}"));
    let mut signal = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt()).unwrap();
    let drain = async move { drop(signal.recv().await) };
    worker.run(drain, std::future::pending()).await;
}
