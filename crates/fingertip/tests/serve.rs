//! `fingertip serve` as a person runs it: its line of output, its lock, its shutdown, and a kill that loses nothing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "harness/binary.rs"]
mod binary;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

struct Serving {
    child: Child,
    host: String,
    token: String,
}

fn command(data: &Path, more: &[&str]) -> Command {
    let mut command = binary::alone(binary::PATH);
    command.args(["serve", "--data"]).arg(data).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Serving {
    fn start(data: &Path, listen: &str) -> Self {
        let mut child = command(data, &["--listen", listen]).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("Desktop: http://").unwrap_or_else(|| panic!("`{line}`"));
        let (host, token) = address.split_once("/#token=").unwrap();
        Self { host: host.to_owned(), token: token.to_owned(), child }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, token, length) = (&self.host, &self.token, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn failed(mut command: Command) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = command.output().unwrap();
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

const WINDOW: &str = r#"{"type":"window.create","windowId":"w","title":"Kept","bounds":{"x":0,"y":0,"w":300,"h":200},
    "content":{"renderer":"text","data":"still here"}}"#;

#[test]
fn a_kill_loses_nothing_and_the_same_address_still_lets_its_owner_in() {
    let data = tempfile::tempdir().unwrap();
    let mut first = Serving::start(data.path(), "127.0.0.1:0");
    assert!(first.ask("POST", "/api/actions", WINDOW).contains(r#""seq":1"#));
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let again = Serving::start(data.path(), &first.host);
    assert_eq!((&again.host, &again.token), (&first.host, &first.token));
    assert!(again.ask("GET", "/api/desktop", "").contains("still here"));
}

#[test]
fn the_data_folder_belongs_to_one_process() {
    let data = tempfile::tempdir().unwrap();
    let first = Serving::start(data.path(), "127.0.0.1:0");
    let (code, said) = failed(command(data.path(), &["--listen", "127.0.0.1:0"]));
    assert_eq!(code, Some(2));
    assert!(said.contains(&format!("http://{}", first.host)), "it names the one that runs: {said}");
    assert!(!said.contains(&first.token), "but not its secret: {said}");
}

#[test]
fn what_cannot_be_is_said_with_a_way_out() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, said) = failed(command(data.path(), &["--listen", &address]));
    assert_eq!(code, Some(2));
    assert!(said.contains("--listen 127.0.0.1:0"), "{said}");
    let (code, said) = failed(command(data.path(), &["--listen", "127.0.0.1:0", "--log", "[["]));
    assert_eq!(code, Some(2), "{said}");
    let (code, said) = failed(command(data.path(), &["--listen", "127.0.0.1:0", "--public-url", "nonsense"]));
    assert_eq!(code, Some(2), "{said}");
}

#[cfg(unix)]
#[test]
fn it_ends_when_asked_and_says_nothing_else_on_stdout() {
    for name in ["-TERM", "-INT"] {
        let data = tempfile::tempdir().unwrap();
        let mut serving = Serving::start(data.path(), "127.0.0.1:0");
        assert!(serving.ask("GET", "/healthz", "").ends_with("ok\n"));
        serving.signal(name);
        assert_eq!(serving.child.wait().unwrap().code(), Some(0), "{name}");
        let mut rest = String::new();
        serving.child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}

#[test]
fn the_line_can_be_json() {
    let data = tempfile::tempdir().unwrap();
    let mut child = command(data.path(), &["--listen", "127.0.0.1:0", "--json"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let said: serde_json::Value = serde_json::from_str(&line).unwrap();
    let (url, token) = (said["url"].as_str().unwrap(), said["token"].as_str().unwrap());
    assert_eq!(said["desktop"], format!("{url}/#token={token}"));
}
