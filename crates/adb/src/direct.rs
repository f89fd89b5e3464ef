//! A direct connection to a phone's adbd: the hello, the proof of our key, then many streams.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};

use crate::auth::{Keys, Proof, TOKEN, unauthorized};
use crate::error::within;
use crate::mux::{self, Agreement, Incoming, Mux, MuxStream};
use crate::packet::{Command, MAX_PAYLOAD, MAX_PAYLOAD_OLDEST, Packet, VERSION, VERSION_OLDEST};
use crate::{Banner, Error, Result};

/// One connection to a phone. Its tasks end when it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    mux: Mux,
    pub(crate) phone: Banner,
    /// The services that the phone may open on this computer, because we requested it (`reverse:forward`), by the
    /// phone's end.
    reversed: Arc<Mutex<BTreeMap<String, String>>>,
    forwards: Mutex<Vec<(String, AbortHandle)>>,
    tasks: Mutex<JoinSet<()>>,
}

impl Connection {
    /// Exchanges hellos over `io` and starts the connection's tasks. `keys` are loaded only if the phone demands a
    /// proof.
    pub(crate) async fn start<IO>(mut io: IO, keys: Option<&Keys>, timeout: Duration) -> Result<Self>
    where
        IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let mut waits_for_a_person = false;
        let hello = within("the phone's hello", timeout, greet(&mut io, keys, &mut waits_for_a_person)).await;
        let (agreement, phone) = match hello {
            Err(Error::Timeout { .. }) if waits_for_a_person => {
                return Err(unauthorized("it asks its user whether to trust us"));
            }
            Err(Error::Disconnected(_)) if waits_for_a_person => return Err(unauthorized("it refused our key")),
            hello => hello?,
        };
        let (mux, incoming, run) = mux::start(io, agreement);
        let reversed = Arc::default();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { drop(run.await) });
        tasks.spawn(serve_reversed(mux.clone(), incoming, Arc::clone(&reversed)));
        Ok(Self { mux, phone, reversed, forwards: Mutex::default(), tasks: Mutex::new(tasks) })
    }

    pub(crate) async fn open(&self, service: &str) -> Result<MuxStream> {
        self.mux.open(service).await
    }

    /// Returns why the connection is dead, if it is.
    pub(crate) fn dead(&self) -> Option<Error> {
        self.mux.dead()
    }

    /// Lets the phone reach `local` (`tcp:PORT`) on this computer through its `remote`; `None` ends that.
    pub(crate) fn reverse(&self, remote: &str, local: Option<&str>) {
        let mut reversed = self.reversed.lock().unwrap_or_else(PoisonError::into_inner);
        match local {
            Some(local) => drop(reversed.insert(remote.to_owned(), local.to_owned())),
            None => drop(reversed.remove(remote)),
        }
    }

    /// Listens on this computer and passes each connection on to `remote` on the phone, as the adb server does for its
    /// clients.
    pub(crate) async fn forward(&self, local: &str, remote: &str) -> Result<u16> {
        let port = local.strip_prefix("tcp:").and_then(|port| port.parse().ok());
        let port: u16 =
            port.ok_or_else(|| Error::Refused(format!("cannot listen on `{local}`: expected `tcp:PORT`")))?;
        let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(|error| Error::io(local, error))?;
        let port = listener.local_addr()?.port();
        let passing = pass_on(listener, self.mux.clone(), remote.to_owned());
        let handle = self.tasks.lock().unwrap_or_else(PoisonError::into_inner).spawn(passing);
        self.forwards.lock().unwrap_or_else(PoisonError::into_inner).push((format!("tcp:{port}"), handle));
        Ok(port)
    }

    /// Ends a forward and its connections.
    pub(crate) fn kill_forward(&self, local: &str) -> Result<()> {
        let mut forwards = self.forwards.lock().unwrap_or_else(PoisonError::into_inner);
        let at = forwards.iter().position(|(known, _)| known == local);
        let at = at.ok_or_else(|| Error::Refused(format!("listener '{local}' not found")))?;
        forwards.swap_remove(at).1.abort();
        Ok(())
    }
}

