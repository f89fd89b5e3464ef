//! Carries out the quirks of a profile: some makers' phones refuse a command, or answer it differently.
//!
//! Most quirks change what a command answers ([`Phone::quirk_answer`], [`Phone::quirk_after`]); a few change the phone
//! itself and are checked where they apply. Without quirks, each check is one lookup in an empty set.

use super::Phone;
use commands::{Exit, Io};
use state::profile::Quirk;

/// How long `input` takes on a slow phone.
const SLOW_MS: u64 = 1_500;

/// The warning of `screencap` on a phone with several displays (`frameworks/base/cmds/screencap`, Android 14).
const TWO_DISPLAYS: &str = "\
[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found, \
however this default is not guaranteed to be consistent across captures. A display id should be specified.
A display ID can be specified with the [-d display-id] option.
See \"dumpsys SurfaceFlinger --display-id\" for valid display IDs.
";

impl Phone {
    /// Whether the profile has a quirk.
    pub(super) fn has(&self, quirk: Quirk) -> bool {
        self.profile.quirks.contains(&quirk)
    }

    /// Answers a command as a quirk has it; none if no quirk touches it.
    pub(super) fn quirk_answer(&mut self, name: &str, args: &[String], io: &mut Io) -> Option<Exit> {
        if self.profile.quirks.is_empty() {
            return None;
        }
        if self.has(Quirk::LinkerWarnings) {
            say(&mut io.stderr, "WARNING: linker: libdvm.so has text relocations. This is wasting memory. Please fix.");
        }
        let name = name.strip_prefix("/system/bin/").unwrap_or(name);
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        match (name, words.as_slice()) {
            ("input", [verb, ..]) if self.has(Quirk::InputForbidden) => Some(thrown(
                io,
                verb,
                "Injecting input events requires the caller (or the source of the instrumentation, if any) to have \
                 the INJECT_EVENTS permission.",
            )),
            ("input", ["text", text]) if self.has(Quirk::KeyboardEatsText) && text.chars().count() > 2 => {
                let kept: String =
                    text.chars().enumerate().filter(|(at, _)| at % 3 != 2).map(|(_, sign)| sign).collect();
                self.do_text(&kept.replace("%s", " "));
                Some(Exit::Status(0))
            }
            ("input", _) if self.has(Quirk::SlowInput) => {
                io.takes_ms += SLOW_MS;
                None
            }
            ("settings", [verb @ ("put" | "delete" | "reset"), ..]) if self.has(Quirk::SettingsForbidden) => {
                Some(thrown(
                    io,
                    verb,
                    "Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS",
                ))
            }
            ("ime", [verb @ ("set" | "enable" | "disable" | "reset"), ..]) if self.has(Quirk::KeyboardLocked) => {
                let why = "uid 2000 does not have android.permission.WRITE_SECURE_SETTINGS.";
                Some(thrown(io, verb, why))
            }
            ("uiautomator", ["dump", ..]) => self.quirk_dump(io),
            ("monkey", _) if self.has(Quirk::MonkeyWithoutKeys) => {
                say(&mut io.stdout, "** SYS_KEYS has no physical keys but with factor 2.0%.");
                Some(Exit::Status(251))
            }
            ("cmd", ["clipboard", verb, ..]) if self.has(Quirk::ClipboardDenied) => {
                Some(thrown(io, verb, "com.android.shell is not allowed to access the clipboard"))
            }
            ("pm", ["list", "packages", rest @ ..]) | ("cmd", ["package", "list", "packages", rest @ ..])
                if self.has(Quirk::SecureFolder) && !rest.contains(&"--user") =>
            {
                Some(thrown(io, "list", "Shell does not have permission to access user 150"))
            }
            ("dumpsys", ["window", ..]) if self.has(Quirk::WindowDumpTimesOut) => {
                say(&mut io.stdout, "*** SERVICE 'window' DUMP TIMEOUT (10000ms) EXPIRED ***");
                Some(Exit::Status(0))
            }
            ("getprop", [_]) if self.has(Quirk::EmptyProperties) => {
                say(&mut io.stdout, "");
                Some(Exit::Status(0))
            }
            _ => None,
        }
    }

    fn quirk_dump(&self, io: &mut Io) -> Option<Exit> {
        if self.has(Quirk::DumpDies) {
            say(&mut io.stderr, "Killed ");
            return Some(Exit::Status(137));
        }
        let why = match (self.has(Quirk::NeverIdle), self.has(Quirk::NoRootNode)) {
            (true, _) => "ERROR: could not get idle state.",
            (false, true) => "ERROR: null root node returned by UiTestAutomationBridge.",
            (false, false) => return None,
        };
        say(&mut io.stderr, why);
        Some(Exit::Status(0))
    }

    /// Changes a command's answer.
    pub(super) fn quirk_after(&self, name: &str, args: &[String], io: &mut Io) {
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        match (name, words.as_slice()) {
            ("screencap", words) if self.has(Quirk::SecondDisplay) && !words.contains(&"-d") => {
                let picture = std::mem::take(&mut io.stdout);
                io.stdout = [TWO_DISPLAYS.as_bytes(), &picture].concat();
            }
            ("dumpsys", ["SurfaceFlinger", "--display-id", ..]) if self.has(Quirk::SecondDisplay) => {
                let line = "Display 4619827677550801153 (HWC display 1): port=1 pnpId=GGL displayName=\"Cover\"";
                say(&mut io.stdout, line);
            }
            ("dumpsys", ["window", ..]) if self.has(Quirk::NoFocus) => {
                let text = String::from_utf8_lossy(&io.stdout);
                let line = |line: &str| match line.trim_start().split_once('=') {
                    Some((key @ ("mCurrentFocus" | "mFocusedApp"), _)) => format!("  {key}=null\n"),
                    _ => format!("{line}\n"),
                };
                io.stdout = text.lines().map(line).collect::<String>().into_bytes();
            }
            ("pm" | "cmd", [.., "list", "users"]) | ("cmd", ["user", "list", ..]) if self.has(Quirk::SecureFolder) => {
                say(&mut io.stdout, "\tUserInfo{150:Secure Folder:10061030} running");
            }
            _ => {}
        }
    }

    /// Ends the apps that have left the screen.
    pub(super) fn quirk_home(&mut self) {
        if !self.has(Quirk::KillsBackground) {
            return;
        }
        let gone: Vec<String> =
            self.activities.running.keys().filter(|package| *package != super::LAUNCHER).cloned().collect();
        gone.iter().for_each(|package| self.stop_app(package));
    }
}

fn say(output: &mut Vec<u8>, line: &str) {
    output.extend_from_slice(line.as_bytes());
    output.push(b'\n');
}

/// A security exception, as `ShellCommand` prints it.
fn thrown(io: &mut Io, verb: &str, why: &str) -> Exit {
    say(&mut io.stderr, &format!("\nException occurred while executing '{verb}':\njava.lang.SecurityException: {why}"));
    Exit::Status(255)
}
