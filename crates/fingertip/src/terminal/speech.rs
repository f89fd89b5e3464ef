//! Reads progress aloud with the first speech program found.

use std::process::{Command, Stdio};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Programs that speak their argument, in order of preference.
const PROGRAMS: [(&str, &[&str]); 3] = [("espeak-ng", &[]), ("spd-say", &["--wait"]), ("say", &[])];
/// How many lines may wait. Speech that lags further behind is out of date.
const MOST_WAITING: usize = 3;

/// A speaking thread.
pub(super) struct Speech {
    lines: SyncSender<String>,
    speaker: JoinHandle<()>,
}

impl Speech {
    /// Finds the first installed program.
    pub(super) fn find() -> Option<Self> {
        let there = |(name, _): &&(&str, &[&str])| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        };
        let Some((name, options)) = PROGRAMS.iter().find(there) else {
            crate::output::hint("note: cannot speak; install espeak-ng or speech-dispatcher");
            return None;
        };
        let (lines, waiting) = sync_channel::<String>(MOST_WAITING);
        let speaker = std::thread::spawn(move || {
            for line in waiting {
                // The leading space keeps a line from being parsed as an option.
                let mut program = Command::new(name);
                let said = program.args(*options).arg(format!(" {line}")).stdin(Stdio::null());
                let said = said.stdout(Stdio::null()).stderr(Stdio::null()).status();
                if said.is_err() {
                    return;
                }
            }
        });
        Some(Self { lines, speaker })
    }

    /// Speaks a line, unless too many are waiting.
    pub(super) fn say(&self, line: String) {
        let _ = self.lines.try_send(line);
    }

    /// Waits until everything is spoken.
    pub(super) fn finish(self) {
        drop(self.lines);
        let _ = self.speaker.join();
    }
}
