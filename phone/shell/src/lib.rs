//! Android's shell: mksh and toybox, as far as clients use them, over [`Files`] and an [`Os`].
//!
//! adbd runs the text after `shell:` or `exec:` in a [`Session`]. Input reaches the command while it runs, output is
//! sent as it is written, the parts of a pipeline and background commands run on their own threads, `sleep` takes real
//! time, and everything ends with the session. [`run`] is for callers that want an answer at once: the parts of a
//! pipeline run one after the other, `&` runs to completion, and `sleep` only adds to [`Outcome::waits_ms`].
//!
//! Android's own commands (`am`, `pm`, `input`, …) go through [`Os::command`]. No script, however hostile, hangs
//! forever, panics or exhausts the memory.

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

/// Exclusive access to the file system while the guard is held. Other users of the phone wait meanwhile, so hold it for
/// one operation only.
pub type FilesGuard<'a> = Box<dyn DerefMut<Target = Files> + 'a>;

/// The shell's interface to the phone.
pub trait Os {
    /// Returns the phone's clock, in milliseconds since 1970.
    fn now_ms(&self) -> i64;

    /// Returns the phone's time zone as minutes east of Greenwich.
    fn utc_offset_minutes(&self) -> i32 {
        0
    }

    /// Returns the file system.
    fn files(&mut self) -> FilesGuard<'_>;

    /// Returns the running processes, for `ps`, `pidof`, `pgrep`, `top`.
    fn processes(&self) -> Vec<Process>;

    /// Sends a signal that ends a process. Returns whether the process existed.
    fn kill(&mut self, pid: u32, signal: u32) -> bool;

    /// Runs one of Android's own commands; none if no command has this name. A program outside `/system/bin` is passed
    /// with its full path.
    fn command(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<i32>;

    /// Returns the names that [`Os::command`] knows, for `which`, `type` and `command -v`.
    fn command_names(&self) -> Vec<String>;

    /// Returns the uid of the shell.
    fn user(&self) -> u32 {
        SHELL
    }

    /// Sets the uid for the commands that follow. Only `su` calls this, after checking [`Os::has_root`].
    fn set_user(&mut self, _user: u32) {}

    /// Whether this is a developer build, with `su` and `sqlite3`.
    fn has_root(&self) -> bool {
        false
    }

    /// Returns the uid of a package and whether it is debuggable; none if the package does not exist.
    fn app_user(&self, _package: &str) -> Option<AppUser> {
        None
    }

    /// Sets the clock, in milliseconds since 1970. Returns whether that succeeded.
    fn set_clock(&mut self, _now_ms: i64) -> bool {
        false
    }

    /// Returns the current abbreviation of the time zone; none to print its offset instead.
    fn zone_name(&self) -> Option<String> {
        None
    }

    /// Returns a handle to the same phone for another thread of the shell; none if no further thread is possible.
    fn fork(&self) -> Option<Box<dyn Os + Send>> {
        None
    }

    /// Returns the pid for a new process.
    fn next_pid(&mut self) -> u32 {
        0
    }

    /// Registers a new process of the shell, for `ps` and `kill`.
    fn begun(&mut self, _process: &Arc<ShellProcess>) {}

    /// Opens a port of the phone for a process, which is nudged for each connection. Port 0 picks a free port.
    fn listen(&mut self, _port: u16, _process: &Arc<ShellProcess>) -> Result<Listener, PortError> {
        Err(PortError::Denied)
    }

    /// Connects to the listener on a port of the phone.
    fn connect(&mut self, _port: u16) -> Result<Connection, PortError> {
        Err(PortError::Refused)
    }

    /// Writes the new output of a long-running command to `io`. Returns after how many milliseconds it may have more,
    /// or none if the command has ended. `waits` is nudged if more output arrives earlier.
    fn follow(&mut self, _command: &LongRunning, _io: &mut Io, _waits: &Arc<ShellProcess>) -> Option<u64> {
        None
    }

    /// Stops following a command.
    fn unfollow(&mut self, _command: &LongRunning) {}

    /// Returns a system property (`getprop`), for `uname` and similar programs; none if unset.
    fn property(&self, _name: &str) -> Option<String> {
        None
    }
}

impl dyn Os + '_ {
    /// Runs one operation on the file system.
    pub(crate) fn with_files<T>(&mut self, act: impl FnOnce(&mut Files) -> T) -> T {
        act(&mut self.files())
    }

    /// Returns the phone's name as shown in the prompt.
    pub(crate) fn host_name(&self) -> String {
        self.property("ro.product.device").unwrap_or_else(|| "localhost".to_owned())
    }
}

/// The facts about a package that `run-as` needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppUser {
    /// Its uid.
    pub uid: u32,
    /// Whether it is debuggable.
    pub debuggable: bool,
}

/// A command that keeps running after its first output, as `logcat` and `app_process` do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongRunning {
    /// The command's name.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The number that identifies this run to the system.
    pub id: u64,
}

/// The result of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The exit status, 0 to 255.
    pub status: i32,
    /// The output.
    pub stdout: Vec<u8>,
    /// The error output.
    pub stderr: Vec<u8>,
    /// How long the script would have taken: the sum of its sleeps. The caller lets this time pass.
    pub waits_ms: u64,
    /// The command that keeps the stream open. The script stops at this command.
    pub long_running: Option<LongRunning>,
}

/// Runs a script in a fresh shell.
pub fn run(script: &str, os: &mut dyn Os, stdin: &[u8]) -> Outcome {
    Shell::new().run(script, os, stdin)
}

/// Installs toybox's programs into `/system/bin`, for `ls`, `which` and `test -x`.
pub fn install_programs(files: &mut Files) {
    for name in program::names() {
        files.add_applet(name);
    }
}
