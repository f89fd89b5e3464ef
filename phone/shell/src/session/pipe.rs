//! The pipes of a pipeline. They live in their session's state, so that bytes, a closed end or a signal can all end the
//! same wait.

use std::collections::VecDeque;
use std::sync::Arc;

use super::process::{Broken, ShellProcess, Stopped};
use super::{Session, State};

/// How many bytes a pipe holds before its writer waits, as on Linux.
const CAPACITY: usize = 64 << 10;

#[derive(Debug, Default)]
pub(super) struct Pipe {
    bytes: VecDeque<u8>,
    /// Whether each end is still open.
    written: bool,
    read: bool,
}

/// The reading end. Once it is dropped, writes fail.
#[derive(Debug)]
pub(in super::super) struct PipeReader {
    session: Arc<Session>,
    number: u64,
}

/// The writing end. Once it is dropped, the reader reaches the end.
#[derive(Debug)]
pub(in super::super) struct PipeWriter {
    session: Arc<Session>,
    number: u64,
}

impl Session {
    /// Creates a pipe.
    pub(in super::super) fn pipe(self: &Arc<Self>) -> (PipeReader, PipeWriter) {
        let number = self.change(|state| {
            state.next_pipe += 1;
            state.pipes.insert(state.next_pipe, Pipe { bytes: VecDeque::new(), written: true, read: true });
            state.next_pipe
        });
        (PipeReader { session: Arc::clone(self), number }, PipeWriter { session: Arc::clone(self), number })
    }
}

impl State {
    fn let_go(&mut self, number: u64, act: impl FnOnce(&mut Pipe)) {
        if let Some(pipe) = self.pipes.get_mut(&number) {
            act(pipe);
            if !pipe.read && !pipe.written {
                self.pipes.remove(&number);
            }
        }
    }
}

impl PipeReader {
    /// Reads the next bytes; empty at the end.
    pub(in super::super) fn read(&self, process: &ShellProcess) -> Result<Vec<u8>, Stopped> {
        let bytes = process.wait(None, |state| {
            let pipe = state.pipes.get_mut(&self.number)?;
            (!pipe.bytes.is_empty() || !pipe.written).then(|| pipe.bytes.drain(..).collect())
        });
        self.session.change(|_| ());
        bytes
    }

    /// Whether bytes can be read without waiting.
    pub(in super::super) fn has_bytes(&self) -> bool {
        self.session.lock().pipes.get(&self.number).is_some_and(|pipe| !pipe.bytes.is_empty())
    }
}

impl PipeReader {
    /// Whether a read would not wait.
    pub(super) fn is_ready(&self, state: &State) -> bool {
        state.pipes.get(&self.number).is_none_or(|pipe| !pipe.bytes.is_empty() || !pipe.written)
    }

    /// Like `is_ready`, for callers that have not locked the session.
    pub(in super::super) fn can_read(&self) -> bool {
        self.is_ready(&self.session.lock())
    }
}

impl Drop for PipeReader {
    fn drop(&mut self) {
        self.session.change(|state| state.let_go(self.number, |pipe| pipe.read = false));
    }
}

impl PipeWriter {
    /// Writes all bytes, or fails if the reader is gone.
    pub(in super::super) fn write(&self, mut bytes: &[u8], process: &ShellProcess) -> Result<(), Broken> {
        while !bytes.is_empty() {
            let taken = process.wait(None, |state| {
                let Some(pipe) = state.pipes.get_mut(&self.number).filter(|pipe| pipe.read) else {
                    return Some(Err(Broken));
                };
                let room = CAPACITY.saturating_sub(pipe.bytes.len()).min(bytes.len());
                pipe.bytes.extend(bytes.get(..room).unwrap_or_default());
                (room > 0).then_some(Ok(room))
            });
            let room = taken.map_err(|Stopped| Broken)??;
            bytes = bytes.get(room..).unwrap_or_default();
            self.session.change(|_| ());
        }
        Ok(())
    }
}

impl PipeWriter {
    /// Whether a write would not wait.
    pub(super) fn is_ready(&self, state: &State) -> bool {
        state.pipes.get(&self.number).is_none_or(|pipe| pipe.bytes.len() < CAPACITY || !pipe.read)
    }

    /// Writes as many bytes as fit. Returns how many.
    pub(in super::super) fn write_some(&self, bytes: &[u8]) -> Result<usize, Broken> {
        self.session.change(|state| {
            let pipe = state.pipes.get_mut(&self.number).filter(|pipe| pipe.read).ok_or(Broken)?;
            let room = CAPACITY.saturating_sub(pipe.bytes.len()).min(bytes.len());
            pipe.bytes.extend(bytes.get(..room).unwrap_or_default());
            Ok(room)
        })
    }
}

impl Drop for PipeWriter {
    fn drop(&mut self) {
        self.session.change(|state| state.let_go(self.number, |pipe| pipe.written = false));
    }
}
