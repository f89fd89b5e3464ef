//! Android's shell: mksh and toybox, as far as clients use them, over [`Files`] and a [`Os`].
//!
//! adbd runs the text after `shell:` or `exec:` in a [`Session`]: input reaches the command while it runs, output leaves
//! when it is written, the parts of a pipeline and what stands before `&` have threads of their own, `sleep` takes its
//! time, and everything ends with the session. [`run`] is for whoever wants an answer at once: there the parts of a
//! pipeline run one after the other, `&` runs to its end, and `sleep` only adds to [`Outcome::waits_ms`].
//!
//! Android's own commands (`am`, `pm`, `input`, …) are Android's: [`Os::command`]. No script, however hostile, hangs
//! for ever, panics or eats the memory.

mod arithmetic;
mod braces;
mod builtin;
mod conditional;
mod execute;
mod expand;
mod format;
mod glob;
mod io;
mod job;
mod jobs;
mod launch;
mod limits;
mod parameter;
mod parser;
mod pattern;
pub mod ports;
mod program;
mod quick;
mod redirect;
mod regex;
mod script;
pub mod session;
mod signals;
mod simple_command;
mod state;
mod streams;
mod syntax;
#[cfg(test)]
mod tests;
pub mod threads;
mod variables;

pub use self::io::{Input, Io};
pub use self::jobs::Script;
pub use self::program::{FOR_DEVELOPERS, OUTSIDE_TOYBOX};
pub use self::quick::QuickScript;
pub use self::session::{Session, ShellProcess};
pub use self::state::Shell;
pub use machine::process::Process;

use std::ops::DerefMut;
use std::sync::Arc;

use self::ports::{Connection, Listener, PortError};
use machine::files::{Files, SHELL};

/// The file system, the caller's alone for as long as it holds this: the phone may be another's before and
/// after. Hold it for one operation.
pub type FilesGuard<'a> = Box<dyn DerefMut<Target = Files> + 'a>;

/// What the shell knows of the phone around it.
pub trait Os {
    /// The phone's clock, in milliseconds since 1970.
    fn now_ms(&self) -> i64;

    /// How far the phone's time zone is east of Greenwich, in minutes.
    fn utc_offset_minutes(&self) -> i32 {
        0
    }

    /// The file system.
    fn files(&mut self) -> FilesGuard<'_>;

    /// What runs, for `ps`, `pidof`, `pgrep`, `top`.
    fn processes(&self) -> Vec<Process>;

    /// Ends a process with a signal; whether there was one.
    fn kill(&mut self, pid: u32, signal: u32) -> bool;

    /// Runs one of Android's own commands; none if there is no command of that name. A program that is
    /// no file of `/system/bin` comes with its whole path.
    fn command(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<i32>;

    /// The names that [`Os::command`] knows, for `which`, `type` and `command -v`.
    fn command_names(&self) -> Vec<String>;

    /// Who the shell is, by number.
    fn user(&self) -> u32 {
        SHELL
    }

    /// Whoever runs next is this user. Only `su` asks, and it has asked [`Os::has_root`] first.
    fn set_user(&mut self, _user: u32) {}

    /// Whether this is a build for developers, with `su` and `sqlite3`.
    fn has_root(&self) -> bool {
        false
    }

    /// The user as whom a package runs, and whether it may be debugged; none if there is no such package.
    fn app_user(&self, _package: &str) -> Option<AppUser> {
        None
    }

    /// Sets the clock, in milliseconds since 1970; whether it could be.
    fn set_clock(&mut self, _now_ms: i64) -> bool {
        false
    }

    /// What people call the time zone now; none to write its offset.
    fn zone_name(&self) -> Option<String> {
        None
    }

    /// The same phone for another thread of the shell; none where there can be no more, or none at all.
    fn fork(&self) -> Option<Box<dyn Os + Send>> {
        None
    }

    /// A number for a new process.
    fn next_pid(&mut self) -> u32 {
        0
    }

    /// A process of the shell has begun, for `ps` and `kill`.
    fn begun(&mut self, _process: &Arc<ShellProcess>) {}

    /// Opens a port of the phone for a process, which is nudged for each connection; for 0, one that is free.
    fn listen(&mut self, _port: u16, _process: &Arc<ShellProcess>) -> Result<Listener, PortError> {
        Err(PortError::Denied)
    }

    /// Connects with whoever listens on a port of the phone.
    fn connect(&mut self, _port: u16) -> Result<Connection, PortError> {
        Err(PortError::Refused)
    }

    /// What a command that goes on has to say by now; gives back after how many milliseconds it may have more, or
    /// none when it has ended. Where there is more before, `waits` is nudged.
    fn follow(&mut self, _command: &LongRunning, _io: &mut Io, _waits: &Arc<ShellProcess>) -> Option<u64> {
        None
    }

    /// Nobody follows it any more.
    fn unfollow(&mut self, _command: &LongRunning) {}

    /// A property (`getprop`), for `uname` and the like; none if unset.
    fn property(&self, _name: &str) -> Option<String> {
        None
    }
}

impl dyn Os + '_ {
    /// One operation on the file system.
    pub(crate) fn with_files<T>(&mut self, act: impl FnOnce(&mut Files) -> T) -> T {
        act(&mut self.files())
    }

    /// The name of the phone, as a prompt has it.
    pub(crate) fn host_name(&self) -> String {
        self.property("ro.product.device").unwrap_or_else(|| "localhost".to_owned())
    }
}

/// What `run-as` has to know of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppUser {
    /// The number of its user.
    pub uid: u32,
    /// Whether it may be debugged.
    pub debuggable: bool,
}

/// A command that goes on after its first output, as `logcat` and `app_process` do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongRunning {
    /// The command's name.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// A number by which the system knows it again.
    pub id: u64,
}

/// What a script did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The exit status, 0 to 255.
    pub status: i32,
    /// What it wrote.
    pub stdout: Vec<u8>,
    /// What it complained.
    pub stderr: Vec<u8>,
    /// How long it would have taken: the sum of its sleeps. The caller lets that time pass.
    pub waits_ms: u64,
    /// The command that keeps the stream open. The script ends at it.
    pub long_running: Option<LongRunning>,
}

/// Runs a script in a fresh shell.
pub fn run(script: &str, os: &mut dyn Os, stdin: &[u8]) -> Outcome {
    Shell::new().run(script, os, stdin)
}

/// Puts toybox's programs into `/system/bin`, for `ls`, `which` and `test -x`.
pub fn install_programs(files: &mut Files) {
    for name in program::names() {
        files.add_applet(name);
    }
}
