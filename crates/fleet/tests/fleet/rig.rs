//! The server, phones and workers of one test.

use std::path::PathBuf;
use std::time::Duration;

use fleet::{Access, Fleet, Submission, Submitter, TaskState, WorkerPresence};
use jiff::Timestamp;
use task::NewTask;

use crate::phones::Plugged;
use crate::process::{Process, Start};
use crate::server::Nats;
use crate::world::{limits, random};

/// Short, so that a test need not wait the half minute of a real fleet.
pub(crate) const LEASE: Duration = Duration::from_secs(3);

/// How long something may take that takes a second on an idle machine: CI machines are busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(240);

/// A server, and its workers' data folders.
pub(crate) struct Rig {
    pub(crate) nats: Nats,
    pub(crate) fleet: Fleet,
    folder: tempfile::TempDir,
}

impl Rig {
    pub(crate) async fn new() -> Option<Self> {
        let nats = Nats::start().await?;
        let fleet = connect(&nats.url()).await;
        Some(Self { nats, fleet, folder: tempfile::tempdir().unwrap() })
    }

    /// Creates a rig whose streams have these limits.
    pub(crate) async fn with(limits: fleet::Limits) -> Option<Self> {
        let nats = Nats::start().await?;
        let fleet = Fleet::connect(&Access::new(nats.url()), "test", limits).await.unwrap();
        Some(Self { nats, fleet, folder: tempfile::tempdir().unwrap() })
    }

    /// Creates a rig on an existing server.
    pub(crate) async fn on(nats: Nats) -> Self {
        let until = tokio::time::Instant::now() + Duration::from_secs(60);
        let limits = limits(u64::try_from(LEASE.as_millis()).unwrap());
        // A cluster elects its leader first.
        let fleet = loop {
            match Fleet::connect(&Access::new(nats.url()), "test", limits).await {
                Ok(fleet) => break fleet,
                Err(error) => assert!(tokio::time::Instant::now() < until, "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        };
        Self { nats, fleet, folder: tempfile::tempdir().unwrap() }
    }

    /// The data folder of a worker of this name.
    pub(crate) fn data(&self, name: &str) -> PathBuf {
        let data = self.folder.path().join(name);
        std::fs::create_dir_all(&data).unwrap();
        data
    }

    /// The parameters of a worker of this name.
    pub(crate) fn start(&self, name: &str, phones: &[&Plugged]) -> Start {
        let data = self.data(name);
        Start {
            url: self.nats.url(),
            name: name.to_owned(),
            phones: phones.iter().map(|phone| phone.address.clone()).collect(),
            labels: vec!["default".to_owned()],
            data,
            lease_ms: u64::try_from(LEASE.as_millis()).unwrap(),
        }
    }

    pub(crate) fn worker(&self, name: &str, phones: &[&Plugged]) -> Process {
        Process::start(&self.start(name, phones))
    }

    /// Waits until a worker's presence matches.
    pub(crate) async fn until_worker(&self, name: &str, fits: impl Fn(&WorkerPresence) -> bool) -> WorkerPresence {
        let seen = tokio::time::timeout(PATIENCE, async {
            loop {
                let workers = self.fleet.workers().await.unwrap_or_default();
                if let Some(seen) = workers.into_iter().find(|worker| worker.worker == name && fits(worker)) {
                    return seen;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        seen.await.unwrap_or_else(|_| panic!("`{name}` is never seen so"))
    }

    /// Returns a worker's output.
    pub(crate) fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name).join("log")).unwrap_or_default()
    }

    pub(crate) async fn submit(&self, task: NewTask) -> String {
        self.submit_as(task, &usual()).await
    }

    pub(crate) async fn submit_as(&self, task: NewTask, how: &Submission) -> String {
        let mut submitter = Submitter::new(&self.fleet, "ann");
        submitter.submit(task, how, Timestamp::now(), random().unwrap()).await.unwrap()
    }

    /// Waits until a task's state matches.
    pub(crate) async fn until(&self, task: &str, fits: impl Fn(&TaskState) -> bool) -> TaskState {
        let mut last = None;
        let waited = tokio::time::timeout(PATIENCE, async {
            loop {
                if let Ok(state) = self.fleet.state(task).await {
                    if fits(&state) {
                        return state;
                    }
                    last = Some(state);
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        match waited.await {
            Ok(state) => state,
            Err(_) => panic!("it never stands so: {last:?}"),
        }
    }

    pub(crate) async fn end(&self, task: &str) -> TaskState {
        self.until(task, |state| state.state.is_over()).await
    }
}

pub(crate) async fn connect(url: &str) -> Fleet {
    Fleet::connect(&Access::new(url), "test", limits(u64::try_from(LEASE.as_millis()).unwrap())).await.unwrap()
}

pub(crate) fn usual() -> Submission {
    Submission { pool: "default".to_owned(), ..Submission::default() }
}

/// A task that sends one message, by the planner.
pub(crate) fn text(number: usize) -> NewTask {
    let goal = format!("text Sam that job {number} is done");
    NewTask { goal, model: Some("plan".to_owned()), ..NewTask::default() }
}
