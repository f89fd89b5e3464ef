//! What a command reads and writes.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use super::LongRunning;
use super::session::{Awaited, PipeReader, PipeWriter, ShellProcess, Stopped};

/// A stream that commands read from, one after the other. Clones are the same stream.
#[derive(Clone, Debug, Default)]
pub struct Input {
    shared: Arc<Mutex<Buffered>>,
    /// Who reads; only that one can wait for more.
    reader: Option<Arc<ShellProcess>>,
}

#[derive(Debug, Default)]
struct Buffered {
    bytes: Vec<u8>,
    at: usize,
    /// Where more comes from, until it has ended.
    source: Option<Arc<Source>>,
}

/// Where input comes from that is not there yet.
#[derive(Debug)]
enum Source {
    /// The other end of the session.
    Session,
    Pipe(PipeReader),
}

impl Buffered {
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }
}

impl Input {
    /// A stream of these bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self::with(bytes.into(), None)
    }

    /// What the other end of the session sends.
    pub(super) fn session() -> Self {
        Self::with(Vec::new(), Some(Source::Session))
    }

    /// What is written into a pipe.
    pub(super) fn pipe(reader: PipeReader) -> Self {
        Self::with(Vec::new(), Some(Source::Pipe(reader)))
    }

    fn with(bytes: Vec<u8>, source: Option<Source>) -> Self {
        let buffered = Buffered { bytes, at: 0, source: source.map(Arc::new) };
        Self { shared: Arc::new(Mutex::new(buffered)), reader: None }
    }

    /// The same stream, read by this process.
    pub(super) fn read_by(&self, process: Option<&Arc<ShellProcess>>) -> Self {
        Self { shared: Arc::clone(&self.shared), reader: process.cloned() }
    }

    fn lock(&self) -> MutexGuard<'_, Buffered> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for more; `false` at the end of the stream, or when the wait was ended. Nobody is kept from the stream
    /// meanwhile.
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
                // What was typed has an end, and goes on after it.
                if !matches!(*source, Source::Session) || !process.session().has_terminal() {
                    buffered.source = None;
                }
                false
            }
            Err(_) => false,
        }
    }

    /// All that is left.
    pub fn take(&mut self) -> Vec<u8> {
        self.take_most(usize::MAX)
    }

    /// The next bytes, up to so many; fewer only at the end of the stream.
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

    /// What has come next; none at the end of the stream.
    pub fn chunk(&mut self) -> Option<Vec<u8>> {
        if self.lock().rest().is_empty() && !self.fill() {
            return None;
        }
        let length = self.lock().rest().len();
        Some(self.take_most(length))
    }

    /// The next line without its end, and whether it had one; none at the end of the stream.
    pub fn line(&mut self) -> Option<(Vec<u8>, bool)> {
        self.until(b'\n')
    }

    /// The bytes up to this one, and whether it was there; none at the end of the stream.
    pub fn until(&mut self, end: u8) -> Option<(Vec<u8>, bool)> {
        let mut line = Vec::new();
        loop {
            let mut buffered = self.lock();
            // Reading from bytes that are there cannot fail.
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

    /// Whether it is what the other end of the session sends.
    pub(super) fn is_session(&self) -> bool {
        matches!(self.lock().source.as_deref(), Some(Source::Session))
    }

    /// Whether something can be read without a wait.
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
    /// Whether a read would not wait: something is there, or the end.
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

    /// Waits until its reader is nudged, until a read would not wait if one is wanted, until there is room in the pipe,
    /// or until then; `Err` if the reader was ended before.
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
    /// How long a command of Android takes after this output, in milliseconds.
    pub takes_ms: u64,
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
