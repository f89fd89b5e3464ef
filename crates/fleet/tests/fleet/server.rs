//! A NATS server of a test's own, on free ports with a store of its own; killed and started again as the test likes.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::sync::watch;

/// A server.
pub(crate) struct Nats {
    program: String,
    folder: tempfile::TempDir,
    arguments: Vec<String>,
    port: u16,
    child: Option<Child>,
}

/// Where the program is; nothing where it is not installed, and that fails where everything is.
pub(crate) fn program() -> Option<String> {
    let program = std::env::var("FINGERTIP_NATS_SERVER").ok();
    if program.is_none() {
        assert!(
            std::env::var_os("FINGERTIP_TEST_ALL").is_none(),
            "there is no nats-server; `cargo xtask setup` has it"
        );
        eprintln!("skipped: there is no nats-server; `cargo xtask test` has it");
    }
    program
}

impl Nats {
    /// One with JetStream that lets everybody in.
    pub(crate) async fn start() -> Option<Self> {
        Self::with(&["-js"]).await
    }

    pub(crate) async fn with(arguments: &[&str]) -> Option<Self> {
        let program = program()?;
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let arguments = arguments.iter().map(|each| (*each).to_owned()).collect();
        let mut nats = Self { program, folder: tempfile::tempdir().unwrap(), arguments, port, child: None };
        nats.up().await;
        Some(nats)
    }

    /// Three that know one another, each with a store of its own.
    pub(crate) async fn three() -> Option<[Self; 3]> {
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
                let arguments = ["-js", "-n", &name, "--cluster_name", "c", "--cluster", &route, "--routes", &all];
                Self::with(&arguments).await
            }
        });
        let (a, b, c) = tokio::join!(a, b, c);
        Some([a?, b?, c?])
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts it on the store that it left.
    pub(crate) async fn up(&mut self) {
        let mut command = Command::new(&self.program);
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]).arg(self.folder.path());
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

/// Somebody else who listens: says one thing to whoever comes, and answers a PING as NATS does, but nothing else.
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

/// A way to the server that can be cut.
pub(crate) struct Cable {
    address: std::net::SocketAddr,
    whole: watch::Sender<bool>,
}

impl Cable {
    pub(crate) async fn to(nats: &Nats) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (whole, state) = watch::channel(true);
        let port = nats.port;
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut state = state.clone();
                tokio::spawn(async move {
                    // Who connects while it is cut hears nothing, as on a real cable.
                    let _ = state.wait_for(|whole| *whole).await;
                    let Ok(mut far) = TcpStream::connect(("127.0.0.1", port)).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        _ = state.wait_for(|whole| !*whole) => {}
                    }
                });
            }
        });
        Self { address, whole }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    pub(crate) fn cut(&self, cut: bool) {
        self.whole.send_replace(!cut);
    }
}
