//! An agent reports that a pressed button's work is done.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};

use super::request;
use crate::access::Caller;
use crate::app_state::AppState;
use crate::problem::Problem;

/// `POST /api/components/done`
pub(super) async fn done(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Caller>>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, Problem> {
    let key = request::field(&state, &headers, body, "key").await?;
    let agent = if let Some(Caller::Agent(name)) = &who { Some(name.as_str()) } else { None };
    match state.agents.press_done(agent, &key) {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(fault) if fault.code == "not_owner" => Err(Problem::forbidden("not_owner", fault.message)),
        Err(fault) => Err(Problem::not_found(fault.message)),
    }
}
