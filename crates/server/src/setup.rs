//! The seam to the settings: models, phones, switches. The binary implements it with its configuration; the server only
//! decides who may use it. A rejected request changes nothing.

use std::time::Duration;

use async_trait::async_trait;

use crate::http::{NewModel, NewPhone, Settings, SettingsChange, Tried};

/// The settings, and how a person changes them.
#[async_trait]
pub trait Setup: Send + Sync {
    /// Returns the current settings, without keys.
    async fn settings(&self) -> Result<Settings, SetupError>;

    /// Changes the given fields and leaves the rest.
    async fn change(&self, change: SettingsChange) -> Result<Settings, SetupError>;

    /// Asks a model a small question and describes the result in plain words. Saves nothing.
    async fn try_model(&self, model: NewModel) -> Result<Tried, SetupError>;

    /// Saves a model under this name; the next task can use it.
    async fn put_model(&self, name: &str, model: NewModel) -> Result<Settings, SetupError>;

    /// Removes a model and its key.
    async fn remove_model(&self, name: &str) -> Result<Settings, SetupError>;

    /// Connects to a phone and describes the result in plain words. Saves nothing.
    async fn try_phone(&self, phone: NewPhone) -> Result<Tried, SetupError>;

    /// Saves a phone: it is listed from now on.
    async fn add_phone(&self, phone: NewPhone) -> Result<Settings, SetupError>;

    /// Removes a phone.
    async fn remove_phone(&self, address: &str) -> Result<Settings, SetupError>;

    /// Returns the webhook that is called when a person is needed, if any.
    fn webhook(&self) -> Option<Webhook>;
}

/// The webhook that is called when a person is needed.
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The address. It may contain a secret, so it is never logged.
    pub url: String,
    /// How long a question may wait before the call.
    pub after: Duration,
    /// Whether it may be on this machine or its network.
    pub private: bool,
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Webhook").field("after", &self.after).finish_non_exhaustive()
    }
}

/// Why a change of the settings failed, sorted by what the caller does next. No message repeats a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// An entry is invalid: enter something else.
    #[error("{message}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// What is wrong with it, and what is expected.
        message: String,
    },
    /// There is no such item to change.
    #[error("{0}")]
    Missing(String),
    /// The settings file cannot be used: the person has to fix it.
    #[error("{0}")]
    Broken(String),
}

impl SetupError {
    /// An invalid entry in a field.
    pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
        Self::Invalid { field, message: message.into() }
    }
}
