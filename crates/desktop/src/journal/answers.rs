//! Answers to requests with an idempotency key, as stored on disk: a journal line names the request of its command, and
//! a note after it holds the answer, if that does not follow from the command.

use std::collections::{HashMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::state::Command;

/// How many answers are kept.
const MOST: usize = 4096;
/// How many bytes of answers are kept.
const MOST_BYTES: usize = 16 << 20;
/// The size of an answer without its texts.
const BYTES_EACH: usize = 256;

/// The request that a command came with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Request {
    /// The sender.
    pub(crate) agent: String,
    /// The idempotency key.
    pub(crate) key: String,
    /// The digest of the request.
    pub(crate) digest: String,
    /// The agent's ids for its actions, if the command lacks some of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) requests: Option<Vec<Option<String>>>,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answered {
    /// The request.
    pub(crate) request: Request,
    /// The answer as JSON, if it was journalled.
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

/// A journal entry that is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Note {
    /// The answer to a request.
    Answered(Answered),
    /// The agent has ended: a later agent of that name has its own keys.
    Forget {
        /// The agent.
        agent: String,
    },
}

/// The stored answers, oldest first; the oldest are dropped first.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    kept: HashMap<(String, String), Answered>,
    order: VecDeque<(String, String)>,
    bytes: usize,
}

impl Answers {
    /// Records that a command with a request was carried out, under this number if anything changed.
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

    /// Returns them in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Answered> {
        self.order.iter().filter_map(|key| self.kept.get(key))
    }

    /// Returns all of them, in order.
    pub(super) fn into_vec(mut self) -> Vec<Answered> {
        self.order.iter().filter_map(|key| self.kept.remove(key)).collect()
    }
}
