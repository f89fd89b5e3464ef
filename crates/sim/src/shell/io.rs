//! What a command reads and writes.

use std::collections::BTreeMap;

use super::LongRunning;

/// A stream that commands read from, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Input {
    bytes: Vec<u8>,
    at: usize,
}

impl Input {
    /// A stream of these bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into(), at: 0 }
    }

    /// All that is left.
    pub fn take(&mut self) -> Vec<u8> {
        let start = std::mem::take(&mut self.at);
        let mut bytes = std::mem::take(&mut self.bytes);
        if start > 0 {
            bytes.drain(..start.min(bytes.len()));
        }
        bytes
    }

    /// The next line without its end, and whether it had one; none at the end of the stream.
    pub fn line(&mut self) -> Option<(Vec<u8>, bool)> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|byte| *byte == b'\n');
        let line = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default().to_vec();
        self.at += line.len() + usize::from(end.is_some());
        Some((line, end.is_some()))
    }
}

/// The streams and surroundings of one command.
#[derive(Clone, Debug, Default)]
pub struct Io {
    /// What it may read.
    pub stdin: Input,
    /// What it writes.
    pub stdout: Vec<u8>,
    /// What it complains.
    pub stderr: Vec<u8>,
    /// The exported variables; filled for the commands of Android.
    pub env: BTreeMap<String, String>,
    /// The working directory.
    pub cwd: String,
    /// The time: Android's and the sleeps of this script before.
    pub now_ms: i64,
    /// How long the command would take; added to the script's.
    pub waits_ms: u64,
    /// Set by a command that goes on after this output.
    pub long_running: Option<LongRunning>,
}

impl Io {
    /// Writes text.
    pub fn out(&mut self, text: impl AsRef<str>) {
        self.stdout.extend_from_slice(text.as_ref().as_bytes());
    }

    /// Complains.
    pub fn err(&mut self, text: impl AsRef<str>) {
        self.stderr.extend_from_slice(text.as_ref().as_bytes());
    }

    /// `path` from the root on.
    pub fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') || path.is_empty() {
            return path.to_owned();
        }
        format!("{}/{path}", self.cwd.trim_end_matches('/'))
    }
}
