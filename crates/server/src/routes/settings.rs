//! The settings: read and changed by the owner, tested before they are saved. The binary implements them behind the
//! trait `Setup`.

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

const SETTINGS: (u16, &str, Body) = (200, "The current settings.", Body::Json(action::schema::of::<Settings>));
const TRIED: (u16, &str, Body) =
    (200, "Whether it works, and what to do if not.", Body::Json(action::schema::of::<Tried>));
const BROKEN: (u16, &str, Body) = (409, "The settings file cannot be used; the message says why.", REFUSED);

/// The routes for settings.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/api/settings",
        access: Access::Owner,
        summary: "Returns the settings; keys are never shown.",
        parameters: &[],
        body: None,
        answers: &[SETTINGS, BROKEN],
        handler: || get(show),
    },
    Route {
        method: "patch",
        path: "/api/settings",
        access: Access::Owner,
        summary: "Changes the given settings and leaves the rest; an empty text removes a value.",
        parameters: &[],
        body: Some(action::schema::of::<SettingsChange>),
        answers: &[SETTINGS, MALFORMED, BROKEN],
        handler: || patch(change),
    },
    Route {
        method: "post",
        path: "/api/models/try",
        access: Access::Owner,
        summary: "Tests a model with a small question; nothing is saved.",
        parameters: &[],
        body: Some(action::schema::of::<NewModel>),
        answers: &[TRIED, MALFORMED],
        handler: || post(try_model),
    },
    Route {
        method: "put",
        path: "/api/models/{name}",
        access: Access::Owner,
        summary: "Saves a model under a name. The first one becomes the default.",
        parameters: &[],
        body: Some(action::schema::of::<NewModel>),
        answers: &[SETTINGS, MALFORMED, BROKEN],
        handler: || put(put_model),
    },
    Route {
        method: "delete",
        path: "/api/models/{name}",
        access: Access::Owner,
        summary: "Removes a model and its key.",
        parameters: &[],
        body: None,
        answers: &[SETTINGS, UNKNOWN, BROKEN],
        handler: || delete(remove_model),
    },
    Route {
        method: "post",
        path: "/api/phones/try",
        access: Access::Owner,
        summary: "Tests the connection to a phone; nothing is saved.",
        parameters: &[],
        body: Some(action::schema::of::<NewPhone>),
        answers: &[TRIED, MALFORMED],
        handler: || post(try_phone),
    },
    Route {
        method: "post",
        path: "/api/phones",
        access: Access::Owner,
        summary: "Saves a phone: it is listed from now on.",
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

/// Parses an entry strictly. Errors name no value, because one of them may be a key.
async fn entered<T: DeserializeOwned>(state: &AppState, headers: &HeaderMap, body: Content) -> Result<T, Problem> {
    let value: serde_json::Value = read(state, headers, body, state.config.body_bytes).await?;
    // serde would accept a list as the fields in order.
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
    /// Returns the settings, if this server has any.
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
