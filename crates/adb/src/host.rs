//! A client of the adb server on this computer: its smart sockets, its list of phones, its forwards.
//!
//! A request is four hexadecimal digits of length and a text. The answer is `OKAY`, or `FAIL` with a text of the same
//! form, which always reaches the caller (AOSP `packages/modules/adb/SERVICES.TXT`). Nothing is kept between requests:
//! each has its own socket, as in adb.

mod devices;
mod launch;
#[cfg(test)]
mod tests;
mod transport;

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;

pub use self::devices::Tracker;
pub(crate) use self::transport::Transport;
use crate::auth::unauthorized;
pub use crate::device_info::DeviceInfo;
use crate::error::within;
use crate::packet::read_exactly;
use crate::{Error, Result};

/// The default address of the server.
const USUAL: (&str, u16) = ("127.0.0.1", 5037);

/// An adb server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Server {
    host: String,
    port: u16,
    timeout: Duration,
    /// The only attempt to start it.
    started: Arc<OnceCell<()>>,
}

/// One forward of the server: connections to `local` on this computer go to `remote` on the phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forward {
    /// The phone it belongs to.
    pub serial: String,
    /// `tcp:PORT` …
    pub local: String,
    /// `tcp:PORT`, `localabstract:NAME` …
    pub remote: String,
}

impl Server {
    /// Returns the server named by `ADB_SERVER_SOCKET`, or by `ANDROID_ADB_SERVER_ADDRESS` and
    /// `ANDROID_ADB_SERVER_PORT`, otherwise `127.0.0.1:5037`.
    pub fn from_env() -> Result<Self> {
        Self::from_variables(|name| std::env::var(name).ok())
    }

