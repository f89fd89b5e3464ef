//! A phone in this process on a real socket, with its own adb server.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use adb::Client;
use adb::host::Server;
use device::AdbDevice;
use device::wire::Adb;
use serde_json::Value;
use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::absent;

/// A listening phone.
pub(crate) struct Rig {
    pub(crate) address: String,
    listening: tokio::task::JoinHandle<()>,
}

impl Drop for Rig {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Starts a phone with this profile.
pub(crate) async fn rig(profile: Profile) -> Rig {
    let now = || {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        i64::try_from(since.as_millis()).unwrap()
    };
    let adbd = Adbd::new(sim::bare_phone(profile.running_ahead(), now()), Arc::new(now));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let listening = tokio::spawn(async move {
        _ = adbd.listen(listener).await;
    });
    Rig { address, listening }
}

impl Rig {
    /// Returns our device, connected directly to the phone.
    pub(crate) fn direct(&self, timeout: Duration) -> AdbDevice {
        let options = adb::Options { timeout, ..adb::Options::default() };
        AdbDevice::adb(Adb::direct(self.address.clone(), options))
    }

    /// Sends a request to the control service. A planned cut may hit this connection too, so it retries.
    pub(crate) async fn control(&self, request: &str) -> Value {
        let mut asked = self.ask(request).await;
        for _ in 0..5 {
            match asked {
                Ok(_) => break,
                Err(_) => asked = self.ask(request).await,
            }
        }
        serde_json::from_str(&asked.unwrap()).unwrap()
    }

    async fn ask(&self, request: &str) -> Result<String, String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let client = Client::direct(&self.address, adb::Options::default()).await.map_err(|error| said(&error))?;
        let stream = client.open(sim::adbd::CONTROL).await.map_err(|error| said(&error))?;
        let mut stream = BufReader::new(stream);
        stream.write_all(format!("{request}\n").as_bytes()).await.map_err(|error| said(&error))?;
        let mut line = String::new();
        stream.read_line(&mut line).await.map_err(|error| said(&error))?;
        if line.is_empty() { Err("the connection was cut".to_owned()) } else { Ok(line) }
    }
}

/// An adb server for this test only; `None` if adb is not installed.
pub(crate) struct PrivateServer {
    pub(crate) server: Server,
    pub(crate) port: u16,
    _child: tokio::process::Child,
}

pub(crate) async fn private_server() -> Option<PrivateServer> {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let child = tokio::process::Command::new("adb")
        // Only the connected phones: no cable, no emulator.
        .env("ADB_USB", "0")
        .env("ADB_LOCAL_TRANSPORT_MAX_PORT", "0")
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
            return Some(PrivateServer { server: Server::at("127.0.0.1", port), port, _child: child });
        }
    }
    panic!("the adb server on port {port} did not start");
}

impl PrivateServer {
    /// Returns our device, connected through this server.
    pub(crate) async fn through(&self, rig: &Rig) -> AdbDevice {
        self.connect(rig).await;
        AdbDevice::adb(Adb::through(self.server.clone(), rig.address.clone(), adb::Options::default()))
    }

    pub(crate) async fn connect(&self, rig: &Rig) {
        self.server.connect(&rig.address).await.unwrap();
        self.server.wait_for(&rig.address, "device", Duration::from_secs(10)).await.unwrap();
    }
}
