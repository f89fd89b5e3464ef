//! A phone that listens, and a host that drives one of its streams by hand.

use std::sync::Arc;
use std::time::Duration;

use adb::packet::{Command, MAX_PAYLOAD, Packet, VERSION};
use adb::shell::ShellPacket;
use adb::{Client, Options};
use sim::adbd::Adbd;
use sim::profile::{Profile, Screen};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

/// An upper bound for all tests here.
const LIMIT: Duration = Duration::from_secs(60);

/// A phone on its own port.
pub(crate) struct Rig {
    pub(crate) address: String,
    listening: tokio::task::JoinHandle<()>,
}

impl Drop for Rig {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Rig {
    pub(crate) async fn new() -> Self {
        let now = || {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
            i64::try_from(since.as_millis()).unwrap()
        };
        let profile = Profile { screen: Screen { width: 360, height: 800, density: 140 }, ..Profile::default() };
        let adbd = Adbd::new(sim::bare_phone(profile, now()), Arc::new(now));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let listening = tokio::spawn(async move { _ = adbd.listen(listener).await });
        Self { address, listening }
    }

    pub(crate) async fn client(&self) -> Client {
        Client::direct(&self.address, Options::default()).await.unwrap()
    }

    /// Runs a command separately and returns its output.
    pub(crate) async fn run(&self, command: &str) -> String {
        self.client().await.shell(command).await.unwrap().text().into_owned()
    }

    /// Waits until `ps` shows no command that contains this text.
    pub(crate) async fn gone(&self, command: &str) {
        let client = self.client().await;
        let waiting = async {
            loop {
                let processes = client.shell("ps -A -o PID,ARGS").await.unwrap().text().into_owned();
                if !processes.lines().any(|line| line.contains(command)) {
                    return;
                }
            }
        };
        tokio::time::timeout(LIMIT, waiting).await.unwrap_or_else(|_| panic!("`{command}` goes on"));
    }

    /// Waits until `ps` shows a command that contains this text.
    pub(crate) async fn runs(&self, command: &str) {
        let client = self.client().await;
        let waiting = async { while !client.shell("ps -A -o PID,ARGS").await.unwrap().text().contains(command) {} };
        tokio::time::timeout(LIMIT, waiting).await.unwrap_or_else(|_| panic!("`{command}` does not run"));
    }
}

/// One stream over one connection.
pub(crate) struct Host {
    socket: TcpStream,
    theirs: u32,
    packets: bool,
    /// Bytes received but not parsed; with packets, still encoded.
    raw: Vec<u8>,
    pub(crate) closed: bool,
}

const OURS: u32 = 5;

impl Host {
    /// Opens a stream. Its `OKAY` must come before anything else.
    pub(crate) async fn open(rig: &Rig, service: &str) -> Self {
        let mut socket = TcpStream::connect(&rig.address).await.unwrap();
        let hello = Packet::new(Command::Cnxn, VERSION, MAX_PAYLOAD as u32, &b"host::features=shell_v2,cmd\0"[..]);
        socket.write_all(&hello.encode(VERSION)).await.unwrap();
        Packet::read(&mut socket, VERSION).await.unwrap().unwrap();
        let packets = service.contains(",v2");
        let mut host = Self { socket, theirs: 0, packets, raw: Vec::new(), closed: false };
        host.send(Command::Open, format!("{service}\0").as_bytes()).await;
        let granted = host.next().await;
        assert_eq!((granted.command, granted.arg1), (Command::Okay, OURS), "`{service}`");
        host.theirs = granted.arg0;
        host
    }

    pub(crate) async fn send(&mut self, command: Command, payload: &[u8]) {
        let packet = Packet::new(command, OURS, self.theirs, payload.to_vec());
        self.socket.write_all(&packet.encode(VERSION)).await.unwrap();
    }

    pub(crate) async fn next(&mut self) -> Packet {
        let reading = Packet::read(&mut self.socket, VERSION);
        tokio::time::timeout(LIMIT, reading).await.unwrap().unwrap().unwrap()
    }

    /// Reads one packet. Returns whether it was the `OKAY` for a write.
    pub(crate) async fn take(&mut self) -> bool {
        let packet = self.next().await;
        match packet.command {
            Command::Okay => return true,
            Command::Wrte => {
                self.raw.extend_from_slice(&packet.payload);
                self.send(Command::Okay, b"").await;
            }
            Command::Clse => self.closed = true,
            other => panic!("{other:?}"),
        }
        false
    }

    /// Writes raw bytes and waits until they are acknowledged.
    pub(crate) async fn write_raw(&mut self, bytes: &[u8]) {
        self.send(Command::Wrte, bytes).await;
        while !self.closed && !self.take().await {}
    }

    /// Sends input to the command.
    pub(crate) async fn give(&mut self, bytes: &[u8]) {
        let framed = if self.packets { ShellPacket::Stdin(bytes.to_vec()).encode() } else { bytes.to_vec() };
        self.write_raw(&framed).await;
    }

    /// Ends the input.
    pub(crate) async fn end_input(&mut self) {
        self.write_raw(&ShellPacket::CloseStdin.encode()).await;
    }

    /// Returns the stdout, stderr and status received so far.
    pub(crate) fn seen(&self) -> (String, String, Option<u8>) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if !self.packets {
            return (text(&self.raw), String::new(), None);
        }
        let (mut out, mut err, mut status, mut rest) = (Vec::new(), Vec::new(), None, self.raw.as_slice());
        while let Some((head, data)) = rest.split_first_chunk::<5>() {
            let length = u32::from_le_bytes(head[1..].try_into().unwrap()) as usize;
            let Some((data, after)) = data.split_at_checked(length) else { break };
            match head[0] {
                1 => out.extend_from_slice(data),
                2 => err.extend_from_slice(data),
                3 => status = data.first().copied(),
                other => panic!("packet {other}"),
            }
            rest = after;
        }
        (text(&out), text(&err), status)
    }

    /// Waits until this text has been received.
    pub(crate) async fn until(&mut self, text: &str) {
        while !self.seen().0.contains(text) {
            assert!(!self.closed, "the stream ended before `{text}`: {:?}", self.seen());
            self.take().await;
        }
    }

    /// Waits for the end of the stream.
    pub(crate) async fn end(mut self) -> (String, String, Option<u8>) {
        while !self.closed {
            self.take().await;
        }
        self.seen()
    }

    /// Closes the stream from this side.
    pub(crate) async fn close(mut self) {
        self.send(Command::Clse, b"").await;
        // Its answer, or packets in transit.
        while !self.closed {
            self.take().await;
        }
    }
}
