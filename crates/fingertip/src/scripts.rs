//! Scripts of tasks, in the crate `sandbox`, as the `Scripts` of the loop. The walls are tried at the start, on a thread
//! that may wait: trying them starts a process.

use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, OnceLock};
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
    sandbox: Arc<OnceLock<Sandbox>>,
}

impl SandboxedScripts {
    /// Scripts whose runs are kept in this folder. Called on the runtime: the walls are tried beside it.
    pub(crate) fn new(runs: PathBuf, random: Random) -> Self {
        let scripts = Self { runs, random, sandbox: Arc::default() };
        let tries = scripts.sandbox();
        tokio::task::spawn_blocking(move || drop(tries()));
        scripts
    }

    /// Names the next run: when it began, so that they are in order, and something that no other has.
    fn next_id(&self) -> Result<String, ScriptError> {
        let bits = (self.random)().map_err(|error| ScriptError::Refused(format!("no randomness: {error}")))?;
        let tail: String = bits.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("{}-{tail}", jiff::Timestamp::now().strftime("%Y%m%dT%H%M%S")))
    }

    /// What gives the sandbox on a thread that may wait: the walls are tried once.
    fn sandbox(&self) -> impl FnOnce() -> Sandbox + Send + 'static {
        let (runs, sandbox) = (self.runs.clone(), Arc::clone(&self.sandbox));
        move || sandbox.get_or_init(|| open(runs)).clone()
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
        // Until the walls were tried nobody knows; a script that comes so early is refused when it is run.
        self.sandbox.get()?.walls().refusal()
    }

    async fn run(&self, script: &str, timeout: Duration) -> Result<ScriptOutput, ScriptError> {
        let (sandbox, script, id) = (self.sandbox(), script.to_owned(), self.next_id()?);
        // Whoever stops to wait for this drops the sender, and the script ends.
        let (_go_on, stop) = sync_channel::<()>(1);
        let ran = tokio::task::spawn_blocking(move || {
            sandbox().run(&Run { id: &id, script: &script, timeout, environment: &[] }, &stop)
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
