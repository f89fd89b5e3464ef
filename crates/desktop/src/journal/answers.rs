//! What requests with an idempotency key were answered, as far as the disk knows: a line of the journal says which
//! request its command came with, and a note behind it what was answered, where that is not plain from the command.

use std::collections::{HashMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::state::Command;

/// How many answers are kept.
const MOST: usize = 4096;
/// How many bytes of them.
const MOST_BYTES: usize = 16 << 20;
/// What an answer takes beside its texts.
const BYTES_EACH: usize = 256;

/// Which request a command came with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// Who sent it.
    pub(crate) agent: String,
    /// Its key.
    pub(crate) key: String,
    /// What was sent, as a digest.
    pub(crate) digest: String,
    /// What the agent calls each of its actions, where the command has not all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) requests: Option<Vec<Option<String>>>,
}

/// What was answered to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answered {
    /// The request.
    pub(crate) request: Request,
    /// The answer as JSON, if it was written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reply: Option<String>,
    /// The number of the change, for an answer that follows from the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seq: Option<u64>,
}

impl Answered {
    fn bytes(&self) -> usize {
        let Request { agent, key, digest, requests } = &self.request;
        let names = requests.iter().flatten().map(|name| 8 + name.as_ref().map_or(0, String::len)).sum::<usize>();
        BYTES_EACH + agent.len() + key.len() + digest.len() + names + self.reply.as_ref().map_or(0, String::len)
    }
}

/// What is written down beside commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Note {
    /// What a request was answered.
    Answered(Answered),
    /// The agent has ended: whoever comes under its name has keys of their own.
    Forget {
        /// The agent.
        agent: String,
    },
}

/// The answers that are kept, oldest first; the oldest give way.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    kept: HashMap<(String, String), Answered>,
    order: VecDeque<(String, String)>,
    bytes: usize,
}

impl Answers {
    /// A command with a request was carried out under this number, if anything changed.
    pub(super) fn carried_out(&mut self, request: Request, seq: Option<u64>, command: &Command) {
        let requests = match (&request.requests, command) {
            (None, Command::Batch(batch)) => {
                Some(batch.actions.iter().map(|addressed| addressed.envelope.request_id.clone()).collect())
            }
            (requests, _) => requests.clone(),
        };
        self.keep(Answered { request: Request { requests, ..request }, reply: None, seq });
    }

    pub(super) fn note(&mut self, note: Note) {
        match note {
            Note::Answered(answered) => self.keep(answered),
            Note::Forget { agent } => self.retain(|request| request.agent != agent),
        }
    }

    pub(super) fn keep(&mut self, answered: Answered) {
        let key = (answered.request.agent.clone(), answered.request.key.clone());
        self.bytes += answered.bytes();
        match self.kept.insert(key.clone(), answered) {
            Some(old) => self.bytes -= old.bytes(),
            None => self.order.push_back(key),
        }
        while self.order.len() > MOST || self.bytes > MOST_BYTES {
            let Some(oldest) = self.order.pop_front() else { break };
            self.bytes -= self.kept.remove(&oldest).map_or(0, |answered| answered.bytes());
        }
    }

    fn retain(&mut self, stays: impl Fn(&Request) -> bool) {
        self.kept.retain(|_, answered| stays(&answered.request));
        self.order.retain(|key| self.kept.contains_key(key));
        self.bytes = self.kept.values().map(Answered::bytes).sum();
    }

    /// In order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Answered> {
        self.order.iter().filter_map(|key| self.kept.get(key))
    }

    /// All of them, in order.
    pub(super) fn into_vec(mut self) -> Vec<Answered> {
        self.order.iter().filter_map(|key| self.kept.remove(key)).collect()
    }
}
