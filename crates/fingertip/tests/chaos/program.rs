//! The program under test as a process: started, killed, stopped and restarted on the same data folder.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::http::{self, Answer};

/// How long a server may take to start or stop, on a busy machine with a slow disk.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The binary under test.
pub(crate) fn fingertip() -> &'static str {
    env!("CARGO_BIN_EXE_fingertip")
}

/// Sends a signal to a process that may be gone.
pub(crate) fn signal(process: u32, name: &str) {
    _ = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).stderr(Stdio::null()).status();
}

/// Returns the library that changes a process's clock, if Debian's package is installed.
pub(crate) fn faketime() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.flatten();
    folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1")).find(|library| library.exists())
}

/// The command under test.
#[derive(Clone, Debug)]
pub(crate) enum Role {
    /// `fingertip serve`; tasks arrive over HTTP.
    Serve,
    /// `fingertip run`, with these further arguments; once there is a task, `fingertip task resume`.
    Command(Vec<String>),
}

/// How to start the program.
pub(crate) struct Start {
    pub(crate) role: Role,
    /// The words before the program, such as those that enter the disk's namespace.
    pub(crate) before: Vec<String>,
    /// The data folder, as the program sees it.
    pub(crate) data: PathBuf,
    /// The same, as the harness sees it.
    pub(crate) outside: PathBuf,
    /// The default phone.
    pub(crate) device: String,
    /// The path of its log.
    pub(crate) log: PathBuf,
    /// The port of its adb server; without one it finds none, and starts none.
    pub(crate) adb_port: Option<u16>,
    /// The file with the offset of its clock, if the clock is to change.
    pub(crate) clock: Option<PathBuf>,
}

/// The program, running or killed.
pub(crate) struct Server {
    start: Start,
    running: Mutex<Option<Running>>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// The server's address and its owner's token.
    host: String,
    token: String,
    /// The output of a command.
    said: Option<Receiver<String>>,
}

impl Server {
    pub(crate) fn new(start: Start) -> Self {
        Self { start, running: Mutex::new(None) }
    }

    /// Starts it; the error is its output instead of the first line.
    pub(crate) fn start(&self) -> Result<(), String> {
        let mut running = self.lock();
        assert!(running.is_none(), "it runs already");
        let mut child = self.command(&self.arguments()).spawn().map_err(|error| error.to_string())?;
        let (tell, told) = channel();
        let stdout = child.stdout.take().unwrap();
        std::thread::spawn(move || {
            let mut line = String::new();
            _ = BufReader::new(stdout).read_line(&mut line);
            _ = tell.send(line);
        });
        if let Role::Command(_) = self.start.role {
            *running = Some(Running { child, host: String::new(), token: String::new(), said: Some(told) });
            return Ok(());
        }
        let line = told.recv_timeout(PATIENCE).unwrap_or_default();
        let said: Value = serde_json::from_str(&line).unwrap_or_default();
        let (Some(url), Some(token)) = (said["url"].as_str(), said["token"].as_str()) else {
            _ = child.kill();
            let ended = child.wait();
            return Err(format!("it did not start: {ended:?} `{line}`"));
        };
        let host = url.strip_prefix("http://").unwrap_or(url).to_owned();
        *running = Some(Running { child, host, token: token.to_owned(), said: None });
        Ok(())
    }

    /// Returns the only task of the data folder, if there is one.
    pub(crate) fn task(&self) -> Option<String> {
        let first = std::fs::read_dir(self.start.outside.join("tasks")).ok()?.next()?.ok()?;
        // A journal without its first line is not a task.
        std::fs::metadata(first.path().join("journal.jsonl")).ok().filter(|about| about.len() > 0)?;
        first.file_name().into_string().ok()
    }

    /// Returns its name for the phone.
    pub(crate) fn device(&self) -> &str {
        &self.start.device
    }

