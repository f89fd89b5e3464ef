//! Phones as a person uses them: observed, touched, taken over and given back. For the owner.

use std::sync::Arc;
use std::time::Duration;

use action::phone::ScreenSnapshot;
use axum::Json;
use axum::body::Body as Content;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use task::device::{MOST_FILE, Tree};
use task::{Taker, TaskError};

use super::request;
use super::tasks::refused;
use crate::access::Access;
use crate::app_state::AppState;
use crate::phone_socket::{MOST_MESSAGE, serve};
use crate::problem::Problem;
use crate::route::{Body, MALFORMED, REFUSED, Route, UNKNOWN};
use crate::socket::READ_BUFFER;
use task::DeviceList;

const NO_PHONE: (u16, &str, Body) = (502, "The phone cannot be reached, or failed to do it.", REFUSED);
const HELD: (u16, &str, Body) = (409, "Somebody else holds the phone.", REFUSED);

/// The routes for phones.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/api/devices",
        access: Access::Owner,
        summary: "Lists the phones that can be reached, and who holds them.",
        parameters: &[],
        body: None,
        answers: &[(200, "The phones.", Body::Json(action::schema::of::<DeviceList>)), NO_PHONE],
        handler: || get(list),
    },
    Route {
        method: "get",
        path: "/api/devices/{id}/screen",
        access: Access::Owner,
        summary: "Returns a phone's current screen, as a picture.",
        parameters: &[],
        body: None,
        answers: &[(200, "The picture.", Body::Other("image/png")), UNKNOWN, NO_PHONE],
        handler: || get(screen),
    },
    Route {
        method: "get",
        path: "/api/devices/{id}/snapshot",
        access: Access::Owner,
        summary: "Returns a phone's current screen: the picture with its size, the app in front and the time.",
        parameters: &[],
        body: None,
        answers: &[(200, "The snapshot.", Body::Json(action::schema::of::<ScreenSnapshot>)), UNKNOWN, NO_PHONE],
        handler: || get(snapshot),
    },
    Route {
        method: "get",
        path: "/api/devices/{id}/tree",
        access: Access::Owner,
        summary: "Returns a phone's current screen, element by element.",
        parameters: &[],
        body: None,
        answers: &[(200, "The elements, and every node.", Body::Other("application/json")), UNKNOWN, NO_PHONE],
        handler: || get(tree),
    },
    Route {
        method: "post",
        path: "/api/devices/{id}/input",
        access: Access::Owner,
        summary: "Performs an action of a person, who holds the phone from then on; the action is parsed strictly.",
        parameters: &[],
        body: Some(action::schema::of::<action::phone::AgentAction>),
        answers: &[
            (200, "What the phone did.", Body::Other("application/json")),
            MALFORMED,
            (403, "The gate refused it.", REFUSED),
            UNKNOWN,
            HELD,
            NO_PHONE,
        ],
        handler: || post(input),
    },
    Route {
        method: "post",
        path: "/api/devices/{id}/take",
        access: Access::Owner,
        summary: "Takes a phone over: the task that holds it pauses, and continues when the phone is given back.",
        parameters: &[],
        body: None,
        answers: &[(204, "The person has the phone.", Body::Nothing), UNKNOWN, NO_PHONE],
        handler: || post(take),
    },
    Route {
        method: "post",
        path: "/api/devices/{id}/release",
        access: Access::Owner,
        summary: "Gives a phone back; the next task in line continues with it.",
        parameters: &[],
        body: None,
        answers: &[(204, "The phone is free.", Body::Nothing), MALFORMED, UNKNOWN, NO_PHONE],
        handler: || post(release),
    },
    Route {
        method: "post",
        path: "/api/devices/{id}/files",
        access: Access::Owner,
        summary: "Puts a file on a phone without replacing any: pictures where the gallery looks, else in Download.",
        parameters: &[("query", "name", "The name of the file.")],
        body: None,
        answers: &[
            (201, "Its place on the phone: `{path}`.", Body::Other("application/json")),
            MALFORMED,
            (413, "It is too large.", REFUSED),
            UNKNOWN,
            NO_PHONE,
        ],
        handler: || post(push),
    },
    Route {
        method: "get",
        path: "/ws/phone/{id}",
        access: Access::Owner,
        summary: "The WebSocket of a page that watches a phone: its picture, and a person's input.",
        parameters: &[],
        body: None,
        answers: &[
            (101, "Frames, and the messages of `phone-server-message` and `phone-client-message`.", Body::Nothing),
            UNKNOWN,
            (503, "Too many pages watch phones.", REFUSED),
        ],
        handler: || get(watch),
    },
];

