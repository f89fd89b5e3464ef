//! A [`Call`] is one run of a program: its arguments, its streams, the shell and the phone. [`Programs`] is the table
//! of programs, for programs that run or list others.

use std::time::Duration;

use super::super::limits::MAX_OUTPUT;
use super::super::{Io, Os, Shell};
use super::options::Options;
use machine::files::Kind;

/// The implementation of a program.
pub(super) type Program = fn(&mut Call<'_>) -> i32;

/// Programs that only developer builds have.
pub const FOR_DEVELOPERS: &[&str] = &["sqlite3", "su"];

/// Programs that every phone has outside toybox.
pub const OUTSIDE_TOYBOX: &[&str] = &["run-as"];

/// The program table, sorted by name.
#[derive(Clone, Copy)]
pub(super) struct Programs(pub(super) &'static [(&'static str, Program)]);

impl Programs {
    /// Returns the names of all toybox programs.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        let outside = |name: &str| FOR_DEVELOPERS.contains(&name) || OUTSIDE_TOYBOX.contains(&name);
        let programs = self.0.iter().map(|(name, _)| *name).filter(move |name| !outside(name));
        programs.chain(["[", "echo", "false", "printf", "sh", "test", "true"])
    }

    /// Returns the program with this name.
    pub(super) fn find(self, name: &str) -> Option<Program> {
        let index = self.0.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
        self.0.get(index).map(|(_, act)| *act)
    }

    /// Returns the path of a program that can be run by name.
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
    /// Becomes 1 once something has failed.
    pub(super) status: i32,
    /// All programs, for programs that run or list others.
    pub(super) programs: Programs,
}

impl Call<'_> {
    /// Returns the path of a program that can be run by name.
    pub(super) fn locate(&mut self, name: &str) -> Option<String> {
        self.programs.locate(name, self.shell, self.os)
    }

    pub(super) fn print(&mut self, text: impl AsRef<str>) -> i32 {
        self.io.out(text);
        self.status
    }

    /// Writes an error message and sets the status; the program continues.
    pub(super) fn fail(&mut self, message: impl AsRef<str>) -> i32 {
        let message = message.as_ref().replace("(see \"--help\")", &format!("(see \"{} --help\")", self.name));
        self.io.err(format!("{}: {message}\n", self.name));
        self.status = 1;
        1
    }

    /// Makes `path` absolute.
    pub(super) fn path(&self, path: &str) -> String {
        self.io.absolute(path)
    }

    pub(super) fn options(&mut self, letters: &str) -> Result<Options, i32> {
        Options::read(self.args, letters).map_err(|message| self.fail(message))
    }

    /// Sends the output so far; `false` if the reader is gone.
    pub(super) fn flush(&mut self) -> bool {
        self.shell.flush(self.io, self.os)
    }

    /// Sends the output so far, then sleeps; `false` if the process was killed meanwhile.
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

    /// Reads the next input line without its newline, and whether it had one. Pending output is sent before waiting.
    pub(super) fn next_line(&mut self) -> Option<(Vec<u8>, bool)> {
        if !self.before_reading() {
            return None;
        }
        self.io.stdin.line()
    }

    /// Sends pending output if a read would wait; `false` if the reader is gone.
    pub(super) fn before_reading(&mut self) -> bool {
        if self.shell.budget.process.is_some() && !self.io.stdin.has_bytes() {
            self.shell.budget.renew();
            return self.flush();
        }
        true
    }

    /// Applies the umask to a new file or directory.
    pub(super) fn mask(&mut self, path: &str, mode: u32) {
        let mask = self.shell.scope.umask;
        if mask != 0 {
            // Shared storage ignores modes.
            _ = self.os.with_files(|files| files.chmod(path, mode & !mask));
        }
    }

    /// Whether the operand is a directory.
    pub(super) fn is_directory(&mut self, operand: &str) -> bool {
        let path = self.path(operand);
        self.os.files().stat(&path).is_ok_and(|stat| stat.kind == Kind::Directory)
    }

    /// Reads a file, or stdin for `-`. A failure is reported.
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

    /// Reads all readable operands, or stdin without operands.
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

    /// Whether the program should stop: its output limit or the script's budget is used up.
    pub(super) fn exhausted(&self) -> bool {
        self.io.stdout.len() > MAX_OUTPUT || self.shell.budget.spent()
    }
}

/// Splits bytes into lines without their newlines. A last line without a newline counts.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let empty = bytes.is_empty();
    body.split(|byte| *byte == b'\n').filter(move |_| !empty)
}
