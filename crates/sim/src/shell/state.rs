//! The shell itself: its variables, functions, streams and what it has used.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::limits::{Budget, MAX_OUTPUT};
use super::redirect::{Sink, Streams};
use super::syntax::Command;
use super::{Input, LongRunning, Os, Outcome, parser};

/// What adbd passes to the shell.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("ANDROID_ASSETS", "/system/app"),
    ("ANDROID_DATA", "/data"),
    ("ANDROID_ROOT", "/system"),
    ("ANDROID_STORAGE", "/storage"),
    ("EXTERNAL_STORAGE", "/sdcard"),
    ("HOME", "/"),
    ("HOSTNAME", "localhost"),
    ("LOGNAME", "shell"),
    (
        "PATH",
        "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin",
    ),
    ("SHELL", "/bin/sh"),
    ("TERM", "dumb"),
    ("TMPDIR", "/data/local/tmp"),
    ("USER", "shell"),
];

/// The number of the shell's process.
pub(crate) const PID: u32 = 14_021;

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) value: String,
    pub(super) exported: bool,
    pub(super) read_only: bool,
}

/// What a subshell inherits and cannot change for its parent.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) variables: BTreeMap<String, Variable>,
    pub(super) functions: BTreeMap<String, Arc<Command>>,
    pub(super) cwd: String,
    /// `$0`, and the name before complaints.
    pub(super) name: String,
    /// `$1` and on.
    pub(super) args: Vec<String>,
    /// `set -e`
    pub(super) stop_on_error: bool,
    /// `set -u`
    pub(super) refuse_unset: bool,
    /// `set -f`
    pub(super) no_glob: bool,
    /// `trap … EXIT`
    pub(super) at_exit: Option<String>,
}

/// A shell that keeps its variables and directory from one script to the next, as a session does.
#[derive(Clone, Debug)]
pub struct Shell {
    pub(super) scope: Scope,
    pub(super) streams: Streams,
    pub(super) buffers: Vec<Vec<u8>>,
    pub(super) inputs: Vec<Input>,
    pub(super) status: i32,
    pub(super) budget: Budget,
    /// How many conditions are being tested, in which `set -e` does not count.
    pub(super) testing: usize,
    pub(super) functions_running: usize,
    pub(super) loops_running: usize,
    pub(super) waits_ms: u64,
    pub(super) long_running: Option<LongRunning>,
    pub(super) last_background: Option<u32>,
    pub(super) killed: bool,
}

/// Where the script goes on after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break(usize),
    Continue(usize),
    Return,
    Exit,
}

impl Default for Shell {
    fn default() -> Self {
        Self::new()
    }
}

impl Shell {
    /// A fresh shell in `/`, as adbd starts it.
    pub fn new() -> Self {
        let variables = ENVIRONMENT
            .iter()
            .map(|(name, value)| {
                ((*name).to_owned(), Variable { value: (*value).to_owned(), exported: true, read_only: false })
            })
            .collect();
        Self {
            scope: Scope {
                variables,
                functions: BTreeMap::new(),
                cwd: "/".to_owned(),
                name: "/system/bin/sh".to_owned(),
                args: Vec::new(),
                stop_on_error: false,
                refuse_unset: false,
                no_glob: false,
                at_exit: None,
            },
            streams: Streams::outer(),
            buffers: vec![Vec::new(), Vec::new()],
            inputs: vec![Input::default()],
            status: 0,
            budget: Budget::default(),
            testing: 0,
            functions_running: 0,
            loops_running: 0,
            waits_ms: 0,
            long_running: None,
            last_background: None,
            killed: false,
        }
    }

    /// Sets a variable of the environment, as adbd does from `shell,v2,TERM=xterm`.
    pub fn set_env(&mut self, name: &str, value: &str) {
        let variable = Variable { value: value.to_owned(), exported: true, read_only: false };
        self.scope.variables.insert(name.to_owned(), variable);
    }

    /// Ends what runs, and what is run later, as soon as this is set.
    pub fn cancel_with(&mut self, cancelled: Arc<AtomicBool>) {
        self.budget.cancelled = cancelled;
    }

    /// The working directory.
    pub fn cwd(&self) -> &str {
        &self.scope.cwd
    }

    /// Runs a script; variables, functions and the directory stay for the next one.
    pub fn run(&mut self, script: &str, os: &mut dyn Os, stdin: &[u8]) -> Outcome {
        self.streams = Streams::outer();
        self.buffers = vec![Vec::new(), Vec::new()];
        self.inputs = vec![Input::new(stdin)];
        self.budget = Budget { cancelled: Arc::clone(&self.budget.cancelled), ..Budget::default() };
        (self.testing, self.functions_running, self.loops_running) = (0, 0, 0);
        (self.waits_ms, self.long_running, self.killed) = (0, None, false);
        self.run_text(script, os);
        self.run_exit_trap(os);
        let mut buffers = std::mem::take(&mut self.buffers).into_iter();
        let (mut stdout, mut stderr) = (buffers.next().unwrap_or_default(), buffers.next().unwrap_or_default());
        stdout.truncate(MAX_OUTPUT);
        stderr.truncate(MAX_OUTPUT);
        Outcome {
            status: self.status & 0xff,
            stdout,
            stderr,
            waits_ms: self.waits_ms,
            long_running: self.long_running.take(),
        }
    }

    /// Parses and runs a text in this shell.
    pub(super) fn run_text(&mut self, script: &str, os: &mut dyn Os) -> Flow {
        self.budget.charge(script.len());
        match parser::parse(script) {
            Ok(list) => self.list(&list, os),
            Err(error) => {
                self.complain(&error.0, os);
                self.status = 1;
                Flow::Exit
            }
        }
    }

    pub(super) fn run_exit_trap(&mut self, os: &mut dyn Os) {
        if let Some(script) = self.scope.at_exit.take().filter(|_| !self.killed) {
            let status = self.status;
            if self.run_text(&script, os) != Flow::Exit {
                self.status = status;
            }
        }
    }

    /// Writes `/system/bin/sh: message` to the shell's complaints.
    pub(super) fn complain(&mut self, message: &str, os: &mut dyn Os) {
        let text = format!("{}: {message}\n", self.scope.name);
        let sink = self.streams.stderr.clone();
        self.write(&sink, text.as_bytes(), os);
    }

    /// Counts a step; ends the script when there were too many.
    pub(super) fn step(&mut self, os: &mut dyn Os) -> Flow {
        self.budget.steps += 1;
        if !self.budget.spent() {
            return Flow::Next;
        }
        if !self.killed {
            self.killed = true;
            self.write(&Sink::Buffer(1), b"Killed \n", os);
        }
        self.status = 137;
        Flow::Exit
    }

    /// The time, this script's sleeps included.
    pub(super) fn now_ms(&self, os: &dyn Os) -> i64 {
        os.now_ms().saturating_add(i64::try_from(self.waits_ms).unwrap_or(i64::MAX))
    }
}