async fn list(State(state): State<Arc<AppState>>) -> Result<Json<DeviceList>, Problem> {
    let devices = state.tasks()?.phones().await.map_err(refused)?;
    Ok(Json(DeviceList { devices }))
}

async fn screen(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let shot = known(&state, &id, state.tasks()?.screen(Some(&id)).await).await?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")];
    let png = shot.picture.encoded().await.map_err(|error| refused(TaskError::Device(error.into())))?;
    Ok((headers, png).into_response())
}

async fn snapshot(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let snapshot = known(&state, &id, state.tasks()?.snapshot(Some(&id)).await).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(snapshot)).into_response())
}

async fn tree(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Json<Value>, Problem> {
    let tree = known(&state, &id, state.tasks()?.tree(Some(&id)).await).await?;
    Ok(Json(tree_json(&tree)))
}

/// The elements of a screen, and the tree that they are from.
pub(super) fn tree_json(tree: &Tree) -> Value {
    let (elements, nodes) = (tree.elements(), &tree.nodes);
    json!({ "elements": elements, "rotation": tree.rotation, "nodes": nodes, "cut": tree.cut })
}

async fn input(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Content,
) -> Result<Json<Value>, Problem> {
    let tasks = state.tasks()?;
    let bytes = request::body(&state, &headers, body, state.config.body_bytes).await?;
    let action = {
        let value = request::json(&bytes)?;
        let first = |findings: Vec<action::Finding>| match findings.into_iter().next() {
            Some(finding) => Problem::bad(finding.code.as_str(), &finding.path, finding.message),
            None => Problem::bad("syntax", "", "this is not an action"),
        };
        action::phone::strict(&value).map_err(first)?
    };
    let acted = known(&state, &id, tasks.input(Some(&id), &action).await).await?;
    Ok(Json(json!({ "acted": acted })))
}

async fn take(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let taken = state.tasks()?.take(Some(&id), &Taker::Person).await;
    known(&state, &id, taken).await.map(|()| StatusCode::NO_CONTENT)
}

async fn release(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let released = state.tasks()?.release(Some(&id), &Taker::Person).await;
    known(&state, &id, released).await.map(|()| StatusCode::NO_CONTENT)
}

/// How long a file may take: a phone over Wi-Fi is slow.
const FILE_TIME: Duration = Duration::from_secs(300);

async fn push(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: Content,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let tasks = state.tasks()?;
    let name = request::text(&uri, "name")?;
    let name = name.ok_or_else(|| Problem::bad("missing", "name", "`name` is missing; expected a file's name"))?;
    let data = request::body_within(&headers, body, MOST_FILE, FILE_TIME).await?;
    tracing::info!(device = id, bytes = data.len(), "a person puts a file on a phone");
    let path = known(&state, &id, tasks.push_file(Some(&id), &name, &data).await).await?;
    Ok((StatusCode::CREATED, Json(json!({ "path": path }))))
}

/// `GET /ws/phone/{id}`
async fn watch(
    State(state): State<Arc<AppState>>,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let tasks = Arc::clone(state.tasks()?);
    // A listed phone that is gone is waited for; an unknown one is a mistake.
    if !id.contains(':') {
        let phones = tasks.phones().await.map_err(refused)?;
        if phones.iter().all(|phone| phone.id != id) {
            let shown: String = id.chars().take(60).collect();
            return Err(Problem::not_found(format!("there is no phone `{shown}`; `GET /api/devices` lists them")));
        }
    }
    let upgrade = upgrade.map_err(|error| Problem::bad("no_websocket", "", error.body_text()))?;
    let full = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "full", "too many pages watch phones");
    let place = Arc::clone(&state.connected.watchers).try_acquire_owned().map_err(|_| full())?;
    let upgrade = upgrade.read_buffer_size(READ_BUFFER).max_message_size(MOST_MESSAGE).max_frame_size(MOST_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| serve(state, tasks, id, socket, place)))
}

/// Turns the error of an unreachable phone that is in no list into the client's mistake. A phone named by its address
/// is in no list either.
async fn known<T>(state: &AppState, id: &str, came: Result<T, TaskError>) -> Result<T, Problem> {
    let error = match came {
        Ok(came) => return Ok(came),
        Err(error) => error,
    };
    if matches!(error, TaskError::Unreachable(_))
        && !id.contains(':')
        && let Ok(phones) = state.tasks()?.phones().await
        && phones.iter().all(|phone| phone.id != id)
    {
        return Err(Problem::not_found(error.to_string()));
    }
    Err(refused(error))
}
