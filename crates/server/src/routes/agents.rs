//! Letting agents in and sending them away.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use desktop::state::Deed;
use desktop::wire::Actor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request;
use crate::desk::Desk;
use crate::keys::{AddError, Listed};
use crate::problem::Problem;

/// Who is to be let in.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAgent {
    /// Its name, by which people and other agents know it.
    #[schemars(length(min = 1, max = 128), regex(pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$"))]
    name: String,
}

/// An agent's way in.
#[derive(Serialize, JsonSchema)]
pub(super) struct Credential {
    /// Its name.
    name: String,
    /// What it sends as `Authorization: Bearer TOKEN`. Only its hash is kept.
    token: String,
}

/// The agents that were let in.
#[derive(Serialize, JsonSchema)]
pub(super) struct AgentList {
    /// In the order in which they were let in.
    agents: Vec<Listed>,
}

/// `GET /api/agents`
pub(super) async fn list(State(desk): State<Arc<Desk>>) -> Json<AgentList> {
    Json(AgentList { agents: desk.keys.agents() })
}

/// `POST /api/agents`
pub(super) async fn add(
    State(desk): State<Arc<Desk>>,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<Credential>), Problem> {
    let name = request::field(&desk, &headers, body, "name").await?;
    let token = desk.keys.add_agent(&name, desk.now()).map_err(|error| match &error {
        AddError::Name { .. } => Problem::bad("out_of_range", "name", error.to_string()),
        AddError::Exists(_) => Problem::new(StatusCode::CONFLICT, "exists", error.to_string()),
        AddError::Full => Problem::new(StatusCode::CONFLICT, "full", error.to_string()),
        AddError::Server(error) => Problem::ours(error),
    })?;
    tracing::info!(agent = name, "an agent was let in");
    Ok((StatusCode::CREATED, Json(Credential { name, token: token.text().to_owned() })))
}

/// `DELETE /api/agents/{name}`
pub(super) async fn remove(State(desk): State<Arc<Desk>>, Path(name): Path<String>) -> Result<StatusCode, Problem> {
    if !desk.keys.remove_agent(&name).map_err(|error| Problem::ours(&error))? {
        return Err(Problem::not_found("there is no agent of that name"));
    }
    desk.mail.remove(&name);
    desk.apply(&Actor::System, Deed::Release { agent: name.clone() }).map_err(|error| Problem::ours(&error))?;
    tracing::info!(agent = name, "an agent was sent away");
    Ok(StatusCode::NO_CONTENT)
}
