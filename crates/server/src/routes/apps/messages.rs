//! An agent's messages to an open app; pages that show it deliver them. `desktop` decides which windows get them, and
//! whether the agent may send them.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Caller;
use crate::app_manifest::agent_of;
use crate::app_state::AppState;
use crate::problem::Problem;
use crate::routes::tasks::read;

/// An agent's message to an app.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::routes) struct AppMail {
    /// The window it is for; if absent, every window of the app that the agent may talk to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// The message, as JSON text of at most 64 KiB.
    data: String,
}

/// The largest body: the longest message with every character escaped, and its envelope.
const MOST_BODY: usize = 512 << 10;

/// `POST /api/apps/{id}/messages`
pub(in crate::routes) async fn tell(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Caller>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, Problem> {
    // The owner with their token acts as the agent of that name, as everywhere.
    let agent = match &who {
        Some(Caller::Agent(name)) => name.as_str(),
        _ => "owner",
    };
    state.permit(agent)?;
    let mail: AppMail = read(&state, &headers, body, MOST_BODY).await?;
    let named = agent_of(&state, &id).await.is_some_and(|named| named == agent);
    let told = state.agents.tell_app(agent, &id, mail.key.as_deref(), &mail.data, named);
    told.map(|_| StatusCode::ACCEPTED).map_err(|fault| match fault.code.as_ref() {
        "not_found" => Problem::not_found(fault.message),
        _ => Problem::bad("out_of_range", &fault.path, fault.message),
    })
}
