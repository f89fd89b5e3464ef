//! A NATS server for one test, on free ports with its own store; killed and restarted at will.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

use crate::absent;
use crate::disk::Disk;

/// A server.
pub(crate) struct Nats {
    /// The program, and the prefix of its command line.
    program: Vec<String>,
    _folder: TempDir,
    /// The path of its store: in the folder, unless it has its own disk.
    store: PathBuf,
    arguments: Vec<String>,
    port: u16,
    child: Option<Child>,
}

/// Returns the path of the program; `None` if it is not installed.
pub(crate) fn program() -> Option<String> {
    let program = std::env::var("FINGERTIP_NATS_SERVER").ok();
    if program.is_none() {
        absent::skipped("nats-server");
    }
    program
}

/// How much streams may reserve, whatever the machine's disk has left: by default a server takes three quarters of
/// that.
const ROOM: &str = "100G";

/// Writes a configuration with this much room for streams to the folder.
fn config(folder: &TempDir, room: &str) -> String {
    let path = folder.path().join("server.conf");
    std::fs::write(&path, format!("jetstream {{ max_file_store: {room} }}\n")).unwrap();
    path.to_str().unwrap().to_owned()
}

#[allow(dead_code, reason = "the benchmark uses the rest of it")]
impl Nats {
    /// Starts a server with JetStream that requires no credentials.
    pub(crate) async fn start() -> Option<Self> {
        Self::with_room(ROOM).await
    }

    /// Starts a server whose streams may reserve this much.
    pub(crate) async fn with_room(room: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let (store, config) = (folder.path().to_owned(), config(&folder, room));
        Self::at(vec![program()?], folder, store, &["-c", &config]).await
    }

    pub(crate) async fn with(arguments: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().to_owned();
        Self::at(vec![program()?], folder, store, arguments).await
    }

    /// Starts a server whose store is on a disk that can fill up.
    pub(crate) async fn on_disk(disk: &Disk) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let config = config(&folder, ROOM);
        let words = disk.words().into_iter().chain([program()?]).collect();
        Self::at(words, folder, disk.path().to_owned(), &["-c", &config]).await
    }

    async fn at(program: Vec<String>, folder: TempDir, store: PathBuf, arguments: &[&str]) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let arguments = arguments.iter().map(|each| (*each).to_owned()).collect();
        let mut nats = Self { program, _folder: folder, store, arguments, port, child: None };
        nats.up().await;
        Some(nats)
    }

    /// Starts a cluster of three, each with its own store.
    pub(crate) async fn three() -> Option<[Self; 3]> {
        Self::three_with_room(ROOM).await
    }

    /// Starts a cluster of three whose streams may each reserve this much.
    pub(crate) async fn three_with_room(room: &str) -> Option<[Self; 3]> {
        program()?;
        let mut ports = Vec::new();
        for _ in 0..3 {
            ports.push(TcpListener::bind("127.0.0.1:0").await.unwrap());
        }
        let routes: Vec<String> =
            ports.iter().map(|port| format!("nats://127.0.0.1:{}", port.local_addr().unwrap().port())).collect();
        drop(ports);
        let all = routes.join(",");
        let [a, b, c] = [0, 1, 2].map(|at| {
            let name = format!("s{at}");
            let (route, all) = (routes[at].clone(), all.clone());
            async move {
                let folder = tempfile::tempdir().unwrap();
                let (store, config) = (folder.path().to_owned(), config(&folder, room));
                let arguments =
                    ["-c", &config, "-n", &name, "--cluster_name", "c", "--cluster", &route, "--routes", &all];
                Self::at(vec![program()?], folder, store, &arguments).await
            }
        });
        let (a, b, c) = tokio::join!(a, b, c);
        Some([a?, b?, c?])
    }

    /// Returns its process id.
    pub(crate) fn id(&self) -> Option<u32> {
        self.child.as_ref().and_then(Child::id)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts it on its old store.
    pub(crate) async fn up(&mut self) {
        let mut command = Command::new(&self.program[0]);
        command
            .args(&self.program[1..])
            .args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"])
            .arg(&self.store);
        command.args(&self.arguments).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        self.child = Some(command.spawn().unwrap());
        let until = tokio::time::Instant::now() + Duration::from_secs(30);
        while TcpStream::connect(("127.0.0.1", self.port)).await.is_err() {
            assert!(tokio::time::Instant::now() < until, "nats-server does not listen");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// kill -9.
    pub(crate) async fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().await.unwrap();
        }
    }
}

/// Another program in place of a server: sends one greeting to every client, and answers a PING like NATS, but nothing
/// else.
pub(crate) struct Stranger(std::net::SocketAddr);

impl Stranger {
    pub(crate) async fn saying(greeting: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let greeting = greeting.clone();
                tokio::spawn(async move {
                    let _ = stream.write_all(greeting.as_bytes()).await;
                    let (reader, mut writer) = stream.split();
                    let mut lines = BufReader::new(reader).lines();
                    while let Ok(Some(line)) = lines.next_line().await {
                        if line == "PING" {
                            let _ = writer.write_all(b"PONG\r\n").await;
                        }
                    }
                });
            }
        });
        Self(address)
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.0)
    }
}
