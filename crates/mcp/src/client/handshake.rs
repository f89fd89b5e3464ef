//! The handshake with a server, in either protocol version.
//!
//! The newer version begins with a probe (`server/discover`). The protocol library waits ten seconds for its answer and
//! then sends `initialize`. A program that takes longer to start, as the first `npx -y` does, answers both, and the
//! library mistakes the late answer to the probe for a wrong answer to `initialize`. [`Probed`] drops that late answer.
//! If it shows that the server supports only the newer version, the handshake is repeated without the limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ProtocolVersion, RequestId, ServerJsonRpcMessage};
use rmcp::service::{ClientInitializeError, ClientLifecycleMode, ClientServiceExt, RunningService};
use rmcp::transport::{IntoTransport, Transport};

use super::handler::Handler;
use super::trouble::Trouble;

/// Why a handshake failed: there was no connection, or the server refused.
pub(super) enum Failed<X> {
    Unconnected(Trouble),
    Refused(Box<ClientInitializeError>, X),
}

/// Does the handshake over a connection that `connect` makes. Connects once more if the first attempt shows how to
/// begin: a server that hung up at the probe knows only `initialize`, one that answered it late knows the newer
/// version. The caller sets the timeout.
pub(super) async fn shake<T, E, A, X>(
    handler: &Handler,
    mut connect: impl FnMut() -> Result<(T, X), Trouble>,
) -> Result<(RunningService<RoleClient, Handler>, X), Failed<X>>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let mut mode = either();
    let mut tried = false;
    loop {
        let (transport, extra) = connect().map_err(Failed::Unconnected)?;
        let modern = Arc::<AtomicBool>::default();
        let transport = Probed::new(transport.into_transport(), Arc::clone(&modern));
        let error = match handler.clone().serve_with_lifecycle(transport, mode).await {
            Ok(service) => return Ok((service, extra)),
            Err(error) => error,
        };
        mode = match &error {
            _ if tried => return Err(Failed::Refused(Box::new(error), extra)),
            _ if modern.load(Ordering::Relaxed) => newest(),
            ClientInitializeError::ConnectionClosed(_) => ClientLifecycleMode::Initialize,
            _ => return Err(Failed::Refused(Box::new(error), extra)),
        };
        tried = true;
    }
}

/// Both versions, the newer first.
fn either() -> ClientLifecycleMode {
    ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        legacy_version: Some(ProtocolVersion::V_2025_11_25),
    }
}

fn newest() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

/// A transport that drops the answer to a probe once `initialize` has superseded it.
struct Probed<T> {
    inner: T,
    /// The probe that waits for its answer.
    probe: Option<RequestId>,
    /// Whether `initialize` was sent.
    superseded: bool,
    /// Set if the dropped answer was a success.
    modern: Arc<AtomicBool>,
}

impl<T> Probed<T> {
    fn new(inner: T, modern: Arc<AtomicBool>) -> Self {
        Self { inner, probe: None, superseded: false, modern }
    }

    fn sends(&mut self, message: &ClientJsonRpcMessage) {
        let ClientJsonRpcMessage::Request(request) = message else { return };
        match &request.request {
            ClientRequest::DiscoverRequest(_) => self.probe = Some(request.id.clone()),
            ClientRequest::InitializeRequest(_) => self.superseded = true,
            _ => {}
        }
    }

    /// Returns whether this is the late answer. The error of a server that could not parse the probe has no id.
    fn is_late(&mut self, message: &ServerJsonRpcMessage) -> bool {
        let Some(probe) = &self.probe else { return false };
        let (answers, good) = match message {
            ServerJsonRpcMessage::Response(response) => (is_same(probe, &response.id), true),
            ServerJsonRpcMessage::Error(error) => (error.id.as_ref().is_none_or(|id| is_same(probe, id)), false),
            _ => (false, false),
        };
        if !answers {
            return false;
        }
        self.probe = None;
        if self.superseded && good {
            self.modern.store(true, Ordering::Relaxed);
        }
        self.superseded
    }
}

