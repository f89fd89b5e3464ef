//! Toybox: the programs of `/system/bin` that need nothing but files and text.
//!
//! A program is a function of its [`Call`]; the table below names them all.

mod awk;
mod binary;
mod calendar;
mod checksum;
mod clock;
mod diff;
mod digest;
mod disk_usage;
mod encode;
mod exec;
mod fields;
mod file_kind;
mod find;
mod grep;
mod gzip;
mod help;
mod install;
mod kernel;
mod list;
mod modify;
mod month;
mod netcat;
mod octal;
mod options;
mod paragraph;
mod pieces;
mod process;
mod run_as;
mod sed;
mod selinux;
mod sort;
mod sqlite;
mod stat;
mod su;
mod system;
mod tar;
mod terminal;
mod text;
mod walk;

use std::time::Duration;

use super::builtin;
use super::{Io, Os, Shell};
use machine::files::{FileError, Kind};

use self::options::Options;
pub(super) use self::process::{signal, signal_name};

type Program = fn(&mut Call<'_>) -> i32;

/// By name, in order.
const PROGRAMS: &[(&str, Program)] = &[
    ("awk", awk::awk),
    ("base64", binary::base64),
    ("basename", system::basename),
    ("cal", month::cal),
    ("cat", text::cat),
    ("chcon", selinux::chcon),
    ("chgrp", modify::chown),
    ("chmod", modify::chmod),
    ("chown", modify::chown),
    ("cksum", checksum::cksum),
    ("clear", |call| call.print("\u{1b}[2J\u{1b}[H")),
    ("cmp", binary::cmp),
    ("comm", pieces::comm),
    ("cp", modify::cp),
    ("crc32", checksum::cksum),
    ("cut", fields::cut),
    ("date", clock::date),
    ("dd", binary::dd),
    ("df", disk_usage::df),
    ("diff", diff::diff),
    ("dirname", system::dirname),
    ("dos2unix", pieces::line_ends),
    ("du", disk_usage::du),
    ("egrep", grep::grep),
    ("env", exec::env),
    ("expand", pieces::expand),
    ("expr", exec::expr),
    ("fgrep", grep::grep),
    ("file", file_kind::file),
    ("find", find::find),
    ("fmt", paragraph::fmt),
    ("free", disk_usage::free),
    ("fsync", |_| 0),
    ("getconf", system::getconf),
    ("grep", grep::grep),
    ("groups", system::groups),
    ("gunzip", gzip::gzip),
    ("gzip", gzip::gzip),
    ("head", text::head),
    ("hostname", |call| {
        let name = super::jobs::host_name(call.os);
        call.print(format!("{name}\n"))
    }),
    ("iconv", encode::iconv),
    ("id", system::id),
    ("install", install::install),
    ("kill", process::kill),
    ("killall", process::killall),
    ("ln", modify::ln),
    ("logname", system::whoami),
    ("ls", list::ls),
    ("lsof", kernel::lsof),
    ("md5sum", digest::sum),
    ("mkdir", modify::mkdir),
    ("mktemp", modify::mktemp),
    ("mount", kernel::mount),
    ("mv", modify::mv),
    ("nc", netcat::nc),
    ("netcat", netcat::nc),
    ("nice", exec::nice),
    ("nl", text::nl),
    ("nohup", exec::nohup),
    ("nproc", |call| call.print("9\n")),
    ("od", octal::od),
    ("paste", fields::paste),
    ("pgrep", process::pgrep),
    ("pidof", process::pidof),
    ("pkill", process::pkill),
    ("printenv", exec::env),
    ("ps", process::ps),
    ("pwd", system::pwd),
    ("readlink", system::readlink),
    ("realpath", system::realpath),
    ("restorecon", selinux::restorecon),
    ("rev", text::rev),
    ("rm", modify::rm),
    ("rmdir", modify::rmdir),
    ("run-as", run_as::run_as),
    ("sed", sed::sed),
    ("seq", text::seq),
    ("setsid", exec::nohup),
    ("sha1sum", digest::sum),
    ("sha224sum", digest::sum),
    ("sha256sum", digest::sum),
    ("sha384sum", digest::sum),
    ("sha512sum", digest::sum),
    ("sleep", clock::sleep),
    ("sort", sort::sort),
    ("split", pieces::split),
    ("sqlite3", sqlite::sqlite3),
    ("stat", stat::stat),
    ("strings", binary::strings),
    ("stty", terminal::stty),
    ("su", su::su),
    ("sync", |_| 0),
    ("tac", text::tac),
    ("tail", text::tail),
    ("tar", tar::tar),
    ("tee", text::tee),
    ("timeout", exec::timeout),
    ("top", process::top),
    ("touch", modify::touch),
    ("toybox", exec::toybox),
    ("tr", fields::tr),
    ("truncate", pieces::truncate),
    ("tty", terminal::tty),
    ("uname", system::uname),
    ("uniq", sort::uniq),
    ("unix2dos", pieces::line_ends),
    ("unlink", modify::unlink),
    ("uptime", clock::uptime),
    ("usleep", clock::sleep),
    ("uudecode", encode::uudecode),
    ("uuencode", encode::uuencode),
    ("uuidgen", digest::uuidgen),
    ("vmstat", kernel::vmstat),
    ("wc", text::wc),
    ("which", system::which),
    ("whoami", system::whoami),
    ("xargs", exec::xargs),
    ("xxd", binary::xxd),
    ("yes", text::yes),
    ("zcat", gzip::gzip),
];

/// What only builds for developers have.
pub const FOR_DEVELOPERS: &[&str] = &["sqlite3", "su"];

/// What every phone has and is no part of toybox.
pub const OUTSIDE_TOYBOX: &[&str] = &["run-as"];

/// The names of all programs of toybox.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let outside = |name: &str| FOR_DEVELOPERS.contains(&name) || OUTSIDE_TOYBOX.contains(&name);
    let programs = PROGRAMS.iter().map(|(name, _)| *name).filter(move |name| !outside(name));
    programs.chain(["[", "echo", "false", "printf", "sh", "test", "true"])
}

