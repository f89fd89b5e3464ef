//! The seam to how everything is set up: models, phones, switches. The binary fills it with its configuration; the
//! server only says who may ask. What is refused changes nothing.

use std::time::Duration;

use async_trait::async_trait;

use crate::http::{NewModel, NewPhone, Settings, SettingsChange, Tried};

/// How everything is set up, and how a person changes it.
#[async_trait]
pub trait Setup: Send + Sync {
    /// How everything is set up now. No key is in it.
    async fn settings(&self) -> Result<Settings, SetupError>;

    /// Changes what is given and leaves the rest.
    async fn change(&self, change: SettingsChange) -> Result<Settings, SetupError>;

    /// Asks a model a small question and says in plain words what came of it. Keeps nothing.
    async fn try_model(&self, model: NewModel) -> Result<Tried, SetupError>;

    /// Keeps a model under this name; the next task can be given to it.
    async fn put_model(&self, name: &str, model: NewModel) -> Result<Settings, SetupError>;

    /// Forgets a model and its key.
    async fn remove_model(&self, name: &str) -> Result<Settings, SetupError>;

    /// Connects to a phone and says in plain words what came of it. Keeps nothing.
    async fn try_phone(&self, phone: NewPhone) -> Result<Tried, SetupError>;

    /// Keeps a phone: it is listed from now on.
    async fn add_phone(&self, phone: NewPhone) -> Result<Settings, SetupError>;

    /// Forgets a phone.
    async fn remove_phone(&self, address: &str) -> Result<Settings, SetupError>;

    /// What is called when a person is needed, if anything is.
    fn webhook(&self) -> Option<Webhook>;
}

/// What is called when a person is needed.
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The address. It may hold a secret, so it is never logged.
    pub url: String,
    /// How long a question may wait before.
    pub after: Duration,
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Webhook").field("after", &self.after).finish_non_exhaustive()
    }
}

/// Why something is not set up so, sorted by what the caller does next. No message repeats a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// What was entered makes no sense: enter something else.
    #[error("{message}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// What is wrong with it, and what is expected.
        message: String,
    },
    /// There is no such thing to change.
    #[error("{0}")]
    Missing(String),
    /// The file of settings cannot be used: the person has to mend it.
    #[error("{0}")]
    Broken(String),
}

impl SetupError {
    /// What was entered in a field makes no sense.
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Self::Invalid { field, message: message.into() }
    }
}
