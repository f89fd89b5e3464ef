//! The questions of tasks to people: listed and answered by the owner, or by the holder of a question's link.

use std::sync::Arc;

use axum::Json;
use axum::body::Body as Content;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use task::{QuestionByLink, QuestionList, Reply};

use super::tasks::{read, refused};
use crate::access::Access;
use crate::app_state::AppState;
use crate::problem::Problem;
use crate::route::{Body, MALFORMED, REFUSED, Route, UNKNOWN};

/// The largest body: the longest answer with every character escaped.
const MOST_BODY: usize = 512 << 10;

const SETTLED: (u16, &str, Body) = (409, "Somebody else answered first, or the time is over.", REFUSED);

/// The routes for questions.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/api/questions",
        access: Access::Owner,
        summary: "Lists the questions that wait for an answer, each with the link to answer it elsewhere.",
        parameters: &[],
        body: None,
        answers: &[(200, "The questions.", Body::Json(action::schema::of::<QuestionList>))],
        handler: || get(list),
    },
    Route {
        method: "post",
        path: "/api/questions/{id}/answer",
        access: Access::Owner,
        summary: "Answers a question; the first answer counts.",
        parameters: &[],
        body: Some(action::schema::of::<Reply>),
        answers: &[(204, "It was accepted.", Body::Nothing), MALFORMED, UNKNOWN, SETTLED],
        handler: || post(answer),
    },
    Route {
        method: "get",
        path: "/api/questions/by-link/{token}",
        access: Access::Address,
        summary: "Returns a link's question.",
        parameters: &[],
        body: None,
        answers: &[(200, "The question.", Body::Json(action::schema::of::<QuestionByLink>)), UNKNOWN, SETTLED],
        handler: || get(show_by_link),
    },
    Route {
        method: "post",
        path: "/api/questions/by-link/{token}",
        access: Access::Address,
        summary: "Answers a link's question, once.",
        parameters: &[],
        body: Some(action::schema::of::<Reply>),
        answers: &[(204, "It was accepted.", Body::Nothing), MALFORMED, UNKNOWN, SETTLED],
        handler: || post(answer_by_link),
    },
];

async fn list(State(state): State<Arc<AppState>>) -> Result<Json<QuestionList>, Problem> {
    let tasks = state.tasks()?;
    Ok(Json(QuestionList { questions: tasks.questions(), now: tasks.now() }))
}

async fn answer(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Content,
) -> Result<StatusCode, Problem> {
    let reply = reply(&state, &headers, body).await?;
    state.tasks()?.answer(&id, reply).map(|()| StatusCode::NO_CONTENT).map_err(refused)
}

async fn show_by_link(
    State(state): State<Arc<AppState>>,
    Path(token): Path<String>,
) -> Result<Json<QuestionByLink>, Problem> {
    let tasks = state.tasks()?;
    let question = tasks.question_by_link(&token).map_err(refused)?;
    Ok(Json(QuestionByLink { question, now: tasks.now() }))
}

async fn answer_by_link(
    State(state): State<Arc<AppState>>,
    Path(token): Path<String>,
    headers: HeaderMap,
    body: Content,
) -> Result<StatusCode, Problem> {
    // Before the body is read: an invalid link is not worth it.
    state.tasks()?.question_by_link(&token).map_err(refused)?;
    let reply = reply(&state, &headers, body).await?;
    state.tasks()?.answer_by_link(&token, reply).map(|()| StatusCode::NO_CONTENT).map_err(refused)
}

/// Parses the answer strictly. Errors do not repeat it, because it may be a secret.
async fn reply(state: &AppState, headers: &HeaderMap, body: Content) -> Result<Reply, Problem> {
    let value: serde_json::Value = read(state, headers, body, MOST_BODY).await?;
    serde_json::from_value(value).map_err(|_| {
        let expected = "expected `{\"kind\":\"approve\",\"text\"?,\"remember\"?}`, `{\"kind\":\"reject\",\"why\"?}`, \
                        `{\"kind\":\"myself\"}` or `{\"kind\":\"cancel\"}`";
        Problem::bad("wrong_type", "", expected)
    })
}
