//! What people answer to an agent, as a stream.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use futures_util::stream;
use tokio::time::timeout;

use super::{request, stream as out};
use crate::access::Who;
use crate::desk::Desk;
use crate::problem::Problem;

/// The name under which the owner acts, unless they give another.
pub(super) const OWNER: &str = "owner";

/// `GET /api/agents/me/events`
pub(super) async fn mine(
    State(desk): State<Arc<Desk>>,
    Extension(who): Extension<Option<Who>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let agent = match who {
        Some(Who::Agent(name)) => name,
        _ => OWNER.to_owned(),
    };
    let after = request::last_event(&headers)?;
    let place = desk.mail.open(&agent, after, desk.now());
    let place = place.ok_or_else(|| Problem::new(StatusCode::CONFLICT, "full", "too many agents listen"))?;
    let told = stream::unfold((desk, place), async |(desk, mut place)| {
        let bytes = tokio::select! {
            () = desk.stopped() => return None,
            news = timeout(desk.config.ping_every, desk.mail.next(&mut place)) => match news {
                Ok(news) => out::joined(news?),
                Err(_) => out::heartbeat(),
            },
        };
        Some((bytes, (desk, place)))
    });
    Ok(out::events(told))
}
