//! Runs the scripts of tasks in the crate `sandbox`, as the `Scripts` of the loop. The sandbox is tested at the start
//! on a blocking thread, because the test starts a process.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use agent::{ScriptError, ScriptOutput, Scripts};
use async_trait::async_trait;
use sandbox::{Finished, Limits, Run, Sandbox, SandboxError, Stop};
use task::Random;
use task::folder::create_private_folder;

/// How many of a script's files are listed, pushed and shown.
const MOST_GIVEN: usize = 50;
/// How many of the omitted files are listed.
const MOST_LEFT_OUT: usize = 10;
/// The executor's clock starts before ours. If it drops a run this shortly before its time limit, the run timed out.
const CLOCKS_APART: Duration = Duration::from_millis(100);
/// How much of each output stream a model sees; the run's folder has more.
const SHOWN: usize = 16 << 10;

/// Runs scripts in folders below the data folder's `runs`.
pub(crate) struct SandboxedScripts {
    runs: PathBuf,
    /// The folder of the desktop's files.
    files: PathBuf,
    random: Random,
    sandbox: Arc<OnceLock<Sandbox>>,
}

impl SandboxedScripts {
    /// Creates the runner with this folder for its runs. Must be called on the runtime, because the sandbox test is
    /// spawned there.
    pub(crate) fn new(runs: PathBuf, files: PathBuf, random: Random) -> Self {
        let scripts = Self { runs, files, random, sandbox: Arc::default() };
        let tries = scripts.sandbox();
        tokio::task::spawn_blocking(move || drop(tries()));
        scripts
    }

    /// Returns the id of the next run: its start time, so that runs sort, and a unique part.
    fn next_id(&self) -> Result<String, ScriptError> {
        let bits = (self.random)().map_err(|error| ScriptError::Refused(format!("no randomness: {error}")))?;
        let tail: String = bits.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("{}-{tail}", jiff::Timestamp::now().strftime("%Y%m%dT%H%M%S")))
    }

    /// Returns a function that opens the sandbox on a blocking thread. The sandbox is tested once.
    fn sandbox(&self) -> impl FnOnce() -> Sandbox + Send + 'static {
        let (runs, sandbox) = (self.runs.clone(), Arc::clone(&self.sandbox));
        move || sandbox.get_or_init(|| open(runs)).clone()
    }
}

/// Opens the sandbox with this program as its helper.
pub(crate) fn open(runs: PathBuf) -> Sandbox {
    let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("/proc/self/exe"));
    let sandbox = Sandbox::open(runs, program, Limits::default());
    for missing in sandbox.walls().missing() {
        tracing::info!("scripts run without a sandbox layer that this machine does not support: {missing}");
    }
    sandbox
}

/// Ends a run whose future is dropped, with the reason: the executor drops it at its time limit, and when its task is
/// stopped.
struct EndsWithIt {
    stop: SyncSender<Stop>,
    began: Instant,
    timeout: Duration,
}

impl Drop for EndsWithIt {
    fn drop(&mut self) {
        let over = self.began.elapsed() + CLOCKS_APART >= self.timeout;
        // The channel is full or closed: the run has ended.
        let _ = self.stop.try_send(if over { Stop::TimeOver } else { Stop::Asked });
    }
}

#[async_trait]
impl Scripts for SandboxedScripts {
    fn unavailable(&self) -> Option<String> {
        // Unknown until the test is done; a script that comes this early is refused when it runs.
        self.sandbox.get()?.walls().refusal()
    }

    async fn run(&self, script: &str, timeout: Duration) -> Result<ScriptOutput, ScriptError> {
        let (sandbox, script, id) = (self.sandbox(), script.to_owned(), self.next_id()?);
        let files = self.files.clone();
        let (stop_it, stop) = sync_channel(1);
        let _ends_with_us = EndsWithIt { stop: stop_it, began: Instant::now(), timeout };
        let ran = tokio::task::spawn_blocking(move || {
            let ran = sandbox().run(&Run { id: &id, script: &script, timeout, environment: &[] }, &stop);
            ran.map(|done| output(&done, &files))
        });
        let ran =
            ran.await.map_err(|error| ScriptError::Refused(format!("the script stopped unexpectedly: {error}")))?;
        ran.map_err(|error| match error {
            SandboxError::TimedOut(time) => ScriptError::TimedOut(time.as_secs()),
            other => {
                tracing::warn!("a script did not finish: {other}");
                ScriptError::Refused(other.to_string())
            }
        })
    }
}

/// Describes a script's result with its files: those below `phone` go to the phone, those below `desktop` are copied to
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
        if let more @ 1.. = done.files.len().saturating_sub(MOST_GIVEN) {
            output.stdout.push_str(&format!(" and {more} more, which are neither put on the phone nor shown"));
        }
    }
    if done.left_out_count > 0 {
        let named: Vec<String> =
            done.left_out.iter().take(MOST_LEFT_OUT).map(|left| format!("{} ({})", left.path, left.why)).collect();
        let count = done.left_out_count;
        output.stdout.push_str(&format!("\n{count} files are left out, so they are lost: {}", named.join(", ")));
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

/// Copies a file to another place in the data folder.
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

#[cfg(test)]
mod tests {
    use sandbox::{LeftOut, Reason};

    use super::*;

    #[test]
    fn what_is_missing_is_told() {
        let done = Finished {
            status: 0,
            stdout: b"done".to_vec(),
            stderr: Vec::new(),
            cut: true,
            files: (0..52).map(|number| format!("f{number:02}")).collect(),
            left_out: vec![LeftOut { path: "big".into(), why: Reason::TotalSize }],
            left_out_count: 29,
            folder: "/runs/one".into(),
        };
        let told = output(&done, Path::new("/files")).stdout;
        assert!(told.contains("f49 and 2 more, which are neither") && !told.contains("f50"), "{told}");
        assert!(told.contains("29 files are left out, so they are lost: big (all files together"), "{told}");
    }

    #[test]
    fn whoever_gives_up_a_run_says_whether_its_time_was_over() {
        for (timeout, expected) in [(Duration::from_secs(60), Stop::Asked), (CLOCKS_APART, Stop::TimeOver)] {
            let (stop, stopped) = sync_channel(1);
            drop(EndsWithIt { stop, began: Instant::now(), timeout });
            assert_eq!(stopped.try_recv(), Ok(expected));
        }
    }
}
