//! A stream to a service, over either transport: multiplexed on one connection, or a socket of the adb server.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::direct::Connection;
use crate::mux::MuxStream;

/// One stream to or from a service. Dropping it, or shutting it down, closes it in both directions.
///
/// If the connection breaks, reads and writes fail with an [`io::Error`] that carries this crate's
/// [`Error`](crate::Error): convert it with `Error::from`.
#[derive(Debug)]
pub struct Stream {
    transport: Transport,
    /// A client may be dropped while its stream is in use.
    _connection: Option<Arc<Connection>>,
}

#[derive(Debug)]
enum Transport {
    Mux(MuxStream),
    Socket(TcpStream),
}

impl Stream {
    /// Grants a stream that the other end opened, at once. Its first use does the same; a service that works for a
    /// while before its first output should not keep the other end waiting.
    pub fn accept(&self) {
        if let Transport::Mux(stream) = &self.transport {
            stream.accept();
        }
    }

    pub(crate) fn unowned(stream: MuxStream) -> Self {
        Self { transport: Transport::Mux(stream), _connection: None }
    }

    pub(crate) fn outgoing(stream: MuxStream, connection: Arc<Connection>) -> Self {
        Self { transport: Transport::Mux(stream), _connection: Some(connection) }
    }

    pub(crate) fn socket(socket: TcpStream) -> Self {
        Self { transport: Transport::Socket(socket), _connection: None }
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match &mut self.transport {
            Transport::Mux(stream) => Pin::new(stream).poll_read(context, into),
            Transport::Socket(socket) => Pin::new(socket).poll_read(context, into),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        match &mut self.transport {
            Transport::Mux(stream) => Pin::new(stream).poll_write(context, data),
            Transport::Socket(socket) => Pin::new(socket).poll_write(context, data),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.transport {
            Transport::Mux(stream) => Pin::new(stream).poll_flush(context),
            Transport::Socket(socket) => Pin::new(socket).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.transport {
            Transport::Mux(stream) => Pin::new(stream).poll_shutdown(context),
            Transport::Socket(socket) => Pin::new(socket).poll_shutdown(context),
        }
    }
}
