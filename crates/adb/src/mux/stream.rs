//! The handle of one stream: reads, writes, and closes it when dropped.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::Shared;

/// One stream. A write returns when the other end's `OKAY` for the previous one has arrived.
#[derive(Debug)]
pub(crate) struct MuxStream {
    shared: Arc<Shared>,
    id: u32,
}

impl MuxStream {
    pub(super) fn new(shared: Arc<Shared>, id: u32) -> Self {
        Self { shared, id }
    }

    /// Grants it, if the other end opened it and it has not been answered.
    pub(crate) fn accept(&self) {
        self.shared.with(|table| table.accept(self.id));
    }

    /// Returns our id of it, for [`super::Mux::settle`].
    pub(crate) fn id(&self) -> u32 {
        self.id
    }
}

impl Drop for MuxStream {
    fn drop(&mut self) {
        self.shared.with(|table| table.drop_handle(self.id));
    }
}

impl AsyncRead for MuxStream {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.shared.with(|table| table.poll_read(self.id, context, into)).map_err(io::Error::from)
    }
}

impl AsyncWrite for MuxStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        self.shared.with(|table| table.poll_write(self.id, context, data)).map(|result| match result {
            Ok(Some(length)) => Ok(length),
            Ok(None) => Err(io::Error::new(ErrorKind::BrokenPipe, "the other end closed the stream")),
            Err(error) => Err(error.into()),
        })
    }

    /// Nothing is buffered, so there is nothing to flush.
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// Closes the stream in both directions: adb has no half-closed streams.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.shared.with(|table| table.shutdown(self.id));
        Poll::Ready(Ok(()))
    }
}
