//! A client of one phone, reached through the adb server or directly, with the same calls and errors.

mod output;

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

pub use self::output::ShellOutput;
use crate::auth::Keys;
use crate::direct::Connection;
use crate::error::within;
use crate::host::{self, Server, Transport};
use crate::shell::ShellPacket;
use crate::sync::FileSync;
use crate::{Banner, Error, Result, Stream};

/// Options of a client.
#[derive(Clone, Debug)]
pub struct Options {
    /// The timeout of a call.
    pub timeout: Duration,
    /// The most output of a command that is kept.
    pub max_output: usize,
    /// The keys for a phone that is reached directly; the usual ones if none are given.
    pub keys: Option<Keys>,
}

impl Default for Options {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(30), max_output: 64 * 1024 * 1024, keys: None }
    }
}

/// A phone. Cheap to clone; dropping the last clone or stream ends a direct connection.
#[derive(Clone, Debug)]
pub struct Client {
    phone: Arc<Phone>,
    options: Arc<Options>,
}

#[derive(Debug)]
struct Phone {
    serial: String,
    features: Vec<String>,
    route: Route,
}

#[derive(Debug)]
enum Route {
    Direct(Arc<Connection>),
    Server(Transport),
}

impl Client {
    /// Connects to the phone that the adb server lists as `serial`, or to its only one.
    pub async fn through(server: &Server, serial: Option<&str>, options: Options) -> Result<Self> {
        let server = server.clone().with_timeout(options.timeout);
        let serial = server.choose(serial).await?.serial;
        let known = Banner { features: server.features(&serial).await?, ..Banner::default() };
        let route = Route::Server(Transport::new(server, serial.clone()));
        let phone = Phone { serial, features: Banner::host().common(&known), route };
        Ok(Self { phone: Arc::new(phone), options: Arc::new(options) })
    }

    /// Connects to the phone whose adbd listens at `address` (`HOST:PORT`), without an adb server.
    pub async fn direct(address: &str, options: Options) -> Result<Self> {
        let connecting = async {
            let socket = TcpStream::connect(address).await;
            let socket = socket.map_err(|error| Error::NoDevice(format!("`{address}`: {error}")))?;
            socket.set_nodelay(true)?;
            Ok(socket)
        };
        let socket = within(&format!("connecting to `{address}`"), options.timeout, connecting).await?;
        Self::over(socket, address, options).await
    }

