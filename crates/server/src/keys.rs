//! Identities: the owner's token, the sessions of their pages, and the agents' credentials.
//!
//! Tokens are 256 random bits. The owner's is in the data folder, readable by the owner alone, because the next process
//! has to print it again; for all others only the hash is stored. A restart keeps every session.

mod agents;
mod file;
mod sessions;
mod token;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use desktop::wire::ListedAgent;

pub(crate) use self::agents::AddError;
use self::agents::Agents;
pub(crate) use self::sessions::SESSION_SECONDS;
use self::sessions::Sessions;
pub(crate) use self::token::{Hash, Token};
use crate::error::ServerError;

/// A source of randomness: 256 bits at a time.
pub type Random = Arc<dyn Fn() -> std::io::Result<[u8; 32]> + Send + Sync>;

/// The holder of a credential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bearer {
    /// The owner.
    Owner,
    /// An agent, by name.
    Agent(String),
}

/// All credentials.
pub struct Keys {
    owner: Token,
    apps: Hash,
    random: Random,
    sessions: Mutex<Sessions>,
    agents: Mutex<Agents>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").finish_non_exhaustive()
    }
}

impl Keys {
    /// Opens the credentials in `folder` (the data folder's `config`), and creates missing ones.
    pub fn open(folder: &Path, random: Random) -> Result<Self, ServerError> {
        let owner = file::owner(&folder.join("token"), &random)?;
        let apps = Hash::of_parts(&[b"fingertip apps", owner.text().as_bytes()]);
        let sessions = Mutex::new(Sessions::open(folder.join("sessions.json"))?);
        let agents = Mutex::new(Agents::open(folder.join("agents.json"))?);
        Ok(Self { owner, apps, random, sessions, agents })
    }

    /// Returns the owner's token, for the printed address.
    pub fn owner_token(&self) -> &str {
        self.owner.text()
    }

    /// Whether this is the owner's token.
    pub(crate) fn is_owner(&self, presented: &str) -> bool {
        Hash::of(presented).is(&Hash::of(self.owner.text()))
    }

    /// Returns the holder of a token.
    pub(crate) fn bearer(&self, presented: &str) -> Option<Bearer> {
        if self.is_owner(presented) {
            return Some(Bearer::Owner);
        }
        lock(&self.agents).find(&Hash::of(presented)).map(Bearer::Agent)
    }

    /// Whether this is the token of a page's session.
    pub(crate) fn is_session(&self, presented: &str, now_ms: u64) -> bool {
        lock(&self.sessions).has(&Hash::of(presented), now_ms)
    }

    /// Begins a session and returns its token.
    pub(crate) fn begin_session(&self, now_ms: u64) -> Result<Token, ServerError> {
        let token = self.token()?;
        lock(&self.sessions).add(Hash::of(token.text()), now_ms)?;
        Ok(token)
    }

    /// Returns the number of sessions.
    pub(crate) fn sessions(&self) -> usize {
        lock(&self.sessions).len()
    }

    /// Lets an agent in and returns its token, which is not stored.
    pub(crate) fn add_agent(&self, name: &str, now_ms: u64) -> Result<Token, AddError> {
        let token = self.token()?;
        lock(&self.agents).add(name, Hash::of(token.text()), now_ms)?;
        Ok(token)
    }

    /// The agents.
    pub(crate) fn agents(&self) -> Vec<ListedAgent> {
        lock(&self.agents).list()
    }

    /// Removes an agent; returns whether there was one.
    pub(crate) fn remove_agent(&self, name: &str) -> Result<bool, ServerError> {
        lock(&self.agents).remove(name)
    }

    /// Returns the part of an app's address that lets its frame read only the app's own files.
    pub(crate) fn app_capability(&self, id: &str) -> String {
        Hash::of_parts(&[self.apps.bytes(), id.as_bytes()]).short()
    }

    /// Whether this part of an address opens the app's files.
    pub(crate) fn opens_app(&self, capability: &str, id: &str) -> bool {
        Hash::of(capability).is(&Hash::of(&self.app_capability(id)))
    }

    fn token(&self) -> Result<Token, ServerError> {
        (self.random)().map(Token::new).map_err(ServerError::Random)
    }
}

/// No panic can leave the data under these locks in an invalid state.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
