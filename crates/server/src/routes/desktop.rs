//! The desktop's current state and its stream of changes.

use std::fmt::Write as _;
use std::sync::Arc;

use action::sse::Outgoing;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use bytes::{Bytes, BytesMut};
use desktop::wire::Audience;
use futures_util::stream;
use tokio::time::timeout;

use super::{request, stream as out};
use crate::access::Caller;
use crate::app_state::AppState;
use crate::problem::Problem;

/// `GET /api/desktop`
pub(super) async fn view(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Caller>>,
) -> Result<Response, Problem> {
    let audience = if matches!(who, Some(Caller::Agent(_))) { Audience::Agents } else { Audience::People };
    let written = state.agents.state(audience).await.map_err(|error| Problem::ours(&error))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], written).into_response())
}

/// `GET /api/desktop/events`
pub(super) async fn events(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Caller>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let since = request::last_event(&headers)?.or(request::number(&uri, "since")?);
    let mut subscription = state.subscribe(since, request::text(&uri, "epoch")?.as_deref());
    if matches!(who, Some(Caller::Agent(_))) {
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

/// Encodes the hub's messages as events; numbered ones have their number as id.
fn encode(messages: &[Bytes]) -> Bytes {
    let mut out = BytesMut::with_capacity(messages.iter().map(|message| message.len() + 64).sum());
    // The hub writes JSON, which is text.
    for message in messages.iter().filter_map(|message| std::str::from_utf8(message).ok()) {
        let (name, id) = head(message);
        // Cannot fail: the buffer grows.
        _ = write!(out, "{}", Outgoing { id, name: Some(name), data: message });
    }
    out.freeze()
}

/// Returns the type and the number at the start of the hub's message: `{"type":"ACTIONS","seq":7,`. Does not parse all
/// of it, because a snapshot can be long.
fn head(message: &str) -> (&str, Option<u64>) {
    let Some((kind, rest)) = message.strip_prefix("{\"type\":\"").and_then(|rest| rest.split_once('"')) else {
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
        assert_eq!(head(r#"{"type":"ACTIONS","seq":7,"actor":{}}"#), ("ACTIONS", Some(7)));
        assert_eq!(head(r#"{"type":"SNAPSHOT","seq":12,"state":{}}"#), ("SNAPSHOT", Some(12)));
        assert_eq!(head(r#"{"type":"CAPTURE","request_id":"x"}"#), ("CAPTURE", None));
        assert_eq!(head("{\"type\":\"HUMAN\",\"x\":\"ääääääääääääääääääääääääääääää\"}").0, "HUMAN");
        assert_eq!(head(""), ("message", None));
        let event = desktop::wire::ServerEvent::Capture { request_id: "r".to_owned(), key: "k".to_owned() };
        assert_eq!(head(&serde_json::to_string(&event).unwrap()).0, "CAPTURE");
        let encoded = encode(&[Bytes::from_static(br#"{"type":"ACTIONS","seq":7}"#)]);
        assert_eq!(encoded, "id: 7\nevent: ACTIONS\ndata: {\"type\":\"ACTIONS\",\"seq\":7}\n\n");
    }
}
