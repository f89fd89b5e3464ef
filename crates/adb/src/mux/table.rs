//! The state of all streams of a connection, and the effect of each packet on it. No I/O.

use std::collections::{HashMap, VecDeque};
use std::mem;
use std::task::{Context, Poll, Waker};

use bytes::{Buf, Bytes};
use tokio::io::ReadBuf;

use crate::packet::{Command, Packet};
use crate::{Error, Result};

/// The most streams of one connection, from both ends together.
const MAX_STREAMS: usize = 512;
/// The most pending answers; a peer with more sends without reading.
const MAX_OUTBOX: usize = 4096;
/// The most abandoned opens that may still be granted; late answers to older ones are skipped.
const MAX_GIVEN_UP: usize = 1024;
/// The most bytes a stream receives ahead of its reader before it withholds its `OKAY`.
const READ_AHEAD: usize = 256 * 1024;
/// The most bytes per write, whatever the other end accepts.
const MAX_WRITE: usize = 256 * 1024;
/// The overhead of an inbox entry.
const INBOX_ENTRY: usize = 64;

/// The phase of a stream's opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// We asked; the answer is pending.
    Asked,
    /// The other end asked; we have not answered.
    Offered,
    /// Granted.
    Open,
}

/// How a stream was closed, and by which end.
#[derive(Clone, Debug)]
enum Closed {
    Ours,
    Theirs,
    Broken(Error),
}

#[derive(Debug)]
struct Entry {
    /// The other end's id; 0 until it is known.
    remote: u32,
    phase: Phase,
    inbox: VecDeque<Bytes>,
    buffered: usize,
    /// We received a write and have not sent `OKAY`.
    owes_okay: bool,
    /// Our write is in flight and waits for their `OKAY`.
    awaits_okay: bool,
    closed: Option<Closed>,
    /// The handle is gone.
    dropped: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

impl Entry {
    fn new(remote: u32, phase: Phase) -> Self {
        Self {
            remote,
            phase,
            inbox: VecDeque::new(),
            buffered: 0,
            owes_okay: false,
            awaits_okay: false,
            closed: None,
            dropped: false,
            reader: None,
            writer: None,
        }
    }
}

/// A stream that the other end requests.
#[derive(Debug)]
pub(super) struct Offered {
    pub(super) id: u32,
    pub(super) service: String,
}

/// The pending packets.
#[derive(Debug)]
pub(super) enum Waiting {
    /// Packets that a task waits for.
    Data(VecDeque<Packet>),
    /// Only acknowledgements, which stay in the outbox.
    Acknowledgements,
}

#[derive(Debug)]
pub(super) struct Table {
    streams: HashMap<u32, Entry>,
    outbox: VecDeque<Packet>,
    /// The ids of opens whose caller is gone and which the other end has not answered.
    given_up: VecDeque<u32>,
    next_id: u32,
    max_payload: usize,
    dead: Option<Error>,
    sender: Option<Waker>,
    watcher: Option<Waker>,
    wakers: Vec<Waker>,
}

impl Table {
    pub(super) fn new(max_payload: usize) -> Self {
        Self {
            streams: HashMap::new(),
            outbox: VecDeque::new(),
            given_up: VecDeque::new(),
            next_id: 1,
            max_payload,
            dead: None,
            sender: None,
            watcher: None,
            wakers: Vec::new(),
        }
    }

    pub(super) fn take_wakers(&mut self) -> Vec<Waker> {
        mem::take(&mut self.wakers)
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.streams.len()
    }

    pub(super) fn dead(&self) -> Option<&Error> {
        self.dead.as_ref()
    }

    /// Ends the connection, once; returns the reason.
    pub(super) fn fail(&mut self, error: Error) -> Error {
        if let Some(first) = &self.dead {
            return first.clone();
        }
        self.dead = Some(error.clone());
        self.outbox.clear();
        self.wakers.extend(self.sender.take());
        self.wakers.extend(self.watcher.take());
        for entry in self.streams.values_mut() {
            self.wakers.extend(entry.reader.take());
            self.wakers.extend(entry.writer.take());
        }
        error
    }

