//! A phone and a server in their own processes, and plain HTTP to the server.

#[path = "../harness/binary.rs"]
pub(crate) mod binary;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// A small phone with cheap pictures, and an executor with short waits.
const PROFILE: &str = r#"{"screen":{"width":360,"height":640,"density":160}}"#;
const CONFIG: &str = "[executor]\nstep_delay = 0.05\nreconnect = 0.2\nretry_delay = 0.05\n\
                      [mcp]\nshows_questions = [\"shower\"]\n";
/// A machine under load is slow; an answer that never comes is still a failure.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A process that ends with the test.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

impl Running {
    fn start(arguments: &[&str]) -> (Self, String) {
        let mut running = Self(fingertip(arguments).spawn().unwrap());
        let mut line = String::new();
        BufReader::new(running.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "{arguments:?} ended");
        (running, line.trim().to_owned())
    }
}

/// The binary, isolated from the machine's own phones.
pub(crate) fn fingertip(arguments: &[&str]) -> Command {
    let mut command = binary::alone(binary::PATH);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// A data folder with a phone, and the server that runs both.
pub(crate) struct World {
    pub(crate) device: String,
    pub(crate) host: String,
    pub(crate) owner: String,
    pub(crate) server: Running,
    folder: TempDir,
    _phone: Running,
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let profile = folder.path().join("profile.json");
        std::fs::write(&profile, PROFILE).unwrap();
        let (phone, line) = Running::start(&["sim", "--listen", "127.0.0.1:0", "--profile", profile.to_str().unwrap()]);
        let device = line.strip_prefix("Phone: ").unwrap().to_owned();
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        std::fs::write(data.join("fingertip.toml"), format!("phones = [\"{device}\"]\n{CONFIG}")).unwrap();
        let (server, host, owner) = serve(&data, &device, "127.0.0.1:0");
        Self { device, host, owner, server, folder, _phone: phone }
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Kills the server and restarts it at the same address.
    pub(crate) fn restart(&mut self) {
        _ = self.server.0.kill();
        _ = self.server.0.wait();
        let (server, host, owner) = serve(&self.data(), &self.device, &self.host);
        assert_eq!((&host, &owner), (&self.host, &self.owner));
        self.server = server;
    }

    /// Returns all addresses, for scripts.
    pub(crate) fn place(&self) -> Value {
        json!({ "binary": binary::PATH, "data": self.data(), "device": self.device,
                "url": format!("http://{}", self.host), "owner": self.owner })
    }

    /// Creates a credential for an agent.
    pub(crate) fn agent(&self, name: &str) -> String {
        let made = self.ask("POST", "/api/agents", &[], json!({ "name": name }).to_string().as_bytes());
        made.json()["token"].as_str().unwrap().to_owned()
    }

    /// Sends a request as the owner.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Answered {
        let bearer = format!("Authorization: Bearer {}", self.owner);
        let mut all = vec![bearer.as_str(), "Content-Type: application/json"];
        all.extend(headers);
        self.send(method, path, &all, body)
    }

    /// Sends a request with these headers and no others but those of HTTP.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Answered {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|header| header.starts_with("Host:")) {
            head.push_str(&format!("Host: {}\r\n", self.host));
        }
        headers.iter().for_each(|header| head.push_str(&format!("{header}\r\n")));
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        // The server may hang up before it has read everything.
        _ = stream.write_all(body);
        let mut answer = Vec::new();
        _ = stream.read_to_end(&mut answer);
        Answered::read(&answer)
    }

    /// Returns the memory of the process, in kilobytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}

fn serve(data: &std::path::Path, device: &str, listen: &str) -> (Running, String, String) {
    let data = data.to_str().unwrap();
    let arguments = ["serve", "--listen", listen, "--data", data, "--device", device, "--log", "error", "--json"];
    let (server, line) = Running::start(&arguments);
    let said: Value = serde_json::from_str(&line).unwrap();
    let host = said["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
    (server, host, said["token"].as_str().unwrap().to_owned())
}

/// The server's answer.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answered {
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        Self { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let named = |line: &&str| line.split(':').next().is_some_and(|found| found.eq_ignore_ascii_case(name));
        self.head.lines().find(named).and_then(|line| Some(line.split_once(':')?.1.trim()))
    }
}
