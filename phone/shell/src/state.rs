//! The state of a shell: its variables, functions, streams and used resources.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::job::Job;
use super::limits::Budget;
use super::streams::{Sink, Streams};
use super::syntax::Command;
use super::{Input, LongRunning, Os};

/// The environment that adbd passes to the shell.
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

pub(crate) use machine::process::SHELL_PID as PID;

/// The pseudo-signal number of `trap … ERR`, beyond all signals.
pub(super) const AT_ERROR: u32 = 255;

/// A variable or an array.
#[derive(Clone, Debug, Default)]
pub(super) struct Variable {
    /// Its value, or element 0 of an array.
    pub(super) value: String,
    /// Whether an array lacks element 0.
    pub(super) hollow: bool,
    /// The other elements of an array.
    pub(super) more: BTreeMap<u32, String>,
    /// The format that every assigned value gets.
    pub(super) form: Form,
    pub(super) exported: bool,
    pub(super) read_only: bool,
}

/// A value format set by `typeset`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) integer: bool,
    pub(super) lower: bool,
    pub(super) upper: bool,
    /// `-L`, `-R` or `-Z` with a width.
    pub(super) width: Option<(char, usize)>,
}

impl Form {
    /// Formats a value.
    pub(super) fn apply(self, value: String) -> String {
        let value = match (self.lower, self.upper) {
            (true, _) => value.to_lowercase(),
            (false, true) => value.to_uppercase(),
            (false, false) => value,
        };
        let Some((kind, width)) = self.width else { return value };
        let length = value.chars().count();
        match kind {
            'L' => format!("{:<width$}", value.trim_start().chars().take(width).collect::<String>()),
            'R' => format!("{:>width$}", value.chars().skip(length.saturating_sub(width)).collect::<String>()),
            _ => format!("{:0>width$}", value.chars().skip(length.saturating_sub(width)).collect::<String>()),
        }
    }
}

/// State that a subshell inherits but cannot change for its parent.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) variables: BTreeMap<String, Variable>,
    pub(super) functions: BTreeMap<String, Arc<Command>>,
    pub(super) cwd: String,
    /// `$0`, and the prefix of error messages.
    pub(super) name: String,
    /// The positional parameters, from `$1` on.
    pub(super) args: Vec<String>,
    /// `set -e`
    pub(super) stop_on_error: bool,
    /// `set -u`
    pub(super) refuse_unset: bool,
    /// `set -f`
    pub(super) no_glob: bool,
    /// `set -o pipefail`
    pub(super) pipe_fail: bool,
    /// `set -C`
    pub(super) no_clobber: bool,
    /// `set -x`
    pub(super) trace: bool,
    pub(super) umask: u32,
    pub(super) aliases: BTreeMap<String, String>,
    /// `trap … EXIT`
    pub(super) at_exit: Option<String>,
    /// `trap … SIGNAL`, by signal number; empty if the signal is ignored.
    pub(super) traps: BTreeMap<u32, String>,
}

/// A shell that keeps its variables and directory from one script to the next, as a session does.
#[derive(Clone, Debug)]
pub struct Shell {
    pub(super) scope: Scope,
    pub(super) streams: Streams,
    /// The target of `/dev/tty`.
    pub(super) outer: Sink,
    pub(super) terminal_input: Input,
    pub(super) status: i32,
    pub(super) budget: Budget,
    /// The nesting depth of conditions, in which `set -e` has no effect.
    pub(super) testing: usize,
    pub(super) functions_running: usize,
    pub(super) loops_running: usize,
    pub(super) waits_ms: u64,
    pub(super) long_running: Option<LongRunning>,
    pub(super) last_background: Option<u32>,
    /// The background jobs.
    pub(super) jobs: Vec<Job>,
    pub(super) killed: bool,
    /// Whether output was written without a reader.
    pub(super) broken: bool,
    /// Whether a write failed.
    pub(super) write_failed: bool,
    /// Whether the last text had a syntax error, or a redirection of the shell itself failed. A prompting shell
    /// continues after either.
    pub(super) syntax_error: bool,
    /// For each running function, the variables that it shadows, with their outer values.
    pub(super) hidden: Vec<BTreeMap<String, Option<Variable>>>,
    /// The position of `getopts` in a word of several letters.
    pub(super) option_at: usize,
    /// The statuses of the parts of the last pipeline.
    pub(super) pipe_status: Vec<i32>,
}

/// Where the script continues after a command.
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
    /// Creates a shell in `/`, as adbd starts it.
    pub fn new() -> Self {
        let variables = ENVIRONMENT
            .iter()
            .map(|(name, value)| {
                let value = (*value).to_owned();
                ((*name).to_owned(), Variable { value, exported: true, ..Variable::default() })
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
                pipe_fail: false,
                no_clobber: false,
                trace: false,
                umask: 0,
                aliases: BTreeMap::new(),
                at_exit: None,
                traps: BTreeMap::new(),
            },
            streams: Streams::collected(&[]),
            outer: Sink::Null,
            terminal_input: Input::default(),
            status: 0,
            budget: Budget::default(),
            testing: 0,
            functions_running: 0,
            loops_running: 0,
            waits_ms: 0,
            long_running: None,
            last_background: None,
            jobs: Vec::new(),
            killed: false,
            broken: false,
            write_failed: false,
            syntax_error: false,
            hidden: Vec::new(),
            option_at: 0,
            pipe_status: vec![0],
        }
    }

    /// Sets an environment variable, as adbd does for `shell,v2,TERM=xterm`.
    pub fn set_env(&mut self, name: &str, value: &str) {
        let variable = Variable { value: value.to_owned(), exported: true, ..Variable::default() };
        self.scope.variables.insert(name.to_owned(), variable);
    }

    /// Returns the working directory.
    pub fn cwd(&self) -> &str {
        &self.scope.cwd
    }

    /// Resets the per-script state.
    pub(super) fn begin(&mut self) {
        (self.outer, self.terminal_input) = (self.streams.stdout.clone(), self.streams.stdin.clone());
        (self.testing, self.functions_running, self.loops_running) = (0, 0, 0);
        (self.waits_ms, self.long_running, self.killed, self.broken) = (0, None, false, false);
    }

    /// Returns the time, including this script's sleeps.
    pub(super) fn now_ms(&self, os: &dyn Os) -> i64 {
        os.now_ms().saturating_add(i64::try_from(self.waits_ms).unwrap_or(i64::MAX))
    }
}
