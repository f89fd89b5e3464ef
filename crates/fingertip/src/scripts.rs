//! Scripts of tasks, in the crate `sandbox`, as the `Scripts` of the loop. The walls are tried when the first script is
//! about to be offered, so that who never needs them pays nothing.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use agent::{ScriptError, ScriptOutput, Scripts};
use async_trait::async_trait;
use sandbox::{Finished, Limits, Run, Sandbox, SandboxError};
use task::Random;
use task::folder::create_private_folder;

/// How many of the files it left are told, given and shown.
const MOST_GIVEN: usize = 50;
/// How much of each output a model is shown; the run's folder has more.
const SHOWN: usize = 16 << 10;

/// Runs scripts below the data folder's `runs`.
pub(crate) struct SandboxedScripts {
    runs: PathBuf,
    /// Where the desktop's files lie.
    files: PathBuf,
    random: Random,
    sandbox: OnceLock<Sandbox>,
}

impl SandboxedScripts {
    pub(crate) fn new(runs: PathBuf, files: PathBuf, random: Random) -> Self {
        Self { runs, files, random, sandbox: OnceLock::new() }
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
        let files = self.files.clone();
        // Whoever stops to wait for this drops the sender, and the script ends.
        let (_go_on, stop) = sync_channel::<()>(1);
        let ran = tokio::task::spawn_blocking(move || {
            let ran = sandbox.run(&Run { id: &id, script: &script, timeout, environment: &[] }, &stop);
            ran.map(|done| output(&done, &files))
        });
        let ran = ran.await.map_err(|error| ScriptError::Refused(format!("the script broke off: {error}")))?;
        ran.map_err(|error| match error {
            SandboxError::TimedOut(time) => ScriptError::TimedOut(time.as_secs()),
            other => ScriptError::Refused(other.to_string()),
        })
    }
}

/// What a script did, with the files it left: those below `phone` are for the phone, those below `desktop` are laid
/// where the desktop shows files.
fn output(done: &Finished, files: &Path) -> ScriptOutput {
    let mut output = ScriptOutput {
        status: Some(done.status),
        stdout: shown(&done.stdout),
        stderr: shown(&done.stderr),
        ..ScriptOutput::default()
    };
    let left = done.folder.join("files");
    if !done.files.is_empty() {
        let names: Vec<&str> = done.files.iter().take(MOST_GIVEN).map(String::as_str).collect();
        output.stdout.push_str(&format!("\nfiles left in {}: {}", left.display(), names.join(", ")));
    }
    let run = done.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    for name in done.files.iter().take(MOST_GIVEN) {
        if name.starts_with("phone/") {
            output.for_phone.push(left.join(name));
        } else if let Some(shown) = name.strip_prefix("desktop/") {
            let path = format!("scripts/{run}/{shown}");
            match lay(&left.join(name), &files.join(&path)) {
                Ok(()) => output.on_desktop.push(path),
                Err(error) => output.stderr.push_str(&format!("\n`{name}` cannot be shown: {error}")),
            }
        }
    }
    output
}

/// Lays a copy of a file elsewhere in the data folder.
fn lay(from: &Path, to: &Path) -> std::io::Result<()> {
    if let Some(folder) = to.parent() {
        create_private_folder(folder)?;
    }
    std::fs::copy(from, to).map(drop)
}

fn shown(bytes: &[u8]) -> String {
    let kept = bytes.get(..SHOWN).unwrap_or(bytes);
    let mut text = String::from_utf8_lossy(kept).into_owned();
    if bytes.len() > SHOWN {
        text.push_str(&format!("\n… {} bytes more are in the run's folder", bytes.len() - SHOWN));
    }
    text
}
