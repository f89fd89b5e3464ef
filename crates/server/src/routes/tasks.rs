//! Tasks: started, listed, watched, paused, cancelled and resumed. For the owner.

use std::sync::Arc;

use action::sse::Outgoing;
use axum::Json;
use axum::body::Body as Content;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use bytes::Bytes;
use futures_util::stream;
use serde::de::DeserializeOwned;
use task::device::DeviceError;
use task::{ListFilter, NewTask, News, Page, TaskError, TaskMade, View, Watching};
use tokio::time::timeout;

use super::{request, stream as out};
use crate::access::Access;
use crate::app_state::AppState;
use crate::problem::Problem;
use crate::route::{Body, LAST_EVENT, MALFORMED, REFUSED, Route, UNKNOWN};
use crate::static_files;

/// The largest body: the longest goal with every character escaped.
const MOST_BODY: usize = 512 << 10;
/// How many tasks are listed by default.
const USUAL_LIMIT: u64 = 20;

const WRONG_STATE: (u16, &str, Body) = (409, "The task's state does not allow this.", REFUSED);
const LATER: (u16, &str, Body) = (429, "Too many tasks are running or waiting.", REFUSED);
const NO_PHONE: (u16, &str, Body) = (502, "The phone cannot be reached.", REFUSED);

/// The routes for tasks.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "post",
        path: "/api/tasks",
        access: Access::Owner,
        summary: "Starts a task; it runs as soon as its phone is free.",
        parameters: &[],
        body: Some(action::schema::of::<NewTask>),
        answers: &[
            (201, "It was recorded.", Body::Json(action::schema::of::<TaskMade>)),
            MALFORMED,
            (413, "The goal is too long.", REFUSED),
            LATER,
            NO_PHONE,
        ],
        handler: || post(start),
    },
    Route {
        method: "get",
        path: "/api/tasks",
        access: Access::Owner,
        summary: "Lists tasks, the latest first.",
        parameters: &[
            ("query", "limit", "How many: 20 if absent, at most 100."),
            ("query", "before", "Only those before this task: the `before` of the previous page."),
            ("query", "status", "Only those in one of these states, separated by commas."),
            ("query", "since", "Only those that were created since then, as in `2026-07-29T14:15:00Z`."),
            ("query", "grep", "Only those whose goal, messages or record contain this text."),
        ],
        body: None,
        answers: &[(200, "The tasks.", Body::Json(action::schema::of::<Page>)), MALFORMED],
        handler: || get(list),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}",
        access: Access::Owner,
        summary: "Returns the state of a task.",
        parameters: &[],
        body: None,
        answers: &[(200, "The task.", Body::Json(action::schema::of::<View>)), UNKNOWN],
        handler: || get(show),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}/events",
        access: Access::Owner,
        summary: "Streams the events of a task, from its beginning as far as they are kept, until it is over.",
        parameters: &[LAST_EVENT],
        body: None,
        answers: &[(200, "Server-sent events.", Body::Other("text/event-stream")), UNKNOWN],
        handler: || get(events),
    },
    Route {
        method: "get",
        path: "/api/events",
        access: Access::Owner,
        summary: "Streams the events of all tasks from now on.",
        parameters: &[LAST_EVENT],
        body: None,
        answers: &[(200, "Server-sent events.", Body::Other("text/event-stream"))],
        handler: || get(all_events),
    },
    Route {
        method: "post",
        path: "/api/tasks/{id}/cancel",
        access: Access::Owner,
        summary: "Cancels a running or waiting task; it ends soon after.",
        parameters: &[],
        body: None,
        answers: &[(202, "It was requested.", Body::Nothing), UNKNOWN, WRONG_STATE],
        handler: || post(cancel),
    },
    Route {
        method: "post",
        path: "/api/tasks/{id}/pause",
        access: Access::Owner,
        summary: "Pauses a running task: it keeps its place, and its budgets stop counting.",
        parameters: &[],
        body: None,
        answers: &[(202, "It was requested.", Body::Nothing), UNKNOWN, WRONG_STATE],
        handler: || post(pause),
    },
    Route {
        method: "post",
        path: "/api/tasks/{id}/continue",
        access: Access::Owner,
        summary: "Continues a paused task, with a fresh look at the phone; a phone that was handed over by an answer is given back.",
        parameters: &[],
        body: None,
        answers: &[(202, "It was requested.", Body::Nothing), UNKNOWN, WRONG_STATE],
        handler: || post(go_on),
    },
    Route {
        method: "post",
        path: "/api/tasks/{id}/resume",
        access: Access::Owner,
        summary: "Resumes an unfinished task.",
        parameters: &[("query", "max_steps", "The most steps altogether; as before if absent.")],
        body: None,
        answers: &[(202, "It waits for its phone.", Body::Nothing), MALFORMED, UNKNOWN, WRONG_STATE, LATER, NO_PHONE],
        handler: || post(resume),
    },
    Route {
        method: "post",
        path: "/api/tasks/{id}/undo",
        access: Access::Owner,
        summary: "Undoes a task: in a new task, by the steps that undo its plan; otherwise by the app's own offer, if \
                  that is still on the screen and still the same.",
        parameters: &[],
        body: None,
        answers: &[
            (202, "A new task undoes it.", Body::Json(action::schema::of::<TaskMade>)),
            (204, "The app's button was pressed.", Body::Nothing),
            UNKNOWN,
            WRONG_STATE,
            LATER,
            NO_PHONE,
        ],
        handler: || post(undo),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}/trajectory",
        access: Access::Owner,
        summary: "The task's trajectory, from its tenth step on.",
        parameters: &[],
        body: None,
        answers: &[(200, "The trajectory.", Body::Other("application/json")), UNKNOWN],
        handler: || get(trajectory),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}/screenshots/{number}",
        access: Access::Owner,
        summary: "One of the task's screenshots, with secrets painted over.",
        parameters: &[],
        body: None,
        answers: &[(200, "The picture.", Body::Other("image/png")), UNKNOWN],
        handler: || get(screenshot),
    },
];

