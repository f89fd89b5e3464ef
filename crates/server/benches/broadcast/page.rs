//! A page that only counts: it shares the cores with the measured server, so it does no more than that.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Barrier;

/// Connects pages, lets `send` send, and waits until each has `count` messages, `before` of them before the clock
/// starts.
pub(crate) async fn receive<S: Future<Output = ()>>(
    pages: usize,
    count: usize,
    before: usize,
    address: SocketAddr,
    header: &str,
    send: impl FnOnce() -> S,
) -> Duration {
    let ready = Arc::new(Barrier::new(pages + 1));
    let mut tasks = Vec::new();
    for _ in 0..pages {
        let mut page = Page::connect(address, header).await;
        let ready = Arc::clone(&ready);
        tasks.push(tokio::spawn(async move {
            page.receive(before).await;
            ready.wait().await;
            page.receive(count).await;
        }));
    }
    ready.wait().await;
    let began = Instant::now();
    send().await;
    for task in tasks {
        task.await.unwrap();
    }
    began.elapsed()
}

/// A page that only counts.
pub(crate) struct Page {
    stream: TcpStream,
    came: Vec<u8>,
    /// Bytes of the current message that are still missing.
    left: usize,
    texts: usize,
}

impl Page {
    pub(crate) async fn connect(address: SocketAddr, header: &str) -> Self {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\n{header}Connection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut came = Vec::with_capacity(64 << 10);
        let end = loop {
            assert!(stream.read_buf(&mut came).await.unwrap() > 0, "{}", String::from_utf8_lossy(&came));
            if let Some(end) = came.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        assert!(came.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&came));
        came.drain(..end);
        Self { stream, came, left: 0, texts: 0 }
    }

    /// Reads until there were `count` texts.
    pub(crate) async fn receive(&mut self, count: usize) {
        loop {
            self.count();
            if self.texts >= count {
                return;
            }
            assert!(self.stream.read_buf(&mut self.came).await.unwrap() > 0);
        }
    }

    /// Reads until the server hangs up.
    pub(crate) async fn listen(mut self) {
        while matches!(self.stream.read_buf(&mut self.came).await, Ok(1..)) {
            self.count();
        }
    }

    /// Counts the texts in the input, by the headers of their frames. A server's frames are not masked.
    fn count(&mut self) {
        let mut at = 0;
        loop {
            let skipped = self.left.min(self.came.len() - at);
            (at, self.left) = (at + skipped, self.left - skipped);
            let (kind, header, length) = match self.came[at..] {
                [kind, 126, high, low, ..] => (kind, 4, u16::from_be_bytes([high, low]).into()),
                [kind, 127, _, _, _, _, a, b, c, d, ..] => (kind, 10, u32::from_be_bytes([a, b, c, d])),
                [_, 126 | 127, ..] => break,
                [kind, length, ..] => (kind, 2, length.into()),
                _ => break,
            };
            self.texts += usize::from(kind == 0x81);
            (at, self.left) = (at + header, usize::try_from(length).unwrap());
        }
        self.came.drain(..at);
    }
}