/// Returns whether an answer belongs to this request; some servers send a number as text.
fn is_same(request: &RequestId, answer: &RequestId) -> bool {
    request == answer || request.to_string() == answer.to_string()
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Probed<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.sends(&message);
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            let message = self.inner.receive().await?;
            if !self.is_late(&message) {
                return Some(message);
            }
            tracing::debug!("dropped a late answer to the probe");
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rmcp::transport::async_rw::AsyncRwTransport;
    use serde_json::{Value, json};
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
    use tokio::time::sleep;

    use super::*;

    /// How a server answers the probe, and whether it accepts `initialize`.
    #[derive(Clone, Copy, Debug)]
    enum Server {
        Older,
        OlderWithoutId,
        OlderSilent,
        Both,
        Newest,
    }

    const OLDER: &str = "2025-11-25";
    const NEWEST: &str = "2026-07-28";

    /// Answers requests once it has started, after this delay.
    async fn serve(server: Server, start: Duration, pipe: DuplexStream) {
        sleep(start).await;
        let (read, mut write) = tokio::io::split(pipe);
        let mut lines = BufReader::new(read).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let heard: Value = serde_json::from_str(&line).unwrap();
            let id = &heard["id"];
            let refused = |id: &Value| json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32601, "message": "no such method" } });
            let about = json!({ "name": "slow", "version": "1" });
            let answer = match (heard["method"].as_str().unwrap_or_default(), server) {
                ("server/discover", Server::OlderSilent) => continue,
                ("server/discover", Server::Older) => refused(id),
                ("server/discover", Server::OlderWithoutId) => {
                    json!({ "jsonrpc": "2.0", "error": { "code": -32600, "message": "what?" } })
                }
                ("server/discover", Server::Both | Server::Newest) => {
                    let result = json!({ "supportedVersions": [NEWEST], "capabilities": { "tools": {} }, "serverInfo": about,
                                         "resultType": "complete", "ttlMs": 0, "cacheScope": "private" });
                    json!({ "jsonrpc": "2.0", "id": id, "result": result })
                }
                ("initialize", Server::Newest) => refused(id),
                ("initialize", _) => {
                    let result =
                        json!({ "protocolVersion": OLDER, "capabilities": { "tools": {} }, "serverInfo": about });
                    json!({ "jsonrpc": "2.0", "id": id, "result": result })
                }
                _ => continue,
            };
            if write.write_all(format!("{answer}\n").as_bytes()).await.is_err() {
                return;
            }
        }
    }

    async fn version(server: Server, start: Duration) -> String {
        let handler = Handler::new("slow", Arc::default());
        let connect = || {
            let (ours, theirs) = tokio::io::duplex(4096);
            tokio::spawn(serve(server, start, theirs));
            let (read, write) = tokio::io::split(ours);
            Ok((AsyncRwTransport::new_client(read, write), ()))
        };
        match shake(&handler, connect).await {
            Ok((service, ())) => service.peer().peer_info().unwrap().protocol_version.to_string(),
            Err(Failed::Refused(error, ())) => format!("refused: {error}"),
            Err(Failed::Unconnected(trouble)) => trouble.why,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_is_slow_to_start_is_not_lost() {
        for seconds in [0, 5, 9, 11, 12, 60] {
            for (server, expected) in [
                (Server::Older, OLDER),
                (Server::OlderWithoutId, OLDER),
                (Server::OlderSilent, OLDER),
                (Server::Newest, NEWEST),
            ] {
                let spoken = version(server, Duration::from_secs(seconds)).await;
                assert_eq!(spoken, expected, "{server:?} after {seconds} s");
            }
        }
        // A server with both versions is used in either.
        assert_eq!(version(Server::Both, Duration::ZERO).await, NEWEST);
        assert_eq!(version(Server::Both, Duration::from_secs(12)).await, OLDER);
    }
}
