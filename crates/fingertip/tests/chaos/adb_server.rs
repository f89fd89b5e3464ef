//! An adb server of the harness between the program and the cable, which can be killed, suspended and restarted.
//!
//! The phone is announced to it as an emulator. Its name is then no address, so the program cannot bypass the server.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::program::signal;

/// How long the server may take to start and to see the phone.
const PATIENCE: Duration = Duration::from_secs(20);

/// An adb server.
pub(crate) struct AdbServer {
    pub(crate) port: u16,
    phone: SocketAddr,
    child: Mutex<Option<Child>>,
}

impl AdbServer {
    /// Starts a server that knows the phone at this address; `None` if adb is not installed.
    pub(crate) fn start(phone: SocketAddr) -> Option<Self> {
        let port = free_port();
        let server = Self { port, phone, child: Mutex::new(None) };
        server.up().then_some(server)
    }

    /// Returns the server's name for the phone.
    pub(crate) fn serial(&self) -> String {
        format!("emulator-{}", self.phone.port() - 1)
    }

    /// Starts the server, if it is not running, and announces the phone. Returns whether adb is installed.
    pub(crate) fn up(&self) -> bool {
        let mut child = self.child.lock().unwrap();
        if child.is_none() {
            let mut command = Command::new("adb");
            command.args(["-P", &self.port.to_string(), "nodaemon", "server"]);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let Ok(started) = command.spawn() else { return false };
            *child = Some(started);
        }
        drop(child);
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            self.announce();
            let said = self.request("host:devices").unwrap_or_default();
            if said.contains(&format!("{}\tdevice", self.serial())) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    /// Announces the phone to the server, as a booted emulator does.
    pub(crate) fn announce(&self) {
        _ = self.request(&format!("host:emulator:{}", self.phone.port()));
    }

    /// Kills the server as a crash would.
    pub(crate) fn kill(&self) {
        if let Some(mut child) = self.child.lock().unwrap().take() {
            signal(child.id(), "CONT");
            _ = child.kill();
            _ = child.wait();
        }
    }

    /// Suspends the server, or resumes it.
    pub(crate) fn suspend(&self, on: bool) {
        if let Some(child) = &*self.child.lock().unwrap() {
            signal(child.id(), if on { "STOP" } else { "CONT" });
        }
    }

    fn request(&self, service: &str) -> Option<String> {
        let mut socket = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        socket.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
        write!(socket, "{:04x}{service}", service.len()).ok()?;
        let mut said = Vec::new();
        _ = socket.read_to_end(&mut said);
        Some(String::from_utf8_lossy(&said).into_owned())
    }
}

impl Drop for AdbServer {
    fn drop(&mut self) {
        self.kill();
        // The program starts a server where it finds none; that one is killed too.
        _ = self.request("host:kill");
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
