//! The phone's side: answers a host's hello and passes each stream that it opens to a [`Services`].

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::task::JoinSet;

use crate::auth::Demand;
use crate::direct::agree;
use crate::mux::{self, Incoming, Mux};
use crate::packet::{Command, MAX_PAYLOAD, Packet, VERSION_OLDEST};
use crate::{Banner, Error, Result, Stream};

/// The host at the other end of a connection, from the phone's side.
#[derive(Clone, Debug)]
pub struct Host {
    mux: Mux,
    banner: Banner,
}

impl Host {
    /// Returns its introduction.
    pub fn banner(&self) -> &Banner {
        &self.banner
    }

    /// Opens a stream to the host, which allows it only for a reverse forward that it requested.
    pub async fn open(&self, service: &str) -> Result<Stream> {
        self.mux.open(service).await.map(Stream::unowned)
    }
}

/// The services of a phone.
pub trait Services: Send + Sync + 'static {
    /// Called when a host has introduced itself. Keep it to open streams to it; it does not keep the connection alive.
    fn connected(&self, _host: Host) {}

    /// Called when a key is newly trusted: keep it for [`Demand::known`].
    fn trusted(&self, _key: &str) -> impl Future<Output = ()> + Send {
        async {}
    }

    /// Serves one stream, e.g. of `shell:ls`. Its first use, or returning `Ok`, grants it; an error before that refuses
    /// it, which the host reports as a service that does not exist. Returning drops the stream, which closes it.
    fn open(&self, service: &str, stream: Stream) -> impl Future<Output = Result<()>> + Send;
}

/// Serves one connection of a host until it ends: `Ok` if the host disconnected. Dropping the future ends the
/// connection and every service that runs on it.
pub async fn serve<IO, S>(io: IO, banner: &Banner, services: Arc<S>) -> Result<()>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: Services,
{
    serve_trusted(io, banner, None, services).await
}

/// Like [`serve`], for a phone that demands its hosts' keys.
pub async fn serve_trusted<IO, S>(mut io: IO, banner: &Banner, demand: Option<&Demand>, services: Arc<S>) -> Result<()>
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: Services,
{
    let Some(hello) = Packet::read(&mut io, VERSION_OLDEST).await? else { return Ok(()) };
    if hello.command != Command::Cnxn {
        return Err(Error::Protocol(format!("expected a hello, received `{:?}`", hello.command)));
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

/// Serves one stream and finally decides whether it was granted, even if the service panics.
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