    /// Like [`Self::from_env`], with any environment.
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let given = |name: &str| variable(name).filter(|value| !value.is_empty());
        let bad = |name: &str, value: &str, expected: &str| {
            Error::Refused(format!("`{value}` in {name} is not an adb server address: expected {expected}"))
        };
        if let Some(socket) = given("ADB_SERVER_SOCKET") {
            let wrong = || bad("ADB_SERVER_SOCKET", &socket, "`tcp:PORT` or `tcp:HOST:PORT`");
            let address = socket.strip_prefix("tcp:").ok_or_else(wrong)?;
            let (host, port) = address.rsplit_once(':').unwrap_or((USUAL.0, address));
            return Ok(Self::at(host, port.parse().map_err(|_| wrong())?));
        }
        let port = match given("ANDROID_ADB_SERVER_PORT") {
            Some(port) => port.parse().map_err(|_| bad("ANDROID_ADB_SERVER_PORT", &port, "a port"))?,
            None => USUAL.1,
        };
        let host = given("ANDROID_ADB_SERVER_ADDRESS");
        Ok(Self::at(host.as_deref().unwrap_or(USUAL.0), port))
    }

    /// Returns the server at this address.
    pub fn at(host: &str, port: u16) -> Self {
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Self { host, port, timeout: Duration::from_secs(10), started: Arc::default() }
    }

    /// Returns the same server with another timeout for each request.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Returns the same server, but never starts it if it is not running: for callers that only look.
    #[must_use]
    pub fn as_it_is(mut self) -> Self {
        self.started = Arc::new(OnceCell::new_with(Some(())));
        self
    }

    /// Returns the server's protocol version, e.g. 41.
    pub async fn version(&self) -> Result<u32> {
        let text = self.ask("host:version").await?;
        u32::from_str_radix(&text, 16).map_err(|_| Error::Protocol(format!("no valid version: `{text}`")))
    }

    /// Returns every phone that the server knows, in any state.
    pub async fn devices(&self) -> Result<Vec<DeviceInfo>> {
        Ok(DeviceInfo::parse_list(&self.ask("host:devices-l").await?))
    }

    /// Returns the lists of phones from now on, one at once and one per change.
    pub async fn track(&self) -> Result<Tracker> {
        Ok(Tracker::new(self.request("host:track-devices").await?))
    }

    /// Returns the phone with this serial, or the only one; it must be ready.
    pub async fn choose(&self, serial: Option<&str>) -> Result<DeviceInfo> {
        devices::choose(self.devices().await?, serial)
    }

    /// Connects to a phone over the network and returns the server's reply.
    pub async fn connect(&self, address: &str) -> Result<String> {
        let reply = self.ask(&format!("host:connect:{address}")).await?;
        // A failure is an `OKAY` with another text.
        match reply.starts_with("connected to") || reply.starts_with("already connected to") {
            true => Ok(reply),
            false => Err(Error::Refused(reply)),
        }
    }

    /// Disconnects a phone that was reached over the network.
    pub async fn disconnect(&self, address: &str) -> Result<String> {
        self.ask(&format!("host:disconnect:{address}")).await
    }

    /// Stops the server, for all its clients.
    pub async fn kill(&self) -> Result<()> {
        self.request("host:kill").await.map(|_| ())
    }

    /// Opens a socket to a service of the phone.
    pub async fn open(&self, serial: &str, service: &str) -> Result<TcpStream> {
        self.open_on(None, serial, service).await
    }

    /// Like [`Self::open`], on a socket that may have been prepared for this phone.
    async fn open_on(&self, ready: Option<TcpStream>, serial: &str, service: &str) -> Result<TcpStream> {
        let opening = async {
            let mut socket = match ready {
                Some(socket) => socket,
                None => self.transport(serial).await?,
            };
            send(&mut socket, service).await?;
            match okay(&mut socket).await {
                Ok(()) => Ok(socket),
                // The server gives the same answer for a phone that refuses and for one that has just disconnected.
                Err(Error::Refused(text)) if text == "closed" => Err(match self.state(serial).await {
                    Ok(_) => Error::Refused(format!("the phone does not offer the service `{service}` (closed)")),
                    Err(error) => Error::Disconnected(format!("closed; {error}")),
                }),
                Err(error) => Err(error),
            }
        };
        within(&format!("opening `{}`", shortened(service)), self.timeout, opening).await
    }

    /// Opens a socket whose next request is for this phone.
    async fn transport(&self, serial: &str) -> Result<TcpStream> {
        self.request(&format!("host:transport:{serial}")).await
    }

    /// Returns the phone's features.
    pub async fn features(&self, serial: &str) -> Result<Vec<String>> {
        Ok(crate::banner::features(&self.ask(&format!("host-serial:{serial}:features")).await?))
    }

    /// Returns its state: `device`, `offline`, `unauthorized` …
    pub async fn state(&self, serial: &str) -> Result<String> {
        self.ask(&format!("host-serial:{serial}:get-state")).await
    }

    /// Waits until the phone is in this state (`device`, `disconnect`, …), at most `limit`.
    pub async fn wait_for(&self, serial: &str, state: &str, limit: Duration) -> Result<()> {
        let waiting = async {
            let mut socket = self.request(&format!("host-serial:{serial}:wait-for-any-{state}")).await?;
            okay(&mut socket).await
        };
        within(&format!("waiting for `{serial}` to be `{state}`"), limit, waiting).await
    }

    /// Forwards `local` (`tcp:0` for any port) to `remote` on the phone; returns the port if it is TCP.
    pub async fn forward(&self, serial: &str, local: &str, remote: &str) -> Result<Option<u16>> {
        let request = format!("host-serial:{serial}:forward:{local};{remote}");
        let forwarding = async {
            let mut socket = self.request(&request).await?;
            // The first `OKAY` answers the request, the second the listener.
            okay(&mut socket).await?;
            let mut port = String::new();
            if local == "tcp:0" {
                port = read_text(&mut socket).await?;
            }
            let port = if port.is_empty() { local.strip_prefix("tcp:").unwrap_or_default() } else { &port };
            Ok(port.parse().ok())
        };
        within("forwarding", self.timeout, forwarding).await
    }

    /// Removes a forward.
    pub async fn kill_forward(&self, serial: &str, local: &str) -> Result<()> {
        let removing = async {
            let mut socket = self.request(&format!("host-serial:{serial}:killforward:{local}")).await?;
            okay(&mut socket).await
        };
        within("removing a forward", self.timeout, removing).await
    }

    /// Returns every forward of the server.
    pub async fn forwards(&self) -> Result<Vec<Forward>> {
        let text = self.ask("host:list-forward").await?;
        let read = |line: &str| {
            let mut words = line.split_whitespace().map(str::to_owned);
            Some(Forward { serial: words.next()?, local: words.next()?, remote: words.next()? })
        };
        Ok(text.lines().filter_map(read).collect())
    }

    /// Sends one request and returns the text of its answer.
    async fn ask(&self, request: &str) -> Result<String> {
        let asking = async {
            let mut socket = self.request(request).await?;
            read_text(&mut socket).await
        };
        within(&format!("`{request}`"), self.timeout, asking).await
    }

    /// Sends a request and reads its `OKAY`.
    async fn request(&self, request: &str) -> Result<TcpStream> {
        let asking = async {
            let mut socket = self.socket().await?;
            send(&mut socket, request).await?;
            okay(&mut socket).await?;
            Ok(socket)
        };
        within(&format!("`{request}`"), self.timeout, asking).await
    }

    async fn socket(&self) -> Result<TcpStream> {
        let connect = || TcpStream::connect((self.host.as_str(), self.port));
        let socket = match connect().await {
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionRefused => {
                self.started.get_or_try_init(|| launch::start(&self.host, self.port)).await?;
                connect().await
            }
            result => result,
        };
        let what = format!("the adb server at {}:{}", self.host, self.port);
        let socket = socket.map_err(|source| Error::Io { what, source: source.into() })?;
        // A request is smaller than a segment: waiting for more would cost 40 ms.
        socket.set_nodelay(true)?;
        Ok(socket)
    }
}

