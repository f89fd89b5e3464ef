//! A minimal HTTP client with a time limit, and a listener that hands requests to a function.
//!
//! Both work on plain sockets, so that a test decides when an answer is cut, late or missing.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

/// The longest body that the harness reads.
const LONGEST: usize = 64 << 20;

/// The result of a request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// The server answered with this status and body.
    Said(u16, Value),
    /// Nothing listens there: the server never saw the request.
    Refused,
    /// The connection ended or timed out: the server may have executed the request.
    Unknown(String),
}

impl Answer {
    /// Returns the status, if there is one.
    pub(crate) fn status(&self) -> Option<u16> {
        match self {
            Self::Said(status, _) => Some(*status),
            _ => None,
        }
    }

    /// Returns the body of a successful answer.
    pub(crate) fn ok(self) -> Option<Value> {
        match self {
            Self::Said(200..=299, body) => Some(body),
            _ => None,
        }
    }
}

/// Sends one request and reads the whole answer within `limit`.
pub(crate) fn ask(host: &str, head: &str, body: &str, limit: Duration) -> Answer {
    let connected = host.parse().map(|address: SocketAddr| TcpStream::connect_timeout(&address, limit));
    let mut stream = match connected {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) if error.kind() == ErrorKind::ConnectionRefused => return Answer::Refused,
        Ok(Err(error)) => return Answer::Unknown(error.to_string()),
        Err(error) => panic!("`{host}` is no address: {error}"),
    };
    let request =
        format!("{head}\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let exchange = |stream: &mut TcpStream| {
        stream.set_read_timeout(Some(limit))?;
        stream.write_all(request.as_bytes())?;
        read_message(stream)
    };
    match exchange(&mut stream) {
        Ok(Some((head, body))) => {
            let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
            let text = String::from_utf8_lossy(&body);
            Answer::Said(status, serde_json::from_str(&text).unwrap_or_else(|_| Value::String(text.into_owned())))
        }
        Ok(None) => Answer::Unknown("the connection was closed without an answer".to_owned()),
        Err(error) => Answer::Unknown(error.to_string()),
    }
}

/// Reads a head and as many bytes of body as it announces; `None` if the other side closed before.
pub(crate) fn read_message(stream: &mut TcpStream) -> std::io::Result<Option<(String, Vec<u8>)>> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), None);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse::<usize>().ok().filter(|length| *length <= LONGEST);
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    Ok(Some((head, body)))
}

/// Serves each connection with `answer` on its own thread, until the process ends.
pub(crate) fn listen(answer: impl Fn(TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            std::thread::spawn(move || answer(stream));
        }
    });
    address
}

/// Writes a whole answer; a client that is gone is not an error.
pub(crate) fn reply(stream: &mut TcpStream, status: &str, kind: &str, body: &str) {
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close");
    _ = write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
}

/// Waits until the client closes its side, without answering.
pub(crate) fn never_answer(stream: &mut TcpStream) {
    _ = stream.set_read_timeout(None);
    while let Ok(1..) = stream.read(&mut [0; 64]) {}
}
