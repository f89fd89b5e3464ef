//! The benchmark's side of the wire. It prepares a phone with adb commands, files and databases, and inspects the
//! result. It sends the same commands as the original benchmark.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use adb::{Client, Options};
use rusqlite::Connection;
use sim::adbd::Adbd;
use sim::console::Console;
use sim::profile::Profile;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::runtime::Runtime;

/// The fixed host clock; the tasks set the phone's.
const START: i64 = 1_794_650_400_000;

/// A phone of the benchmark, with its adb connection.
pub(crate) struct Host {
    runtime: Runtime,
    client: Client,
    /// Its adbd, for further connections.
    pub(crate) adbd: Arc<Adbd>,
    /// The clock of the computer that it runs on, in milliseconds since 1970.
    pub(crate) clock: Arc<AtomicI64>,
}

impl Host {
    /// Boots a phone with the profile `androidworld` and adbd as root.
    pub(crate) fn new() -> Self {
        Self::with(Profile::built_in("androidworld").unwrap())
    }

    /// Boots a phone with another profile and adbd as root.
    pub(crate) fn with(profile: Profile) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let clock = Arc::new(AtomicI64::new(START));
        let now = Arc::clone(&clock);
        let (client, adbd) = runtime.block_on(async move {
            let now_ms = Arc::clone(&now);
            let adbd = Adbd::new(
                sim::phone_of(profile.running_ahead(), START),
                Arc::new(move || now_ms.load(Ordering::Relaxed)),
            );
            let connect = async || {
                let (ours, theirs) = tokio::io::duplex(64 << 10);
                let served = Arc::clone(&adbd);
                tokio::spawn(async move { served.serve(theirs).await });
                Client::over(ours, "sim", Options::default()).await.unwrap()
            };
            // adbd restarts as root, so the first connection ends.
            let first = connect().await;
            let mut answer = first.open("root:").await.unwrap();
            let mut said = Vec::new();
            _ = tokio::io::AsyncReadExt::read_to_end(&mut answer, &mut said).await;
            (connect().await, adbd)
        });
        let host = Self { runtime, client, adbd, clock };
        assert_eq!(host.shell("whoami").trim(), "root");
        host
    }

    /// Returns the output of a command; a failing command fails the task.
    pub(crate) fn shell(&self, command: &str) -> String {
        let (status, text) = self.try_shell(command);
        assert_eq!(status, 0, "`{command}` failed: {text}");
        text
    }

    /// Returns the exit status and the output of a command.
    pub(crate) fn try_shell(&self, command: &str) -> (i32, String) {
        let output = self.runtime.block_on(self.client.shell(command)).unwrap();
        (output.status.unwrap_or(0), format!("{}{}", output.text(), output.error_text()))
    }

    /// `adb emu`: sends a line to the emulator's console.
    pub(crate) fn console(&self, line: &str) {
        let said = self.runtime.block_on(async {
            let (mut ours, theirs) = tokio::io::duplex(16 << 10);
            let console = Console::new(Arc::clone(&self.adbd), "androidworld", "");
            tokio::spawn(async move { console.serve(theirs).await });
            let lines = format!("{line}\nquit\n");
            AsyncWriteExt::write_all(&mut ours, lines.as_bytes()).await.unwrap();
            let mut said = String::new();
            tokio::io::AsyncReadExt::read_to_string(&mut ours, &mut said).await.unwrap();
            said
        });
        assert!(said.ends_with("OK\r\n") && !said.contains("KO:"), "`{line}`: {said}");
    }

    /// Describes the layout problems of the screen.
    pub(crate) fn faults(&self) -> Vec<String> {
        let line = self.runtime.block_on(async {
            let mut control = BufReader::new(self.client.open("localabstract:fingertip.control").await.unwrap());
            control.write_all(b"{\"op\": \"inspect\"}\n").await.unwrap();
            let mut line = String::new();
            control.read_line(&mut line).await.unwrap();
            line
        });
        let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
        answer["faults"].as_array().unwrap().iter().map(|fault| fault.as_str().unwrap().to_owned()).collect()
    }

    /// Lets time pass on the phone.
    pub(crate) fn pass(&self, ms: i64) {
        self.clock.fetch_add(ms, Ordering::Relaxed);
    }

    /// `adb push` of these bytes.
    pub(crate) fn push(&self, path: &str, bytes: &[u8]) {
        self.runtime.block_on(async {
            let mut sync = self.client.sync().await.unwrap();
            sync.push(path, 0o644, 1_697_384_040, bytes).await.unwrap();
        });
    }

    /// `adb pull`.
    pub(crate) fn pull(&self, path: &str) -> Vec<u8> {
        self.runtime.block_on(async {
            let mut sync = self.client.sync().await.unwrap();
            sync.pull(path, 64 << 20).await.unwrap()
        })
    }

    /// Sets the clock to Sunday, 15 October 2023, 15:34 UTC, in the 24-hour format: the start of every task except the
    /// browser's.
    pub(crate) fn set_clock(&self) {
        self.shell("settings put global auto_time 0");
        self.shell("settings put global auto_time_zone 0");
        self.shell("settings put system time_12_24 24");
        self.shell("service call alarm 3 s16 UTC");
        self.shell("date 1015153423.00");
        assert_eq!(self.shell("date").trim(), "Sun Oct 15 15:34:00 UTC 2023");
    }

    /// Returns the phone's clock, in seconds since 1970.
    pub(crate) fn now_s(&self) -> i64 {
        self.shell("date +%s").trim().parse().unwrap()
    }

    /// Removes all files of shared storage and keeps the folders.
    pub(crate) fn empty_storage(&self) {
        self.shell("find /storage/emulated/0/ -mindepth 1 -type f -delete");
        self.shell("content delete --uri content://media/external/downloads");
    }

    /// Whether a file (`-f`) or folder (`-d`) exists.
    pub(crate) fn is(&self, test: &str, path: &str) -> bool {
        let script = format!("\nif [ {test} \"{path}\" ]; then\necho \"Exists\"\nelse\necho \"Does not exist\"\nfi\n");
        self.shell(&script).trim() == "Exists"
    }

    /// Returns the names in a folder.
    pub(crate) fn list(&self, folder: &str) -> Vec<String> {
        self.shell(&format!("ls -1 {folder}")).lines().map(str::to_owned).collect()
    }

    /// Opens a database as the benchmark does: checks its folder, pulls all its files and opens the main one.
    pub(crate) fn database(&self, path: &str) -> Connection {
        let folder = path.rsplit_once('/').unwrap().0;
        assert!(self.is("-d", folder), "no folder {folder}");
        for line in self.shell(&format!("ls {folder} -ll -au")).lines().filter(|line| line.starts_with('-')) {
            let name = line.split_whitespace().skip(8).collect::<Vec<_>>().join(" ");
            self.pull(&format!("{folder}/{name}"));
        }
        let bytes = self.pull(path);
        let mut connection = Connection::open_in_memory().unwrap();
        connection.deserialize_read_exact("main", bytes.as_slice(), bytes.len(), false).unwrap();
        connection
    }

    /// Changes a database as the benchmark does: pulls it, changes it, empties its folder, pushes it and stops the app.
    pub(crate) fn change_database(&self, package: &str, path: &str, change: impl FnOnce(&Connection)) {
        let mut connection = self.database(path);
        change(&connection);
        let bytes = connection.serialize("main").unwrap().to_vec();
        let folder = path.rsplit_once('/').unwrap().0;
        if !self.list(folder).is_empty() {
            self.shell(&format!("rm -r {folder}/*"));
        }
        self.push(path, &bytes);
        self.shell(&format!("chmod 777 {path}"));
        self.shell(&format!("am force-stop {package}"));
    }

    /// Returns the package and the class in front, from `am stack list`.
    pub(crate) fn front(&self) -> String {
        let text = self.shell("am stack list | grep -E visible=true");
        let line = text.lines().next().unwrap_or_default();
        line.rsplit('{').next().unwrap_or_default().split('}').next().unwrap_or_default().to_owned()
    }
}

