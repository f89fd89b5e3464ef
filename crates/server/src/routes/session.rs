//! From the token in the address to a cookie that scripts cannot read.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request;
use crate::desk::Desk;
use crate::keys::SESSION_SECONDS;
use crate::problem::Problem;

/// What a page sends to be let in.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Login {
    /// The owner's token, from the address that `fingertip serve` printed.
    token: String,
}

/// `POST /api/session`
pub(super) async fn begin(State(desk): State<Arc<Desk>>, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    desk.permit("a page that wants in")?;
    let token = request::field(&desk, &headers, body, "token").await?;
    if !desk.keys.is_owner(&token) {
        return Err(Problem::wrong_token());
    }
    let session = desk.keys.begin_session(desk.now()).map_err(|error| Problem::ours(&error))?;
    let (name, value) = (&desk.cookie, session.text());
    let cookie = format!("{name}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={SESSION_SECONDS}");
    let mut response = StatusCode::NO_CONTENT.into_response();
    let cookie = HeaderValue::from_str(&cookie).map_err(|error| Problem::ours(&error))?;
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}