    /// Returns why the connection is dead, as soon as it is.
    pub(super) fn poll_dead(&mut self, context: &mut Context<'_>) -> Poll<Error> {
        match &self.dead {
            Some(error) => Poll::Ready(error.clone()),
            None => {
                self.watcher = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Returns the pending packets, as soon as there are any.
    pub(super) fn poll_outbox(&mut self, context: &mut Context<'_>) -> Poll<Result<Waiting>> {
        if let Some(error) = &self.dead {
            return Poll::Ready(Err(error.clone()));
        }
        if self.outbox.is_empty() {
            self.sender = Some(context.waker().clone());
            return Poll::Pending;
        }
        let acknowledges = |packet: &Packet| matches!(packet.command, Command::Okay | Command::Clse);
        Poll::Ready(Ok(match self.outbox.iter().all(acknowledges) {
            true => Waiting::Acknowledgements,
            false => Waiting::Data(self.take_outbox()),
        }))
    }

    /// Takes the pending packets.
    pub(super) fn take_outbox(&mut self) -> VecDeque<Packet> {
        mem::take(&mut self.outbox)
    }

    fn send(&mut self, command: Command, arg0: u32, arg1: u32, payload: impl Into<Bytes>) {
        if self.dead.is_some() {
            return;
        }
        if self.outbox.len() >= MAX_OUTBOX {
            self.fail(Error::Protocol("it sends without reading our answers".to_owned()));
            return;
        }
        self.outbox.push_back(Packet::new(command, arg0, arg1, payload));
        self.wakers.extend(self.sender.take());
    }

    fn insert(&mut self, entry: Entry) -> u32 {
        while self.next_id == 0 || self.streams.contains_key(&self.next_id) {
            self.next_id = self.next_id.wrapping_add(1);
        }
        let id = self.next_id;
        self.next_id = id.wrapping_add(1);
        self.streams.insert(id, entry);
        id
    }

    /// Requests a stream.
    pub(super) fn open(&mut self, service: &str) -> Result<u32> {
        if let Some(error) = &self.dead {
            return Err(error.clone());
        }
        if service.len() >= self.max_payload {
            let what = format!("the service `{}…`", service.chars().take(32).collect::<String>());
            return Err(Error::TooLarge { what, limit: self.max_payload - 1 });
        }
        if self.streams.len() >= MAX_STREAMS {
            return Err(Error::TooManyStreams { limit: MAX_STREAMS });
        }
        let id = self.insert(Entry::new(0, Phase::Asked));
        self.send(Command::Open, id, 0, [service.as_bytes(), b"\0"].concat());
        Ok(id)
    }

    /// Whether the stream was granted.
    pub(super) fn poll_opened(&mut self, id: u32, context: &mut Context<'_>) -> Poll<Result<()>> {
        let Some(entry) = self.streams.get_mut(&id) else { return Poll::Ready(Err(gone())) };
        match (entry.phase, &entry.closed, &self.dead) {
            (Phase::Open, ..) => Poll::Ready(Ok(())),
            (_, Some(_), _) => Poll::Ready(Err(Error::Refused("closed".to_owned()))),
            (_, None, Some(error)) => Poll::Ready(Err(error.clone())),
            (_, None, None) => {
                entry.reader = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Grants an offered stream; the first use of a handle does the same.
    pub(super) fn accept(&mut self, id: u32) {
        let Some(entry) = self.streams.get_mut(&id) else { return };
        if entry.phase == Phase::Offered && entry.closed.is_none() {
            entry.phase = Phase::Open;
            let remote = entry.remote;
            self.send(Command::Okay, id, remote, Bytes::new());
        }
    }

    /// Applies the server's decision on an offered stream, if its use has not granted it.
    pub(super) fn settle(&mut self, id: u32, granted: bool) {
        let Some(entry) = self.streams.get_mut(&id) else { return };
        let (dropped, remote) = (entry.dropped, entry.remote);
        if granted {
            self.accept(id);
        } else if entry.phase == Phase::Offered && entry.closed.is_none() {
            entry.closed = Some(Closed::Ours);
            self.send(Command::Clse, 0, remote, Bytes::new());
        }
        if dropped {
            self.forget(id);
        }
    }

    /// Handles a dropped handle: closes the stream, unless it still has to be answered.
    pub(super) fn drop_handle(&mut self, id: u32) {
        let Some(entry) = self.streams.get_mut(&id) else { return };
        entry.dropped = true;
        entry.inbox.clear();
        let unanswered = entry.closed.is_none();
        // Asked: nothing waits for the answer, which may never come; `granted` closes a stream that is granted after
        // all. Offered: `settle` decides.
        if entry.phase == Phase::Asked {
            // Not written yet: a peer that does not read must not make the outbox grow.
            let waiting = self.outbox.len();
            self.outbox.retain(|packet| packet.command != Command::Open || packet.arg0 != id);
            if unanswered && self.outbox.len() == waiting {
                self.given_up.push_back(id);
                if self.given_up.len() > MAX_GIVEN_UP {
                    self.given_up.pop_front();
                }
            }
            self.forget(id);
        } else if entry.phase == Phase::Open || entry.closed.is_some() || self.dead.is_some() {
            self.forget(id);
        }
    }

    fn forget(&mut self, id: u32) {
        self.close(id, Closed::Ours);
        self.streams.remove(&id);
    }

    /// Closes an open stream and tells the other end, once.
    fn close(&mut self, id: u32, how: Closed) {
        let Some(entry) = self.streams.get_mut(&id) else { return };
        if entry.closed.is_some() {
            return;
        }
        let told = matches!(how, Closed::Theirs) && entry.phase == Phase::Asked;
        entry.closed = Some(how);
        self.wakers.extend(entry.reader.take());
        self.wakers.extend(entry.writer.take());
        if !told && entry.remote != 0 {
            let remote = entry.remote;
            self.send(Command::Clse, id, remote, Bytes::new());
        }
    }

    /// Handles `shutdown`: adb has no half-closed streams.
    pub(super) fn shutdown(&mut self, id: u32) {
        self.accept(id);
        self.close(id, Closed::Ours);
    }

    pub(super) fn poll_read(&mut self, id: u32, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        self.accept(id);
        let Some(entry) = self.streams.get_mut(&id) else { return Poll::Ready(Err(gone())) };
        let mut read = false;
        while into.remaining() > 0
            && let Some(front) = entry.inbox.front_mut()
        {
            let length = front.len().min(into.remaining());
            into.put_slice(&front[..length]);
            front.advance(length);
            entry.buffered -= length;
            if front.is_empty() {
                entry.inbox.pop_front();
                entry.buffered -= INBOX_ENTRY;
            }
            read = true;
        }
        if read {
            let remote = entry.remote;
            if entry.owes_okay && entry.closed.is_none() && entry.buffered <= READ_AHEAD {
                entry.owes_okay = false;
                self.send(Command::Okay, id, remote, Bytes::new());
            }
            return Poll::Ready(Ok(()));
        }
        match (&entry.closed, &self.dead) {
            (Some(Closed::Broken(error)), _) | (None, Some(error)) => Poll::Ready(Err(error.clone())),
            (Some(_), _) => Poll::Ready(Ok(())),
            (None, None) if into.remaining() == 0 => Poll::Ready(Ok(())),
            (None, None) => {
                entry.reader = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Takes a part of `data`; `None` if the stream is closed.
    pub(super) fn poll_write(
        &mut self,
        id: u32,
        context: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<Result<Option<usize>>> {
        self.accept(id);
        let Some(entry) = self.streams.get_mut(&id) else { return Poll::Ready(Err(gone())) };
        match (&entry.closed, &self.dead) {
            (Some(Closed::Broken(error)), _) | (None, Some(error)) => return Poll::Ready(Err(error.clone())),
            (Some(_), _) => return Poll::Ready(Ok(None)),
            (None, None) => {}
        }
        if data.is_empty() {
            return Poll::Ready(Ok(Some(0)));
        }
        if entry.awaits_okay {
            entry.writer = Some(context.waker().clone());
            return Poll::Pending;
        }
        entry.awaits_okay = true;
        let remote = entry.remote;
        let length = data.len().min(MAX_WRITE).min(self.max_payload);
        self.send(Command::Wrte, id, remote, Bytes::copy_from_slice(&data[..length]));
        Poll::Ready(Ok(Some(length)))
    }

    /// Handles a packet of the other end. An error ends the connection; packets for a stream that is gone are skipped,
    /// as adb does.
    pub(super) fn receive(&mut self, packet: Packet) -> Result<Option<Offered>> {
        if let Some(error) = &self.dead {
            return Err(error.clone());
        }
        let Packet { command, arg0: theirs, arg1: ours, payload } = packet;
        match command {
            Command::Open => return Ok(self.offered(theirs, &payload)),
            Command::Okay => self.granted(theirs, ours),
            Command::Wrte => self.written(theirs, ours, payload),
            Command::Clse => self.closed(theirs, ours),
            Command::Cnxn => return Err(Error::Disconnected("the other end started a new connection".to_owned())),
            Command::Auth | Command::Stls => {
                return Err(Error::Protocol(format!("unexpected `{command:?}` within a connection")));
            }
            Command::Unknown(_) => {}
        }
        Ok(None)
    }

    fn offered(&mut self, theirs: u32, payload: &[u8]) -> Option<Offered> {
        if theirs == 0 {
            return None;
        }
        if self.streams.len() >= MAX_STREAMS {
            self.send(Command::Clse, 0, theirs, Bytes::new());
            return None;
        }
        let service = payload.strip_suffix(b"\0").unwrap_or(payload);
        let service = String::from_utf8_lossy(service).into_owned();
        Some(Offered { id: self.insert(Entry::new(theirs, Phase::Offered)), service })
    }

    fn granted(&mut self, theirs: u32, ours: u32) {
        let Some(entry) = self.streams.get_mut(&ours) else {
            // Granted after all: the service would run without a client.
            if let Some(at) = self.given_up.iter().position(|id| *id == ours) {
                self.given_up.remove(at);
                self.send(Command::Clse, ours, theirs, Bytes::new());
            }
            return;
        };
        if entry.phase == Phase::Asked && theirs != 0 && entry.closed.is_none() {
            entry.phase = Phase::Open;
            entry.remote = theirs;
            self.wakers.extend(entry.reader.take());
        } else if entry.remote == theirs {
            entry.awaits_okay = false;
            self.wakers.extend(entry.writer.take());
        }
    }

    fn written(&mut self, theirs: u32, ours: u32, payload: Bytes) {
        let Some(entry) = self.streams.get_mut(&ours) else { return };
        if entry.phase != Phase::Open || entry.remote != theirs || entry.closed.is_some() {
            return;
        }
        if entry.owes_okay {
            self.close(ours, Closed::Broken(Error::Protocol("it wrote twice without an `OKAY`".to_owned())));
            return;
        }
        if !payload.is_empty() {
            entry.buffered += payload.len() + INBOX_ENTRY;
            entry.inbox.push_back(payload);
        }
        self.wakers.extend(entry.reader.take());
        if entry.buffered > READ_AHEAD {
            entry.owes_okay = true;
        } else {
            self.send(Command::Okay, ours, theirs, Bytes::new());
        }
    }

    fn closed(&mut self, theirs: u32, ours: u32) {
        let Some(entry) = self.streams.get_mut(&ours) else {
            self.given_up.retain(|id| *id != ours);
            return;
        };
        if entry.phase != Phase::Asked && theirs != 0 && entry.remote != theirs {
            return;
        }
        self.close(ours, Closed::Theirs);
    }
}

/// The error for a handle without an entry. It cannot happen: only the handle's drop removes the entry.
fn gone() -> Error {
    Error::Disconnected("the stream is gone".to_owned())
}
