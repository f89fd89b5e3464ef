//! `/mcp`, for outside agents. A caller with the owner's token may choose the name under which it acts.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{delete, get, post};
use desktop::agents::OWNER;

use crate::access::{Access, Caller};
use crate::app_state::AppState;
use crate::mcp::is_agent_name;
use crate::problem::Problem;
use crate::route::{Body, MALFORMED, Route};

/// The header with the agent name of the owner's request.
const AGENT: &str = "fingertip-agent";
const NAMED: (&str, &str, &str) = ("header", "Fingertip-Agent", "The name under which the owner acts.");
const STREAM: Body = Body::Other("text/event-stream");

/// The methods of streamable HTTP.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "post",
        path: "/mcp",
        access: Access::Acting,
        summary: "Answers a message of the Model Context Protocol (docs/mcp.md).",
        parameters: &[NAMED],
        body: None,
        answers: &[
            (200, "The answer, as JSON or as server-sent events.", STREAM),
            (202, "It was accepted.", Body::Nothing),
            MALFORMED,
        ],
        handler: || post(answer),
    },
    Route {
        method: "get",
        path: "/mcp",
        access: Access::Acting,
        summary: "Streams the MCP server's notifications to sessions of older protocol versions.",
        parameters: &[NAMED],
        body: None,
        answers: &[(200, "Server-sent events.", STREAM), MALFORMED],
        handler: || get(answer),
    },
    Route {
        method: "delete",
        path: "/mcp",
        access: Access::Acting,
        summary: "Ends a session of the Model Context Protocol; without one, reports that the agent is done.",
        parameters: &[NAMED],
        body: None,
        answers: &[(204, "It is over.", Body::Nothing), MALFORMED],
        handler: || delete(answer),
    },
];

async fn answer(
    State(state): State<Arc<AppState>>,
    Extension(who): Extension<Option<Caller>>,
    request: Request,
) -> Result<Response, Problem> {
    let agent = match who {
        Some(Caller::Agent(name)) => name,
        _ => named(&request)?,
    };
    let none = || Problem::new(StatusCode::NOT_FOUND, "no_mcp", "this server does not offer MCP");
    let mcp = state.mcp.as_ref().ok_or_else(none)?;
    state.permit(&agent)?;
    tokio::select! {
        answer = mcp.answer(&agent, request) => Ok(answer),
        () = state.stopped() => Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", "the server is shutting down")),
    }
}

/// Returns the name under which the owner acts.
fn named(request: &Request) -> Result<String, Problem> {
    let Some(name) = request.headers().get(AGENT) else { return Ok(OWNER.to_owned()) };
    let name = name.to_str().ok().filter(|name| is_agent_name(name));
    let bad = || Problem::bad("out_of_range", "Fingertip-Agent", "`Fingertip-Agent` must be a name of plain letters");
    name.map(str::to_owned).ok_or_else(bad)
}
