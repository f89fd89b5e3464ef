//! The page behind a question's link, for a person on another device: it shows the one question, with its picture,
//! and takes the one answer. Who answered that they do it themselves gives the phone back here. Also the door for a
//! file that the owner gives.
//!
//! The address is the permission, so nothing else is asked for: no cookie, no script. Looking uses nothing up
//! (messengers look at links before people do); the first answer that suits does. A form of another site is
//! stopped by `guard`, and could not know the address.

mod consent;
mod form;
mod html;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body as Content;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use task::device::MOST_FILE;
use task::{Kind, Open, Reply, Service, TaskError};
use tokio::sync::Semaphore;

use self::form::Form;
use super::request;
use super::tasks::{refused, screenshot_of};
use crate::access::Access;
use crate::app_state::AppState;
use crate::guard::set_policy;
use crate::problem::Problem;
use crate::route::{Body, MALFORMED, REFUSED, Route, UNKNOWN};

const PAGE: Body = Body::Other("text/html");

/// Room for the form around a file or a text.
const MOST_FORM: usize = 256 << 10;
/// How long a file may take to come.
const FILE_TIME: Duration = Duration::from_secs(300);

/// Files come whole into memory: only so many at once.
static ROOM: Semaphore = Semaphore::const_new(4);

/// What has to do with links.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/q/{token}",
        access: Access::Address,
        summary: "The page of the one question that a link leads to, for a browser on another device.",
        parameters: &[],
        body: None,
        answers: &[(200, "The question and its form.", PAGE), (404, "There is no open question here.", PAGE)],
        handler: || get(show),
    },
    Route {
        method: "post",
        path: "/q/{token}",
        access: Access::Address,
        summary: "Takes the form of that page, once: `multipart/form-data` with `answer`, `text`, `why` and `file`.",
        parameters: &[],
        body: None,
        answers: &[
            (200, "It is taken.", PAGE),
            (400, "It does not suit the question, which stays open.", PAGE),
            (404, "There is no open question here.", PAGE),
            (413, "It is too large. The question stays open.", PAGE),
        ],
        handler: || post(take),
    },
    Route {
        method: "get",
        path: "/q/{token}/picture",
        access: Access::Address,
        summary: "The picture that belongs to that question, with secrets painted over.",
        parameters: &[],
        body: None,
        answers: &[(200, "The picture.", Body::Other("image/png")), UNKNOWN],
        handler: || get(picture),
    },
    Route {
        method: "post",
        path: "/api/questions/{id}/file",
        access: Access::Owner,
        summary: "Answers a question with a picture or another file, which is the body; it is put on the phone.",
        parameters: &[("query", "name", "What the file is called.")],
        body: None,
        answers: &[
            (204, "It is taken.", Body::Nothing),
            MALFORMED,
            UNKNOWN,
            (409, "Somebody was faster, or the time is over.", REFUSED),
            (413, "The file is too large.", REFUSED),
        ],
        handler: || post(give),
    },
];

async fn show(State(state): State<Arc<AppState>>, Path(token): Path<String>) -> Result<Response, Problem> {
    let tasks = state.tasks()?;
    Ok(match asked(tasks, &token) {
        Some((open, left)) => page(StatusCode::OK, html::question(&open, &token, left, None)),
        None if tasks.has_phone_by_link(&token) => page(StatusCode::OK, html::handed_over()),
        None => gone(),
    })
}

async fn picture(State(state): State<Arc<AppState>>, Path(token): Path<String>) -> Result<Response, Problem> {
    let open = state.tasks()?.question_by_link(&token).map_err(refused)?;
    let shown = open.consent.as_ref().and_then(|consent| consent.picture);
    let shown = shown.ok_or_else(|| Problem::not_found("this question has no picture"))?;
    screenshot_of(&state, &open.task, shown.number).await
}

