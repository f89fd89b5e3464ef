//! The phone's side: answers a host's hello and hands each stream it opens to a [`Services`].

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::task::JoinSet;

use crate::auth::Demand;
use crate::direct::agree;
use crate::mux::{self, Incoming, Mux};
use crate::packet::{Command, MAX_PAYLOAD, Packet, VERSION_OLDEST};
use crate::{Banner, Error, Result, Stream};

/// The host at the other end of a connection, as the phone sees it.
#[derive(Clone, Debug)]
pub struct Host {
    mux: Mux,
    banner: Banner,
}

impl Host {
    /// How it introduced itself.
    pub fn banner(&self) -> &Banner {
        &self.banner
    }

    /// Opens a stream to the host, which allows it only where it asked for a reverse forward to there.
    pub async fn open(&self, service: &str) -> Result<Stream> {
        self.mux.open(service).await.map(Stream::unowned)
    }
}

/// What a phone offers.
pub trait Services: Send + Sync + 'static {
    /// A host has introduced itself. Keep it to open streams to it; it does not keep the connection alive.
    fn connected(&self, _host: Host) {}

    /// A key is trusted from now on: keep it for [`Demand::known`].
    fn trusted(&self, _key: &str) -> impl Future<Output = ()> + Send {
        async {}
    }

    /// Serves one stream, e.g. of `shell:ls`. It is granted by its first use, or by returning `Ok`; an
    /// error before that refuses it, which the host reports as a service that does not exist. Returning
    /// drops the stream, which closes it.
    fn open(&self, service: &str, stream: Stream) -> impl Future<Output = Result<()>> + Send;
}

/// Serves one connection of a host until it ends: `Ok` when the host went away. Dropping the future
/// ends the connection and every service that runs on it.
pub async fn serve<IO, S>(io: IO, banner: &Banner, services: Arc<S>) -> Result<()>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: Services,
{
    serve_trusted(io, banner, None, services).await
}

/// The same, for a phone that wants to know its hosts by their keys.
pub async fn serve_trusted<IO, S>(mut io: IO, banner: &Banner, demand: Option<&Demand>, services: Arc<S>) -> Result<()>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: Services,
{
    let Some(hello) = Packet::read(&mut io, VERSION_OLDEST).await? else { return Ok(()) };
    if hello.command != Command::Cnxn {
        return Err(Error::Protocol(format!("`{:?}` where a hello was due", hello.command)));
    }
    let agreement = agree(&hello)?;
    if let Some(demand) = demand
        && let Some(key) = demand.verify(&mut io).await?
    {
        services.trusted(&key).await;
    }
    let answer = Packet::new(Command::Cnxn, agreement.version, MAX_PAYLOAD as u32, banner.to_string());
    io.write_all(&answer.encode(VERSION_OLDEST)).await?;
    io.flush().await?;

    let (mux, mut incoming, run) = mux::start(io, agreement);
    services.connected(Host { mux: mux.clone(), banner: Banner::parse(&hello.payload) });
    let mut run = std::pin::pin!(run);
    let mut serving = JoinSet::new();
    loop {
        tokio::select! {
            ended = &mut run => return match ended {
                Error::Disconnected(_) => Ok(()),
                error => Err(error),
            },
            Some(opened) = incoming.recv() => {
                serving.spawn(serve_one(opened, mux.clone(), Arc::clone(&services)));
            }
            Some(_) = serving.join_next() => {}
        }
    }
}

/// Serves one stream and has the last word on whether it was granted, even when the service panics.
async fn serve_one<S: Services>(opened: Incoming, mux: Mux, services: Arc<S>) {
    let mut verdict = Verdict { mux, id: opened.stream.id(), granted: false };
    let served = services.open(&opened.service, Stream::unowned(opened.stream)).await;
    verdict.granted = served.is_ok();
}

struct Verdict {
    mux: Mux,
    id: u32,
    granted: bool,
}

impl Drop for Verdict {
    fn drop(&mut self) {
        self.mux.settle(self.id, self.granted);
    }
}
