//! Toybox: the programs of `/system/bin` that need only files and text.
//!
//! A program is a function of its [`Call`]. The table below lists them all.

mod awk;
mod binary;
mod calendar;
mod call;
mod checksum;
mod clock;
mod dd;
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

use self::call::{Call, Programs};
use super::{Io, Os, Shell};

pub use self::call::{FOR_DEVELOPERS, OUTSIDE_TOYBOX};

/// All programs, sorted by name.
const PROGRAMS: Programs = Programs(&[
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
    ("dd", dd::dd),
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
        let name = call.os.host_name();
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
]);

/// Returns the names of all toybox programs.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.names()
}

/// Returns the path of a program that can be run by name.
pub(super) fn locate(name: &str, shell: &Shell, os: &mut dyn Os) -> Option<String> {
    PROGRAMS.locate(name, shell, os)
}

/// Runs a program and returns its status; none if no program has this name.
pub(super) fn run(shell: &mut Shell, name: &str, args: &[String], io: &mut Io, os: &mut dyn Os) -> Option<i32> {
    let program = PROGRAMS.find(name)?;
    let mut call = Call { name, args, io, shell, os, status: 0, programs: PROGRAMS };
    Some(if help::answered(&mut call) { 0 } else { program(&mut call) })
}
