//! Exchanges the token in the address for a cookie that scripts cannot read.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::request;
use crate::app_state::AppState;
use crate::keys::SESSION_SECONDS;
use crate::problem::Problem;

/// `POST /api/session`
pub(super) async fn begin(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    state.permit("a page that wants in")?;
    let token = request::field(&state, &headers, body, "token").await?;
    if !state.keys.is_owner(&token) {
        return Err(Problem::wrong_token());
    }
    let beginning = Arc::clone(&state);
    let session = request::blocking(move || beginning.keys.begin_session(beginning.now())).await?;
    let session = session.map_err(|error| Problem::ours(&error))?;
    let (name, value) = (&state.cookie, session.text());
    let secure = if state.tls.is_some() { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={SESSION_SECONDS}{secure}");
    let mut response = StatusCode::NO_CONTENT.into_response();
    let cookie = HeaderValue::from_str(&cookie).map_err(|error| Problem::ours(&error))?;
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}
