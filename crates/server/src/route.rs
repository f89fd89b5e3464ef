//! The description of a route: who may call it, what it takes, and what it returns. The table is in `routes`; the
//! router and the OpenAPI document are generated from it.

use std::sync::Arc;

use axum::routing::MethodRouter;
use desktop::wire::Refusal;
use schemars::Schema;

use crate::access::Access;
use crate::app_state::AppState;

/// Makes a schema.
pub(crate) type Make = fn() -> Schema;

/// A route.
pub(crate) struct Route {
    /// `get`, `post`, `put`, `patch` or `delete`.
    pub(crate) method: &'static str,
    /// The path, with its variables in braces.
    pub(crate) path: &'static str,
    /// Who may call it.
    pub(crate) access: Access,
    /// Its summary, in a sentence.
    pub(crate) summary: &'static str,
    /// The parameters in the query or a header: where, name, meaning.
    pub(crate) parameters: &'static [(&'static str, &'static str, &'static str)],
    /// The schema of the body.
    pub(crate) body: Option<Make>,
    /// The possible answers: status, meaning, body.
    pub(crate) answers: &'static [(u16, &'static str, Body)],
    pub(crate) handler: fn() -> MethodRouter<Arc<AppState>>,
}

/// The body of an answer.
#[derive(Clone, Copy)]
pub(crate) enum Body {
    /// Nothing.
    Nothing,
    /// JSON of this schema.
    Json(Make),
    /// Content of this media type.
    Other(&'static str),
}

pub(crate) const REFUSED: Body = Body::Json(action::schema::of::<Refusal>);
pub(crate) const MALFORMED: (u16, &str, Body) = (400, "The request is malformed.", REFUSED);
pub(crate) const UNKNOWN: (u16, &str, Body) = (404, "There is no such resource.", REFUSED);
pub(crate) const WAIT: (&str, &str, &str) = ("query", "wait_ms", "How long to wait for the answer, in milliseconds.");
pub(crate) const SINCE: (&str, &str, &str) = ("query", "since", "The number of the last change that is known.");
pub(crate) const EPOCH: (&str, &str, &str) =
    ("query", "epoch", "The `epoch` of the snapshot that `since` counts from.");
pub(crate) const LAST_EVENT: (&str, &str, &str) = ("header", "Last-Event-ID", "The id of the last received event.");
