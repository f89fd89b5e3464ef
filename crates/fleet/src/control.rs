//! Commands to a worker: cancel, pause, drain, take an answer. Each is a request that the worker answers.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::connect::Fleet;
use crate::error::FleetError;
use crate::message::{VERSION, read};
use crate::presence::WorkerPresence;
use crate::sealed::Sealed;
use crate::subject;

/// The longest command: an answer of 64 KiB, sealed and hex-encoded.
const MOST: usize = 512 << 10;
/// How long a worker has to answer.
const ANSWER: Duration = Duration::from_secs(10);

/// A command to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
#[expect(private_interfaces, reason = "what is sealed is made and opened here only")]
pub enum Command {
    /// Cancels a task.
    Cancel {
        /// The task.
        task: String,
    },
    /// Pauses a task.
    Pause {
        /// The task.
        task: String,
    },
    /// Continues it.
    GoOn {
        /// The task.
        task: String,
    },
    /// Finishes running tasks and takes no new ones.
    Drain,
    /// A person's answer.
    Answer {
        /// The question.
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

/// The outcome of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    version: u32,
    /// Why it was refused; `None` if it was carried out.
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
    /// Sends a command to a worker and waits for its outcome.
    pub async fn command(&self, worker: &str, command: Command) -> Result<(), FleetError> {
        let silent = |why: String| FleetError::Silent { worker: worker.to_owned(), why };
        let envelope = Envelope { version: VERSION, command };
        let payload = serde_json::to_vec(&envelope).map_err(FleetError::away)?;
        let asked = self.client.request(subject::command(worker), payload.into());
        let reply = match tokio::time::timeout(ANSWER, asked).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => return Err(silent(error.to_string())),
            Err(_) => return Err(silent("it timed out".to_owned())),
        };
        let reply: Reply = read(&reply.payload, MOST, "reply").map_err(silent)?;
        reply.refused.map_or(Ok(()), |why| Err(FleetError::State(why)))
    }

    /// Answers a question of a worker. The first answer counts; a later one is refused.
    pub async fn answer(&self, worker: &WorkerPresence, question: &str, reply: &task::Reply) -> Result<(), FleetError> {
        let unsent = || FleetError::Invalid("a file cannot be sent through the fleet; answer at the worker".to_owned());
        let sealed = Sealed::new(&reply.to_json().ok_or_else(unsent)?, &worker.key)?;
        self.command(&worker.worker, Command::Answer { question: question.to_owned(), sealed }).await
    }
}
