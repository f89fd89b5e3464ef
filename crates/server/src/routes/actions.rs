//! Agents' actions: an action or a batch in, one result per action out. `desktop::agents` decides what they mean.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use desktop::agents::{Delivery, OWNER, Reply, Sender};
use desktop::wire::{BatchReply, Refusal};
use schemars::JsonSchema;
use serde::Serialize;

use super::request;
use crate::access::Caller;
use crate::app_state::AppState;
use crate::problem::{Problem, Refused};

/// The answer to a request that was not applied: per action, or for the request as a whole.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "ActionsRefused")]
#[expect(dead_code, reason = "it is there for the document alone")]
pub(super) enum NotDone {
    /// One result per action.
    Actions(BatchReply),
    /// The query, a header or the body as a whole is wrong.
    Request(Refusal),
}

/// The longest idempotency key.
const LONGEST_KEY: usize = 255;
/// An answer with more results than this, or with a picture, is serialised on another thread.
const MANY: usize = 256;

/// `POST /api/actions`
pub(super) async fn act(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Caller>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let sender = match who {
        Some(Caller::Agent(name)) => Sender::Agent(name),
        _ => Sender::Owner,
    };
    state.permit(if let Sender::Agent(name) = &sender { name } else { OWNER })?;
    let wait = request::wait(&state, &uri, "timeout_ms", state.config.feedback_timeout)?;
    let idempotency_key = idempotency_key(&headers)?;
    let body = request::body(&state, &headers, body, state.config.actions_bytes).await?;
    let reply = state.agents.apply_text(sender, body, Delivery { idempotency_key, wait }).await;
    let (status, refused) = match &*reply {
        Reply::Applied(_) => (StatusCode::OK, "refused"),
        Reply::Malformed(_) => (StatusCode::BAD_REQUEST, "malformed"),
        Reply::Refused(_) => (StatusCode::UNPROCESSABLE_ENTITY, "refused"),
        Reply::Failed(_) => (StatusCode::SERVICE_UNAVAILABLE, "refused"),
        Reply::WrongAgent(_) => (StatusCode::FORBIDDEN, "wrong_agent"),
        Reply::KeyReused => {
            let message = "this `Idempotency-Key` was used for another request; choose a new one";
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "key_reused", message));
        }
        Reply::Unfinished => {
            let message = "the first request did not finish";
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "failed", message));
        }
    };
    let body = written(reply).await?;
    let mut response = (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
    response.extensions_mut().insert(Refused(refused.into()));
    Ok(response)
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    match value.to_str() {
        Ok(key) if (1..=LONGEST_KEY).contains(&key.len()) => Ok(Some(key.to_owned())),
        _ => {
            let message = format!("`Idempotency-Key` must be 1 to {LONGEST_KEY} plain characters");
            Err(Problem::bad("out_of_range", "Idempotency-Key", message))
        }
    }
}

/// Returns the body of an answer.
async fn written(reply: Arc<Reply>) -> Result<Vec<u8>, Problem> {
    let write = |reply: &Reply| match reply {
        Reply::WrongAgent(fault) => encode(&Refusal { error: fault.clone() }),
        other => other.batch().map_or_else(|| Ok(Vec::new()), encode),
    };
    let long =
        |batch: &BatchReply| batch.results.len() > MANY || batch.results.iter().any(|result| result.feedback.is_some());
    if !reply.batch().is_some_and(long) {
        return write(&reply);
    }
    let writing = tokio::task::spawn_blocking(move || write(&reply));
    writing.await.map_err(|error| Problem::ours(&error))?
}

fn encode(body: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(body).map_err(|error| Problem::ours(&error))
}
