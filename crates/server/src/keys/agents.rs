//! The admitted agents, by name.

use std::path::PathBuf;

use desktop::agents::names;
use desktop::wire::ListedAgent;
use serde::{Deserialize, Serialize};

use super::{Hash, file};
use crate::error::ServerError;

/// How many agents there may be.
const MOST: usize = 1000;

/// Why an agent was not let in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AddError {
    /// The name is invalid.
    #[error("`{name}` is not a valid agent name: {reason}")]
    Name { name: String, reason: String },
    /// The name is taken.
    #[error("there is already an agent called `{0}`; remove it first, or choose another name")]
    Exists(String),
    /// There are too many.
    #[error("there are already {MOST} agents; remove one first")]
    Full,
    /// It could not be saved.
    #[error(transparent)]
    Server(#[from] ServerError),
}

#[derive(Clone, Serialize, Deserialize)]
struct Agent {
    name: String,
    hash: Hash,
    added: u64,
}

#[derive(Default, Serialize, Deserialize)]
struct AgentsFile {
    agents: Vec<Agent>,
}

/// The agents, in the order in which they were let in.
pub(super) struct Agents {
    path: PathBuf,
    file: AgentsFile,
}

impl Agents {
    pub(super) fn open(path: PathBuf) -> Result<Self, ServerError> {
        let file = file::load(&path)?;
        Ok(Self { path, file })
    }

    pub(super) fn find(&self, hash: &Hash) -> Option<String> {
        self.file.agents.iter().find(|agent| agent.hash.is(hash)).map(|agent| agent.name.clone())
    }

    pub(super) fn add(&mut self, name: &str, hash: Hash, now_ms: u64) -> Result<(), AddError> {
        if let Err(reason) = action::os::check_id(name) {
            return Err(AddError::Name { name: name.chars().take(60).collect(), reason: reason.to_string() });
        }
        // People decide by this name, so it must not look like another's.
        if name.chars().any(names::is_hidden) {
            let reason = "it has an invisible character, or one that changes the text direction".to_owned();
            let name = name.chars().filter(|c| !names::is_hidden(*c)).take(60).collect();
            return Err(AddError::Name { name, reason });
        }
        if let Some(taken) = names::reserved(name) {
            let reason = format!("it is, or looks like, the reserved name `{taken}`");
            return Err(AddError::Name { name: name.to_owned(), reason });
        }
        if names::mixes_scripts(name) {
            let reason = "it mixes letters of several scripts, which look alike".to_owned();
            return Err(AddError::Name { name: name.to_owned(), reason });
        }
        if self.file.agents.iter().any(|agent| agent.name == name) {
            return Err(AddError::Exists(name.to_owned()));
        }
        if let Some(other) = self.file.agents.iter().find(|agent| names::look_alike(&agent.name, name)) {
            let reason = format!("it looks like the agent `{}`", other.name);
            return Err(AddError::Name { name: name.to_owned(), reason });
        }
        if self.file.agents.len() >= MOST {
            return Err(AddError::Full);
        }
        self.file.agents.push(Agent { name: name.to_owned(), hash, added: now_ms });
        if let Err(error) = file::store(&self.path, &self.file) {
            self.file.agents.pop();
            return Err(error.into());
        }
        Ok(())
    }

    pub(super) fn list(&self) -> Vec<ListedAgent> {
        let listed = |agent: &Agent| ListedAgent { name: agent.name.clone(), added: agent.added, connected: false };
        self.file.agents.iter().map(listed).collect()
    }

    pub(super) fn remove(&mut self, name: &str) -> Result<bool, ServerError> {
        let Some(index) = self.file.agents.iter().position(|agent| agent.name == name) else { return Ok(false) };
        // A name that is gone from memory but not from the disk would return after a restart, so the disk comes first.
        let mut left = AgentsFile { agents: self.file.agents.clone() };
        left.agents.remove(index);
        file::store(&self.path, &left)?;
        self.file = left;
        Ok(true)
    }
}
