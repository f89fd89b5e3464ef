//! The simulated phone in its own process, and its control service, which reports what really happened.
//!
//! The harness bypasses the cable, so that a cut cable never hides the truth.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt};

use crate::program::{fingertip, signal};

/// A small phone with cheap pictures and without gesture delays.
const PROFILE: &str = r#"{"screen":{"width":360,"height":640,"density":160},"runAhead":true}"#;
/// The phone's control service, for tests.
const CONTROL: &str = "localabstract:fingertip.control";
/// How long the phone may take to answer the harness.
const LIMIT: Duration = Duration::from_secs(30);

/// A phone.
pub(crate) struct Phone {
    pub(crate) address: String,
    child: Child,
    /// The phone's state at the beginning of every run.
    untouched: Value,
}

impl Phone {
    pub(crate) fn start(folder: &Path) -> Self {
        let profile = folder.join("profile.json");
        std::fs::write(&profile, PROFILE).unwrap();
        let mut command = Command::new(fingertip());
        command.args(["sim", "--listen", "127.0.0.1:0", "--profile"]).arg(&profile);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Phone: ").unwrap_or_else(|| panic!("`{line}`")).to_owned();
        let mut phone = Self { address, child, untouched: Value::Null };
        assert_eq!(phone.control(&json!({"op": "snapshot"}))["id"], 0);
        phone.untouched = phone.effects();
        phone
    }

    /// Restores the initial state: no faults, the home screen, today.
    pub(crate) fn restore(&self) {
        self.thaw();
        self.control(&json!({"op": "clear"}));
        self.control(&json!({"op": "restore", "id": 0}));
        self.set_clock(0);
    }

    /// Sends a request to the control service. A planned cut may hit this connection too, so it retries.
    pub(crate) fn control(&self, request: &Value) -> Value {
        for _ in 0..20 {
            if let Some(answer) = exchange(&self.address, request) {
                assert!(answer.get("error").is_none(), "{request}: {answer}");
                return answer;
            }
        }
        panic!("the phone at {} does not answer to {request}", self.address);
    }

    /// Runs a command on the phone and returns its output.
    pub(crate) fn shell(&self, command: &str) -> String {
        for _ in 0..20 {
            let said = blocking(async {
                let client = adb::Client::direct(&self.address, adb::Options::default()).await.ok()?;
                client.shell(command).await.ok()
            });
            if let Some(said) = said.flatten() {
                return String::from_utf8_lossy(&said.stdout).into_owned();
            }
        }
        panic!("the phone at {} does not run `{command}`", self.address);
    }

    /// Returns the part of the state that an action could change.
    pub(crate) fn effects(&self) -> Value {
        self.control(&json!({"op": "state"}))["deeds"].take()
    }

    /// Returns the same at the beginning of the run.
    pub(crate) fn untouched(&self) -> &Value {
        &self.untouched
    }

    /// Sets the phone's clock to the real time plus this many seconds.
    pub(crate) fn set_clock(&self, offset: i64) {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let ms = i64::try_from(now.as_millis()).unwrap() + offset * 1000;
        self.shell(&format!("cmd alarm set-time {ms}"));
    }

    /// Suspends the phone's process: connections stay open, and nothing answers.
    pub(crate) fn freeze(&self) {
        signal(self.child.id(), "STOP");
    }

    /// Resumes it.
    pub(crate) fn thaw(&self) {
        signal(self.child.id(), "CONT");
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.thaw();
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Sends one request on its own connection; `None` if it was cut.
fn exchange(address: &str, request: &Value) -> Option<Value> {
    let line = blocking(async {
        let client = adb::Client::direct(address, adb::Options::default()).await.ok()?;
        let mut stream = tokio::io::BufReader::new(client.open(CONTROL).await.ok()?);
        stream.write_all(format!("{request}\n").as_bytes()).await.ok()?;
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        Some(line)
    });
    serde_json::from_str(&line??).ok()
}

fn blocking<T>(work: impl Future<Output = T>) -> Option<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { tokio::time::timeout(LIMIT, work).await.ok() })
}
