//! What the service is given of the world. Implemented by the binary, and by tests.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use action::dialect::DialectName;
use agent::model::{Endpoint, Tool};
use agent::{Clock, NoTools, ToolError, Tools};
use device::AdbDevice;
use serde_json::{Map, Value};

use crate::id::Random;

/// Something that takes a while.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Everything the service needs of the world.
#[derive(Clone)]
pub struct Outside {
    /// The phones.
    pub phones: Arc<dyn Phones>,
    /// Those who answer.
    pub models: Arc<dyn Models>,
    /// The tools of other programs.
    pub tools: Arc<dyn ToolBox>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness, for names and links.
    pub random: Random,
}

impl fmt::Debug for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outside").finish_non_exhaustive()
    }
}

/// The way to phones.
pub trait Phones: Send + Sync {
    /// The phone of this name (`sim`, a serial, `host:port`), or the usual one. The id of what comes back leads
    /// to the same phone again, and the same phone always has the same id: it is what is held and queued for.
    fn reach<'a>(&'a self, name: Option<&'a str>) -> Later<'a, Result<Arc<AdbDevice>, Unreachable>>;

    /// Those that can be reached.
    fn list(&self) -> Later<'_, Result<Vec<Phone>, Unreachable>>;
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
    /// The model that is meant by this word, or the usual one. May read files.
    fn find(&self, word: Option<&str>, dialect: Option<DialectName>) -> Result<Arc<Endpoint>, NoModel>;
}

/// Why there is no such model, with what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoModel(pub String);

/// Tools of other programs, whoever offers them.
pub trait ToolBox: Send + Sync {
    /// As [`Tools::offered`].
    fn offered(&self) -> Arc<[Tool]>;

    /// As [`Tools::call`].
    fn call<'a>(
        &'a self,
        name: &'a str,
        args: &'a Map<String, Value>,
        timeout: Duration,
    ) -> Later<'a, Result<String, ToolError>>;
}

impl ToolBox for NoTools {
    fn offered(&self) -> Arc<[Tool]> {
        Tools::offered(self)
    }

    fn call<'a>(
        &'a self,
        name: &'a str,
        args: &'a Map<String, Value>,
        timeout: Duration,
    ) -> Later<'a, Result<String, ToolError>> {
        Box::pin(Tools::call(self, name, args, timeout))
    }
}

/// The box as the executor takes it.
pub(crate) struct FromBox(pub(crate) Arc<dyn ToolBox>);

impl Tools for FromBox {
    fn offered(&self) -> Arc<[Tool]> {
        self.0.offered()
    }

    async fn call(&self, name: &str, args: &Map<String, Value>, timeout: Duration) -> Result<String, ToolError> {
        self.0.call(name, args, timeout).await
    }
}
