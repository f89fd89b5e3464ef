//! The log of one run with timestamps, kept next to the data folder of a failed run.

use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::Instant;

/// The log of one run.
pub(crate) struct Log {
    began: Instant,
    lines: Mutex<Vec<(u128, String)>>,
}

impl Log {
    pub(crate) fn new() -> Self {
        Self { began: Instant::now(), lines: Mutex::default() }
    }

    /// Logs an event.
    pub(crate) fn note(&self, what: impl Into<String>) {
        self.lines.lock().unwrap().push((self.began.elapsed().as_millis(), what.into()));
    }

    /// Returns the log, one event per line.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (ms, what) in self.lines.lock().unwrap().iter() {
            _ = writeln!(text, "{ms:>7} ms  {what}");
        }
        text
    }
}