    fn arguments(&self) -> Vec<String> {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        match (&self.start.role, self.task()) {
            (Role::Serve, _) => words(&["serve", "--listen", "127.0.0.1:0", "--json", "--log", "info"]),
            (Role::Command(more), None) => [words(&["run", "--json"]), more.clone()].concat(),
            (Role::Command(_), Some(id)) => words(&["task", "resume", &id, "--json"]),
        }
    }

    /// Returns the status and output of an ended command; `None` while it runs, or if it was killed.
    pub(crate) fn ended(&self) -> Option<(Option<i32>, Value)> {
        let mut running = self.lock();
        let status = running.as_mut()?.child.try_wait().unwrap()?;
        let line = running.take()?.said?.recv_timeout(PATIENCE).unwrap_or_default();
        Some((status.code(), serde_json::from_str(&line).unwrap_or_default()))
    }

    /// Runs another command on the same folder to its end, and parses its output as JSON.
    pub(crate) fn asked(&self, words: &[&str]) -> Value {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let output = self.command(&words).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap_or_default()
    }

    fn command(&self, arguments: &[String]) -> Command {
        let Start { before, data, device, log, adb_port, clock, .. } = &self.start;
        let mut words = before.iter().map(String::as_str).chain([fingertip()]);
        let mut command = Command::new(words.next().unwrap());
        command.args(words).args(arguments).args(["--device", device]).arg("--data").arg(data);
        for name in ["RUST_LOG", "ANDROID_SERIAL", "FINGERTIP_DATA", "ADB_SERVER_SOCKET"] {
            command.env_remove(name);
        }
        // The program starts no adb server at an address that is not the loopback interface.
        let (address, port) = adb_port.map_or(("0.0.0.0", 1), |port| ("127.0.0.1", port));
        command.env("ANDROID_ADB_SERVER_ADDRESS", address).env("ANDROID_ADB_SERVER_PORT", port.to_string());
        if let Some((clock, library)) = clock.as_ref().zip(faketime()) {
            // Only the time of day jumps, never the monotonic clock.
            command.env("LD_PRELOAD", library).env("FAKETIME_TIMESTAMP_FILE", clock).env("FAKETIME_NO_CACHE", "1");
            command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("NO_FAKE_STAT", "1");
        }
        let log: File = OpenOptions::new().create(true).append(true).open(log).unwrap();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        command
    }

    /// Kills it as a power cut would.
    pub(crate) fn kill(&self) {
        if let Some(mut running) = self.lock().take() {
            _ = running.child.kill();
            _ = running.child.wait();
        }
    }

    /// Stops it gracefully; returns whether it ended in time.
    pub(crate) fn stop(&self) -> bool {
        let Some(mut running) = self.lock().take() else { return true };
        signal(running.child.id(), "TERM");
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if running.child.try_wait().unwrap().is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(3));
        }
        _ = running.child.kill();
        _ = running.child.wait();
        false
    }

    /// Suspends it, as a closed laptop does, or resumes it.
    pub(crate) fn suspend(&self, on: bool) {
        if let Some(running) = &*self.lock() {
            signal(running.child.id(), if on { "STOP" } else { "CONT" });
        }
    }

    /// Whether it is running; a process that ended by itself is not.
    pub(crate) fn is_up(&self) -> bool {
        self.lock().as_mut().is_some_and(|running| running.child.try_wait().is_ok_and(|ended| ended.is_none()))
    }

    /// Sends a request as the owner.
    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&Value>, limit: Duration) -> Answer {
        self.ask_with(method, path, body, "", limit)
    }

    /// Does the same with further headers, each preceded by its line break.
    pub(crate) fn ask_with(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
        more: &str,
        limit: Duration,
    ) -> Answer {
        let known = self.lock().as_ref().map(|running| (running.host.clone(), running.token.clone()));
        let Some((host, token)) = known else { return Answer::Refused };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json{more}"
        );
        http::ask(&host, &head, &body.map(ToString::to_string).unwrap_or_default(), limit)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.suspend(false);
        self.kill();
    }
}
