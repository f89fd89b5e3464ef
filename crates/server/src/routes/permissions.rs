//! What people allowed or forbade once and for all: listed and revoked. For the owner.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{delete, get};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Body, Route, UNKNOWN};
use crate::access::Access;
use crate::desk::Desk;
use crate::problem::Problem;

/// What has to do with remembered choices.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/api/permissions",
        access: Access::Owner,
        summary: "Lists the choices that people wanted remembered.",
        parameters: &[],
        body: None,
        answers: &[(200, "The choices.", Body::Json(action::schema::of::<Choices>))],
        handler: || get(list),
    },
    Route {
        method: "delete",
        path: "/api/permissions/{id}",
        access: Access::Owner,
        summary: "Forgets a choice: the next time it is asked again.",
        parameters: &[],
        body: None,
        answers: &[(204, "It is forgotten.", Body::Nothing), UNKNOWN],
        handler: || delete(revoke),
    },
];

/// The choices that people wanted remembered.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChoiceList")]
struct Choices {
    /// In the order in which they were made.
    choices: Vec<Remembered>,
}

/// A remembered choice.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RememberedChoice")]
struct Remembered {
    /// What it is called when it is revoked.
    id: String,
    /// Who asked: `gate`, or `agent:NAME`.
    who: String,
    /// For what.
    what: String,
    /// In which context.
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<String>,
    /// Yes or no.
    allow: bool,
    /// When, in milliseconds since 1970.
    at: u64,
}

async fn list(State(desk): State<Arc<Desk>>) -> Json<Choices> {
    let choices = desk.permissions.list().into_iter().map(|choice| Remembered {
        id: choice.id(),
        who: choice.asked.who.to_string(),
        what: choice.asked.what,
        context: choice.asked.context,
        allow: choice.allow,
        at: choice.at,
    });
    Json(Choices { choices: choices.collect() })
}

async fn revoke(State(desk): State<Arc<Desk>>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    match desk.permissions.revoke_by_id(&id) {
        Ok(true) => Ok(StatusCode::NO_CONTENT),
        Ok(false) => Err(Problem::not_found("there is no such choice")),
        Err(error) => Err(Problem::ours(&error)),
    }
}
