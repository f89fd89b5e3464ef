//! `tcp:PORT`, and the same ports from inside the phone. A connection reaches the server of uiautomator2, Appium or
//! Portal, or the program of a shell that listens there. No socket of the host computer is opened.

use std::sync::Arc;

use adb::{Error, Result, Stream};
use tokio::io::{AsyncRead, AsyncWrite, copy, split};
use tokio::runtime::Handle;

use super::turns::State;
use super::{Adbd, appium, portal, u2};
use commands::portal::listening;
use shell::ShellProcess;
use shell::ports::{self, Connection, Listener, PortError};

/// The first unprivileged port; lower ones need root.
const FIRST_FOR_ALL: u16 = 1024;

impl Adbd {
    /// `tcp:PORT`: connects a stream to the listener on a port.
    pub(super) async fn connect(&self, port: &str, stream: Stream) -> Result<()> {
        let nobody = || Error::Refused("no server listens on this port".to_owned());
        let port: u16 = port.parse().map_err(|_| nobody())?;
        match self.phone.state().ports.connect(port) {
            Ok(connection) => join(stream, connection).await,
            Err(_) => self.serve_port(port, stream).await,
        }
    }

    /// Serves a connection to one of the phone's own servers.
    async fn serve_port<S: AsyncRead + AsyncWrite + Unpin>(&self, port: u16, stream: S) -> Result<()> {
        match port {
            u2::PORT if self.phone.state().serves(port) => u2::serve(self, stream).await,
            appium::PORT if self.phone.state().serves(port) => appium::serve(self, stream).await,
            _ => portal::serve(self, port, stream).await,
        }
    }
}

/// Copies bytes in both directions until one end closes. An adb stream cannot be half-closed: as with the real adbd, a
/// program that closes its output ends the stream, and so does the host.
async fn join(stream: Stream, connection: Connection) -> Result<()> {
    stream.accept();
    let (mut from_host, mut to_host) = split(stream);
    let (mut from_phone, mut to_phone) = split(connection);
    let carried = tokio::select! {
        carried = copy(&mut from_phone, &mut to_host) => carried,
        carried = copy(&mut from_host, &mut to_phone) => carried,
    };
    carried?;
    Ok(())
}

impl State {
    /// Whether one of the phone's own servers listens on a port. Call it only on threads that may block.
    fn has_server(&self, port: u16) -> bool {
        self.serves(port) || listening(&*self.lock()).is_some_and(|(_, open)| open == port)
    }

    /// Opens a port for a program of a shell.
    pub(super) fn listen(&self, port: u16, user: u32, process: &Arc<ShellProcess>) -> Result<Listener, PortError> {
        if (1..FIRST_FOR_ALL).contains(&port) && user != machine::files::ROOT {
            return Err(PortError::Denied);
        }
        if port != 0 && self.has_server(port) {
            return Err(PortError::InUse);
        }
        self.ports.listen(port, process)
    }

    /// Connects a program of a shell to the listener on a port.
    pub(super) fn connect(&self, port: u16) -> Result<Connection, PortError> {
        if self.ports.is_open(port) || !self.has_server(port) {
            return self.ports.connect(port);
        }
        let (Some(adbd), Ok(runtime)) = (self.adbd.upgrade(), Handle::try_current()) else {
            return Err(PortError::Refused);
        };
        let (ours, theirs) = ports::connection();
        runtime.spawn(async move {
            tokio::select! {
                // The client sees only the end of the connection, whatever the reason.
                _ = adbd.serve_port(port, theirs) => {}
                () = adbd.faults.cut() => {}
            }
        });
        Ok(ours)
    }
}
