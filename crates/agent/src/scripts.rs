//! Scripts on the host, as the executor sees them. Implemented by a higher crate, in a sandbox.

use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;

/// Runs scripts in isolation.
#[async_trait]
pub trait Scripts: Send + Sync {
    /// Why scripts are unavailable; `None` if they are available.
    fn unavailable(&self) -> Option<String>;

    /// Runs a script to its end. The executor enforces the timeout too, by dropping the future.
    async fn run(&self, script: &str, timeout: Duration) -> Result<ScriptOutput, ScriptError>;
}

/// The result of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptOutput {
    /// Its exit status; `None` if it was killed.
    pub status: Option<i32>,
    /// Its standard output, capped.
    pub stdout: String,
    /// Its standard error, capped.
    pub stderr: String,
    /// The files it left for the phone.
    pub for_phone: Vec<PathBuf>,
    /// The files it left for people, as paths below `/files/` of the desktop.
    pub on_desktop: Vec<String>,
}

/// Why a script did not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// Scripts are refused.
    #[error("{0}")]
    Refused(String),
    /// The script was killed at its timeout.
    #[error("the script did not end within {0} s and was killed")]
    TimedOut(u64),
}

/// Runs no scripts.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoScripts;

#[async_trait]
impl Scripts for NoScripts {
    fn unavailable(&self) -> Option<String> {
        Some("scripts on the host are not available; use the phone, or a tool".to_owned())
    }

    async fn run(&self, _: &str, _: Duration) -> Result<ScriptOutput, ScriptError> {
        Err(ScriptError::Refused(self.unavailable().unwrap_or_default()))
    }
}
