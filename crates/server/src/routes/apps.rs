//! Apps and files of the data folder.
//!
//! An app is shown in a sandboxed frame without an origin, so the frame's requests carry no cookie. Its document is
//! therefore redirected (307) to an address with an unguessable part, made from the owner's token and the app's id.
//! Relative addresses of the document are below the same part, which opens this one app's files and nothing else. The
//! first document there is a wrapper (`wrapper`), with the app's document in a frame inside: only the document around a
//! frame can keep it from navigating elsewhere. A single file (`/files/…`) is served as it is, and its document may
//! load nothing: one file is no reason to open the others.

mod listing;
mod messages;
mod wrapper;

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

pub(super) use self::listing::{AppList, list};
pub(super) use self::messages::{AppMail, tell};
pub(super) use self::wrapper::script;
use super::page;
use crate::app_state::AppState;
use crate::guard::{APP_POLICY, FILE_POLICY, FRAMES, SEC_FETCH_DEST, set_policy};
use crate::problem::Problem;
use crate::static_files::{nothing, segment, serve};

/// `GET /apps/{id}/{*path}`
pub(super) async fn file(
    State(state): State<Arc<AppState>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let rest = uri.path().strip_prefix("/apps/").unwrap_or_default();
    let id = rest.split('/').next().unwrap_or_default();
    let shown = headers.get(SEC_FETCH_DEST).and_then(|dest| dest.to_str().ok());
    if shown.is_some_and(|dest| matches!(dest, "document" | "iframe" | "frame" | "embed" | "object")) {
        let name = segment(id).ok_or_else(nothing)?;
        return wrapped(&uri, &state.keys.app_capability(&name), rest);
    }
    let mut response = serve(&state.places.apps(), rest).await?;
    set_policy(response.headers_mut(), APP_POLICY);
    Ok(response)
}

/// Redirects to the wrapper of this document of an app.
fn wrapped(uri: &Uri, capability: &str, rest: &str) -> Result<Response, Problem> {
    let (id, path) = rest.split_once('/').ok_or_else(nothing)?;
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    let address = format!("{FRAMES}{capability}/{id}/{}/{path}{query}", wrapper::SEGMENT);
    let address = HeaderValue::from_str(&address).map_err(|_| nothing())?;
    Ok((StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, address)]).into_response())
}

/// `GET /frames/{capability}/{id}/{*path}`
pub(super) async fn framed(
    State(state): State<Arc<AppState>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let below = uri.path().strip_prefix(FRAMES).unwrap_or_default();
    let (capability, rest) = below.split_once('/').ok_or_else(nothing)?;
    let name = rest.split('/').next().and_then(segment).ok_or_else(nothing)?;
    if !state.keys.opens_app(capability, &name) {
        return Err(nothing());
    }
    let path = rest.split_once('/').map_or("", |(_, path)| path);
    if path.split('/').next() == Some(wrapper::SEGMENT) {
        return Ok(wrapper::document(&headers, capability, rest));
    }
    if headers.get(SEC_FETCH_DEST).is_some_and(|dest| dest == "document") {
        return wrapped(&uri, capability, rest);
    }
    let mut response = match path {
        wrapper::APP_SCRIPT => page::script("apps/fingertip.js").await?,
        _ => serve(&state.places.apps(), rest).await?,
    };
    set_policy(response.headers_mut(), APP_POLICY);
    // A frame without an origin only loads modules, fonts and data from servers that allow everyone.
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(response)
}

/// `GET /files/{*path}`
pub(super) async fn plain_file(State(state): State<Arc<AppState>>, uri: Uri) -> Result<Response, Problem> {
    let rest = uri.path().strip_prefix("/files/").unwrap_or_default();
    let mut response = serve(&state.places.files(), rest).await?;
    set_policy(response.headers_mut(), FILE_POLICY);
    Ok(response)
}
