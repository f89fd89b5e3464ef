//! Agents act: an action or a batch in, one result an action out.
//!
//! Carried out or refused, the answer comes at once, unless an action has a feedback that only a page can
//! give; then it waits for that, but not for ever.

mod carry;
mod results;

use std::sync::Arc;
use std::time::Instant;

use action::Code;
use action::json::Json;
use action::os::{Addressed, Batch, Checked};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::Duration;

pub(super) use self::results::Answered;
use super::events::OWNER;
use super::request;
use crate::access::Who;
use crate::desk::Desk;
use crate::idempotency::{Answer, Key, Seen};
use crate::problem::{Fault, Problem, Refusal, Refused};

/// What an agent sends: one action, or several that are carried out together.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Sent {
    /// All of them or none.
    Batch(Batch),
    /// One.
    Action(Box<Addressed>),
}

/// What an agent is told whose request is not carried out: of each action, or of the request as a whole.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "ActionsRefused")]
#[expect(dead_code, reason = "it is there for the document alone")]
pub(super) enum NotDone {
    /// One result an action.
    Actions(Answered),
    /// The query, a header or the body as a whole is at fault.
    Request(Refusal),
}

/// The longest idempotency key.
const LONGEST_KEY: usize = 255;

/// `POST /api/actions`
pub(super) async fn act(
    State(desk): State<Arc<Desk>>,
    Extension(who): Extension<Option<Who>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let agent = match who {
        Some(Who::Agent(name)) => Some(name),
        _ => None,
    };
    desk.permit(agent.as_deref().unwrap_or(OWNER))?;
    let wait = request::wait(&desk, &uri, "timeout_ms", desk.config.feedback_timeout)?;
    let key = idempotency_key(&headers)?;
    let body = request::body(&desk, &headers, body, desk.config.actions_bytes).await?;
    let answer = match key {
        None => answer(&desk, agent.as_deref(), &body, wait).await,
        Some(key) => once(&desk, agent, key, body, wait).await?,
    };
    let (status, body) = answer;
    let mut response = (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
    let refused = match status {
        StatusCode::BAD_REQUEST => "malformed",
        StatusCode::FORBIDDEN => "wrong_agent",
        _ => "refused",
    };
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

/// Carries a request out unless that was done before. It is carried out to its end even if the agent hangs
/// up: otherwise nobody could tell later whether it was.
async fn once(
    desk: &Arc<Desk>,
    agent: Option<String>,
    key: String,
    body: Bytes,
    wait: Duration,
) -> Result<Answer, Problem> {
    let key: Key = (agent.clone().unwrap_or_else(|| OWNER.to_owned()), key);
    let mut answered = match desk.idempotency.look(&key, &body) {
        Seen::Another => {
            let message = "this `Idempotency-Key` was used for another request; choose a new one";
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "key_reused", message));
        }
        Seen::Again(answered) => answered,
        Seen::New(say) => {
            let (desk, answered) = (Arc::clone(desk), say.subscribe());
            tokio::spawn(async move {
                let answer = answer(&desk, agent.as_deref(), &body, wait).await;
                desk.idempotency.keep(&key, &say, answer);
            });
            answered
        }
    };
    let answer = answered.wait_for(Option::is_some).await.ok().and_then(|answer| answer.clone());
    answer.ok_or_else(|| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "failed", "the first request came to no end"))
}

async fn answer(desk: &Arc<Desk>, agent: Option<&str>, body: &[u8], wait: Duration) -> Answer {
    let began = Instant::now();
    match read(desk, agent, body) {
        Ok((agent, batch)) => {
            let (status, waiting) = carry::out(desk, &agent, batch);
            desk.metrics.acknowledged(began.elapsed());
            encode(status, &waiting.settle(wait).await)
        }
        Err(Unread::Malformed(answered)) => {
            desk.metrics.actions_refused.add(answered.results.len() as u64);
            encode(StatusCode::BAD_REQUEST, &answered)
        }
        Err(Unread::WrongAgent(fault)) => encode(StatusCode::FORBIDDEN, &Refusal { error: fault }),
    }
}

/// Why a request did not get as far as the desktop.
enum Unread {
    Malformed(Answered),
    WrongAgent(Fault),
}

/// Reads what was sent, and finds out who sends it: the credential counts, not what the batch says. Only
/// the owner may speak for another.
fn read(desk: &Desk, agent: Option<&str>, body: &[u8]) -> Result<(String, Checked<Batch>), Unread> {
    let malformed = |fault: Fault| Unread::Malformed(Answered::malformed(1, vec![fault]));
    let text = std::str::from_utf8(body).map_err(|error| {
        malformed(Fault::new("syntax", format!("the body is not UTF-8 from byte {} on", error.valid_up_to())))
    })?;
    let parsed = Json::strict(text).map_err(|error| malformed(Fault::new("syntax", error.to_string())))?;
    if let Some(doubled) = parsed.repairs.iter().find(|found| found.code == Code::DuplicateKey) {
        let mut fault = Fault::new("duplicate_key", "a key must not stand twice");
        fault.path.clone_from(&doubled.path);
        return Err(malformed(fault));
    }
    let listed = parsed.value.as_object().filter(|object| !object.has("type")).and_then(|object| object.get("actions"));
    let count = listed.and_then(Json::as_list).map_or(1, <[_]>::len);
    let mut checked = action::os::read_batch(&parsed.value).map_err(|findings| {
        Unread::Malformed(Answered::malformed(count, findings.into_iter().map(Fault::from).collect()))
    })?;
    checked.ignored.extend(parsed.repairs.into_vec());
    let named = checked.value.agent_id.clone();
    let own = checked.value.actions.iter().filter_map(|addressed| addressed.envelope.agent_id.as_deref());
    let sender = match (agent, named) {
        (Some(agent), _) => agent.to_owned(),
        (None, Some(named)) => named,
        (None, None) => own.clone().next().unwrap_or(OWNER).to_owned(),
    };
    let mut all = checked.value.agent_id.as_deref().into_iter().chain(own);
    if let Some(other) = all.find(|other| *other != sender) {
        let shown: String = other.chars().take(60).collect();
        let mut fault = Fault::new("wrong_agent", format!("this credential is `{sender}`'s, not `{shown}`'s"));
        fault.path = "agentId".to_owned();
        desk.metrics.actions_refused.add(checked.value.actions.len() as u64);
        return Err(Unread::WrongAgent(fault));
    }
    checked.value.agent_id = Some(sender.clone());
    Ok((sender, checked))
}

fn encode(status: StatusCode, body: &impl Serialize) -> Answer {
    match serde_json::to_vec(body) {
        Ok(bytes) => (status, bytes.into()),
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            (StatusCode::INTERNAL_SERVER_ERROR, Bytes::from_static(b"{}"))
        }
    }
}