async fn start(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    body: Content,
) -> Result<(StatusCode, Json<TaskMade>), Problem> {
    let tasks = state.tasks()?;
    let asked: NewTask = read(&state, &headers, body, MOST_BODY).await?;
    let task_id = tasks.start(asked.into()).await.map_err(refused)?;
    Ok((StatusCode::CREATED, Json(TaskMade { task_id })))
}

async fn list(State(state): State<Arc<AppState>>, uri: Uri) -> Result<Json<Page>, Problem> {
    let limit = request::number(&uri, "limit")?.unwrap_or(USUAL_LIMIT);
    let before = request::text(&uri, "before")?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let filter = filter(&uri)?;
    state.tasks()?.list_where(filter, limit, before.as_deref()).await.map(Json).map_err(refused)
}

fn filter(uri: &Uri) -> Result<ListFilter, Problem> {
    let text = |name| request::text(uri, name);
    let (status, since, grep) = (text("status")?, text("since")?, text("grep")?);
    let filter = ListFilter::parse(status.as_deref(), since.as_deref(), grep.as_deref());
    filter.map_err(|(field, expected)| Problem::bad("out_of_range", field, expected))
}

async fn show(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Json<View>, Problem> {
    state.tasks()?.show(&id).await.map(Json).map_err(refused)
}

async fn events(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let after = request::last_event(&headers)?;
    let watching = state.tasks()?.watch(&id, after).await.map_err(refused)?;
    Ok(told(state, watching))
}

async fn all_events(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Result<Response, Problem> {
    let watching = state.tasks()?.watch_all(request::last_event(&headers)?);
    Ok(told(state, watching))
}

async fn pause(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    state.tasks()?.pause(&id).map(|()| StatusCode::ACCEPTED).map_err(refused)
}

async fn go_on(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    state.tasks()?.go_on(&id).await.map(|()| StatusCode::ACCEPTED).map_err(refused)
}

async fn cancel(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    state.tasks()?.cancel(&id).map(|()| StatusCode::ACCEPTED).map_err(refused)
}

async fn resume(State(state): State<Arc<AppState>>, Path(id): Path<String>, uri: Uri) -> Result<StatusCode, Problem> {
    let most = request::number(&uri, "max_steps")?;
    let most = most.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
    state.tasks()?.resume(&id, most).await.map(|()| StatusCode::ACCEPTED).map_err(refused)
}

/// The app's button was pressed, or a new task undoes the old one.
async fn undo(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Response, Problem> {
    Ok(match state.tasks()?.undo(&id).await.map_err(refused)? {
        None => StatusCode::NO_CONTENT.into_response(),
        Some(task_id) => (StatusCode::ACCEPTED, Json(TaskMade { task_id })).into_response(),
    })
}

async fn trajectory(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Response, Problem> {
    // The service knows which names are tasks: no other name becomes part of a path.
    state.tasks()?.trajectory(&id).map_err(refused)?;
    static_files::serve(&state.places.tasks(), &format!("{id}/trajectory.json")).await
}

async fn screenshot(
    State(state): State<Arc<AppState>>,
    Path((id, number)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let number: u64 = number.parse().map_err(|_| Problem::not_found("there is no such screenshot"))?;
    screenshot_of(&state, &id, number).await
}

/// Serves a screenshot of a task.
pub(super) async fn screenshot_of(state: &AppState, id: &str, number: u64) -> Result<Response, Problem> {
    let tasks = state.tasks()?;
    if let Err(error) = tasks.screenshot(id, number) {
        let picture = tasks.picture_elsewhere(id, number).await.ok_or_else(|| refused(error))?;
        return Ok(([(header::CONTENT_TYPE, "image/png")], picture).into_response());
    }
    static_files::serve(&state.places.tasks(), &format!("{id}/screenshots/{number:06}.png")).await
}

/// Streams events, each with its number.
fn told(state: Arc<AppState>, watching: Watching) -> Response {
    let told = stream::unfold((state, watching), async |(state, mut watching)| {
        let bytes = tokio::select! {
            () = state.stopped() => return None,
            news = timeout(state.config.ping_every, watching.next()) => match news {
                Ok(news) => written(&news?),
                Err(_) => out::heartbeat(),
            },
        };
        Some((bytes, (state, watching)))
    });
    out::events(told)
}

fn written(news: &News) -> Bytes {
    match news {
        News::Event(event) => {
            let data = serde_json::to_string(&**event).unwrap_or_default();
            Outgoing { id: Some(event.n), name: None, data: &data }.to_string().into()
        }
        News::Lagged { upto } => {
            let data = format!("{{\"upto\":{upto}}}");
            Outgoing { id: Some(*upto), name: Some("lagged"), data: &data }.to_string().into()
        }
    }
}

/// Parses a JSON body strictly.
pub(super) async fn read<T: DeserializeOwned>(
    state: &AppState,
    headers: &HeaderMap,
    content: Content,
    limit: usize,
) -> Result<T, Problem> {
    let bytes = request::body(state, headers, content, limit).await?;
    // Before serde, which would accept the last of two equal keys in a map without a word.
    request::json(&bytes)?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let code = if error.is_data() { "wrong_type" } else { "syntax" };
        Problem::bad(code, "", error.to_string())
    })
}

/// Turns a service error into a problem for the client.
pub(super) fn refused(error: TaskError) -> Problem {
    let message = error.to_string();
    match &error {
        TaskError::Invalid { field, .. } => Problem::bad("out_of_range", field, message),
        TaskError::TooLong { .. } => Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message),
        TaskError::NoTask(_) | TaskError::NoQuestion(_) => Problem::not_found(message),
        TaskError::Settled { .. } | TaskError::Restarted => Problem::new(StatusCode::CONFLICT, "settled", message),
        TaskError::State { .. } => Problem::new(StatusCode::CONFLICT, "wrong_state", message),
        TaskError::Held { .. } => Problem::new(StatusCode::CONFLICT, "held", message),
        TaskError::Refused(_) => Problem::forbidden("refused", message),
        TaskError::Full(_) => Problem::new(StatusCode::TOO_MANY_REQUESTS, "full", message),
        TaskError::Stopping => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", message),
        // Not the phone's fault: no phone could do it.
        TaskError::Device(
            DeviceError::Refused(_)
            | DeviceError::NotForADevice { .. }
            | DeviceError::NotAKey { .. }
            | DeviceError::NotAPackage { .. }
            | DeviceError::OneKey
            | DeviceError::Unsendable { .. },
        ) => Problem::bad("not_allowed", "", message),
        TaskError::Unreachable(_) | TaskError::Device(_) => Problem::new(StatusCode::BAD_GATEWAY, "phone", message),
        TaskError::Model(_) => Problem::bad("unknown_id", "model", message),
        TaskError::Folder(_) | TaskError::Record(_) | TaskError::System(_) => Problem::ours(&error),
    }
}
