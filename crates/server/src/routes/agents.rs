//! Admits agents and removes them.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use desktop::wire::{AgentList, Credential};

use super::request::{self, blocking};
use crate::app_state::AppState;
use crate::keys::AddError;
use crate::problem::Problem;

/// `GET /api/agents`
pub(super) async fn list(State(state): State<Arc<AppState>>) -> Json<AgentList> {
    let mut agents = state.keys.agents();
    for agent in &mut agents {
        agent.connected = state.agents.listens(&agent.name) || state.connected.presence.is_present(&agent.name);
    }
    Json(AgentList { agents })
}

/// `POST /api/agents`
pub(super) async fn add(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<Credential>), Problem> {
    let name = request::field(&state, &headers, body, "name").await?;
    let (adding, named) = (Arc::clone(&state), name.clone());
    let added = blocking(move || adding.keys.add_agent(&named, adding.now())).await?;
    let token = added.map_err(|error| match &error {
        AddError::Name { .. } => Problem::bad("out_of_range", "name", error.to_string()),
        AddError::Exists(_) => Problem::new(StatusCode::CONFLICT, "exists", error.to_string()),
        AddError::Full => Problem::new(StatusCode::CONFLICT, "full", error.to_string()),
        AddError::Server(error) => Problem::ours(error),
    })?;
    tracing::info!(agent = name, "an agent was let in");
    Ok((StatusCode::CREATED, Json(Credential { name, token: token.text().to_owned() })))
}

/// `DELETE /api/agents/{name}`
pub(super) async fn remove(
    State(state): State<Arc<AppState>>,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let (removing, named) = (Arc::clone(&state), name.clone());
    let removed = blocking(move || removing.keys.remove_agent(&named)).await?;
    if !removed.map_err(|error| Problem::ours(&error))? {
        return Err(Problem::not_found("there is no agent with that name"));
    }
    state.agents.end(&name).await.map_err(|error| Problem::ours(&error))?;
    tracing::info!(agent = name, "an agent was removed");
    Ok(StatusCode::NO_CONTENT)
}