/// Whether two texts are similar enough for the benchmark.
pub(crate) fn fuzzy(one: &str, other: &str) -> bool {
    ratio(&one.to_lowercase(), &other.to_lowercase()) >= 0.9
}

/// Returns the similarity of two texts from 0 to 1, by the matching blocks of Ratcliff and Obershelp.
fn ratio(one: &str, other: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    2.0 * matching(&a, &b) as f64 / (a.len() + b.len()) as f64
}

fn matching(a: &[char], b: &[char]) -> usize {
    let (mut from_a, mut from_b, mut length) = (0, 0, 0);
    let mut before = vec![0; b.len() + 1];
    for (i, letter) in a.iter().enumerate() {
        let mut now = vec![0; b.len() + 1];
        for (j, other) in b.iter().enumerate() {
            if letter == other {
                now[j + 1] = before[j] + 1;
                if now[j + 1] > length {
                    (from_a, from_b, length) = (i + 1 - now[j + 1], j + 1 - now[j + 1], now[j + 1]);
                }
            }
        }
        before = now;
    }
    if length == 0 {
        return 0;
    }
    length + matching(&a[..from_a], &b[..from_b]) + matching(&a[from_a + length..], &b[from_b + length..])
}

/// Whether an answer names exactly these, in any order, each similar enough.
pub(crate) fn answers(answer: &str, expected: &[String]) -> bool {
    let parts: Vec<&str> = answer.split(',').map(str::trim).collect();
    parts.len() == expected.len() && expected.iter().all(|wanted| parts.iter().any(|part| fuzzy(part, wanted)))
}
