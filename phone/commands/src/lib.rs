//! Android's own commands: `am`, `pm`, `wm`, `input`, `settings`, `dumpsys` and everything else that a phone's shell
//! can run besides toybox. One command family per file; this file only lists them.
//!
//! The commands are synchronous and do no I/O: they take words and return bytes and a status. They read and change
//! [`Shared`] and, for the window manager's part, the [`System`] behind them. The shell (quoting, pipes, toybox) is a
//! layer above and calls [`run`]. Texts, exit codes and even spelling mistakes are those of Android 14, because clients
//! look for them.

use state::shared::Shared;

mod am;
mod apk_path;
mod app_process;
mod appops;
mod arguments;
mod base64;
mod battery;
mod broadcast;
mod bugreport;
mod cmd;
mod content;
pub mod defaults;
mod device_config;
mod deviceidle;
mod dumpsys;
mod forbidden;
mod ime;
mod input;
mod input_devices;
mod instrument;
mod intent;
pub mod keycodes;
mod locksettings;
pub mod logcat;
mod monkey;
mod net;
mod parcel;
mod pm;
mod properties;
mod reboot;
mod screencap;
mod screenrecord;
mod service;
mod settings;
mod svc;
mod system;
#[cfg(test)]
mod tests;
mod tools;
mod uiautomator;
mod wm;

pub use apk_path::apk_path;
pub use content::portal::server as portal;
pub use content::type_of;
pub use input_devices::{Getevent, InputEvent};
pub use input_devices::{PANEL_MOST, SLOTS};
pub use system::{
    Component, Display, DumpError, Film, Front, Gesture, Motion, Removal, Shade, StartError, Started, System, TaskInfo,
    Window,
};

/// The streams of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Io {
    /// The whole input.
    pub stdin: Vec<u8>,
    /// The output.
    pub stdout: Vec<u8>,
    /// The error output.
    pub stderr: Vec<u8>,
    /// How long it takes on a phone, in milliseconds, in addition to its gestures.
    pub takes_ms: u64,
}

impl Io {
    /// Writes a line to stdout.
    fn out(&mut self, line: impl AsRef<str>) {
        self.put(line);
        self.stdout.push(b'\n');
    }

    /// Writes text to stdout, without a newline.
    fn put(&mut self, text: impl AsRef<str>) {
        self.stdout.extend_from_slice(text.as_ref().as_bytes());
    }

    /// Writes a line to stderr.
    fn err(&mut self, line: impl AsRef<str>) {
        self.stderr.extend_from_slice(line.as_ref().as_bytes());
        self.stderr.push(b'\n');
    }
}

/// How a command ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// It has ended with this status.
    Status(i32),
    /// It keeps running: send the output so far and keep the stream open.
    LongRunning(LongRunning),
}

/// A command that does not end by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum LongRunning {
    /// Every new line of the log for which [`logcat::Logcat::line`] returns a text.
    Logcat(logcat::Logcat),
    /// A server that listens on this TCP port while the command runs: uiautomator2's or Appium's.
    Server {
        /// The port.
        port: u16,
    },
    /// Every new event of the input devices, formatted by [`Getevent::line`], until the requested number is reached.
    Getevent(Getevent),
    /// The phone goes down with all its connections and reboots.
    Reboot,
    /// A process that records the screen until it ends: see `Phone::record`.
    Recording {
        /// The pid.
        pid: u32,
    },
    /// No further output, until the client closes the stream.
    Forever,
}

/// A command, called with its arguments.
type Command = fn(&[String], &mut Io, &mut dyn System) -> Exit;

/// All commands by name.
const COMMANDS: &[(&str, Command)] = &[
    ("am", am::run),
    ("app_process", app_process::run),
    ("app_process32", app_process::run),
    ("app_process64", app_process::run),
    ("appops", appops::run),
    ("bmgr", tools::bmgr),
    ("bugreport", bugreport::flat),
    ("bugreportz", bugreport::zipped),
    ("cmd", cmd::run),
    ("content", content::run),
    ("device_config", device_config::run),
    ("dmesg", forbidden::dmesg),
    ("dpm", tools::dpm),
    ("dumpstate", bugreport::dumpstate),
    ("dumpsys", dumpsys::run),
    ("getenforce", tools::getenforce),
    ("getevent", input_devices::getevent),
    ("getprop", properties::getprop),
    ("ifconfig", net::ifconfig),
    ("ime", ime::run),
    ("input", input::run),
    ("ip", net::ip),
    ("ip6tables", forbidden::iptables),
    ("iptables", forbidden::iptables),
    ("locksettings", locksettings::run),
    ("log", forbidden::log),
    ("logcat", logcat::run),
    ("media", cmd::media),
    ("monkey", monkey::run),
    ("netstat", net::netstat),
    ("ping", net::ping),
    ("pm", pm::run),
    ("reboot", reboot::run),
    ("remount", forbidden::remount),
    ("screencap", screencap::run),
    ("screenrecord", screenrecord::run),
    ("sendevent", input_devices::sendevent),
    ("service", service::run),
    ("setenforce", tools::setenforce),
    ("setprop", properties::setprop),
    ("settings", settings::run),
    ("svc", svc::run),
    ("uiautomator", uiautomator::run),
    ("wm", wm::run),
];

/// Returns the names of all commands, sorted: the files in `/system/bin` besides toybox.
pub fn names() -> &'static [&'static str] {
    const NAMES: [&str; COMMANDS.len()] = {
        let mut names = [""; COMMANDS.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = COMMANDS[at].0;
            at += 1;
        }
        names
    };
    &NAMES
}

/// Runs a command by its name or its path below `/system/bin`; `None` if Android has no such command.
pub fn run(name: &str, args: &[String], io: &mut Io, system: &mut dyn System) -> Option<Exit> {
    let name = name.strip_prefix("/system/bin/").unwrap_or(name);
    let (_, command) = COMMANDS.iter().find(|(known, _)| *known == name)?;
    Some(command(args, io, system))
}

/// Prints a service's answer to an unknown verb.
fn unknown(verb: Option<&str>, help: &str, io: &mut Io) -> Exit {
    match verb {
        None | Some("help" | "-h") => io.out(help),
        Some(verb) => io.out(format!("Unknown command: {verb}")),
    }
    Exit::Status(255)
}

/// The exit of a command that succeeded.
const fn done() -> Exit {
    Exit::Status(0)
}

/// Writes a line to the log, as the system's own services do.
fn note(shared: &mut Shared, tag: &str, text: impl Into<String>) {
    shared.log('I', tag, text);
}
