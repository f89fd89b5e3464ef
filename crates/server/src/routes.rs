//! The one table of routes and who may call them. The router and the OpenAPI document are generated from it.
//!
//! To add a route, add its file and a line in [`TABLE`] or in its own table, and run `cargo xtask codegen`.

mod actions;
mod agents;
mod apps;
mod components;
mod desktop;
mod devices;
mod dialogs;
mod events;
mod health;
mod history;
mod link;
mod mcp;
mod page;
mod permissions;
mod probe;
mod questions;
mod report;
mod request;
mod session;
mod settings;
mod stream;
mod tasks;
mod ws;

use std::sync::Arc;

use ::desktop::wire::{ActionsRequest, AgentList, BatchReply, Credential, DialogState, Login, NewAgent, PressDone};
use axum::extract::Request;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::routing::{delete, get, post};
use axum::{Json, Router};

use crate::access::{Access, allow};
use crate::app_state::AppState;
use crate::guard::guard;
use crate::openapi;
use crate::problem::Problem;
use crate::route::{Body, EPOCH, LAST_EVENT, MALFORMED, REFUSED, Route, SINCE, UNKNOWN, WAIT};

/// Returns the page that a report is shown with.
pub(crate) async fn report_page() -> Option<String> {
    page::template(report::PAGE).await
}

/// Returns all routes.
pub(crate) fn table() -> impl Iterator<Item = &'static Route> {
    [
        TABLE,
        tasks::TABLE,
        history::TABLE,
        report::TABLE,
        questions::TABLE,
        link::TABLE,
        devices::TABLE,
        mcp::TABLE,
        permissions::TABLE,
        settings::TABLE,
    ]
    .into_iter()
    .flatten()
}

