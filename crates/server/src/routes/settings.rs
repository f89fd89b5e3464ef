//! How everything is set up: read and changed by the owner, tried before it is kept. What the binary makes of it is
//! behind the trait `Setup`.

use std::sync::Arc;

use axum::Json;
use axum::body::Body as Content;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{delete, get, patch, post, put};
use serde::de::DeserializeOwned;

use super::tasks::read;
use crate::access::Access;
use crate::app_state::AppState;
use crate::http::{NewModel, NewPhone, Settings, SettingsChange, Tried};
use crate::problem::Problem;
use crate::route::{Body, MALFORMED, REFUSED, Route, UNKNOWN};
use crate::setup::{Setup, SetupError};

type SettingsResult = Result<Json<Settings>, Problem>;

const SETTINGS: (u16, &str, Body) = (200, "How everything is set up now.", Body::Json(action::schema::of::<Settings>));
const TRIED: (u16, &str, Body) =
    (200, "Whether it works, and what to do if not.", Body::Json(action::schema::of::<Tried>));
const BROKEN: (u16, &str, Body) = (409, "The file of settings cannot be used; it says why.", REFUSED);

/// What has to do with settings.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/api/settings",
        access: Access::Owner,
        summary: "Shows how everything is set up; keys are never shown.",
        parameters: &[],
        body: None,
        answers: &[SETTINGS, BROKEN],
        handler: || get(show),
    },
    Route {
        method: "patch",
        path: "/api/settings",
        access: Access::Owner,
        summary: "Changes what is given and leaves the rest; an empty text takes a value away.",
        parameters: &[],
        body: Some(action::schema::of::<SettingsChange>),
        answers: &[SETTINGS, MALFORMED, BROKEN],
        handler: || patch(change),
    },
    Route {
        method: "post",
        path: "/api/models/try",
        access: Access::Owner,
        summary: "Asks a model a small question; nothing is kept.",
        parameters: &[],
        body: Some(action::schema::of::<NewModel>),
        answers: &[TRIED, MALFORMED],
        handler: || post(try_model),
    },
    Route {
        method: "put",
        path: "/api/models/{name}",
        access: Access::Owner,
        summary: "Keeps a model under a name. The first one is asked when none is named.",
        parameters: &[],
        body: Some(action::schema::of::<NewModel>),
        answers: &[SETTINGS, MALFORMED, BROKEN],
        handler: || put(put_model),
    },
    Route {
        method: "delete",
        path: "/api/models/{name}",
        access: Access::Owner,
        summary: "Forgets a model and its key.",
        parameters: &[],
        body: None,
        answers: &[SETTINGS, UNKNOWN, BROKEN],
        handler: || delete(remove_model),
    },
    Route {
        method: "post",
        path: "/api/phones/try",
        access: Access::Owner,
        summary: "Connects to a phone; nothing is kept.",
        parameters: &[],
        body: Some(action::schema::of::<NewPhone>),
        answers: &[TRIED, MALFORMED],
        handler: || post(try_phone),
    },
    Route {
        method: "post",
        path: "/api/phones",
        access: Access::Owner,
        summary: "Keeps a phone: it is listed from now on.",
        parameters: &[],
        body: Some(action::schema::of::<NewPhone>),
        answers: &[SETTINGS, MALFORMED, BROKEN],
        handler: || post(add_phone),
    },
    Route {
        method: "delete",
        path: "/api/phones/{address}",
        access: Access::Owner,
        summary: "Forgets a phone.",
        parameters: &[],
        body: None,
        answers: &[SETTINGS, UNKNOWN, BROKEN],
        handler: || delete(remove_phone),
    },
];

async fn show(State(state): State<Arc<AppState>>) -> SettingsResult {
    state.setup()?.settings().await.map(Json).map_err(refused)
}

async fn change(State(state): State<Arc<AppState>>, headers: HeaderMap, body: Content) -> SettingsResult {
    let change: SettingsChange = entered(&state, &headers, body).await?;
    state.setup()?.change(change).await.map(Json).map_err(refused)
}

async fn try_model(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    body: Content,
) -> Result<Json<Tried>, Problem> {
    let model: NewModel = entered(&state, &headers, body).await?;
    state.setup()?.try_model(model).await.map(Json).map_err(refused)
}

async fn put_model(
    State(state): State<Arc<AppState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Content,
) -> SettingsResult {
    let model: NewModel = entered(&state, &headers, body).await?;
    state.setup()?.put_model(&name, model).await.map(Json).map_err(refused)
}

async fn remove_model(State(state): State<Arc<AppState>>, Path(name): Path<String>) -> SettingsResult {
    state.setup()?.remove_model(&name).await.map(Json).map_err(refused)
}

async fn try_phone(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    body: Content,
) -> Result<Json<Tried>, Problem> {
    let phone: NewPhone = entered(&state, &headers, body).await?;
    state.setup()?.try_phone(phone).await.map(Json).map_err(refused)
}

async fn add_phone(State(state): State<Arc<AppState>>, headers: HeaderMap, body: Content) -> SettingsResult {
    let phone: NewPhone = entered(&state, &headers, body).await?;
    state.setup()?.add_phone(phone).await.map(Json).map_err(refused)
}

async fn remove_phone(State(state): State<Arc<AppState>>, Path(address): Path<String>) -> SettingsResult {
    state.setup()?.remove_phone(&address).await.map(Json).map_err(refused)
}

/// What was entered, read strictly. What is wrong with it is said without a value: one of them may be a key.
async fn entered<T: DeserializeOwned>(state: &AppState, headers: &HeaderMap, body: Content) -> Result<T, Problem> {
    let value: serde_json::Value = read(state, headers, body, state.config.body_bytes).await?;
    // serde would take a list for the fields in their order.
    if !value.is_object() {
        return Err(Problem::bad("wrong_type", "", "expected an object"));
    }
    serde_json::from_value(value).map_err(|error| {
        // serde names fields in backticks and repeats values after `invalid type: string "…"`.
        let message = error.to_string();
        let said = if message.starts_with("invalid") { "a value has the wrong type".to_owned() } else { message };
        Problem::bad("wrong_type", "", said)
    })
}

impl AppState {
    /// How everything is set up, if anybody here knows.
    fn setup(&self) -> Result<&Arc<dyn Setup>, Problem> {
        let none = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "no_settings", "this server has no settings");
        self.setup.as_ref().ok_or_else(none)
    }
}

fn refused(error: SetupError) -> Problem {
    let message = error.to_string();
    match error {
        SetupError::Invalid { field, .. } => Problem::bad("out_of_range", field, message),
        SetupError::Missing(_) => Problem::not_found(message),
        SetupError::Broken(_) => Problem::new(StatusCode::CONFLICT, "broken_settings", message),
    }
}
