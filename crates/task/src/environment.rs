//! What the service is given of the machine it runs on. Implemented by the binary, and by tests.

use std::fmt;
use std::sync::Arc;

use action::dialect::DialectName;
use agent::model::Model;
use agent::{Clock, Reader, Scripts, Tools};
use async_trait::async_trait;
use device::Device;

use crate::id::Random;

/// Everything the service needs of its machine.
#[derive(Clone)]
pub struct Environment {
    /// The phones.
    pub phones: Arc<dyn Phones>,
    /// Those who answer.
    pub models: Arc<dyn Models>,
    /// The tools of other programs.
    pub tools: Arc<dyn Tools>,
    /// Who runs scripts where they cannot hurt.
    pub scripts: Arc<dyn Scripts>,
    /// Who reads pictures where a screen has no elements.
    pub reader: Arc<dyn Reader>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness, for names and links.
    pub random: Random,
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").finish_non_exhaustive()
    }
}

/// The way to phones.
#[async_trait]
pub trait Phones: Send + Sync {
    /// The phone of this name (`sim`, a serial, `host:port`), or the usual one. The id of what comes back leads
    /// to the same phone again, and the same phone always has the same id: it is what is held and queued for.
    async fn reach(&self, name: Option<&str>) -> Result<Arc<dyn Device>, Unreachable>;

    /// Those that can be reached.
    async fn list(&self) -> Result<Vec<Phone>, Unreachable>;
}

/// A phone that can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phone {
    /// By which it is reached.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Whether it can be worked with; else what is in the way, as adb says it (`offline`, `unauthorized`).
    pub trouble: Option<String>,
}

/// Why a phone cannot be reached, with what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreachable(pub String);

/// The way to models.
pub trait Models: Send + Sync {
    /// The model that is meant by this word, or the usual one; nothing where no word is given and none is usual. May
    /// read files.
    fn find(&self, word: Option<&str>, dialect: Option<DialectName>) -> Result<Option<Arc<dyn Model>>, NoModel>;

    /// Whether the person has set up a model of this name.
    fn has(&self, name: &str) -> bool;
}

/// Why there is no such model, with what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoModel(pub String);