    /// Connects to the phone at the other end of any connection, under the name `serial`.
    pub async fn over<IO>(io: IO, serial: &str, options: Options) -> Result<Self>
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let connection = Connection::start(io, options.keys.as_ref(), options.timeout).await?;
        let features = Banner::host().common(&connection.phone);
        let phone = Phone { serial: serial.to_owned(), features, route: Route::Direct(Arc::new(connection)) };
        Ok(Self { phone: Arc::new(phone), options: Arc::new(options) })
    }

    /// Returns the same phone over the same connection, with another timeout.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        let options = Options { timeout, ..Options::clone(&self.options) };
        Self { phone: Arc::clone(&self.phone), options: Arc::new(options) }
    }

    /// Returns the same phone over the same connection, keeping at most `max_output` bytes of a command's output.
    #[must_use]
    pub fn with_max_output(&self, max_output: usize) -> Self {
        let options = Options { max_output, ..Options::clone(&self.options) };
        Self { phone: Arc::clone(&self.phone), options: Arc::new(options) }
    }

    /// Returns its serial, or its address.
    pub fn serial(&self) -> &str {
        &self.phone.serial
    }

    /// Returns the features that both ends support.
    pub fn features(&self) -> &[String] {
        &self.phone.features
    }

    /// Whether both ends support this feature.
    pub fn has(&self, feature: &str) -> bool {
        self.phone.features.iter().any(|known| known == feature)
    }

    /// Whether a call could succeed: the connection is up, or the adb server reports `device`.
    pub async fn is_alive(&self) -> bool {
        match &self.phone.route {
            Route::Direct(connection) => connection.dead().is_none(),
            Route::Server(transport) => {
                transport.server().state(&self.phone.serial).await.is_ok_and(|state| state == "device")
            }
        }
    }

    /// Opens a stream to a service, e.g. `tcp:9008`, `localabstract:scrcpy`, `framebuffer:`.
    pub async fn open(&self, service: &str) -> Result<Stream> {
        let what = format!("opening `{}`", service.chars().take(80).collect::<String>());
        within(&what, self.options.timeout, self.open_now(service)).await
    }

    /// Runs a command in the phone's shell, with empty input. Words from outside must go through
    /// [`quote`](crate::quote).
    pub async fn shell(&self, command: &str) -> Result<ShellOutput> {
        let limit = self.options.max_output;
        self.within(command, async {
            if self.has("shell_v2") {
                let mut stream = self.open_now(&format!("shell,v2,raw:{command}")).await?;
                // A command that reads its input would wait for ever; one that has already ended does not mind.
                drop(stream.write_all(&ShellPacket::CloseStdin.encode()).await);
                return output::collect(&mut stream, limit).await;
            }
            let stream = self.open_now(&format!("shell:{command}")).await?;
            let stdout = self.read_all(stream, limit).await?;
            Ok(ShellOutput { status: None, stdout, stderr: Vec::new() })
        })
        .await
    }

    /// Runs a command and returns its raw output, e.g. of `screencap`, without a status.
    pub async fn exec(&self, command: &str) -> Result<Vec<u8>> {
        self.within(command, async {
            let stream = self.open_now(&format!("exec:{command}")).await?;
            self.read_all(stream, self.options.max_output).await
        })
        .await
    }

    /// Opens a session to stat, list, push and pull files.
    pub async fn sync(&self) -> Result<FileSync> {
        Ok(FileSync::new(self.open("sync:").await?, self.features(), self.options.timeout))
    }

    /// Forwards a port of this computer (`tcp:0`: any) to `remote` on the phone, and returns the port. A direct
    /// client's forwards end with its connection; the adb server's stay until removed.
    pub async fn forward(&self, local: &str, remote: &str) -> Result<u16> {
        match &self.phone.route {
            Route::Direct(connection) => connection.forward(local, remote).await,
            Route::Server(transport) => {
                let port = transport.server().forward(&self.phone.serial, local, remote).await?;
                port.ok_or_else(|| Error::Protocol(format!("the forward of `{local}` has no port")))
            }
        }
    }

    /// Removes a forward.
    pub async fn kill_forward(&self, local: &str) -> Result<()> {
        match &self.phone.route {
            Route::Direct(connection) => connection.kill_forward(local),
            Route::Server(transport) => transport.server().kill_forward(&self.phone.serial, local).await,
        }
    }

    /// Lets the phone reach `local` (`tcp:PORT`) on this computer at its own `remote`. Returns the phone's port if it
    /// chose one (`tcp:0`).
    pub async fn reverse(&self, remote: &str, local: &str) -> Result<Option<u16>> {
        if let Route::Direct(connection) = &self.phone.route {
            connection.reverse(remote, Some(local));
        }
        self.within("reverse", async {
            let mut stream = self.open_now(&format!("reverse:forward:{remote};{local}")).await?;
            host::okay(&mut stream).await?;
            match remote {
                "tcp:0" => Ok(host::read_text(&mut stream).await?.parse().ok()),
                _ => Ok(remote.strip_prefix("tcp:").and_then(|port| port.parse().ok())),
            }
        })
        .await
    }

    /// Removes a reverse forward.
    pub async fn kill_reverse(&self, remote: &str) -> Result<()> {
        if let Route::Direct(connection) = &self.phone.route {
            connection.reverse(remote, None);
        }
        self.within("removing a reverse forward", async {
            let mut stream = self.open_now(&format!("reverse:killforward:{remote}")).await?;
            host::okay(&mut stream).await
        })
        .await
    }

    async fn within<T>(&self, command: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
        let what = format!("`{}`", command.chars().take(80).collect::<String>());
        within(&what, self.options.timeout, work).await
    }

    async fn open_now(&self, service: &str) -> Result<Stream> {
        match &self.phone.route {
            Route::Direct(connection) => Ok(Stream::outgoing(connection.open(service).await?, Arc::clone(connection))),
            Route::Server(transport) => Ok(Stream::socket(transport.open(service).await?)),
        }
    }

    /// Reads to the end. If the phone is unplugged, the adb server ends a stream in the same way, so the end counts
    /// only if the phone is still there.
    async fn read_all(&self, mut stream: Stream, limit: usize) -> Result<Vec<u8>> {
        let bytes = output::read_all(&mut stream, limit).await?;
        if let Route::Server(transport) = &self.phone.route
            && let Err(error) = transport.server().state(&self.phone.serial).await
        {
            return Err(Error::Disconnected(error.to_string()));
        }
        Ok(bytes)
    }
}
