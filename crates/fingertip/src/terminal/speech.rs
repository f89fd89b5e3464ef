//! Reads progress aloud with the first speech program found.

use std::process::{Command, Stdio};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Programs that speak their argument, in order of preference, with their options and the option for a language.
const PROGRAMS: [(&str, &[&str], Option<&str>); 3] =
    [("espeak-ng", &[], Some("-v")), ("spd-say", &["--wait"], Some("-l")), ("say", &[], None)];
/// How many lines may wait. Speech that lags further behind is out of date.
const MOST_WAITING: usize = 3;

/// A speaking thread.
pub(super) struct Speech {
    lines: SyncSender<(String, String)>,
    /// The language of the lines; empty for that of the program.
    language: String,
    speaker: JoinHandle<()>,
}

impl Speech {
    /// Finds the first installed program.
    pub(super) fn find() -> Option<Self> {
        let there = |(name, ..): &&(&str, &[&str], Option<&str>)| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        };
        let Some((name, options, spoken)) = PROGRAMS.iter().find(there) else {
            crate::output::hint("note: cannot speak; install espeak-ng or speech-dispatcher");
            return None;
        };
        let (lines, waiting) = sync_channel::<(String, String)>(MOST_WAITING);
        let speaker = std::thread::spawn(move || {
            for (language, line) in waiting {
                let mut program = Command::new(name);
                program.args(*options);
                if let Some(option) = spoken.filter(|_| !language.is_empty()) {
                    program.args([option, &language]);
                }
                // The leading space keeps a line from being parsed as an option.
                let said = program.arg(format!(" {line}")).stdin(Stdio::null());
                let said = said.stdout(Stdio::null()).stderr(Stdio::null()).status();
                if said.is_err() {
                    return;
                }
            }
        });
        Some(Self { lines, language: String::new(), speaker })
    }

    /// Chooses the language of all further lines, by its two letters.
    pub(super) fn speak_in(&mut self, language: &str) {
        language.clone_into(&mut self.language);
    }

    /// Speaks a line, unless too many are waiting.
    pub(super) fn say(&self, line: String) {
        let _ = self.lines.try_send((self.language.clone(), line));
    }

    /// Waits until everything is spoken.
    pub(super) fn finish(self) {
        drop(self.lines);
        let _ = self.speaker.join();
    }
}
