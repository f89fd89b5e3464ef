//! People's answers to an agent, as a stream.

use std::sync::Arc;

use action::sse::Outgoing;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use desktop::agents::{Delivered, OWNER};
use futures_util::stream;
use tokio::time::timeout;

use super::{request, stream as out};
use crate::access::Caller;
use crate::app_state::AppState;
use crate::problem::Problem;

/// `GET /api/agents/me/events`
pub(super) async fn mine(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Caller>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let agent = match who {
        Some(Caller::Agent(name)) => name,
        _ => OWNER.to_owned(),
    };
    let after = request::last_event(&headers)?;
    let cursor = state.agents.open_mailbox(&agent, after);
    let cursor = cursor.ok_or_else(|| Problem::new(StatusCode::CONFLICT, "full", "too many agents are listening"))?;
    let told = stream::unfold((state, cursor), async |(state, mut cursor)| {
        let bytes = tokio::select! {
            () = state.stopped() => return None,
            news = timeout(state.config.ping_every, state.agents.next_events(&mut cursor)) => match news {
                Ok(news) => encode(&news?),
                Err(_) => out::heartbeat(),
            },
        };
        Some((bytes, (state, cursor)))
    });
    Ok(out::events(told))
}

fn encode(events: &[Delivered]) -> Bytes {
    let mut text = String::new();
    for Delivered { id, event } in events {
        let data = serde_json::to_string(&**event).unwrap_or_default();
        text += &Outgoing { id: Some(*id), name: Some(event.name()), data: &data }.to_string();
    }
    text.into()
}