fn shortened(service: &str) -> String {
    service.chars().take(80).collect()
}

async fn send(socket: &mut TcpStream, request: &str) -> Result<()> {
    // Four digits, so at most 0xffff; adb itself accepts a little less.
    if request.len() > 0xffff {
        return Err(Error::TooLarge { what: format!("the request `{}…`", shortened(request)), limit: 0xffff });
    }
    Ok(socket.write_all(format!("{:04x}{request}", request.len()).as_bytes()).await?)
}

/// Reads an `OKAY`, or converts the text of a `FAIL` to the matching error.
pub(crate) async fn okay(from: &mut (impl AsyncRead + Unpin)) -> Result<()> {
    let mut word = [0; 4];
    from.read_exact(&mut word).await?;
    match &word {
        b"OKAY" => Ok(()),
        b"FAIL" => Err(failure(read_text(from).await?)),
        _ => Err(Error::Protocol(format!("`{}` where OKAY or FAIL was due", word.escape_ascii()))),
    }
}

/// Reads a text with four hexadecimal digits of length before it.
pub(crate) async fn read_text(from: &mut (impl AsyncRead + Unpin)) -> Result<String> {
    let mut digits = [0; 4];
    from.read_exact(&mut digits).await?;
    let length = std::str::from_utf8(&digits).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
    let length = length.ok_or_else(|| Error::Protocol(format!("the length `{}`", digits.escape_ascii())))?;
    Ok(String::from_utf8_lossy(&read_exactly(from, length).await?).into_owned())
}

/// Converts the text of a `FAIL` to an error. The texts come from AOSP `transport.cpp` (`acquire_one_transport`).
fn failure(text: String) -> Error {
    let has = |part: &str| text.contains(part);
    if has("unauthorized") || has("still authorizing") {
        unauthorized(&text)
    } else if has("device offline") || has("still connecting") {
        Error::Offline(text)
    } else if has("no devices") || (text.starts_with("device '") && has("not found")) || text == "device not found" {
        Error::NoDevice(text)
    } else {
        Error::Refused(text)
    }
}
