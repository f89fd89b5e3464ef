//! The desktop as it is, and as it becomes.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use bytes::{Bytes, BytesMut};
use desktop::wire::Audience;
use futures_util::stream;
use tokio::time::timeout;

use super::{request, stream as out};
use crate::access::Who;
use crate::app_state::AppState;
use crate::problem::Problem;

/// `GET /api/desktop`
pub(super) async fn view(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Who>>,
) -> Result<Response, Problem> {
    let audience = if matches!(who, Some(Who::Agent(_))) { Audience::Agents } else { Audience::People };
    let written = state.agents.state(audience).await.map_err(|error| Problem::ours(&error))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], written).into_response())
}

/// `GET /api/desktop/events`
pub(super) async fn events(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Who>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let since = request::last_event(&headers)?.or(request::number(&uri, "since")?);
    let mut subscription = state.subscribe(since, request::text(&uri, "epoch")?.as_deref());
    if matches!(who, Some(Who::Agent(_))) {
        subscription = subscription.for_agents();
    }
    let told = stream::unfold((state, subscription), async |(state, mut subscription)| {
        let bytes = tokio::select! {
            () = state.stopped() => return None,
            news = timeout(state.config.ping_every, subscription.next()) => match news {
                Ok(news) => encode(&news?),
                Err(_) => out::heartbeat(),
            },
        };
        Some((bytes, (state, subscription)))
    });
    Ok(out::events(told))
}

/// The hub's messages as events; numbered ones have their number as id.
fn encode(messages: &[Bytes]) -> Bytes {
    let mut out = BytesMut::with_capacity(messages.iter().map(|message| message.len() + 64).sum());
    for message in messages {
        let (kind, seq) = head(message);
        if let Some(seq) = seq {
            out.extend_from_slice(format!("id: {seq}\n").as_bytes());
        }
        out.extend_from_slice(b"event: ");
        out.extend_from_slice(kind.as_bytes());
        out.extend_from_slice(b"\ndata: ");
        out.extend_from_slice(message);
        out.extend_from_slice(b"\n\n");
    }
    out.freeze()
}

/// The type and the number that a message of the hub begins with: `{"type":"ACTIONS","seq":7,`. It is not
/// read whole, since a snapshot can be long.
fn head(message: &[u8]) -> (&str, Option<u64>) {
    let begin = message.get(..message.len().min(64)).unwrap_or_default();
    let begin = std::str::from_utf8(begin).unwrap_or_else(|error| {
        std::str::from_utf8(begin.get(..error.valid_up_to()).unwrap_or_default()).unwrap_or_default()
    });
    let Some((kind, rest)) = begin.strip_prefix("{\"type\":\"").and_then(|rest| rest.split_once('"')) else {
        return ("message", None);
    };
    let digits = rest.strip_prefix(",\"seq\":").and_then(|rest| rest.split([',', '}']).next());
    (kind, digits.and_then(|digits| digits.parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_its_type_and_number_at_its_beginning() {
        assert_eq!(head(br#"{"type":"ACTIONS","seq":7,"actor":{}}"#), ("ACTIONS", Some(7)));
        assert_eq!(head(br#"{"type":"SNAPSHOT","seq":12,"state":{}}"#), ("SNAPSHOT", Some(12)));
        assert_eq!(head(br#"{"type":"CAPTURE","request_id":"x"}"#), ("CAPTURE", None));
        assert_eq!(head("{\"type\":\"HUMAN\",\"x\":\"ääääääääääääääääääääääääääääää\"}".as_bytes()).0, "HUMAN");
        assert_eq!(head(b""), ("message", None));
        let event = desktop::wire::ServerEvent::Capture { request_id: "r".to_owned(), key: "k".to_owned() };
        assert_eq!(head(&serde_json::to_vec(&event).unwrap()).0, "CAPTURE");
        let encoded = encode(&[Bytes::from_static(br#"{"type":"ACTIONS","seq":7}"#)]);
        assert_eq!(encoded, "id: 7\nevent: ACTIONS\ndata: {\"type\":\"ACTIONS\",\"seq\":7}\n\n");
    }
}
