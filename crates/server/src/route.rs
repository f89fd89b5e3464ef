//! What a route is: who may ask, what for, and what comes back. The table of them is in `routes`; the router and the
//! OpenAPI document are made from it.

use std::sync::Arc;

use axum::routing::MethodRouter;
use desktop::wire::Refusal;
use schemars::Schema;

use crate::access::Access;
use crate::app_state::AppState;

/// Makes a schema.
pub(crate) type Make = fn() -> Schema;

/// Something that can be asked for.
pub(crate) struct Route {
    /// `get`, `post`, `put`, `patch` or `delete`.
    pub(crate) method: &'static str,
    /// The path, with its variables in braces.
    pub(crate) path: &'static str,
    /// Who may ask.
    pub(crate) access: Access,
    /// What it does, in a sentence.
    pub(crate) summary: &'static str,
    /// What may stand in the query or a header: where, its name, what it means.
    pub(crate) parameters: &'static [(&'static str, &'static str, &'static str)],
    /// What the body is.
    pub(crate) body: Option<Make>,
    /// What may come back: the status, what it means, what the body is.
    pub(crate) answers: &'static [(u16, &'static str, Body)],
    pub(crate) handler: fn() -> MethodRouter<Arc<AppState>>,
}

/// What the body of an answer is.
#[derive(Clone, Copy)]
pub(crate) enum Body {
    /// Nothing.
    Nothing,
    /// JSON of this schema.
    Json(Make),
    /// Something of this media type.
    Other(&'static str),
}

pub(crate) const REFUSED: Body = Body::Json(action::schema::of::<Refusal>);
pub(crate) const MALFORMED: (u16, &str, Body) = (400, "The request makes no sense.", REFUSED);
pub(crate) const UNKNOWN: (u16, &str, Body) = (404, "There is no such thing.", REFUSED);
pub(crate) const WAIT: (&str, &str, &str) = ("query", "wait_ms", "How long to wait for the answer, in milliseconds.");
pub(crate) const SINCE: (&str, &str, &str) = ("query", "since", "The number of the last change that is known.");
pub(crate) const EPOCH: (&str, &str, &str) =
    ("query", "epoch", "The `epoch` of the snapshot that `since` counts from.");
pub(crate) const LAST_EVENT: (&str, &str, &str) = ("header", "Last-Event-ID", "The id of the last event that came.");