/// The routes of the desktop itself.
const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/healthz",
        access: Access::Open,
        summary: "Returns `ok` while the server answers.",
        parameters: &[],
        body: None,
        answers: &[(200, "It does.", Body::Other("text/plain"))],
        handler: || get(health::healthz),
    },
    Route {
        method: "get",
        path: "/metrics",
        access: Access::Known,
        summary: "Returns metrics in the format of Prometheus.",
        parameters: &[],
        body: None,
        answers: &[(200, "The numbers.", Body::Other("text/plain"))],
        handler: || get(health::metrics),
    },
    Route {
        method: "post",
        path: "/api/session",
        access: Access::Open,
        summary: "Exchanges the owner's token for a cookie.",
        parameters: &[],
        body: Some(action::schema::of::<Login>),
        answers: &[(204, "The cookie is set.", Body::Nothing), MALFORMED],
        handler: || post(session::begin),
    },
    Route {
        method: "get",
        path: "/api/agents",
        access: Access::Owner,
        summary: "Lists the agents that were let in.",
        parameters: &[],
        body: None,
        answers: &[(200, "The agents.", Body::Json(action::schema::of::<AgentList>))],
        handler: || get(agents::list),
    },
    Route {
        method: "post",
        path: "/api/agents",
        access: Access::Owner,
        summary: "Lets an agent in; its token is only shown once.",
        parameters: &[],
        body: Some(action::schema::of::<NewAgent>),
        answers: &[
            (201, "The agent and its token.", Body::Json(action::schema::of::<Credential>)),
            MALFORMED,
            (409, "There is already an agent with that name.", REFUSED),
        ],
        handler: || post(agents::add),
    },
    Route {
        method: "delete",
        path: "/api/agents/{name}",
        access: Access::Owner,
        summary: "Removes an agent; its locks are released.",
        parameters: &[],
        body: None,
        answers: &[(204, "It is gone.", Body::Nothing), UNKNOWN],
        handler: || delete(agents::remove),
    },
    Route {
        method: "get",
        path: "/api/agents/me/events",
        access: Access::Acting,
        summary: "Streams what people answer to this agent.",
        parameters: &[LAST_EVENT],
        body: None,
        answers: &[(200, "Server-sent events.", Body::Other("text/event-stream"))],
        handler: || get(events::mine),
    },
    Route {
        method: "post",
        path: "/api/actions",
        access: Access::Acting,
        summary: "Applies an action or a batch of actions: all or none.",
        parameters: &[
            (
                "query",
                "timeout_ms",
                "How long to wait for a page's feedback, in milliseconds: 10000 if absent, at most 60000.",
            ),
            ("header", "Idempotency-Key", "A request that is sent again with the same key is applied once."),
        ],
        body: Some(action::schema::of::<ActionsRequest>),
        answers: &[
            (200, "They were applied.", Body::Json(action::schema::of::<BatchReply>)),
            (400, "Something is malformed. Nothing changed.", Body::Json(action::schema::of::<actions::NotDone>)),
            (403, "The named agent is not the sender.", REFUSED),
            (413, "The body is too large.", REFUSED),
            (422, "The desktop refused. Nothing changed.", Body::Json(action::schema::of::<actions::NotDone>)),
            (429, "Too many requests.", REFUSED),
        ],
        handler: || post(actions::act),
    },
    Route {
        method: "post",
        path: "/api/components/done",
        access: Access::Acting,
        summary: "Reports that a pressed button's work is done, so that the next one can be pressed.",
        parameters: &[],
        body: Some(action::schema::of::<PressDone>),
        answers: &[(204, "It was recorded.", Body::Nothing), MALFORMED, UNKNOWN],
        handler: || post(components::done),
    },
    Route {
        method: "get",
        path: "/api/dialogs/{id}",
        access: Access::Acting,
        summary: "Waits for the answer to a dialog of this agent.",
        parameters: &[WAIT],
        body: None,
        answers: &[
            (200, "The answer, or that there is none yet.", Body::Json(action::schema::of::<DialogState>)),
            UNKNOWN,
        ],
        handler: || get(dialogs::answer),
    },
    Route {
        method: "get",
        path: "/api/desktop",
        access: Access::Known,
        summary: "Returns the desktop, with what agents sent.",
        parameters: &[],
        body: None,
        answers: &[(200, "The desktop.", Body::Other("application/json"))],
        handler: || get(desktop::view),
    },
    Route {
        method: "get",
        path: "/api/desktop/events",
        access: Access::Known,
        summary: "Streams the events for pages: a snapshot, then every change.",
        parameters: &[SINCE, EPOCH, LAST_EVENT],
        body: None,
        answers: &[(200, "Server-sent events.", Body::Other("text/event-stream"))],
        handler: || get(desktop::events),
    },
    Route {
        method: "get",
        path: "/api/apps",
        access: Access::Known,
        summary: "Lists the apps in the data folder.",
        parameters: &[],
        body: None,
        answers: &[(200, "The apps.", Body::Json(action::schema::of::<apps::AppList>))],
        handler: || get(apps::list),
    },
    Route {
        method: "post",
        path: "/api/apps/{id}/messages",
        access: Access::Acting,
        summary: "Sends a message to an open app; every page that shows it delivers the message.",
        parameters: &[],
        body: Some(action::schema::of::<apps::AppMail>),
        answers: &[(202, "It is on its way.", Body::Nothing), MALFORMED, UNKNOWN],
        handler: || post(apps::tell),
    },
    Route {
        method: "get",
        path: "/api/openapi.json",
        access: Access::Known,
        summary: "Returns this document.",
        parameters: &[],
        body: None,
        answers: &[(200, "The document.", Body::Other("application/json"))],
        handler: || get(async || Json(openapi::document(table()))),
    },
    Route {
        method: "get",
        path: "/apps/{id}/{*path}",
        access: Access::Known,
        summary: "A file of an app; a document is shown under an address of its own.",
        parameters: &[],
        body: None,
        answers: &[
            (200, "The file.", Body::Other("application/octet-stream")),
            (307, "The address under which the app's documents may read its files.", Body::Nothing),
            UNKNOWN,
        ],
        handler: || get(apps::file),
    },
    Route {
        method: "get",
        path: "/frames/wrapper.js",
        access: Access::Address,
        summary: "The script of the document that an app is shown in.",
        parameters: &[],
        body: None,
        answers: &[(200, "The script.", Body::Other("text/javascript"))],
        handler: || get(apps::script),
    },
    Route {
        method: "get",
        path: "/frames/probe.html",
        access: Access::Open,
        summary: "The document in which a page tests whether a foreign address loads.",
        parameters: &[],
        body: None,
        answers: &[(200, "The document.", Body::Other("text/html"))],
        handler: || get(probe::document),
    },
    Route {
        method: "get",
        path: "/frames/{capability}/{id}/{*path}",
        access: Access::Address,
        summary: "A file of an app, for the app's own frame; below `.wrap` the document around it, and `fingertip.js`.",
        parameters: &[],
        body: None,
        answers: &[(200, "The file.", Body::Other("application/octet-stream")), UNKNOWN],
        handler: || get(apps::framed),
    },
    Route {
        method: "get",
        path: "/files/{*path}",
        access: Access::Known,
        summary: "A file of the data folder.",
        parameters: &[],
        body: None,
        answers: &[(200, "The file.", Body::Other("application/octet-stream")), UNKNOWN],
        handler: || get(apps::plain_file),
    },
    Route {
        method: "get",
        path: "/ws",
        access: Access::Owner,
        summary: "The WebSocket of a page.",
        parameters: &[SINCE, EPOCH, ("query", "client", "The page's own id, to recognise it after a reconnect.")],
        body: None,
        answers: &[(101, "The messages of `server-event` and `client-event`.", Body::Nothing)],
        handler: || get(ws::upgrade),
    },
];

/// Builds the router: the table and the page, behind the guard.
pub(crate) fn router(state: Arc<AppState>) -> Router {
    let mut router = Router::new();
    for route in table() {
        let access = route.access;
        let check = from_fn(move |request: Request, next: Next| allow(access, request, next));
        router = router.route(route.path, (route.handler)().layer(check));
    }
    router
        .fallback(page::file)
        .method_not_allowed_fallback(async || Problem::wrong_method())
        .layer(from_fn_with_state(Arc::clone(&state), guard))
        .with_state(state)
}
