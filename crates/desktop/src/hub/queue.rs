//! The thread that carries out commands for callers that must not block.
//!
//! It starts with the first command and ends with the hub. Its queue is bounded: if it is full, a caller waits for room
//! and holds no lock meanwhile.

use std::sync::{Arc, OnceLock, Weak};

use tokio::sync::{mpsc, oneshot};

use super::{Committed, Hub, HubError};
use crate::journal::answers::{Note, Request};
use crate::present::Prepared;
use crate::state::Command;
use crate::wire::Actor;

/// How many commands may wait; each was bounded when it was parsed.
const MOST_WAITING: usize = 256;

/// The queue of one hub.
#[derive(Debug, Default)]
pub(super) struct Queue {
    jobs: OnceLock<mpsc::Sender<Waiting>>,
}

/// A command to carry out.
pub(super) struct Job {
    pub(super) actor: Actor,
    pub(super) command: Command,
    /// The command's request, if that must not be carried out twice.
    pub(super) request: Option<Request>,
    pub(super) prepared: Prepared,
    pub(super) now_ms: u64,
}

/// A queued item, and the channel for its result.
enum Waiting {
    Command(Box<Job>, oneshot::Sender<Result<Committed, HubError>>),
    Note(Box<Note>, oneshot::Sender<Result<(), HubError>>),
}

impl Queue {
    /// Carries out a command on the thread and waits for its result.
    pub(super) async fn run(&self, hub: &Arc<Hub>, job: Job) -> Result<Committed, HubError> {
        let (done, came) = oneshot::channel();
        self.send(hub, Waiting::Command(Box::new(job), done)).await?;
        came.await.map_err(|_| HubError::Closed)?
    }

    /// Journals a note on the thread.
    pub(super) async fn note(&self, hub: &Arc<Hub>, note: Note) -> Result<(), HubError> {
        let (done, came) = oneshot::channel();
        self.send(hub, Waiting::Note(Box::new(note), done)).await?;
        came.await.map_err(|_| HubError::Closed)?
    }

    async fn send(&self, hub: &Arc<Hub>, waiting: Waiting) -> Result<(), HubError> {
        let jobs = self.jobs.get_or_init(|| start(Arc::downgrade(hub)));
        jobs.send(waiting).await.map_err(|_| HubError::Closed)
    }
}

fn start(hub: Weak<Hub>) -> mpsc::Sender<Waiting> {
    let (jobs, mut waiting) = mpsc::channel::<Waiting>(MOST_WAITING);
    let run = move || {
        while let Some(next) = waiting.blocking_recv() {
            let Some(hub) = hub.upgrade() else { return };
            // Drop the hub before answering: the caller may then open the same folder again. Even if the caller has
            // gone, the command was carried out.
            match next {
                Waiting::Command(job, done) => {
                    let Job { actor, command, request, prepared, now_ms } = *job;
                    let came = hub.apply_prepared(&actor, &command, request.as_ref(), prepared, now_ms);
                    drop(hub);
                    _ = done.send(came);
                }
                Waiting::Note(note, done) => {
                    let came = hub.write_note(&note);
                    drop(hub);
                    _ = done.send(came);
                }
            }
        }
    };
    if let Err(error) = std::thread::Builder::new().name("desktop".to_owned()).spawn(run) {
        // The receiver was dropped with the thread that did not start: every command is refused.
        tracing::error!(%error, "couldn't start the desktop's thread");
    }
    jobs
}
