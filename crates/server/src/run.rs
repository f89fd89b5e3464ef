//! Serves until told to stop: bounded connections, and an orderly shutdown.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::app_state::AppState;
use crate::error::ServerError;
use crate::host::Allowed;
use crate::narrate::{announce, narrate};
use crate::routes::router;
use crate::server::Server;
use crate::webhook;

/// The longest time between two checks for expired items; other processes' commands to the desktop are not announced
/// here.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Serves on `listener` until `shutdown` resolves. Then it accepts no more connections, tells pages that the server
/// goes away, answers pending requests, and writes everything to disk.
pub async fn run(listener: TcpListener, server: Server, shutdown: impl Future<Output = ()>) -> Result<(), ServerError> {
    let address = listener.local_addr()?;
    let names = server.tls.as_ref().map(|tls| tls.names.as_slice());
    let allowed = Allowed::new(address, server.config.public_url.as_deref(), names)?;
    let (stop, stopping) = watch::channel(false);
    let state = AppState::new(server, address.port(), allowed, stopping);
    let service = router(Arc::clone(&state));
    let places = Arc::new(Semaphore::new(state.config.connections));
    let mut connections = JoinSet::new();
    let expiry = tokio::spawn(expire(Arc::clone(&state)));
    let narration = state.tasks.clone().map(|tasks| {
        let told = narrate(Arc::clone(&state), Arc::clone(&tasks));
        let announced = announce(Arc::clone(&state), tasks);
        tokio::spawn(async {
            tokio::join!(told, announced);
        })
    });
    let calling = state.tasks.clone().map(|tasks| tokio::spawn(webhook::call(Arc::clone(&state), tasks)));
    tokio::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
        };
        match accepted {
            Ok((stream, _)) => {
                let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                    tracing::warn!("too many connections; one was refused");
                    continue;
                };
                let serving = connection(Arc::clone(&state), stream, service.clone());
                connections.spawn(async move {
                    serving.await;
                    drop(place);
                });
            }
            Err(error) => {
                // Out of file descriptors, or the peer is already gone: neither is fatal.
                tracing::warn!(%error, "cannot accept a connection");
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    stop.send_replace(true);
    if let Some(mcp) = &state.mcp {
        mcp.close();
    }
    // A WebSocket no longer belongs to its connection, which handed it over.
    let goodbye = async {
        while connections.join_next().await.is_some() {}
        state.agents.pages().all_closed().await;
    };
    if timeout(state.config.goodbye, goodbye).await.is_err() {
        tracing::warn!(left = connections.len(), "some connections did not end in time");
        connections.abort_all();
    }
    expiry.abort();
    for task in narration.into_iter().chain(calling) {
        task.abort();
    }
    let hub = Arc::clone(&state.hub);
    let flushed = timeout(state.config.goodbye, tokio::task::spawn_blocking(move || hub.flush())).await;
    match flushed {
        Ok(Ok(Ok(()))) => {}
        Ok(Ok(Err(error))) => tracing::error!(%error, "the last changes may not be on disk"),
        Ok(Err(_)) | Err(_) => tracing::error!("the disk does not respond; the last changes may not be saved"),
    }
    Ok(())
}

async fn connection(state: Arc<AppState>, stream: TcpStream, service: axum::Router) {
    state.measured.metrics.connections.add(1);
    // Small messages leave at once.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot turn off the sending delay of a connection");
    }
    match state.tls.clone() {
        None => serve(&state, stream, service).await,
        Some(tls) => {
            if let Some(stream) = tls.accept(stream, state.config.header_timeout).await {
                serve(&state, stream, service).await;
            }
        }
    }
    state.measured.metrics.connections.take(1);
}

/// Serves the requests of one connection.
async fn serve(state: &AppState, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, service: axum::Router) {
    let service = tower_service(service);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(state.config.header_timeout).max_buf_size(64 << 10);
    let serving = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => ended,
        () = state.stopped() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    match ended {
        Err(error) if error.is_parse() || error.is_timeout() => tracing::info!(%error, "rejected an invalid request"),
        Err(error) => tracing::debug!(%error, "a connection failed"),
        Ok(()) => {}
    }
}

fn tower_service(
    router: axum::Router,
) -> impl hyper::service::Service<
    Request<Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send,
> {
    let service = TowerToHyperService::new(router);
    hyper::service::service_fn(move |request: Request<Incoming>| {
        hyper::service::Service::call(&service, request.map(Body::new))
    })
}

/// Removes expired toasts and notifications, and releases buttons whose turn it is.
async fn expire(state: Arc<AppState>) {
    let mut changes = state.agents.changes();
    loop {
        changes.borrow_and_update();
        let due = state.agents.expire().await.unwrap_or_else(|error| {
            tracing::error!(%error, "cannot remove expired items");
            None
        });
        let wait = due.map_or(LOOK_EVERY, |due| Duration::from_millis(due).min(LOOK_EVERY));
        // At least a moment: a stopped clock must not keep a core busy.
        let wait = wait.max(Duration::from_millis(10));
        tokio::select! {
            () = sleep(wait) => {}
            changed = changes.changed(), if wait > Duration::from_millis(10) => if changed.is_err() { return },
        }
    }
}
