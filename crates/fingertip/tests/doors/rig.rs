//! A running server, a client that sends raw bytes, and a listener.

#[path = "../harness/binary.rs"]
pub(crate) mod binary;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// Longer than anything takes on the slowest machine; a test that gets here has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Serving {
    child: Child,
    pub(crate) host: String,
    pub(crate) scheme: String,
    token: String,
    pub(crate) data: TempDir,
}

pub(crate) fn command(data: &Path, more: &[&str]) -> Command {
    let mut command = binary::alone(binary::PATH);
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

impl Serving {
    pub(crate) fn start(more: &[&str]) -> Self {
        Self::configured("", more)
    }

    /// Starts one with this settings file.
    pub(crate) fn configured(settings: &str, more: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        std::fs::write(data.path().join("fingertip.toml"), settings).unwrap();
        let mut child = command(data.path(), more).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("Desktop: ").unwrap_or_else(|| panic!("`{line}`"));
        let (scheme, rest) = address.split_once("://").unwrap();
        let (host, token) = rest.split_once("/#token=").unwrap();
        Self { scheme: scheme.to_owned(), host: host.to_owned(), token: token.to_owned(), child, data }
    }

    /// Builds a request.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> String {
        let (host, token, length) = (&self.host, &self.token, body.len());
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
    }

    /// Sends a request and returns status and JSON, if any.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(self.request(method, path, &body).as_bytes()).unwrap();
        parts(stream)
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, value) = self.ask("GET", path, &Value::Null);
        assert_eq!(status, 200, "{path}: {value}");
        value
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Reads an answer to its end and returns status and JSON.
pub(crate) fn parts(mut stream: impl Read) -> (u16, Value) {
    let mut answer = Vec::new();
    _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, serde_json::from_str(body).unwrap_or_else(|_| Value::String(body.to_owned())))
}

/// Starts a listener that gives everyone the same answer; returns its address, and the requests with head and body.
pub(crate) fn listener(status: &'static str, answer: &'static str) -> (String, Receiver<String>) {
    let listening = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listening.local_addr().unwrap().to_string();
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for stream in listening.incoming() {
            let Ok(stream) = stream else { return };
            let Some(came) = read_request(&stream) else { continue };
            let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n");
            _ = write!(&stream, "{head}content-length: {}\r\n\r\n{answer}", answer.len());
            if tell.send(came).is_err() {
                return;
            }
        }
    });
    (address, told)
}

/// Reads one request of the announced length.
fn read_request(stream: &TcpStream) -> Option<String> {
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line == "\r\n" {
            break;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(format!("{head}\r\n{}", String::from_utf8_lossy(&body)))
}

/// Waits until a condition is true.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = std::time::Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what} never came");
        std::thread::sleep(Duration::from_millis(2));
    }
}
