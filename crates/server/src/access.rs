//! Identifies the caller of a request, and decides what they may request.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app_state::AppState;
use crate::keys::Bearer;
use crate::problem::Problem;

/// The sender of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// The owner, through a page with a session.
    Page,
    /// The owner, with their token.
    Owner,
    /// An agent, by the name of its credential.
    Agent(String),
}

/// Who may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Everyone: it holds no data.
    Open,
    /// The owner and agents.
    Known,
    /// The owner.
    Owner,
    /// Actors: agents, and the owner with their token.
    Acting,
    /// Everyone who has the address, which cannot be guessed.
    Address,
}

/// Identifies the caller by cookie or token. A wrong token identifies no caller, whatever cookie comes with it.
pub(crate) fn identify(state: &AppState, headers: &HeaderMap) -> Option<Caller> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        let bearer = scheme.eq_ignore_ascii_case("bearer").then(|| state.keys.bearer(token.trim()))?;
        return bearer.map(|bearer| match bearer {
            Bearer::Owner => Caller::Owner,
            Bearer::Agent(name) => Caller::Agent(name),
        });
    }
    let now = state.now();
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut sessions = pairs.filter(|(name, _)| *name == state.cookie).map(|(_, value)| value);
    sessions.any(|token| state.keys.is_session(token, now)).then_some(Caller::Page)
}

/// A page that changes something must send its Origin; without one a cookie proves nothing.
pub(crate) fn may_change(who: Option<&Caller>, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
    let upgrades = headers.contains_key(header::UPGRADE);
    let changes = !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) || upgrades;
    if who == Some(&Caller::Page) && changes && !headers.contains_key(header::ORIGIN) {
        return Err(Problem::forbidden(
            "no_origin",
            "a request with a cookie must send its Origin; programs send a token",
        ));
    }
    Ok(())
}

/// Lets only permitted callers through.
pub(crate) async fn allow(access: Access, request: Request, next: Next) -> Response {
    let who = request.extensions().get::<Option<Caller>>().cloned().flatten();
    let allowed = match (access, &who) {
        (Access::Open | Access::Address, _)
        | (Access::Known, Some(_))
        | (Access::Owner, Some(Caller::Page | Caller::Owner))
        | (Access::Acting, Some(Caller::Owner | Caller::Agent(_))) => Ok(()),
        (_, None) => Err(Problem::unauthenticated()),
        (Access::Owner, Some(Caller::Agent(name))) => {
            Err(Problem::forbidden("owner_only", format!("the agent `{name}` may not do this; only the owner may")))
        }
        (Access::Acting, Some(Caller::Page)) => {
            Err(Problem::forbidden("agents_only", "a page acts over its WebSocket; agents send their token"))
        }
    };
    match allowed {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
