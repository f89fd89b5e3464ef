//! One run of a program: its arguments, its streams, the shell and the phone around it; and the table of programs that
//! those look in that run or list others.

use std::time::Duration;

use super::super::limits::MAX_OUTPUT;
use super::super::{Io, Os, Shell};
use super::options::Options;
use machine::files::Kind;

/// What a program is.
pub(super) type Program = fn(&mut Call<'_>) -> i32;

/// What only builds for developers have.
pub const FOR_DEVELOPERS: &[&str] = &["sqlite3", "su"];

/// What every phone has and is no part of toybox.
pub const OUTSIDE_TOYBOX: &[&str] = &["run-as"];

/// The table of programs, by name, in order.
#[derive(Clone, Copy)]
pub(super) struct Programs(pub(super) &'static [(&'static str, Program)]);

impl Programs {
    /// The names of all programs of toybox.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        let outside = |name: &str| FOR_DEVELOPERS.contains(&name) || OUTSIDE_TOYBOX.contains(&name);
        let programs = self.0.iter().map(|(name, _)| *name).filter(move |name| !outside(name));
        programs.chain(["[", "echo", "false", "printf", "sh", "test", "true"])
    }

    /// The program with this name.
    pub(super) fn find(self, name: &str) -> Option<Program> {
        let index = self.0.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
        self.0.get(index).map(|(_, act)| *act)
    }

    /// The path of a program that can be run by its name.
    pub(super) fn locate(self, name: &str, shell: &Shell, os: &mut dyn Os) -> Option<String> {
        if name.contains('/') {
            let path = shell.absolute(name);
            return os.files().access(&path, 1).ok().map(|()| name.to_owned());
        }
        let outside = OUTSIDE_TOYBOX.contains(&name) || FOR_DEVELOPERS.contains(&name) && os.has_root();
        let known = outside
            || self.names().any(|program| program == name)
            || os.command_names().iter().any(|known| known == name);
        known.then(|| format!("/system/bin/{name}"))
    }
}

/// One run of a program.
pub(in super::super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) args: &'a [String],
    pub(super) io: &'a mut Io,
    pub(super) shell: &'a mut Shell,
    pub(super) os: &'a mut dyn Os,
    /// 1 once something has failed.
    pub(super) status: i32,
    /// All programs, for those that run or list others.
    pub(super) programs: Programs,
}

impl Call<'_> {
    /// The path of a program that can be run by its name.
    pub(super) fn locate(&mut self, name: &str) -> Option<String> {
        self.programs.locate(name, self.shell, self.os)
    }

    pub(super) fn print(&mut self, text: impl AsRef<str>) -> i32 {
        self.io.out(text);
        self.status
    }

    /// Complains and goes on.
    pub(super) fn fail(&mut self, message: impl AsRef<str>) -> i32 {
        let message = message.as_ref().replace("(see \"--help\")", &format!("(see \"{} --help\")", self.name));
        self.io.err(format!("{}: {message}\n", self.name));
        self.status = 1;
        1
    }

    /// `path` from the root on.
    pub(super) fn path(&self, path: &str) -> String {
        self.io.absolute(path)
    }

    pub(super) fn options(&mut self, letters: &str) -> Result<Options, i32> {
        Options::read(self.args, letters).map_err(|message| self.fail(message))
    }

    /// Sends what it has written so far on its way; `false` if nobody reads it.
    pub(super) fn flush(&mut self) -> bool {
        self.shell.flush(self.io, self.os)
    }

    /// Lets time pass, after what was written so far; `false` if it was killed meanwhile.
    pub(super) fn pause(&mut self, time_ms: u64) -> bool {
        let Some(process) = self.shell.budget.process.clone() else {
            self.shell.waits_ms = self.shell.waits_ms.saturating_add(time_ms);
            return true;
        };
        let slept = self.flush() && process.sleep(Duration::from_millis(time_ms)).is_ok();
        if !slept {
            self.status = process.stopped().unwrap_or(129);
        }
        self.shell.budget.renew();
        self.io.now_ms = self.shell.now_ms(self.os);
        slept
    }

    /// The next line of the input without its end, and whether it had one. What was written goes out before it waits.
    pub(super) fn next_line(&mut self) -> Option<(Vec<u8>, bool)> {
        if !self.before_reading() {
            return None;
        }
        self.io.stdin.line()
    }

    /// Sends what was written on its way when there is nothing to be read yet; `false` if nobody reads it.
    pub(super) fn before_reading(&mut self) -> bool {
        if self.shell.budget.process.is_some() && !self.io.stdin.has_bytes() {
            self.shell.budget.renew();
            return self.flush();
        }
        true
    }

    /// Takes from a new file or directory what the mask of this shell forbids.
    pub(super) fn mask(&mut self, path: &str, mode: u32) {
        let mask = self.shell.scope.umask;
        if mask != 0 {
            // In shared storage modes stay as they are.
            _ = self.os.with_files(|files| files.chmod(path, mode & !mask));
        }
    }

    /// Whether there is a directory.
    pub(super) fn is_directory(&mut self, operand: &str) -> bool {
        let path = self.path(operand);
        self.os.files().stat(&path).is_ok_and(|stat| stat.kind == Kind::Directory)
    }

    /// The bytes of a file, or of the input for `-`; a failure is written.
    pub(super) fn read(&mut self, operand: &str) -> Option<Vec<u8>> {
        if operand == "-" || operand == "/dev/stdin" {
            return Some(self.io.stdin.take());
        }
        let path = self.path(operand);
        match self.os.with_files(|files| files.read(&path)) {
            Ok(bytes) => {
                self.shell.budget.charge(bytes.len());
                Some(bytes.to_vec())
            }
            Err(error) => {
                self.fail(format!("{operand}: {error}"));
                None
            }
        }
    }

    /// The contents of all operands that can be read, or of the input if there is none.
    pub(super) fn inputs(&mut self, operands: &[String]) -> Vec<(String, Vec<u8>)> {
        if operands.is_empty() {
            return vec![("-".to_owned(), self.io.stdin.take())];
        }
        let mut inputs = Vec::new();
        for operand in operands {
            if self.exhausted() {
                break;
            }
            if let Some(bytes) = self.read(operand) {
                inputs.push((operand.clone(), bytes));
            }
        }
        inputs
    }

    /// Whether the program has done enough: its output or the script's budget is spent.
    pub(super) fn exhausted(&self) -> bool {
        self.io.stdout.len() > MAX_OUTPUT || self.shell.budget.spent()
    }
}

/// Lines without their ends, as text; a last line without end counts.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let empty = bytes.is_empty();
    body.split(|byte| *byte == b'\n').filter(move |_| !empty)
}
