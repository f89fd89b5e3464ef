//! The door that every request passes: is it meant for us, does it come from our own page or from a
//! program, and what does the answer forbid the browser to do.
//!
//! A page of a stranger can make a browser send requests here, with cookies even, and a name of theirs can
//! be made to point here. So the Host must be one of ours, an Origin, when there is one, must be ours, and
//! what the browser calls cross-site is refused. The frames of apps have no origin at all: what they may
//! fetch lies below an address that nobody can guess (see `routes::apps`), and only that is open to them.

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

/// Addresses that let in whoever has them.
const KEYS_IN_PATH: [&str; 3] = [FRAMES, "/api/questions/by-link/", QUESTIONS];

/// Below this lie the pages of questions, each behind an unguessable part.
const QUESTIONS: &str = "/q/";
/// Below this lie the files of apps, behind an unguessable part.
pub(crate) const FRAMES: &str = "/frames/";

/// Lets a request in, or not; and sets on every answer what the browser must not do with it.
pub(crate) async fn guard(State(state): State<Arc<AppState>>, mut request: Request, next: Next) -> Response {
    state.metrics.requests.add(1);
    let for_frame = request.uri().path().starts_with(FRAMES);
    let (method, path) = (request.method().clone(), shown(request.uri().path()));
    let who = access::identify(&state, request.headers());
    let admitted = admit(&state, &request, for_frame)
        .and_then(|()| access::may_change(who.as_ref(), request.method(), request.headers()));
    let mut response = match admitted {
        Ok(()) => {
            let _present = match &who {
                Some(Caller::Agent(name)) => Some(state.presence.enter(name)),
                _ => None,
            };
            request.extensions_mut().insert(who.clone());
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    if response.status().is_client_error() {
        state.metrics.refused.add(1);
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
        let message = format!("this server is not `{}`; use the address that it printed", shown(host));
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "wrong_host", message));
    }
    // A frame of an app has no origin, and all it does is cross-site. Its address is its permission.
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

/// The one line that the log has of a refused request. Those of strangers are worth a warning: somebody's
/// browser was made to ask, or somebody tries.
fn note(who: Option<&Caller>, method: &Method, path: &str, response: &Response) {
    let who = match who {
        None => "a stranger",
        Some(Caller::Page) => "a page",
        Some(Caller::Owner) => "the owner",
        Some(Caller::Agent(name)) => name,
    };
    let status = response.status().as_u16();
    let code = response.extensions().get::<Refused>().map_or("", |refused| refused.0.as_ref());
    // A link is a key: whoever reads the log must not be able to use it.
    let path =
        if KEYS_IN_PATH.iter().any(|begin| path.starts_with(begin)) { "(an address that is a key)" } else { path };
    if matches!(code, "wrong_host" | "wrong_origin" | "wrong_site" | "wrong_token" | "wrong_agent") {
        tracing::warn!(who, %method, path, status, code, "refused a request");
    } else {
        tracing::info!(who, %method, path, status, code, "refused a request");
    }
}

/// Following a link to the page itself, which holds no data, or to a question, whose address is the permission,
/// wherever the link stands.
fn opens_page(request: &Request) -> bool {
    let navigates = request.headers().get(SEC_FETCH_MODE).is_some_and(|mode| mode == "navigate");
    let whole = request.headers().get(SEC_FETCH_DEST).is_some_and(|dest| dest == "document");
    let page = request.uri().path() == "/" || request.uri().path().starts_with(QUESTIONS);
    request.method() == Method::GET && page && navigates && whole
}

/// The one value of a header; twice is an attempt to be read differently by two readers.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let (first, second) = (values.next(), values.next());
    let bad =
        || Problem::bad("bad_header", name.as_str(), format!("the header `{name}` must stand once, as plain text"));
    match (first, second) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| bad()),
        (Some(_), Some(_)) => Err(bad()),
    }
}

/// As much of a value as is worth repeating.
fn shown(value: &str) -> String {
    value.chars().take(100).collect()
}

/// Who makes the browser ask: `same-origin`, `same-site`, `cross-site`, `none`.
static SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: &str = "sec-fetch-mode";
/// What the answer is for: `document`, `iframe`, `image` …
pub(crate) const SEC_FETCH_DEST: &str = "sec-fetch-dest";
