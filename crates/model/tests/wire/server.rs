//! A scripted server: one script for each connection or request; it keeps the requests.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// The server's reaction to one request.
#[derive(Clone)]
pub(crate) enum Does {
    /// Sends these bytes, piece by piece, and closes the connection.
    Sends(Vec<Vec<u8>>),
    /// Sends these bytes and then nothing, until the client disconnects.
    Hangs(Vec<u8>),
    /// Sends these bytes and resets the connection.
    Resets(Vec<u8>),
    /// Sends the head of a stream and then this text again and again, until the client disconnects.
    Repeats(String),
}

/// A received request.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The first line.
    pub(crate) line: String,
    /// The headers, names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    /// The body.
    pub(crate) body: serde_json::Value,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }
}

pub(crate) struct Server {
    port: u16,
    asked: Arc<Mutex<Vec<Request>>>,
    /// One message whenever the client leaves a hanging connection.
    pub(crate) gone: mpsc::UnboundedReceiver<()>,
}

impl Server {
    /// Uses the first reaction for the first request, and so on; repeats the last.
    pub(crate) async fn start(script: Vec<Does>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (went, gone) = mpsc::unbounded_channel();
        let kept = Arc::clone(&asked);
        tokio::spawn(async move {
            let mut place = 0;
            while let Ok((mut stream, _)) = listener.accept().await {
                let Some(request) = read(&mut stream).await else { continue };
                kept.lock().unwrap().push(request);
                let does = script[place.min(script.len() - 1)].clone();
                place += 1;
                let went = went.clone();
                tokio::spawn(async move { act(stream, does, &went).await });
            }
        });
        Self { port, asked, gone }
    }

    /// A server that always answers with one body.
    pub(crate) async fn saying(reply: impl Into<Vec<u8>>) -> Self {
        Self::start(vec![Does::Sends(vec![reply.into()])]).await
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    pub(crate) fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap().clone()
    }
}

/// A response with a status, headers and a body.
pub(crate) fn response(status: &str, headers: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status}\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len())
        .into_bytes()
}

/// A stream of events that ends with the connection.
pub(crate) fn stream(events: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n{events}").into_bytes()
}

/// The same in chunks of this length, split anywhere.
pub(crate) fn chunked(events: &str, length: usize) -> Vec<Vec<u8>> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut pieces = vec![head.as_bytes().to_vec()];
    for part in events.as_bytes().chunks(length) {
        let mut piece = format!("{:x}\r\n", part.len()).into_bytes();
        piece.extend_from_slice(part);
        piece.extend_from_slice(b"\r\n");
        pieces.push(piece);
    }
    pieces.push(b"0\r\n\r\n".to_vec());
    pieces
}

async fn act(mut stream: TcpStream, does: Does, went: &mpsc::UnboundedSender<()>) {
    match does {
        Does::Sends(pieces) => {
            for piece in pieces {
                if stream.write_all(&piece).await.is_err() {
                    return;
                }
                tokio::task::yield_now().await;
            }
            drop(stream.shutdown().await);
        }
        Does::Hangs(bytes) => {
            drop(stream.write_all(&bytes).await);
            let mut rest = [0; 64];
            while matches!(stream.read(&mut rest).await, Ok(1..)) {}
            let _ = went.send(());
        }
        Does::Resets(bytes) => {
            drop(stream.write_all(&bytes).await);
            stream.set_zero_linger().unwrap();
        }
        Does::Repeats(event) => {
            drop(stream.write_all(&self::stream("")).await);
            while stream.write_all(event.as_bytes()).await.is_ok() {}
            let _ = went.send(());
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.lines();
    let line = lines.next()?.to_owned();
    let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    let headers: Vec<(String, String)> = lines.filter_map(header).collect();
    let length =
        headers.iter().find(|(name, _)| name == "content-length").map_or(0, |(_, length)| length.parse().unwrap());
    let mut body = bytes.split_off(end + 4);
    while body.len() < length {
        if stream.read_buf(&mut body).await.ok()? == 0 {
            return None;
        }
    }
    let body = if body.is_empty() { serde_json::Value::Null } else { serde_json::from_slice(&body).unwrap() };
    Some(Request { line, headers, body })
}
