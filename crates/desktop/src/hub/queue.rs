//! The thread that carries commands out for those who must not wait with a thread of their own.
//!
//! It is started with the first command and ends with the hub. Its queue is bounded: whoever comes when it is
//! full waits for room, and holds nothing meanwhile.

use std::sync::{Arc, OnceLock, Weak};

use tokio::sync::{mpsc, oneshot};

use super::{Committed, Hub, HubError};
use crate::journal::answers::{Note, Request};
use crate::present::Prepared;
use crate::state::Command;
use crate::wire::Actor;

/// How many commands wait; each was bounded when it was read.
const MOST_WAITING: usize = 256;

/// The queue of one hub.
#[derive(Debug, Default)]
pub(super) struct Queue {
    jobs: OnceLock<mpsc::Sender<Waiting>>,
}

/// A command to be carried out.
pub(super) struct Job {
    pub(super) actor: Actor,
    pub(super) command: Command,
    /// The request that it came with, if that is not to be carried out twice.
    pub(super) request: Option<Request>,
    pub(super) prepared: Prepared,
    pub(super) now_ms: u64,
}

/// What waits for its turn, and who for it.
enum Waiting {
    Command(Box<Job>, oneshot::Sender<Result<Committed, HubError>>),
    Note(Box<Note>, oneshot::Sender<Result<(), HubError>>),
}

impl Queue {
    /// Has a command carried out on the thread, and waits for what comes of it.
    pub(super) async fn run(&self, hub: &Arc<Hub>, job: Job) -> Result<Committed, HubError> {
        let (done, came) = oneshot::channel();
        self.send(hub, Waiting::Command(Box::new(job), done)).await?;
        came.await.map_err(|_| HubError::Closed)?
    }

    /// Has something written down on the thread.
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
            // The hub goes before the answer: whoever has it may open the same folder again. Nobody may wait for it
            // any more; it was carried out all the same.
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
        // The receiver went with the thread that is not there: every command is refused.
        tracing::error!(%error, "the desktop's thread could not be started");
    }
    jobs
}
