//! An agent says that it is done with what was pressed.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request;
use crate::access::Who;
use crate::desk::Desk;
use crate::problem::Problem;

/// Where something was pressed.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Pressed {
    /// The window, as the `COMPONENT_ACTION` named it.
    key: String,
}

/// `POST /api/components/done`
pub(super) async fn done(
    State(desk): State<Arc<Desk>>,
    Extension(who): Extension<Option<Who>>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, Problem> {
    let key = request::field(&desk, &headers, body, "key").await?;
    match (who, desk.maker(&key)) {
        (Some(Who::Agent(name)), Some(maker)) if name != maker => {
            Err(Problem::forbidden("not_owner", format!("the window belongs to the agent `{maker}`")))
        }
        (_, None) => Err(Problem::not_found("no agent has made that window")),
        (_, Some(_)) => {
            desk.pressed_done(&key);
            Ok(StatusCode::NO_CONTENT)
        }
    }
}
