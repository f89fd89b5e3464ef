//! The answer to a dialog, for an agent that polls.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::{Extension, Json};
use desktop::wire::DialogState;
use tokio::time::Duration;

use super::request;
use crate::access::Caller;
use crate::app_state::AppState;
use crate::problem::Problem;

/// `GET /api/dialogs/{id}`
pub(super) async fn answer(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Caller>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Json<DialogState>, Problem> {
    let wait = request::wait(&state, &uri, "wait_ms", Duration::ZERO)?;
    let agent = if let Some(Caller::Agent(name)) = &who { Some(name.as_str()) } else { None };
    let known = tokio::select! {
        known = state.agents.dialog(agent, &id, wait) => known,
        // When the server stops, a waiting agent gets the current state.
        () = state.stopped() => state.agents.dialog(agent, &id, Duration::ZERO).await,
    };
    let none = || Problem::not_found("you have no such dialog, or its answer is no longer kept");
    known.map(Json).ok_or_else(none)
}