/// Exchanges hellos, up to the phone's.
async fn greet(
    io: &mut (impl AsyncRead + AsyncWrite + Unpin),
    keys: Option<&Keys>,
    waits_for_a_person: &mut bool,
) -> Result<(Agreement, Banner)> {
    let hello = Packet::new(Command::Cnxn, VERSION, MAX_PAYLOAD as u32, Banner::host().to_string());
    let mut proof = None;
    let mut answer = hello;
    loop {
        io.write_all(&answer.encode(VERSION_OLDEST)).await?;
        io.flush().await?;
        let Some(packet) = Packet::read(io, VERSION_OLDEST).await? else {
            return Err(Error::Disconnected("the phone closed the connection instead of saying hello".to_owned()));
        };
        match (packet.command, packet.arg0) {
            (Command::Cnxn, _) => return Ok((agree(&packet)?, Banner::parse(&packet.payload))),
            (Command::Auth, TOKEN) => {
                let proof = match &mut proof {
                    Some(proof) => proof,
                    none => none.insert(Proof::new(usual_or(keys).await?)),
                };
                answer = proof.answer(&packet.payload)?;
                *waits_for_a_person = proof.waits_for_a_person();
            }
            (Command::Stls, _) => {
                let how = "it uses wireless debugging with TLS: pair it once with `adb pair HOST:PORT`, then reach it \
                           through the adb server, by its serial";
                return Err(Error::Unauthorized { reply: "STLS".to_owned(), remedy: how.to_owned() });
            }
            (command, _) => return Err(Error::Protocol(format!("expected a hello, received `{command:?}`"))),
        }
    }
}

/// Returns the given keys, or the usual ones: loading, and above all creating, them takes a while.
async fn usual_or(keys: Option<&Keys>) -> Result<Keys> {
    match keys {
        Some(keys) => Ok(keys.clone()),
        None => match tokio::task::spawn_blocking(Keys::usual).await {
            Ok(keys) => keys,
            Err(error) => Err(Error::Protocol(format!("the keys could not be read: {error}"))),
        },
    }
}

/// Computes the agreement of both ends from the other's hello.
pub(crate) fn agree(hello: &Packet) -> Result<Agreement> {
    if hello.arg0 < VERSION_OLDEST {
        return Err(Error::Protocol(format!(
            "protocol version `{:#x}` is too old; at least {VERSION_OLDEST:#x} is needed",
            hello.arg0
        )));
    }
    let max_payload = usize::try_from(hello.arg1).unwrap_or(usize::MAX).min(MAX_PAYLOAD);
    if max_payload < MAX_PAYLOAD_OLDEST {
        return Err(Error::Protocol(format!(
            "it takes payloads of at most `{max_payload}` bytes; at least {MAX_PAYLOAD_OLDEST} are needed"
        )));
    }
    Ok(Agreement { version: hello.arg0.min(VERSION), max_payload })
}

/// Connects the phone's streams to the services that we allowed; refuses the rest.
async fn serve_reversed(
    mux: Mux,
    mut incoming: mpsc::Receiver<Incoming>,
    reversed: Arc<Mutex<BTreeMap<String, String>>>,
) {
    let mut passing = JoinSet::new();
    while let Some(Incoming { service, mut stream }) = incoming.recv().await {
        while passing.try_join_next().is_some() {}
        let allowed = reversed.lock().unwrap_or_else(PoisonError::into_inner).values().any(|local| *local == service);
        let port = service.strip_prefix("tcp:").and_then(|port| port.parse::<u16>().ok());
        let Some(port) = port.filter(|_| allowed) else {
            mux.settle(stream.id(), false);
            continue;
        };
        let mux = mux.clone();
        passing.spawn(async move {
            match connect(port).await {
                Ok(mut socket) => drop(tokio::io::copy_bidirectional(&mut stream, &mut socket).await),
                Err(_) => mux.settle(stream.id(), false),
            }
        });
    }
}

async fn pass_on(listener: TcpListener, mux: Mux, remote: String) {
    let mut passing = JoinSet::new();
    while mux.dead().is_none() {
        let Ok(mut socket) = accept(&listener).await else { return };
        while passing.try_join_next().is_some() {}
        let (mux, remote) = (mux.clone(), remote.clone());
        passing.spawn(async move {
            if let Ok(mut stream) = mux.open(&remote).await {
                drop(tokio::io::copy_bidirectional(&mut socket, &mut stream).await);
            }
        });
    }
}

/// Connects to a port of this computer, without Nagle's algorithm: with it, the second of two small writes would wait
/// until the first is acknowledged, which takes 40 ms.
async fn connect(port: u16) -> std::io::Result<TcpStream> {
    let socket = TcpStream::connect(("127.0.0.1", port)).await?;
    socket.set_nodelay(true)?;
    Ok(socket)
}

/// Accepts a connection to a forwarded port, also without Nagle's algorithm. If setting the option fails, the socket is
/// already gone, which affects no other connection.
async fn accept(listener: &TcpListener) -> std::io::Result<TcpStream> {
    let (socket, _) = listener.accept().await?;
    drop(socket.set_nodelay(true));
    Ok(socket)
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn what_is_passed_on_leaves_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let connected = super::connect(listener.local_addr().unwrap().port()).await.unwrap();
        let accepted = super::accept(&listener).await.unwrap();
        assert_eq!((connected.nodelay().unwrap(), accepted.nodelay().unwrap()), (true, true));
    }
}
