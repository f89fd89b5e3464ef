//! The agents that were let in, by name.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Hash, file};
use crate::error::ServerError;

/// How many agents there may be.
const MOST: usize = 1000;

/// Why an agent was not let in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AddError {
    /// The name cannot be one.
    #[error("`{name}` is no name for an agent: {reason}")]
    Name { name: String, reason: String },
    /// There is one of that name.
    #[error("there is an agent called `{0}` already; remove it first, or choose another name")]
    Exists(String),
    /// There are too many.
    #[error("there are {MOST} agents already; remove one first")]
    Full,
    /// It could not be kept.
    #[error(transparent)]
    Server(#[from] ServerError),
}

/// An agent that was let in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Agent")]
pub(crate) struct Listed {
    /// Its name.
    pub(crate) name: String,
    /// When it was let in, in milliseconds since 1970.
    pub(crate) added: u64,
}

#[derive(Clone, Serialize, Deserialize)]
struct Agent {
    name: String,
    hash: Hash,
    added: u64,
}

#[derive(Default, Serialize, Deserialize)]
struct Kept {
    agents: Vec<Agent>,
}

/// The agents, in the order in which they were let in.
pub(super) struct Agents {
    path: PathBuf,
    kept: Kept,
}

impl Agents {
    pub(super) fn open(path: PathBuf) -> Result<Self, ServerError> {
        let kept = file::load(&path)?;
        Ok(Self { path, kept })
    }

    pub(super) fn find(&self, hash: &Hash) -> Option<String> {
        self.kept.agents.iter().find(|agent| agent.hash.is(hash)).map(|agent| agent.name.clone())
    }

    pub(super) fn add(&mut self, name: &str, hash: Hash, now_ms: u64) -> Result<(), AddError> {
        if let Err(reason) = action::os::check_id(name) {
            return Err(AddError::Name { name: name.chars().take(60).collect(), reason: reason.to_string() });
        }
        if RESERVED.iter().any(|taken| taken.eq_ignore_ascii_case(name)) {
            let reason = "that name is taken by the server itself".to_owned();
            return Err(AddError::Name { name: name.to_owned(), reason });
        }
        if self.kept.agents.iter().any(|agent| agent.name == name) {
            return Err(AddError::Exists(name.to_owned()));
        }
        if self.kept.agents.len() >= MOST {
            return Err(AddError::Full);
        }
        self.kept.agents.push(Agent { name: name.to_owned(), hash, added: now_ms });
        if let Err(error) = file::keep(&self.path, &self.kept) {
            self.kept.agents.pop();
            return Err(error.into());
        }
        Ok(())
    }

    pub(super) fn list(&self) -> Vec<Listed> {
        let listed = |agent: &Agent| Listed { name: agent.name.clone(), added: agent.added };
        self.kept.agents.iter().map(listed).collect()
    }

    pub(super) fn remove(&mut self, name: &str) -> Result<bool, ServerError> {
        let Some(index) = self.kept.agents.iter().position(|agent| agent.name == name) else { return Ok(false) };
        // A name that is gone from memory but not from the disk would be back after a restart: the disk first.
        let mut left = Kept { agents: self.kept.agents.clone() };
        left.agents.remove(index);
        file::keep(&self.path, &left)?;
        self.kept = left;
        Ok(true)
    }
}

/// Names that mean someone else: the runtime itself, which tells of tasks, the owner's own actions, the path
/// `/api/agents/me`, and who asks for people's consent. However they are spelled: people read them.
const RESERVED: &[&str] = &["fingertip", "owner", "me", "gate", "system"];
