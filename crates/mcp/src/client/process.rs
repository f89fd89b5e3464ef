//! A server's program: started in its own process group, with an environment that contains only named variables, and
//! ended together with all its children.

use std::collections::VecDeque;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

use super::lines::{Line, Lines};
use super::text::line;

/// The variables that every program inherits: paths, locale, certificates and proxies. API keys of models are not among
/// them.
const INHERITED: &[&str] = &[
    "HOME",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
];
/// The longest line of its standard error, how many lines are logged, and how many are kept for error messages.
const LONGEST_LINE: usize = 2000;
const MOST_LOGGED: usize = 1000;
const MOST_KEPT: usize = 3;
/// How long to wait for the last output of a program that has ended.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How often to check whether it has ended.
const LOOKS: u32 = 50;

/// A running program. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// The last lines of its standard error.
    said: Arc<Mutex<VecDeque<String>>>,
    /// Reads its standard error until it closes.
    listening: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts the program.
    pub(super) fn start(
        server: &str,
        command: &str,
        args: &[String],
        env: &[(String, String)],
        cwd: Option<&Path>,
    ) -> std::io::Result<(Self, ChildStdout, ChildStdin)> {
        let mut program = Command::new(command);
        program.args(args).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        program.kill_on_drop(true);
        program.envs(INHERITED.iter().filter_map(|name| std::env::var_os(name).map(|value| (name, value))));
        program.envs(env.iter().map(|(name, value)| (name, value)));
        if let Some(cwd) = cwd {
            program.current_dir(cwd);
        }
        // Ctrl+C in our terminal is for us, not for the server.
        #[cfg(unix)]
        program.process_group(0);
        let mut child = program.spawn()?;
        let missing = || std::io::Error::other("the program has no standard input or output");
        let (output, input) = child.stdout.take().zip(child.stdin.take()).ok_or_else(missing)?;
        let said = Arc::<Mutex<VecDeque<String>>>::default();
        let errors = child.stderr.take();
        let listening = errors.map(|errors| tokio::spawn(complaints(server.to_owned(), errors, Arc::clone(&said))));
        Ok((Self { child, said, listening }, output, input))
    }

    /// Returns how it ended, if it has, and its last output.
    pub(super) async fn last_words(&mut self) -> String {
        // Its last output may still be on its way; its children may keep the pipe open for long.
        if let Some(listening) = &mut self.listening
            && tokio::time::timeout(LAST_WORDS, listening).await.is_ok()
        {
            self.listening = None;
        }
        // It closes its output before it exits.
        for _ in 0..LOOKS {
            if self.has_ended() {
                break;
            }
            tokio::time::sleep(LAST_WORDS / LOOKS).await;
        }
        let mut told = self.status().map_or_else(String::new, |status| format!(" ({status})"));
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.is_empty() {
            let said: Vec<&str> = said.iter().map(String::as_str).collect();
            told.push_str(&format!("; it said: {}", said.join(" / ")));
        }
        told
    }

    /// Returns how it ended. Does not reap it, so that its process id cannot be reused meanwhile.
    #[cfg(unix)]
    fn status(&self) -> Option<String> {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let ended = waitid(WaitId::Pid(self.group()?), options).ok().flatten()?;
        match (ended.exit_status(), ended.terminating_signal()) {
            (Some(status), _) => Some(format!("exit status {status}")),
            (_, Some(signal)) => Some(format!("signal {signal}")),
            _ => None,
        }
    }

    #[cfg(not(unix))]
    fn status(&self) -> Option<String> {
        None
    }

    /// Asks the program and its children to end.
    pub(super) fn ask_to_end(&self) {
        #[cfg(unix)]
        if let Some(group) = self.group() {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::TERM);
        }
    }

    /// Returns whether it has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.status().is_some()
    }

    #[cfg(unix)]
    fn group(&self) -> Option<rustix::process::Pid> {
        self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(rustix::process::Pid::from_raw)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its process id is its own until it is reaped; after that `id` returns nothing and no signal is sent.
        #[cfg(unix)]
        if let Some(group) = self.group() {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

/// Logs a program's standard error, and keeps the last lines.
async fn complaints(server: String, from: impl tokio::io::AsyncRead + Unpin, said: Arc<Mutex<VecDeque<String>>>) {
    let mut lines = Lines::new(from, LONGEST_LINE);
    let mut logged = 0;
    while let Some(next) = lines.next().await {
        let (Line::Whole(bytes) | Line::TooLong { start: bytes, .. }) = next;
        let text = line(&String::from_utf8_lossy(&bytes), LONGEST_LINE);
        if text.trim().is_empty() {
            continue;
        }
        if logged < MOST_LOGGED {
            logged += 1;
            tracing::info!(server, "{text}");
            if logged == MOST_LOGGED {
                tracing::info!(server, "further output is not logged");
            }
        }
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.push_back(line(&text, 200));
        if said.len() > MOST_KEPT {
            said.pop_front();
        }
    }
}
