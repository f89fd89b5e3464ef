//! The log that `logcat` shows: a ring buffer of lines, as `logd` keeps it.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// The maximum number of lines.
const MOST: usize = 2000;

/// The log. In JSON it is the list of its lines.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LogBuffer {
    /// Oldest first.
    lines: VecDeque<LogLine>,
    /// The number of lines ever written.
    #[serde(skip)]
    written: u64,
}

/// A line of logcat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// The time, in milliseconds since 1970.
    pub date: i64,
    /// `V`, `D`, `I`, `W`, `E`.
    pub level: char,
    /// For example `ActivityTaskManager`.
    pub tag: String,
    /// The message.
    pub text: String,
}

impl LogBuffer {
    /// Appends a line. The oldest one gives way if the buffer is full.
    pub fn push(&mut self, line: LogLine) {
        if self.lines.len() == MOST {
            self.lines.pop_front();
        }
        self.written += 1;
        self.lines.push_back(line);
    }

    /// Returns the lines, oldest first.
    pub fn lines(&self) -> impl Iterator<Item = &LogLine> {
        self.lines.iter()
    }

    /// Returns the number of lines ever written, to ask for later ones with [`Self::since`].
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Returns the lines that were written after the first `seen` and are still in the buffer.
    pub fn since(&self, seen: u64) -> impl Iterator<Item = &LogLine> {
        let new = usize::try_from(self.written.saturating_sub(seen)).unwrap_or(usize::MAX);
        self.lines.iter().skip(self.lines.len().saturating_sub(new))
    }

    /// Keeps only some lines; their count continues.
    pub fn retain(&mut self, keep: impl Fn(&LogLine) -> bool) {
        self.lines.retain(keep);
    }

    /// Drops the oldest lines of a log that is too long.
    pub(super) fn enforce_limits(&mut self) {
        self.lines.drain(..self.lines.len().saturating_sub(MOST));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_drops_its_oldest_lines() {
        let mut log = LogBuffer::default();
        for date in 0..2_500 {
            log.push(LogLine { date, ..LogLine::default() });
        }
        assert_eq!((log.lines().count(), log.written()), (MOST, 2_500));
        assert_eq!(log.lines().next().map(|line| line.date), Some(500));
        for (seen, lines) in [(2_500, 0), (2_499, 1), (2_600, 0), (0, MOST)] {
            assert_eq!(log.since(seen).count(), lines, "{seen}");
        }
        log.retain(|_| false);
        assert_eq!((log.since(0).count(), log.written()), (0, 2_500));
    }
}
