//! Where streams lead: the session, pipes, buffers, files, nowhere.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::Input;
use super::limits::MAX_OUTPUT;
use super::session::PipeWriter;

/// Bytes that are collected, from whichever thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    /// Adds bytes, as long as there is room.
    pub(super) fn extend(&self, bytes: &[u8]) {
        let mut buffer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MAX_OUTPUT.saturating_sub(buffer.len());
        buffer.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }

    /// Takes what was collected.
    pub(super) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Where written bytes go.
#[derive(Clone, Debug)]
pub(super) enum Sink {
    Buffer(Buffer),
    Pipe(Arc<PipeWriter>),
    /// The other end of the session.
    Session {
        stderr: bool,
    },
    /// The end of a file.
    File(String),
    Null,
    /// `>&-`: nothing can be written.
    Closed,
}

/// The streams of a command.
#[derive(Clone, Debug)]
pub(super) struct Streams {
    pub(super) stdin: Input,
    pub(super) stdout: Sink,
    pub(super) stderr: Sink,
    /// Descriptors from 3 on.
    pub(super) others: BTreeMap<u32, Descriptor>,
}

/// An open descriptor from 3 on.
#[derive(Clone, Debug)]
pub(super) enum Descriptor {
    Input(Input),
    Sink(Sink),
}

impl Streams {
    /// The streams of a shell that runs to its end, which are collected.
    pub(super) fn collected(stdin: &[u8]) -> Self {
        let sink = || Sink::Buffer(Buffer::default());
        Self { stdin: Input::new(stdin), stdout: sink(), stderr: sink(), others: BTreeMap::new() }
    }

    /// The streams of a session.
    pub(super) fn session() -> Self {
        let sink = |stderr| Sink::Session { stderr };
        Self { stdin: Input::session(), stdout: sink(false), stderr: sink(true), others: BTreeMap::new() }
    }

    /// Whether something written reaches the session.
    pub(super) fn reach_session(&self) -> bool {
        let reaches = |sink: &Sink| matches!(sink, Sink::Session { .. });
        let others = |other: &Descriptor| matches!(other, Descriptor::Sink(sink) if reaches(sink));
        reaches(&self.stdout) || reaches(&self.stderr) || self.others.values().any(others)
    }

    /// The input under a number.
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

    /// Lets a number lead to a sink.
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

    /// Lets a number lead from an input.
    pub(super) fn set_input(&mut self, fd: u32, input: Input) {
        match fd {
            0 => self.stdin = input,
            _ => {
                self.others.insert(fd, Descriptor::Input(input));
            }
        }
    }
}
