//! Targets of streams: the session, pipes, buffers, files, or nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Input;
use super::limits::MAX_OUTPUT;
use super::session::PipeWriter;

/// A buffer that collects bytes from any thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    /// Appends bytes up to the limit.
    pub(super) fn extend(&self, bytes: &[u8]) {
        let mut buffer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MAX_OUTPUT.saturating_sub(buffer.len());
        buffer.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }

    /// Takes the collected bytes.
    pub(super) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The target of written bytes.
#[derive(Clone, Debug)]
pub(super) enum Sink {
    Buffer(Buffer),
    Pipe(Arc<PipeWriter>),
    /// The client of the session.
    Session {
        stderr: bool,
    },
    /// Appends to a file.
    File(String),
    Null,
    /// `>&-`: every write fails.
    Closed,
}

/// The streams of a command.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    pub(super) stdin: Input,
    pub(super) stdout: Sink,
    pub(super) stderr: Sink,
    /// Descriptors 3 and up.
    pub(super) others: BTreeMap<u32, Descriptor>,
}

/// An open descriptor, 3 or higher.
#[derive(Clone, Debug)]
pub(super) enum Descriptor {
    Input(Input),
    Sink(Sink),
}

impl Streams {
    /// Creates streams that collect the output of a shell that runs to its end.
    pub(super) fn collected(stdin: &[u8]) -> Self {
        let sink = || Sink::Buffer(Buffer::default());
        Self { stdin: Input::new(stdin), stdout: sink(), stderr: sink(), others: BTreeMap::new() }
    }

    /// Creates the streams of a session.
    pub(super) fn session() -> Self {
        let sink = |stderr| Sink::Session { stderr };
        Self { stdin: Input::session(), stdout: sink(false), stderr: sink(true), others: BTreeMap::new() }
    }

    /// Whether any output stream reaches the session.
    pub(super) fn reach_session(&self) -> bool {
        let reaches = |sink: &Sink| matches!(sink, Sink::Session { .. });
        let others = |other: &Descriptor| matches!(other, Descriptor::Sink(sink) if reaches(sink));
        reaches(&self.stdout) || reaches(&self.stderr) || self.others.values().any(others)
    }

    /// Returns the input of a descriptor.
    pub(super) fn input(&self, fd: u32) -> Option<Input> {
        match (fd, self.others.get(&fd)) {
            (0, _) => Some(self.stdin.clone()),
            (_, Some(Descriptor::Input(input))) => Some(input.clone()),
            _ => None,
        }
    }

    pub(super) fn sink(&self, fd: u32) -> Option<Sink> {
        match (fd, self.others.get(&fd)) {
            (1, _) => Some(self.stdout.clone()),
            (2, _) => Some(self.stderr.clone()),
            (_, Some(Descriptor::Sink(sink))) => Some(sink.clone()),
            _ => None,
        }
    }

    /// Connects a descriptor to a sink.
    pub(super) fn set(&mut self, fd: u32, sink: Sink) {
        match fd {
            0 => {}
            1 => self.stdout = sink,
            2 => self.stderr = sink,
            _ => {
                self.others.insert(fd, Descriptor::Sink(sink));
            }
        }
    }

    /// Connects a descriptor to an input.
    pub(super) fn set_input(&mut self, fd: u32, input: Input) {
        match fd {
            0 => self.stdin = input,
            _ => {
                self.others.insert(fd, Descriptor::Input(input));
            }
        }
    }
}
