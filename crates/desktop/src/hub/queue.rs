//! The thread that carries commands out for those who must not wait with a thread of their own.
//!
//! It is started with the first command and ends with the hub. Its queue is bounded: whoever comes when it is
//! full waits for room, and holds nothing meanwhile.

use std::sync::{Arc, OnceLock, Weak};

use tokio::sync::{mpsc, oneshot};

use super::{Committed, Hub, HubError};
use crate::present::Prepared;
use crate::state::Command;
use crate::wire::Actor;

/// How many commands wait; each was bounded when it was read.
const MOST_WAITING: usize = 256;

/// The queue of one hub.
#[derive(Debug, Default)]
pub(super) struct Queue {
    jobs: OnceLock<mpsc::Sender<Job>>,
}

struct Job {
    actor: Actor,
    command: Command,
    prepared: Prepared,
    now_ms: u64,
    done: oneshot::Sender<Result<Committed, HubError>>,
}

impl Queue {
    /// Has a command carried out on the thread, and waits for what comes of it.
    pub(super) async fn run(
        &self,
        hub: &Arc<Hub>,
        actor: Actor,
        command: Command,
        prepared: Prepared,
        now_ms: u64,
    ) -> Result<Committed, HubError> {
        let (done, came) = oneshot::channel();
        let jobs = self.jobs.get_or_init(|| start(Arc::downgrade(hub)));
        let job = Job { actor, command, prepared, now_ms, done };
        jobs.send(job).await.map_err(|_| HubError::Closed)?;
        came.await.map_err(|_| HubError::Closed)?
    }
}

fn start(hub: Weak<Hub>) -> mpsc::Sender<Job> {
    let (jobs, mut waiting) = mpsc::channel::<Job>(MOST_WAITING);
    let run = move || {
        while let Some(Job { actor, command, prepared, now_ms, done }) = waiting.blocking_recv() {
            let Some(hub) = hub.upgrade() else { return };
            let came = hub.apply_prepared(&actor, &command, prepared, now_ms);
            // Before the answer: whoever has it may open the same folder again.
            drop(hub);
            // Nobody may wait any more; it was carried out all the same.
            _ = done.send(came);
        }
    };
    if let Err(error) = std::thread::Builder::new().name("desktop".to_owned()).spawn(run) {
        // The receiver went with the thread that is not there: every command is refused.
        tracing::error!(%error, "the desktop's thread could not be started");
    }
    jobs
}
