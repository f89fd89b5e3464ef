//! The page behind a question's link, for a person on another device: it shows the question with its picture, and takes
//! one answer. A person who chose to do it themselves gives the phone back here. Also takes files that the owner sends.
//!
//! The address is the permission, so there is no cookie. The form works without a script; with one, the page can use
//! the camera, the microphone and so on, each only if the question accepts it. Viewing uses nothing up, because
//! messengers open links before people do; the first valid answer does. `guard` stops a form of another site, which
//! could not know the address.

mod consent;
mod escape;
mod form;
mod html;
mod words;

use std::sync::Arc;
use std::time::Duration;

use action::{AnswerForm, QuestionKind};
use axum::body::Body as Content;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use task::device::MOST_FILE;
use task::{Open, Reply, Service, TaskError};
use tokio::sync::Semaphore;

use self::form::Form;
use self::words::Words;
use super::request;
use super::tasks::{refused, screenshot_of};
use crate::access::Access;
use crate::app_state::AppState;
use crate::guard::{Devices, allow_devices, set_policy};
use crate::problem::Problem;
use crate::route::{Body, MALFORMED, REFUSED, Route, UNKNOWN};

const PAGE: Body = Body::Other("text/html");
const NEVER: (u16, &str, Body) = (404, "There never was a question here, as far as the server knows.", PAGE);
const OVER: (u16, &str, Body) = (410, "The question was answered or withdrawn, or its time is over.", PAGE);

/// Space for the form around a file or a text.
const MOST_FORM: usize = 256 << 10;
/// How long an upload may take.
const FILE_TIME: Duration = Duration::from_secs(300);

/// Files are read into memory, so only this many at once.
static ROOM: Semaphore = Semaphore::const_new(4);

/// The routes for links.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/q/{token}",
        access: Access::Address,
        summary: "The page of a link's question, for a browser on another device.",
        parameters: &[],
        body: None,
        answers: &[(200, "The question and its form.", PAGE), NEVER, OVER],
        handler: || get(show),
    },
    Route {
        method: "post",
        path: "/q/{token}",
        access: Access::Address,
        summary: "Takes the form of that page, once: `multipart/form-data` with `answer`, `choice`, \
                  `text`, `why` and `file`.",
        parameters: &[],
        body: None,
        answers: &[
            (200, "It was accepted.", PAGE),
            (400, "It does not fit the question, which stays open.", PAGE),
            NEVER,
            OVER,
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
        summary: "Answers a question with a picture or another file in the body, which is put on the phone.",
        parameters: &[("query", "name", "The name of the file.")],
        body: None,
        answers: &[
            (204, "It was accepted.", Body::Nothing),
            MALFORMED,
            UNKNOWN,
            (409, "Somebody else answered first, or the time is over.", REFUSED),
            (413, "The file is too large.", REFUSED),
        ],
        handler: || post(give),
    },
    Route {
        method: "post",
        path: "/api/questions/by-link/{token}/file",
        access: Access::Address,
        summary: "Answers a link's question with a picture or another file, once.",
        parameters: &[("query", "name", "The name of the file.")],
        body: None,
        answers: &[
            (204, "It was accepted.", Body::Nothing),
            MALFORMED,
            UNKNOWN,
            (409, "Somebody else answered first, or the time is over.", REFUSED),
            (413, "The file is too large.", REFUSED),
        ],
        handler: || post(give_by_link),
    },
];

