//! Progress said aloud, by whichever of the usual programs is there.

use std::process::{Command, Stdio};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Programs that say their argument, in the order in which they are tried.
const PROGRAMS: [(&str, &[&str]); 3] = [("espeak-ng", &[]), ("spd-say", &["--wait"]), ("say", &[])];
/// How many lines may wait. Speech that is behind by more than this tells of the past.
const MOST_WAITING: usize = 3;

/// One that speaks, in its own time.
pub(super) struct Speech {
    lines: SyncSender<String>,
    speaker: JoinHandle<()>,
}

impl Speech {
    /// The first program that is there.
    pub(super) fn find() -> Option<Self> {
        let there = |(name, _): &&(&str, &[&str])| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        };
        let Some((name, options)) = PROGRAMS.iter().find(there) else {
            crate::output::hint("note: nothing is said aloud: install espeak-ng or speech-dispatcher");
            return None;
        };
        let (lines, waiting) = sync_channel::<String>(MOST_WAITING);
        let speaker = std::thread::spawn(move || {
            for line in waiting {
                // A blank in front: no line is taken for an option.
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

    /// Says a line, unless it is behind.
    pub(super) fn say(&self, line: String) {
        let _ = self.lines.try_send(line);
    }

    /// Waits until everything is said.
    pub(super) fn finish(self) {
        drop(self.lines);
        let _ = self.speaker.join();
    }
}
