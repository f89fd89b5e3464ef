//! The services that a task service needs from its machine. The binary implements them, and so do tests.

use std::fmt;
use std::sync::Arc;

use action::dialect::DialectName;
use agent::model::Model;
use agent::{Clock, Reader, Scripts, Tools};
use async_trait::async_trait;
use device::Device;

use crate::id::Random;

/// Everything the task service needs from its machine.
#[derive(Clone)]
pub struct Environment {
    /// The phones.
    pub phones: Arc<dyn Phones>,
    /// The models.
    pub models: Arc<dyn Models>,
    /// The tools of MCP servers.
    pub tools: Arc<dyn Tools>,
    /// Runs scripts in a sandbox.
    pub scripts: Arc<dyn Scripts>,
    /// Reads text in screenshots, for screens without elements.
    pub reader: Arc<dyn Reader>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Randomness, for ids and links.
    pub random: Random,
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}

/// Access to phones.
#[async_trait]
pub trait Phones: Send + Sync {
    /// Connects to the phone of this name (`sim`, a serial, `host:port`), or to the default phone. A phone's id is
    /// stable and reaches the same phone again: leases and queues are keyed by it.
    async fn reach(&self, name: Option<&str>) -> Result<Arc<dyn Device>, Unreachable>;

    /// Lists the reachable phones.
    async fn list(&self) -> Result<Vec<Phone>, Unreachable>;
}

/// A reachable phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phone {
    /// The id that [`Phones::reach`] accepts.
    pub id: String,
    /// The name people know it by.
    pub name: String,
    /// Why it cannot be used, in adb's words (`offline`, `unauthorized`); `None` if it can.
    pub trouble: Option<String>,
}

/// Why a phone cannot be reached, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreachable(pub String);

/// Access to models.
pub trait Models: Send + Sync {
    /// Finds the model for this word, or the default model. Returns `None` if no word is given and there is no default.
    /// May read files.
    fn find(&self, word: Option<&str>, dialect: Option<DialectName>) -> Result<Option<Arc<dyn Model>>, NoModel>;

    /// Returns whether the person has configured a model of this name.
    fn has(&self, name: &str) -> bool;
}

/// Why a model is not available, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoModel(pub String);
