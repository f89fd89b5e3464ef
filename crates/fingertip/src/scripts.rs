//! Scripts of tasks, in the crate `sandbox`, as the `Scripts` of the loop. The walls are tried when the first script is
//! about to be offered, so that who never needs them pays nothing.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use agent::{ScriptError, ScriptOutput, Scripts};
use async_trait::async_trait;
use sandbox::{Finished, Limits, Run, Sandbox, SandboxError};
use task::Random;

/// How much of each output a model is shown; the run's folder has more.
const SHOWN: usize = 16 << 10;

/// Runs scripts below the data folder's `runs`.
pub(crate) struct SandboxedScripts {
    runs: PathBuf,
    random: Random,
    sandbox: OnceLock<Sandbox>,
}

impl SandboxedScripts {
    pub(crate) fn new(runs: PathBuf, random: Random) -> Self {
        Self { runs, random, sandbox: OnceLock::new() }
    }

    /// Names the next run: when it began, so that they are in order, and something that no other has.
    fn next_id(&self) -> Result<String, ScriptError> {
        let bits = (self.random)().map_err(|error| ScriptError::Refused(format!("no randomness: {error}")))?;
        let tail: String = bits.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("{}-{tail}", jiff::Timestamp::now().strftime("%Y%m%dT%H%M%S")))
    }

    fn sandbox(&self) -> &Sandbox {
        self.sandbox.get_or_init(|| open(self.runs.clone()))
    }
}

/// The sandbox, with this program as its helper.
pub(crate) fn open(runs: PathBuf) -> Sandbox {
    let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("/proc/self/exe"));
    Sandbox::open(runs, program, Limits::default())
}

#[async_trait]
impl Scripts for SandboxedScripts {
    fn unavailable(&self) -> Option<String> {
        self.sandbox().walls().refusal()
    }

    async fn run(&self, script: &str, timeout: Duration) -> Result<ScriptOutput, ScriptError> {
        let (sandbox, script, id) = (self.sandbox().clone(), script.to_owned(), self.next_id()?);
        // Whoever stops to wait for this drops the sender, and the script ends.
        let (_go_on, stop) = sync_channel::<()>(1);
        let ran = tokio::task::spawn_blocking(move || {
            sandbox.run(&Run { id: &id, script: &script, timeout, environment: &[] }, &stop)
        });
        let ran = ran.await.map_err(|error| ScriptError::Refused(format!("the script broke off: {error}")))?;
        ran.map(output).map_err(|error| match error {
            SandboxError::TimedOut(time) => ScriptError::TimedOut(time.as_secs()),
            other => ScriptError::Refused(other.to_string()),
        })
    }
}

fn output(done: Finished) -> ScriptOutput {
    let mut stdout = shown(&done.stdout);
    if !done.files.is_empty() {
        let names: Vec<&str> = done.files.iter().take(50).map(String::as_str).collect();
        stdout.push_str(&format!("\nfiles left in {}: {}", done.folder.join("files").display(), names.join(", ")));
    }
    ScriptOutput { status: Some(done.status), stdout, stderr: shown(&done.stderr) }
}

fn shown(bytes: &[u8]) -> String {
    let kept = bytes.get(..SHOWN).unwrap_or(bytes);
    let mut text = String::from_utf8_lossy(kept).into_owned();
    if bytes.len() > SHOWN {
        text.push_str(&format!("\n… {} bytes more are in the run's folder", bytes.len() - SHOWN));
    }
    text
}
