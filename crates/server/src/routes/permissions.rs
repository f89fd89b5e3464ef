//! Remembered approvals and refusals: listed and revoked. For the owner.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{delete, get};
use task::permissions::ChoiceList;

use super::request::blocking;
use crate::access::Access;
use crate::app_state::AppState;
use crate::problem::Problem;
use crate::route::{Body, Route, UNKNOWN};

/// The routes for remembered choices.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/api/permissions",
        access: Access::Owner,
        summary: "Lists the remembered choices.",
        parameters: &[],
        body: None,
        answers: &[(200, "The choices.", Body::Json(action::schema::of::<ChoiceList>))],
        handler: || get(list),
    },
    Route {
        method: "delete",
        path: "/api/permissions/{id}",
        access: Access::Owner,
        summary: "Forgets a choice: the next such action asks again.",
        parameters: &[],
        body: None,
        answers: &[(204, "It is forgotten.", Body::Nothing), UNKNOWN],
        handler: || delete(revoke),
    },
];

async fn list(State(state): State<Arc<AppState>>) -> Json<ChoiceList> {
    Json(state.permissions.listed())
}

async fn revoke(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    match blocking(move || state.permissions.revoke_by_id(&id)).await? {
        Ok(true) => Ok(StatusCode::NO_CONTENT),
        Ok(false) => Err(Problem::not_found("there is no such choice")),
        Err(error) => Err(Problem::ours(&error)),
    }
}
