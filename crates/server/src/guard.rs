//! Checks that every request is meant for this server, and comes from our own page or from a program. Also sets the
//! headers that restrict what the browser may do with the answer.
//!
//! A foreign page can make a browser send requests here, even with cookies, and a foreign name can be made to point
//! here. So the Host must be one of ours; an Origin, if there is one, must be ours; and requests that the browser calls
//! cross-site are rejected. The frames of apps have no origin at all: their files are below an unguessable address (see
//! `routes::apps`), and they have access only to that.

mod headers;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

pub(crate) use self::headers::{
    APP_POLICY, Devices, FILE_POLICY, PROBE_POLICY, allow_devices, set_policy, set_policy_text,
};
use crate::access::{self, Caller};
use crate::app_state::AppState;
use crate::percent::decode;
use crate::problem::{Problem, Refused};

/// Addresses that are permissions by themselves.
const KEYS_IN_PATH: [&str; 3] = [FRAMES, "/api/questions/by-link/", QUESTIONS];

/// The pages of questions are below this, each under an unguessable path.
const QUESTIONS: &str = "/q/";
/// The files of apps are below this, under an unguessable path.
pub(crate) const FRAMES: &str = "/frames/";

/// Accepts or rejects a request, and restricts what the browser may do with the answer.
pub(crate) async fn guard(State(state): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    state.measured.metrics.requests.add(1);
    let for_frame = request.uri().path().starts_with(FRAMES);
    let (method, path) = (request.method().clone(), shown(request.uri().path()));
    let who = access::identify(&state, request.headers());
    let admitted = admit(&state, &request, for_frame)
        .and_then(|()| access::may_change(who.as_ref(), request.method(), request.headers()));
    let mut response = match admitted {
        Ok(()) => {
            let _present = match &who {
                Some(Caller::Agent(name)) => Some(state.connected.presence.enter(name)),
                _ => None,
            };
            request.extensions_mut().insert(who.clone());
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    if response.status().is_client_error() {
        state.measured.metrics.refused.add(1);
        note(who.as_ref(), &method, &path, &response);
    }
    if path == "/" && response.status().is_success() {
        allow_devices(response.headers_mut(), Devices::PAGE);
    }
    headers::secure(response.headers_mut(), for_frame);
    response
}

fn admit(state: &AppState, request: &Request, for_frame: bool) -> Result<(), Problem> {
    let headers = request.headers();
    if decode(request.uri().path()).is_none() {
        return Err(Problem::bad("syntax", "", "the address is not percent-encoded text"));
    }
    let host = single(headers, &header::HOST)?.unwrap_or_default();
    if !state.allowed.host(host) || request.uri().authority().is_some_and(|name| !state.allowed.host(name.as_str())) {
        let message = format!("this server is not `{}`; use the address it printed", shown(host));
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "wrong_host", message));
    }
    // An app's frame has no origin, and all its requests are cross-site. Its address is its permission.
    if for_frame {
        return Ok(());
    }
    if let Some(origin) = single(headers, &header::ORIGIN)?
        && !state.allowed.origin(origin)
    {
        return Err(Problem::forbidden(
            "wrong_origin",
            format!("a page of `{}` may not use this server", shown(origin)),
        ));
    }
    let site = single(headers, &SEC_FETCH_SITE)?;
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) && !opens_page(request) {
        return Err(Problem::forbidden("wrong_site", "another site may not use this server"));
    }
    Ok(())
}

/// Logs one line about a rejected request. Foreign ones are worth a warning: a browser was tricked, or an attacker is
/// trying.
fn note(who: Option<&Caller>, method: &Method, path: &str, response: &Response) {
    let who = match who {
        None => "a stranger",
        Some(Caller::Page) => "a page",
        Some(Caller::Owner) => "the owner",
        Some(Caller::Agent(name)) => name,
    };
    let status = response.status().as_u16();
    let code = response.extensions().get::<Refused>().map_or("", |refused| refused.0.as_ref());
    // A link is a key, and readers of the log must not be able to use it.
    let path =
        if KEYS_IN_PATH.iter().any(|begin| path.starts_with(begin)) { "(an address that is a key)" } else { path };
    if matches!(code, "wrong_host" | "wrong_origin" | "wrong_site" | "wrong_token" | "wrong_agent") {
        tracing::warn!(who, %method, path, status, code, "refused a request");
    } else {
        tracing::info!(who, %method, path, status, code, "refused a request");
    }
}

/// Whether the request follows a link to the page itself, which holds no data, or to a question, whose address is the
/// permission, from any site.
fn opens_page(request: &Request) -> bool {
    let navigates = request.headers().get(SEC_FETCH_MODE).is_some_and(|mode| mode == "navigate");
    let whole = request.headers().get(SEC_FETCH_DEST).is_some_and(|dest| dest == "document");
    let page = request.uri().path() == "/" || request.uri().path().starts_with(QUESTIONS);
    request.method() == Method::GET && page && navigates && whole
}

/// Returns the only value of a header; sending it twice is an attempt to be read differently by two parsers.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let (first, second) = (values.next(), values.next());
    let bad =
        || Problem::bad("bad_header", name.as_str(), format!("the header `{name}` must occur once, as plain text"));
    match (first, second) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| bad()),
        (Some(_), Some(_)) => Err(bad()),
    }
}

/// Shortens a value for a message.
fn shown(value: &str) -> String {
    value.chars().take(100).collect()
}

/// Who caused the request: `same-origin`, `same-site`, `cross-site`, `none`.
static SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: &str = "sec-fetch-mode";
/// The purpose of the answer: `document`, `iframe`, `image` …
pub(crate) const SEC_FETCH_DEST: &str = "sec-fetch-dest";
