//! Questions of tasks to people: listed and answered by the owner, or by whoever was given a question's link.

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

/// The largest body: an answer of the longest kind with every letter escaped.
const MOST_BODY: usize = 512 << 10;

const SETTLED: (u16, &str, Body) = (409, "Somebody was faster, or the time is over.", REFUSED);

/// What has to do with questions.
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
        answers: &[(204, "It is taken.", Body::Nothing), MALFORMED, UNKNOWN, SETTLED],
        handler: || post(answer),
    },
    Route {
        method: "get",
        path: "/api/questions/by-link/{token}",
        access: Access::Address,
        summary: "Shows the one question that a link leads to.",
        parameters: &[],
        body: None,
        answers: &[(200, "The question.", Body::Json(action::schema::of::<QuestionByLink>)), UNKNOWN, SETTLED],
        handler: || get(show_by_link),
    },
    Route {
        method: "post",
        path: "/api/questions/by-link/{token}",
        access: Access::Address,
        summary: "Answers the one question that a link leads to, once.",
        parameters: &[],
        body: Some(action::schema::of::<Reply>),
        answers: &[(204, "It is taken.", Body::Nothing), MALFORMED, UNKNOWN, SETTLED],
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
    // Before the body is read: a link that leads nowhere is not worth it.
    state.tasks()?.question_by_link(&token).map_err(refused)?;
    let reply = reply(&state, &headers, body).await?;
    state.tasks()?.answer_by_link(&token, reply).map(|()| StatusCode::NO_CONTENT).map_err(refused)
}

/// The answer, read strictly. What is wrong with it is said without repeating it: it may be a secret.
async fn reply(state: &AppState, headers: &HeaderMap, body: Content) -> Result<Reply, Problem> {
    let value: serde_json::Value = read(state, headers, body, MOST_BODY).await?;
    serde_json::from_value(value).map_err(|_| {
        let expected = "expected `{\"kind\":\"approve\",\"text\"?,\"remember\"?}`, `{\"kind\":\"reject\",\"why\"?}`, \
                        `{\"kind\":\"myself\"}` or `{\"kind\":\"cancel\"}`";
        Problem::bad("wrong_type", "", expected)
    })
}
