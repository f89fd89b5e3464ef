//! A data folder, the binary, and its output. Phones and servers run in their own processes.

#[path = "../harness/binary.rs"]
pub(crate) mod binary;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A small phone with cheap pictures, and an executor with short waits.
const PROFILE: &str = r#"{"screen":{"width":360,"height":640,"density":160}}"#;
const CONFIG: &str = "[executor]\nstep_delay = 0.05\nreconnect = 0.2\nretry_delay = 0.05\n";

/// A data folder.
pub(crate) struct Rig {
    folder: TempDir,
}

/// The output of a command.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Rig {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        let rig = Self { folder };
        rig.config("");
        rig
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Returns a path next to the data folder.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes the usual configuration with this before it.
    pub(crate) fn config(&self, first: &str) {
        std::fs::write(self.data().join("fingertip.toml"), format!("{first}\n{CONFIG}")).unwrap();
    }

    /// Writes a model script with one action per step.
    pub(crate) fn script(&self, actions: &[Value]) -> String {
        let line = |action: &Value| match action.get("raw") {
            Some(_) => action.to_string(),
            None => json!({"raw": {"thought": "next", "action": action}}).to_string(),
        };
        let text: Vec<String> = actions.iter().map(line).collect();
        let file = self.beside(&format!("script-{}.jsonl", text.len()));
        std::fs::write(&file, text.join("\n")).unwrap();
        format!("script:{}", file.display())
    }

    /// Returns a command with the binary on this folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = fingertip(args);
        command.arg("--data").arg(self.data());
        command
    }

    /// Runs it to its end, without a terminal.
    pub(crate) fn said(&self, args: &[&str]) -> Said {
        said(self.command(args))
    }

    /// Runs a task with these actions on the phone, with `--json`.
    pub(crate) fn run(&self, phone: &Phone, actions: &[Value], more: &[&str]) -> Said {
        let model = self.script(actions);
        let mut args = vec!["run", "do it", "--json", "--device", &phone.address, "--model", &model];
        args.extend(more);
        self.said(&args)
    }

    /// Returns the kinds of the lines in a task's journal, with their steps.
    pub(crate) fn journal(&self, id: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.data().join("tasks").join(id).join("journal.jsonl"));
        let text = text.unwrap_or_default();
        text.split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
            .filter_map(|l| serde_json::from_str(l).ok())
            .collect()
    }

    /// Returns how many whole lines a task's journal has, without parsing them.
    pub(crate) fn journal_length(&self, id: &str) -> usize {
        let text = std::fs::read(self.data().join("tasks").join(id).join("journal.jsonl")).unwrap_or_default();
        text.iter().filter(|byte| **byte == b'\n').count()
    }

    /// Returns the only task, as soon as there is one.
    pub(crate) fn only_task(&self) -> Option<String> {
        let entry = std::fs::read_dir(self.data().join("tasks")).ok()?.next()?.ok()?;
        entry.path().join("journal.jsonl").exists().then(|| entry.file_name().into_string().ok())?
    }
}

/// The binary, isolated from the machine's own phones.
pub(crate) fn fingertip(args: &[&str]) -> Command {
    let mut command = binary::alone(binary::PATH);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn said(mut command: Command) -> Said {
    of(command.spawn().unwrap())
}

/// Collects the output of a process until its end.
pub(crate) fn of(child: Child) -> Said {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Does the same with this on its standard input.
pub(crate) fn said_given(mut command: Command, input: &[u8]) -> Said {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // The process may read less than there is.
    let _ = child.stdin.take().unwrap().write_all(input);
    of(child)
}

/// A process that ends with the test.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    pub(crate) fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.0.id().to_string()]).status().unwrap().success());
    }

    /// Returns the first line it prints.
    pub(crate) fn first_line(&mut self) -> String {
        let mut line = String::new();
        BufReader::new(self.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        line
    }

    /// Waits until its standard error contains this text.
    pub(crate) fn until(&mut self, text: &str) -> String {
        let mut seen = Vec::new();
        let mut byte = [0];
        let err = self.0.stderr.as_mut().unwrap();
        while !String::from_utf8_lossy(&seen).contains(text) {
            assert_eq!(err.read(&mut byte).unwrap(), 1, "it ended: {}", String::from_utf8_lossy(&seen));
            seen.push(byte[0]);
        }
        String::from_utf8_lossy(&seen).into_owned()
    }
}

/// A phone in its own process.
pub(crate) struct Phone {
    pub(crate) address: String,
    running: Running,
}

impl Phone {
    pub(crate) fn start(folder: &Path) -> Self {
        let profile = folder.join("profile.json");
        std::fs::write(&profile, PROFILE).unwrap();
        let mut command = fingertip(&["sim", "--listen", "127.0.0.1:0", "--profile"]);
        let mut running = Running(command.arg(&profile).spawn().unwrap());
        let line = running.first_line();
        let address = line.trim().strip_prefix("Phone: ").unwrap().to_owned();
        Self { address, running }
    }

    /// Suspends it; its connections stay open.
    pub(crate) fn freeze(&self) {
        self.running.signal("-STOP");
    }

    /// Resumes it.
    pub(crate) fn thaw(&self) {
        self.running.signal("-CONT");
    }

    /// Returns the rows of one of the phone's tables.
    fn rows(&self, uri: &str) -> String {
        let action = json!({"type": "shell", "command": format!("content query --uri {uri}")}).to_string();
        let said = said(fingertip(&["act", &action, "--blind", "--device", &self.address]));
        said.json()["acted"]["stdout"].as_str().unwrap().to_owned()
    }

    /// Returns how many calls went to this number, from the phone's own log.
    pub(crate) fn calls_to(&self, number: &str) -> usize {
        let rows = self.rows("content://call_log/calls");
        rows.lines().filter(|row| row.contains(&format!("number={number},")) && row.contains("type=2,")).count()
    }

    /// Returns the bodies of the messages sent to this number, from the phone's own table.
    pub(crate) fn sent_to(&self, number: &str) -> Vec<String> {
        let rows = self.rows("content://sms");
        let mine = rows.lines().filter(|row| row.contains(&format!("address={number},")) && row.contains("type=2,"));
        let body = |row: &str| row.split_once("body=").unwrap().1.split_once(", service_center=").unwrap().0.to_owned();
        mine.map(body).collect()
    }
}