async fn show(
    State(state): State<Arc<AppState>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (tasks, words) = (state.tasks()?, Words::of(&headers));
    Ok(match asked(tasks, &token) {
        Ok((open, left)) => question(StatusCode::OK, words, &open, &token, left, None).await,
        Err(_) if tasks.has_phone_by_link(&token) => page(StatusCode::OK, html::handed_over(words)).await,
        Err(error) => gone(words, &error).await,
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
    let (tasks, words) = (state.tasks()?, Words::of(&headers));
    // Before the body is read: an invalid link is not worth it.
    let (open, left) = match asked(tasks, &token) {
        Ok(asked) => asked,
        Err(error) => return give_back(&state, &token, &headers, body, &error).await,
    };
    let again = async |status, left, wrong: &str| Ok(question(status, words, &open, &token, left, Some(wrong)).await);
    let (most, time) = match open.takes.file() {
        true => (MOST_FILE + MOST_FORM, left.min(FILE_TIME)),
        false => (MOST_FORM, state.config.body_timeout),
    };
    let Ok(_room) = ROOM.try_acquire() else {
        let wrong = "The server is busy with other answers. Please send it again.";
        return again(StatusCode::SERVICE_UNAVAILABLE, left, wrong).await;
    };
    let body = match request::body_within(&headers, body, most, time).await {
        Ok(body) => body,
        Err(problem) => {
            let wrong = match problem.status() {
                StatusCode::PAYLOAD_TOO_LARGE => "That is too large. Nothing was sent.",
                _ => "It did not arrive completely. Please send it again.",
            };
            return again(problem.status(), left, wrong).await;
        }
    };
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let reply = form::read(kind, body).await.ok_or("That could not be read. Please use the form.");
    let reply = match reply.and_then(|form| reply_of(&open, form)) {
        Ok(reply) => reply,
        Err(wrong) => return again(StatusCode::BAD_REQUEST, left, wrong).await,
    };
    let myself = reply == Reply::Myself {};
    match tasks.answer_by_link(&token, reply) {
        Ok(()) if myself => Ok(page(StatusCode::OK, html::handed_over(words)).await),
        Ok(()) => {
            let text = "Your answer was received. You can close this page; the link no longer works.";
            Ok(page(StatusCode::OK, html::notice(words, "Thank you", text)).await)
        }
        Err(error @ (TaskError::Invalid { .. } | TaskError::TooLong { .. })) => {
            let left = asked(tasks, &token).map_or(Duration::ZERO, |(_, left)| left);
            again(refused(error).status(), left, "That does not fit the question. Please try again.").await
        }
        Err(error @ (TaskError::Settled { .. } | TaskError::Restarted | TaskError::NoQuestion(_))) => {
            Ok(gone(words, &error).await)
        }
        Err(error) => Err(refused(error)),
    }
}

/// Handles the form of the page that is shown while the person has the phone. An answer that a browser sends twice does
/// not give it back.
async fn give_back(
    state: &AppState,
    token: &str,
    headers: &HeaderMap,
    body: Content,
    settled: &TaskError,
) -> Result<Response, Problem> {
    let (tasks, words) = (state.tasks()?, Words::of(headers));
    if !tasks.has_phone_by_link(token) {
        return Ok(gone(words, settled).await);
    }
    let body = request::body_within(headers, body, MOST_FORM, state.config.body_timeout).await?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if form::read(kind, body).await.is_none_or(|form| form.answer != "continue") {
        return Ok(page(StatusCode::OK, html::handed_over(words)).await);
    }
    match tasks.give_back_by_link(token).await {
        Ok(()) => {
            let text = "The task looks at the phone and continues. You can close this page; the link no longer works.";
            Ok(page(StatusCode::OK, html::notice(words, "Thank you", text)).await)
        }
        // It is over, or another person gave the phone back.
        Err(TaskError::NoQuestion(_) | TaskError::State { .. }) => Ok(gone(words, settled).await),
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
    let reply = file(&uri, &headers, body).await?;
    state.tasks()?.answer(&id, reply).map(|()| StatusCode::NO_CONTENT).map_err(refused)
}

async fn give_by_link(
    State(state): State<Arc<AppState>>,
    Path(token): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: Content,
) -> Result<StatusCode, Problem> {
    // Before the body is read: an invalid link, or one to a question that takes no file, is not worth it.
    let open = state.tasks()?.question_by_link(&token).map_err(refused)?;
    if !open.takes.file() {
        return Err(Problem::bad("not_allowed", "file", "this question takes no file; answer it in words"));
    }
    let reply = file(&uri, &headers, body).await?;
    state.tasks()?.answer_by_link(&token, reply).map(|()| StatusCode::NO_CONTENT).map_err(refused)
}

/// Reads the body as a person's file.
async fn file(uri: &Uri, headers: &HeaderMap, body: Content) -> Result<Reply, Problem> {
    let name = request::text(uri, "name")?.ok_or_else(|| Problem::bad("missing", "name", "`name` is missing"))?;
    let _room = ROOM.try_acquire().map_err(|_| Problem::too_many(1))?;
    let bytes = request::body_within(headers, body, MOST_FILE, FILE_TIME).await?;
    Ok(Reply::Give { name, bytes })
}

/// Returns the question of a link, and how long there is to answer it.
fn asked(tasks: &Service, token: &str) -> Result<(Open, Duration), TaskError> {
    let open = tasks.question_by_link(token)?;
    let left = tasks.left(&open);
    Ok((open, left))
}

/// Turns the form into an answer; anything but a clear yes is not a yes.
fn reply_of(open: &Open, form: Form) -> Result<Reply, &'static str> {
    let text = form.text.filter(|text| !text.trim().is_empty());
    if let Some(choice) = form.choice {
        let chosen = choice.parse::<usize>().ok().and_then(|at| open.choices.get(at));
        let text = chosen.ok_or("Please press one of the buttons.")?.clone();
        return Ok(Reply::Approve { text: Some(text), remember: false });
    }
    match form.answer.as_str() {
        "deny" => Ok(Reply::Reject { why: form.why.filter(|why| !why.trim().is_empty()) }),
        "stop" => Ok(Reply::Cancel {}),
        "myself" if open.consent.is_some() => Ok(Reply::Myself {}),
        "always" if open.can_remember => Ok(Reply::Approve { text: None, remember: true }),
        "approve" => match (form.file, text) {
            (Some(_), Some(_)) => Err("Please give the text or the file, not both."),
            (Some((name, bytes)), None) => Ok(Reply::Give { name, bytes }),
            (None, None) if open.kind == QuestionKind::Ask => Err("Please write an answer."),
            (None, text) => Ok(Reply::Approve { text, remember: false }),
        },
        _ => Err("Please press one of the buttons."),
    }
}

/// Returns the page of a question: it may use only the devices that the question accepts.
async fn question(
    status: StatusCode,
    words: Words,
    open: &Open,
    token: &str,
    left: Duration,
    wrong: Option<&str>,
) -> Response {
    let mut response = page(status, html::question(words, open, token, left, wrong)).await;
    let takes = |forms: &[AnswerForm]| open.forms.iter().any(|form| forms.contains(form));
    let devices = Devices {
        camera: takes(&[AnswerForm::Photo, AnswerForm::Qr]),
        microphone: takes(&[AnswerForm::Recording]),
        place: takes(&[AnswerForm::Place]),
    };
    allow_devices(response.headers_mut(), devices);
    response
}

/// There is nothing to answer: the question is settled, or the server does not know it.
async fn gone(words: Words, error: &TaskError) -> Response {
    let (status, title, text) = match error {
        TaskError::Settled { how } => (StatusCode::GONE, html::over(*how).0, html::over(*how).1),
        TaskError::Restarted => (
            StatusCode::GONE,
            "The task has stopped",
            "The server was restarted before anybody answered. When the task goes on, it asks again, and this link \
             works again: reload the page then.",
        ),
        _ => (
            StatusCode::NOT_FOUND,
            "Nothing to answer",
            "There is no question behind this link. Perhaps the address is incomplete, or the question is long gone.",
        ),
    };
    page(status, html::notice(words, title, text)).await
}

async fn page(status: StatusCode, content: html::Main) -> Response {
    let html = html::document(super::page::template("link.html").await, &content);
    let mut response = (status, html).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    // With `no-referrer` a browser would send the form with the Origin `null`, like a foreign site's.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    set_policy(headers, html::POLICY);
    response
}
