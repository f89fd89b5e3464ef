//! A phone in this process on a real socket, and a separate adb server.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::net::{TcpListener, TcpStream};

use crate::absent;

/// A phone that listens on a port.
pub(crate) struct Phone {
    pub(crate) port: u16,
    pub(crate) serial: String,
    listening: tokio::task::JoinHandle<()>,
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Creates a phone with its adbd, which does not listen yet.
pub(crate) fn phone() -> Arc<Adbd> {
    let now = || {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        i64::try_from(since.as_millis()).unwrap()
    };
    Adbd::new(sim::bare_phone(Profile::default(), now()), Arc::new(now))
}

impl Phone {
    /// Starts a new phone with a consumer build.
    pub(crate) async fn start() -> Self {
        let adbd = phone();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let listening = tokio::spawn(async move {
            _ = adbd.listen(listener).await;
        });
        Self { port, serial: format!("127.0.0.1:{port}"), listening }
    }
}

/// An adb server for one test.
pub(crate) struct Server {
    pub(crate) port: u16,
    host: adb::host::Server,
    _child: tokio::process::Child,
}

impl Server {
    /// Starts a server; `None` if adb is not installed.
    pub(crate) async fn start() -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let child = tokio::process::Command::new("adb")
            // Ignores phones connected to this machine by USB.
            .env("ADB_USB", "0")
            .args(["-P", &port.to_string(), "nodaemon", "server"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let Ok(child) = child else {
            absent::skipped("adb");
            return None;
        };
        let mut tries = tokio::time::interval(Duration::from_millis(20));
        for _ in 0..500 {
            tries.tick().await;
            if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                return Some(Self { port, host: adb::host::Server::at("127.0.0.1", port), _child: child });
            }
        }
        panic!("the adb server on port {port} did not start");
    }

    /// Connects a phone to the server.
    pub(crate) async fn connect(&self, phone: &Phone) {
        self.host.connect(&phone.serial).await.unwrap();
        self.host.wait_for(&phone.serial, "device", Duration::from_secs(10)).await.unwrap();
    }
}

/// A folder that looks like an Android SDK.
pub(crate) struct Sdk(PathBuf);

impl Sdk {
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Sdk {
    fn drop(&mut self) {
        // A leftover folder in the temporary directory is harmless.
        _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn sdk() -> Sdk {
    let folder = std::env::temp_dir().join(format!("fingertip-sdk-{}", std::process::id()));
    let tools = folder.join("platform-tools");
    std::fs::create_dir_all(&tools).unwrap();
    let found = std::env::var_os("PATH").and_then(|path| {
        std::env::split_paths(&path).map(|folder| folder.join("adb")).find(|program| program.exists())
    });
    if let Some(program) = found {
        // The link may exist already.
        _ = std::os::unix::fs::symlink(program, tools.join("adb"));
    }
    Sdk(folder)
}