async fn take(
    State(state): State<Arc<AppState>>,
    Path(token): Path<String>,
    headers: HeaderMap,
    body: Content,
) -> Result<Response, Problem> {
    let tasks = state.tasks()?;
    // Before the body is read: a link that leads nowhere is not worth it.
    let Some((open, left)) = asked(tasks, &token) else {
        return give_back(&state, &token, &headers, body).await;
    };
    let again = |status, left, wrong: &str| Ok(page(status, html::question(&open, &token, left, Some(wrong))));
    let (most, time) = match open.takes.file() {
        true => (MOST_FILE + MOST_FORM, left.min(FILE_TIME)),
        false => (MOST_FORM, state.config.body_timeout),
    };
    let Ok(_room) = ROOM.try_acquire() else {
        return again(StatusCode::SERVICE_UNAVAILABLE, left, "Others are answering right now. Please send it again.");
    };
    let body = match request::body_within(&headers, body, most, time).await {
        Ok(body) => body,
        Err(problem) => {
            let wrong = match problem.status() {
                StatusCode::PAYLOAD_TOO_LARGE => "That is too large. Nothing was sent.",
                _ => "It did not arrive whole. Please send it again.",
            };
            return again(problem.status(), left, wrong);
        }
    };
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let reply = form::read(kind, body).await.ok_or("That could not be read. Please use the form.");
    let reply = match reply.and_then(|form| reply_of(&open, form)) {
        Ok(reply) => reply,
        Err(wrong) => return again(StatusCode::BAD_REQUEST, left, wrong),
    };
    let myself = reply == Reply::Myself {};
    match tasks.answer_by_link(&token, reply) {
        Ok(()) if myself => Ok(page(StatusCode::OK, html::handed_over())),
        Ok(()) => Ok(page(
            StatusCode::OK,
            html::notice("Thank you", "Your answer was taken. You can close this page; the link is used up."),
        )),
        Err(error @ (TaskError::Invalid { .. } | TaskError::TooLong { .. })) => {
            let left = asked(tasks, &token).map_or(Duration::ZERO, |(_, left)| left);
            again(refused(error).status(), left, "That does not suit the question. Please try again.")
        }
        Err(TaskError::Settled { .. } | TaskError::NoQuestion(_)) => Ok(gone()),
        Err(error) => Err(refused(error)),
    }
}

/// The form of the page that stands there while the person has the phone. An answer that a browser sends twice does
/// not give it back.
async fn give_back(state: &AppState, token: &str, headers: &HeaderMap, body: Content) -> Result<Response, Problem> {
    let tasks = state.tasks()?;
    if !tasks.has_phone_by_link(token) {
        return Ok(gone());
    }
    let body = request::body_within(headers, body, MOST_FORM, state.config.body_timeout).await?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if form::read(kind, body).await.is_none_or(|form| form.answer != "continue") {
        return Ok(page(StatusCode::OK, html::handed_over()));
    }
    match tasks.give_back_by_link(token).await {
        Ok(()) => {
            let text = "The task looks at the phone and goes on. You can close this page; the link is used up.";
            Ok(page(StatusCode::OK, html::notice("Thank you", text)))
        }
        // It is over, or somebody else gave the phone back.
        Err(TaskError::NoQuestion(_) | TaskError::State { .. }) => Ok(gone()),
        Err(error) => Err(refused(error)),
    }
}

async fn give(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: Content,
) -> Result<StatusCode, Problem> {
    let tasks = state.tasks()?;
    let name = request::text(&uri, "name")?.ok_or_else(|| Problem::bad("missing", "name", "`name` is missing"))?;
    let _room = ROOM.try_acquire().map_err(|_| Problem::too_many(1))?;
    let bytes = request::body_within(&headers, body, MOST_FILE, FILE_TIME).await?;
    tasks.answer(&id, Reply::Give { name, bytes }).map(|()| StatusCode::NO_CONTENT).map_err(refused)
}

/// The question that a link leads to, and how long there is to answer it.
fn asked(tasks: &Service, token: &str) -> Option<(Open, Duration)> {
    let open = tasks.question_by_link(token).ok()?;
    let left = tasks.left(&open);
    (!left.is_zero()).then_some((open, left))
}

/// What the form means as an answer; whatever is no clear yes is no yes.
fn reply_of(open: &Open, form: Form) -> Result<Reply, &'static str> {
    let text = form.text.filter(|text| !text.trim().is_empty());
    match form.answer.as_str() {
        "deny" => Ok(Reply::Reject { why: form.why.filter(|why| !why.trim().is_empty()) }),
        "stop" => Ok(Reply::Cancel {}),
        "myself" if open.consent.is_some() => Ok(Reply::Myself {}),
        "always" if open.can_remember => Ok(Reply::Approve { text: None, remember: true }),
        "approve" => match (form.file, text) {
            (Some(_), Some(_)) => Err("Please give the text or the file, not both."),
            (Some((name, bytes)), None) => Ok(Reply::Give { name, bytes }),
            (None, None) if open.kind == Kind::Ask => Err("Please write an answer."),
            (None, text) => Ok(Reply::Approve { text, remember: false }),
        },
        _ => Err("Please press one of the buttons."),
    }
}

/// There is nothing to answer here: never was, not any more, or somebody has.
fn gone() -> Response {
    let text = "There is no open question behind this link: it was answered, its time is over, or the address is not \
                complete. There is nothing left to do here.";
    page(StatusCode::NOT_FOUND, html::notice("Nothing to answer", text))
}

fn page(status: StatusCode, html: String) -> Response {
    let mut response = (status, html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    // With `no-referrer` a browser would send the form with the Origin `null`, as a stranger's.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    set_policy(headers, html::POLICY);
    response
}
