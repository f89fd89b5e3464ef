//! The streams of a command: its input, its output and its environment.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::LongRunning;
use super::session::{Awaited, PipeReader, PipeWriter, ShellProcess, Stopped};

/// An input stream that several commands read one after the other. Clones share the same stream.
#[derive(Clone, Debug, Default)]
pub struct Input {
    shared: Arc<Mutex<Buffered>>,
    /// The process that reads. Only a process can wait for more input.
    reader: Option<Arc<ShellProcess>>,
}

#[derive(Debug, Default)]
struct Buffered {
    bytes: Vec<u8>,
    at: usize,
    /// The source of further input, until it has ended.
    source: Option<Arc<Source>>,
}

/// A source of input that has not arrived yet.
#[derive(Debug)]
enum Source {
    /// The client at the other end of the session.
    Session,
    Pipe(PipeReader),
}

impl Buffered {
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }
}

impl Input {
    /// Creates a stream of these bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self::with(bytes.into(), None)
    }

    /// Creates the stream of the session's input, as the client sends it.
    pub(super) fn session() -> Self {
        Self::with(Vec::new(), Some(Source::Session))
    }

    /// Creates a stream that reads from a pipe.
    pub(super) fn pipe(reader: PipeReader) -> Self {
        Self::with(Vec::new(), Some(Source::Pipe(reader)))
    }

    fn with(bytes: Vec<u8>, source: Option<Source>) -> Self {
        let buffered = Buffered { bytes, at: 0, source: source.map(Arc::new) };
        Self { shared: Arc::new(Mutex::new(buffered)), reader: None }
    }

    /// Returns the same stream with this process as its reader.
    pub(super) fn read_by(&self, process: Option<&Arc<ShellProcess>>) -> Self {
        Self { shared: Arc::clone(&self.shared), reader: process.cloned() }
    }

    fn lock(&self) -> MutexGuard<'_, Buffered> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for more input. Returns `false` at the end of the stream, or if the wait was interrupted. The stream is
    /// not locked meanwhile.
    fn fill(&self) -> bool {
        let Some(source) = self.lock().source.clone() else { return false };
        let Some(process) = &self.reader else { return false };
        let read = match &*source {
            Source::Session => process.read_session(),
            Source::Pipe(pipe) => pipe.read(process),
        };
        let mut buffered = self.lock();
        match read {
            Ok(bytes) if !bytes.is_empty() => {
                let read = buffered.at.min(buffered.bytes.len());
                buffered.bytes.drain(..read);
                buffered.at = 0;
                buffered.bytes.extend(bytes);
                true
            }
            Ok(_) => {
                // On a terminal, the end-of-file key ends one read; later reads continue.
                if !matches!(*source, Source::Session) || !process.session().has_terminal() {
                    buffered.source = None;
                }
                false
            }
            Err(_) => false,
        }
    }

    /// Reads to the end of the stream.
    pub fn take(&mut self) -> Vec<u8> {
        self.take_most(usize::MAX)
    }

    /// Reads up to `most` bytes; fewer only at the end of the stream.
    pub fn take_most(&mut self, most: usize) -> Vec<u8> {
        while self.lock().rest().len() < most && self.fill() {}
        let mut buffered = self.lock();
        let taken = buffered.rest().get(..most).unwrap_or(buffered.rest()).to_vec();
        buffered.at += taken.len();
        if buffered.rest().is_empty() {
            (buffered.bytes, buffered.at) = (Vec::new(), 0);
        }
        taken
    }

    /// Reads the next available bytes; none at the end of the stream.
    pub fn chunk(&mut self) -> Option<Vec<u8>> {
        if self.lock().rest().is_empty() && !self.fill() {
            return None;
        }
        let length = self.lock().rest().len();
        Some(self.take_most(length))
    }

    /// Reads the next line without its newline, and whether it had one; none at the end of the stream.
    pub fn line(&mut self) -> Option<(Vec<u8>, bool)> {
        self.until(b'\n')
    }

    /// Reads up to the byte `end`, and whether it was found; none at the end of the stream.
    pub fn until(&mut self, end: u8) -> Option<(Vec<u8>, bool)> {
        let mut line = Vec::new();
        loop {
            let mut buffered = self.lock();
            // Reading from memory cannot fail.
            let read = buffered.rest().read_until(end, &mut line).unwrap_or(0);
            buffered.at += read;
            drop(buffered);
            if line.last() == Some(&end) && read > 0 {
                line.pop();
                return Some((line, true));
            }
            if !self.fill() {
                return (!line.is_empty()).then_some((line, false));
            }
        }
    }

    /// Whether this is the session's input.
    pub(super) fn is_session(&self) -> bool {
        matches!(self.lock().source.as_deref(), Some(Source::Session))
    }

    /// Whether bytes can be read without waiting.
    pub(super) fn has_bytes(&self) -> bool {
        let buffered = self.lock();
        if !buffered.rest().is_empty() {
            return true;
        }
        match (buffered.source.as_deref(), &self.reader) {
            (Some(Source::Session), Some(process)) => process.session_has_input(),
            (Some(Source::Pipe(pipe)), _) => pipe.has_bytes(),
            _ => false,
        }
    }
}

impl Input {
    /// Whether a read would not wait: bytes are available, or the stream has ended.
    pub(super) fn is_ready(&self) -> bool {
        let buffered = self.lock();
        if !buffered.rest().is_empty() {
            return true;
        }
        match (buffered.source.as_deref(), &self.reader) {
            (Some(Source::Session), Some(process)) => process.can_read_session(),
            (Some(Source::Pipe(pipe)), Some(_)) => pipe.can_read(),
            _ => true,
        }
    }

    /// Waits until its reader is nudged, a read would not block (if wanted), the pipe has room, or the deadline passes.
    /// Returns `Err` if the reader was killed first.
    pub(super) fn wait_or_nudge(
        &self,
        wants_input: bool,
        room: Option<&PipeWriter>,
        until: Option<Instant>,
    ) -> Result<(), Stopped> {
        let Some(process) = &self.reader else { return Err(Stopped) };
        let source = self.lock().source.clone().filter(|_| wants_input);
        let (session, bytes) = match source.as_deref() {
            Some(Source::Session) => (true, None),
            Some(Source::Pipe(pipe)) => (false, Some(pipe)),
            None => (false, None),
        };
        process.wait_for_any(Awaited { session, bytes, room }, until)
    }
}

/// The streams and the environment of one command.
#[derive(Clone, Debug, Default)]
pub struct Io {
    /// Its input.
    pub stdin: Input,
    /// Its output.
    pub stdout: Vec<u8>,
    /// Its error output.
    pub stderr: Vec<u8>,
    /// The exported variables. Filled only for Android's own commands.
    pub env: BTreeMap<String, String>,
    /// The working directory.
    pub cwd: String,
    /// The time: the phone's clock plus the sleeps of this script so far.
    pub now_ms: i64,
    /// How long a command of Android keeps running after this output, in milliseconds.
    pub takes_ms: u64,
    /// Set by a command that keeps running after this output.
    pub long_running: Option<LongRunning>,
}

impl Io {
    /// Writes to the output.
    pub fn out(&mut self, text: impl AsRef<str>) {
        self.stdout.extend_from_slice(text.as_ref().as_bytes());
    }

    /// Writes to the error output.
    pub fn err(&mut self, text: impl AsRef<str>) {
        self.stderr.extend_from_slice(text.as_ref().as_bytes());
    }

    /// Makes `path` absolute.
    pub fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') || path.is_empty() {
            return path.to_owned();
        }
        format!("{}/{path}", self.cwd.trim_end_matches('/'))
    }
}
