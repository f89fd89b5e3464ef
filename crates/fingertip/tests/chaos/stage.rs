//! The equipment that one worker uses for all its runs: the phone behind its cable, the model, the tool, the disk. Each
//! run resets it and starts a new server on a new data folder.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::adb_server::AdbServer;
use crate::cable::Cable;
use crate::disk::Disk;
use crate::model::Model;
use crate::phone::Phone;
use crate::program::{Role, Start};
use crate::scenario::Scenario;
use crate::tool::Tool;

/// The equipment of one worker.
pub(crate) struct Stage {
    pub(crate) phone: Phone,
    pub(crate) cable: Cable,
    pub(crate) model: Model,
    pub(crate) tool: Tool,
    pub(crate) disk: Disk,
    pub(crate) adb: Option<AdbServer>,
    /// Held while the server is down on purpose.
    pub(crate) restarting: Mutex<()>,
    folder: TempDir,
}

impl Stage {
    /// Returns `None` if this machine cannot provide the disk.
    pub(crate) fn new() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let phone = Phone::start(folder.path());
        let cable = Cable::to(&phone.address);
        let (model, tool, disk) = (Model::start(), Tool::start(), Disk::new()?);
        Some(Self { phone, cable, model, tool, disk, adb: None, restarting: Mutex::new(()), folder })
    }

    /// Resets everything and creates the data folder of a run.
    pub(crate) fn prepare(&mut self, name: &str, scenario: &Scenario) -> Start {
        self.heal();
        self.phone.restore();
        self.model.prepare(scenario.goal.job(), scenario.model.clone());
        self.tool.prepare(scenario.tool.clone());
        if scenario.through_server && self.adb.is_none() {
            self.adb = AdbServer::start(self.cable.address);
        }
        let adb = self.adb.as_ref().filter(|_| scenario.through_server);
        if let Some(adb) = adb {
            assert!(adb.up(), "the adb server does not see the phone");
        }
        let data = self.disk.outside(name);
        _ = std::fs::remove_dir_all(&data);
        std::fs::create_dir(&data).unwrap();
        std::fs::write(data.join("fingertip.toml"), self.config(scenario)).unwrap();
        std::fs::write(data.join("mcp.json"), self.tool.config().to_string()).unwrap();
        self.set_host_clock(0);
        let jumps = scenario.faults.iter().any(|fault| matches!(fault.what, crate::fault::Fault::HostClock(_)));
        Start {
            role: role(scenario),
            before: self.disk.words(),
            data: self.disk.inside(name),
            outside: data,
            device: adb.map_or_else(|| self.cable.address.to_string(), AdbServer::serial),
            log: self.log_file(),
            adb_port: adb.map(|adb| adb.port),
            clock: jumps.then(|| self.clock_file()),
        }
    }

    fn config(&self, scenario: &Scenario) -> String {
        let abort = if scenario.abort_unanswered { "abort" } else { "tell" };
        let executor = format!(
            "[executor]\nstep_delay = 0.0\nsettle_maximum = 0.3\nreconnect = 1.0\nretry_delay = 0.02\nmax_steps = 60\n\
             ask_timeout = {}\non_ask_timeout = \"{abort}\"\npause_limit = 2\n",
            scenario.ask_timeout.as_secs_f64()
        );
        format!("{executor}{}", self.model.config(scenario.stream))
    }

    /// Sets the clock of a server that was started with one, this many seconds off the real time.
    pub(crate) fn set_host_clock(&self, seconds: i64) {
        std::fs::write(self.clock_file(), format!("{seconds:+}\n")).unwrap();
    }

    /// Repairs the cable, and announces the phone to the adb server again.
    pub(crate) fn mend_cable(&self) {
        self.cable.heal();
        if let Some(adb) = &self.adb {
            adb.announce();
        }
    }

    /// Reverts every fault.
    pub(crate) fn heal(&self) {
        self.mend_cable();
        self.phone.thaw();
        self.phone.control(&serde_json::json!({"op": "clear"}));
        self.disk.clear();
        self.model.heal();
        self.tool.heal();
    }

    /// Copies the files of a run to a permanent folder.
    pub(crate) fn keep(&self, name: &str, to: &Path) {
        _ = std::fs::remove_dir_all(to);
        _ = std::fs::create_dir_all(to);
        let copy =
            std::process::Command::new("cp").arg("-a").arg(self.disk.outside(name)).arg(to.join("data")).status();
        drop(copy);
        _ = std::fs::copy(self.log_file(), to.join("serve.log"));
    }

    /// Removes the files of a run.
    pub(crate) fn forget(&self, name: &str) {
        _ = std::fs::remove_dir_all(self.disk.outside(name));
        _ = std::fs::remove_file(self.log_file());
    }

    /// Returns how many lines the journals of a run's tasks have.
    pub(crate) fn journal_lines(&self, name: &str) -> usize {
        let Ok(tasks) = std::fs::read_dir(self.disk.outside(name).join("tasks")) else { return 0 };
        let lines = |task: std::fs::DirEntry| {
            let text = std::fs::read(task.path().join("journal.jsonl")).unwrap_or_default();
            text.iter().filter(|byte| **byte == b'\n').count()
        };
        tasks.flatten().map(lines).sum()
    }

    /// Returns the lines of the journals of a run's tasks.
    pub(crate) fn journal(&self, name: &str) -> Vec<Value> {
        let Ok(tasks) = std::fs::read_dir(self.disk.outside(name).join("tasks")) else { return Vec::new() };
        let read = |task: std::fs::DirEntry| {
            let text = std::fs::read_to_string(task.path().join("journal.jsonl")).unwrap_or_default();
            text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect::<Vec<Value>>()
        };
        tasks.flatten().flat_map(read).collect()
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("serve.log")
    }

    fn clock_file(&self) -> PathBuf {
        self.folder.path().join("clock")
    }
}

/// Returns the command to start.
fn role(scenario: &Scenario) -> Role {
    if !scenario.by_command {
        return Role::Serve;
    }
    let mut words = vec![scenario.goal.words(), "--model".to_owned(), scenario.goal.mind().to_owned()];
    words.extend(scenario.yes.then(|| "--yes".to_owned()));
    Role::Command(words)
}

/// Polls a condition; returns whether it became true in time.
pub(crate) fn until(limit: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let began = std::time::Instant::now();
    while !is_so() {
        if began.elapsed() >= limit {
            return false;
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    true
}