fn find_program(name: &str) -> Option<Program> {
    let index = PROGRAMS.binary_search_by(|(known, _)| (*known).cmp(name)).ok()?;
    PROGRAMS.get(index).map(|(_, act)| *act)
}

/// One run of a program.
pub(super) struct Call<'a> {
    name: &'a str,
    args: &'a [String],
    io: &'a mut Io,
    shell: &'a mut Shell,
    os: &'a mut dyn Os,
    /// 1 once something has failed.
    status: i32,
}

impl Call<'_> {
    fn print(&mut self, text: impl AsRef<str>) -> i32 {
        self.io.out(text);
        self.status
    }

    /// Complains and goes on.
    fn fail(&mut self, message: impl AsRef<str>) -> i32 {
        let message = message.as_ref().replace("(see \"--help\")", &format!("(see \"{} --help\")", self.name));
        self.io.err(format!("{}: {message}\n", self.name));
        self.status = 1;
        1
    }

    /// `path` from the root on.
    fn path(&self, path: &str) -> String {
        self.io.absolute(path)
    }

    fn options(&mut self, letters: &str) -> Result<Options, i32> {
        Options::read(self.args, letters).map_err(|message| self.fail(message))
    }

    /// Sends what it has written so far on its way; `false` if nobody reads it.
    fn flush(&mut self) -> bool {
        self.shell.flush(self.io, self.os)
    }

    /// Lets time pass, after what was written so far; `false` if it was killed meanwhile.
    fn pause(&mut self, time_ms: u64) -> bool {
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
    fn next_line(&mut self) -> Option<(Vec<u8>, bool)> {
        if !self.before_reading() {
            return None;
        }
        self.io.stdin.line()
    }

    /// Sends what was written on its way when there is nothing to be read yet; `false` if nobody reads it.
    fn before_reading(&mut self) -> bool {
        if self.shell.budget.process.is_some() && !self.io.stdin.has_bytes() {
            self.shell.budget.renew();
            return self.flush();
        }
        true
    }

    /// Takes from a new file or directory what the mask of this shell forbids.
    fn mask(&mut self, path: &str, mode: u32) {
        let mask = self.shell.scope.umask;
        if mask != 0 {
            // In shared storage modes stay as they are.
            _ = self.os.with_files(|files| files.chmod(path, mode & !mask));
        }
    }

    /// Whether there is a directory.
    fn is_directory(&mut self, operand: &str) -> bool {
        let path = self.path(operand);
        self.os.files().stat(&path).is_ok_and(|stat| stat.kind == Kind::Directory)
    }

    /// The bytes of a file, or of the input for `-`; a failure is written.
    fn read(&mut self, operand: &str) -> Option<Vec<u8>> {
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
    fn inputs(&mut self, operands: &[String]) -> Vec<(String, Vec<u8>)> {
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
    fn exhausted(&self) -> bool {
        self.io.stdout.len() > super::limits::MAX_OUTPUT || self.shell.budget.spent()
    }
}

/// Lines without their ends, as text; a last line without end counts.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let empty = bytes.is_empty();
    body.split(|byte| *byte == b'\n').filter(move |_| !empty)
}

/// Runs a program of toybox, a command of Android or a script, and gives its status.
pub(super) fn run(shell: &mut Shell, name: &str, args: &[String], io: &mut Io, os: &mut dyn Os) -> i32 {
    let short = match name.rsplit_once('/') {
        Some((directory, short)) if is_bin(directory) => short,
        Some(_) => return run_file(shell, name, args, io, os),
        None => name,
    };
    if let Some(program) = find_program(short) {
        let mut call = Call { name: short, args, io, shell, os, status: 0 };
        return if help::answered(&mut call) { 0 } else { program(&mut call) };
    }
    if name.contains('/')
        && let Some(act) = builtin::find(short)
    {
        act(shell, args, io, os);
        return shell.status;
    }
    io.env = shell.environment();
    if let Some(status) = os.command(short, args, io) {
        return status;
    }
    io.err(format!("{}: {name}: inaccessible or not found\n", shell.scope.name));
    127
}

fn is_bin(directory: &str) -> bool {
    matches!(directory, "/system/bin" | "/bin" | "/system/xbin" | "/vendor/bin" | "/product/bin")
}

/// Runs a file by its path: Android's program, or a script.
fn run_file(shell: &mut Shell, name: &str, args: &[String], io: &mut Io, os: &mut dyn Os) -> i32 {
    let path = shell.absolute(name);
    let prefix = shell.scope.name.clone();
    let checked = os.with_files(|files| match files.stat(&path)?.kind {
        Kind::Directory => Err(FileError::IsDirectory),
        _ => files.access(&path, 1),
    });
    match checked {
        Err(FileError::Missing | FileError::NotDirectory) => {
            io.err(format!("{prefix}: {name}: inaccessible or not found\n"));
            return 127;
        }
        Err(error) => {
            io.err(format!("{prefix}: {name}: can't execute: {error}\n"));
            return 126;
        }
        Ok(()) => {}
    }
    io.env = shell.environment();
    if let Some(status) = os.command(&path, args, io) {
        return status;
    }
    let text = os.files().read(&path).map(|bytes| bytes.to_vec()).unwrap_or_default();
    if text.contains(&0) || text.starts_with(b"\x7fELF") {
        io.err(format!("{prefix}: {name}: not executable: 64-bit ELF file\n"));
        return 126;
    }
    let script = String::from_utf8_lossy(&text).into_owned();
    builtin::run_script(shell, &script, name, args.to_vec(), false, io, os);
    shell.status
}

/// The path of a program that can be run by its name.
pub(super) fn locate(name: &str, shell: &Shell, os: &mut dyn Os) -> Option<String> {
    if name.contains('/') {
        let path = shell.absolute(name);
        return os.files().access(&path, 1).ok().map(|()| name.to_owned());
    }
    let outside = OUTSIDE_TOYBOX.contains(&name) || FOR_DEVELOPERS.contains(&name) && os.has_root();
    let known =
        outside || names().any(|program| program == name) || os.command_names().iter().any(|known| known == name);
    known.then(|| format!("/system/bin/{name}"))
}

impl Shell {
    /// The exported variables.
    pub(super) fn environment(&self) -> std::collections::BTreeMap<String, String> {
        let exported = self.scope.variables.iter().filter(|(_, variable)| variable.exported && !variable.hollow);
        exported.map(|(name, variable)| (name.clone(), variable.value.clone())).collect()
    }
}
