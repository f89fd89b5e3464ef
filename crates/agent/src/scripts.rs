//! Scripts on this machine, as the executor knows them. Implemented above, in a sandbox.

use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;

/// One that runs scripts where they cannot hurt.
#[async_trait]
pub trait Scripts: Send + Sync {
    /// Why no script can be run here; nothing where they can.
    fn unavailable(&self) -> Option<String>;

    /// Runs one to its end. The executor keeps the time as well: the future is dropped when it is over.
    async fn run(&self, script: &str, timeout: Duration) -> Result<ScriptOutput, ScriptError>;
}

/// What a script did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptOutput {
    /// Its exit status; nothing when it was killed.
    pub status: Option<i32>,
    /// What it printed, capped.
    pub stdout: String,
    /// What it complained of, capped.
    pub stderr: String,
    /// The files that it left for the phone.
    pub for_phone: Vec<PathBuf>,
    /// The files that it left for people to see, by their paths below `/files/` of the desktop.
    pub on_desktop: Vec<String>,
}

/// Why a script did not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// It is not run at all.
    #[error("{0}")]
    Refused(String),
    /// It did not end in time and was killed.
    #[error("the script did not end within {0} s and was killed")]
    TimedOut(u64),
}

/// No scripts at all.
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
