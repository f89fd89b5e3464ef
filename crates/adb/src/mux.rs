//! Multiplexes many streams over one connection. Both ends use it, because the protocol is symmetric.
//!
//! [`start`] takes any reader and writer and returns three values: a [`Mux`] that opens streams, the streams that the
//! other end opened, and the future that moves the bytes. The owner of that future owns the connection: when it ends or
//! is dropped, every stream fails at once with the same error. No task is started here.
//!
//! Nothing grows without bound if a peer does not read: each stream has one write in flight until its `OKAY`, and the
//! number of streams and of pending answers is limited.

mod stream;
mod table;
#[cfg(test)]
mod tests;

use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;

pub(crate) use self::stream::MuxStream;
use self::table::{Table, Waiting};
use crate::packet::{HEADER, Packet};
use crate::{Error, Result};

/// The most streams of the other end that wait to be accepted.
const WAITING: usize = 64;
/// Packets up to this size are collected into one write.
const SMALL: usize = 16 * 1024;
/// The read buffer, so that a small packet costs one system call.
const READ_BUFFER: usize = 64 * 1024;

/// The agreement of both ends in their hello.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Agreement {
    /// The lower of the two versions.
    pub(crate) version: u32,
    /// The largest payload that the other end accepts.
    pub(crate) max_payload: usize,
}

/// A stream that the other end opened. Using it or [`Mux::settle`] answers it.
#[derive(Debug)]
pub(crate) struct Incoming {
    /// Its service, without the closing NUL.
    pub(crate) service: String,
    /// The stream itself.
    pub(crate) stream: MuxStream,
}

/// The table of streams, shared by the handles and the future that moves the bytes.
#[derive(Debug)]
pub(crate) struct Shared(Mutex<Table>);

impl Shared {
    /// Works on the table, then wakes the waiting tasks: never under the lock, because a waker may drop a task that
    /// owns a stream.
    fn with<T>(&self, work: impl FnOnce(&mut Table) -> T) -> T {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let result = work(&mut table);
        let wakers = table.take_wakers();
        drop(table);
        wakers.into_iter().for_each(|waker| waker.wake());
        result
    }
}

/// Opens streams. Does not keep the connection alive.
#[derive(Clone, Debug)]
pub(crate) struct Mux(Arc<Shared>);

impl Mux {
    /// Opens a stream to `service` and waits for the other end's answer.
    pub(crate) async fn open(&self, service: &str) -> Result<MuxStream> {
        let id = self.0.with(|table| table.open(service))?;
        // From here on, dropping this future abandons the stream; it is closed if it is granted after all.
        let stream = MuxStream::new(Arc::clone(&self.0), id);
        match poll_fn(|context| self.0.with(|table| table.poll_opened(id, context))).await {
            Ok(()) => Ok(stream),
            Err(Error::Refused(_)) => Err(Error::Refused(format!("the phone does not offer the service `{service}`"))),
            Err(error) => Err(error),
        }
    }

    /// Grants or refuses an incoming stream, unless its use has already granted it.
    pub(crate) fn settle(&self, id: u32, granted: bool) {
        self.0.with(|table| table.settle(id, granted));
    }

    /// Returns the number of streams in the table.
    #[cfg(test)]
    fn streams(&self) -> usize {
        self.0.with(|table| table.len())
    }

    /// Returns why the connection is dead, if it is.
    pub(crate) fn dead(&self) -> Option<Error> {
        self.0.with(|table| table.dead().cloned())
    }
}

/// Creates the multiplexer over `io`, after the hello.
pub(crate) fn start<IO>(
    io: IO,
    agreement: Agreement,
) -> (Mux, mpsc::Receiver<Incoming>, impl Future<Output = Error> + Send)
where
    IO: AsyncRead + AsyncWrite + Send + 'static,
{
    let shared = Arc::new(Shared(Mutex::new(Table::new(agreement.max_payload))));
    let (opened, incoming) = mpsc::channel(WAITING);
    let end = End(Arc::clone(&shared));
    let mux = Mux(Arc::clone(&shared));
    let run = async move {
        // Moved in: streams fail even if this future is dropped before it was ever polled.
        let end = end;
        let (reader, writer) = tokio::io::split(io);
        let error = tokio::select! {
            error = receive(reader, agreement.version, &shared, &opened) => error,
            error = send(writer, agreement.version, &shared) => error,
            // A fault found by a stream's use ends the connection even while both directions are idle.
            error = poll_fn(|context| shared.with(|table| table.poll_dead(context))) => error,
        };
        end.0.with(|table| table.fail(error))
    };
    (mux, incoming, run)
}

/// Fails every stream when the future that moves the bytes is dropped.
struct End(Arc<Shared>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.with(|table| table.fail(Error::Disconnected("we closed the connection".to_owned())));
    }
}

/// Receives packets until the connection ends. Never waits for a stream's reader.
async fn receive(
    reader: impl AsyncRead + Unpin,
    version: u32,
    shared: &Arc<Shared>,
    opened: &mpsc::Sender<Incoming>,
) -> Error {
    let mut reader = BufReader::with_capacity(READ_BUFFER, reader);
    loop {
        let packet = match Packet::read(&mut reader, version).await {
            Ok(Some(packet)) => packet,
            Ok(None) => return Error::Disconnected("the other end closed the connection".to_owned()),
            Err(Error::Io { what, source }) => return Error::Disconnected(format!("{what}: {source}")),
            Err(error) => return error,
        };
        let offered = match shared.with(|table| table.receive(packet)) {
            Ok(None) => continue,
            Ok(Some(offered)) => offered,
            Err(error) => return error,
        };
        let incoming = Incoming { service: offered.service, stream: MuxStream::new(Arc::clone(shared), offered.id) };
        if let Err(refused) = opened.try_send(incoming) {
            shared.with(|table| table.settle(offered.id, false));
            drop(refused);
        }
    }
}

/// Writes pending packets until the connection ends. A bare acknowledgement waits for one turn of the runtime: the task
/// that the acknowledged data woke may have something to send, which then leaves in the same write.
async fn send(mut writer: impl AsyncWrite + Unpin, version: u32, shared: &Shared) -> Error {
    let mut buffer = Vec::new();
    loop {
        let packets = match poll_fn(|context| shared.with(|table| table.poll_outbox(context))).await {
            Ok(Waiting::Data(packets)) => packets,
            Ok(Waiting::Acknowledgements) => {
                tokio::task::yield_now().await;
                shared.with(|table| table.take_outbox())
            }
            Err(error) => return error,
        };
        if let Err(error) = write_all(&mut writer, &mut buffer, version, packets).await {
            return Error::Disconnected(error.to_string());
        }
    }
}

async fn write_all(
    writer: &mut (impl AsyncWrite + Unpin),
    buffer: &mut Vec<u8>,
    version: u32,
    packets: impl IntoIterator<Item = Packet>,
) -> std::io::Result<()> {
    buffer.clear();
    for packet in packets {
        buffer.extend_from_slice(&packet.header(version));
        if packet.payload.len() <= SMALL {
            buffer.extend_from_slice(&packet.payload);
        }
        let large = packet.payload.len() > SMALL;
        if large || buffer.len() > SMALL - HEADER {
            writer.write_all(buffer).await?;
            buffer.clear();
        }
        if large {
            writer.write_all(&packet.payload).await?;
        }
    }
    writer.write_all(buffer).await?;
    writer.flush().await
}
