//! What a worker is told to do by others: cancel, pause, drain, take an answer. A request, answered by that worker.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::connect::Fleet;
use crate::error::FleetError;
use crate::message::{VERSION, read};
use crate::presence::WorkerPresence;
use crate::sealed::Sealed;
use crate::subject;

/// The longest command: an answer of 64 KiB, sealed and written in digits.
const MOST: usize = 512 << 10;
/// How long a worker has to answer.
const ANSWER: Duration = Duration::from_secs(10);

/// What a worker is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
#[expect(private_interfaces, reason = "what is sealed is made and opened here only")]
pub enum Command {
    /// End a task.
    Cancel {
        /// Which.
        task: String,
    },
    /// Let a task stand still.
    Pause {
        /// Which.
        task: String,
    },
    /// Let it go on.
    GoOn {
        /// Which.
        task: String,
    },
    /// Finish what runs and take nothing new.
    Drain,
    /// A person's answer.
    Answer {
        /// To which question.
        question: String,
        /// The answer.
        sealed: Sealed,
    },
}

#[derive(Serialize, Deserialize)]
struct Envelope {
    version: u32,
    #[serde(flatten)]
    command: Command,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    version: u32,
    /// Why not; nothing if it was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

impl Reply {
    pub(crate) fn new(done: Result<(), String>) -> Self {
        Self { version: VERSION, refused: done.err() }
    }

    pub(crate) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

impl Command {
    pub(crate) fn read(payload: &[u8]) -> Result<Self, String> {
        read::<Envelope>(payload, MOST, "command").map(|envelope| envelope.command)
    }
}

impl Fleet {
    /// Tells a worker, and waits for what comes of it.
    pub async fn command(&self, worker: &str, command: Command) -> Result<(), FleetError> {
        let silent = |why: String| FleetError::Silent { worker: worker.to_owned(), why };
        let envelope = Envelope { version: VERSION, command };
        let payload = serde_json::to_vec(&envelope).map_err(FleetError::away)?;
        let asked = self.client.request(subject::command(worker), payload.into());
        let reply = match tokio::time::timeout(ANSWER, asked).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => return Err(silent(error.to_string())),
            Err(_) => return Err(silent("it took too long".to_owned())),
        };
        let reply: Reply = read(&reply.payload, MOST, "reply").map_err(silent)?;
        reply.refused.map_or(Ok(()), |why| Err(FleetError::State(why)))
    }

    /// Answers a question of a worker. The first answer counts; who comes later is told so.
    pub async fn answer(&self, worker: &WorkerPresence, question: &str, reply: &task::Reply) -> Result<(), FleetError> {
        let unsent =
            || FleetError::Invalid("a file cannot be given over the fleet; answer at the worker itself".to_owned());
        let sealed = Sealed::new(&reply.to_json().ok_or_else(unsent)?, &worker.key)?;
        self.command(&worker.worker, Command::Answer { question: question.to_owned(), sealed }).await
    }
}
