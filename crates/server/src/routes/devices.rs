//! Phones as a person uses them: looked at, touched, taken over and given back. For the owner.

use std::sync::Arc;

use axum::Json;
use axum::body::Body as Content;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use task::{PhoneView, Taker, TaskError};

use super::tasks::refused;
use super::{Body, MALFORMED, REFUSED, Route, UNKNOWN, request};
use crate::access::Access;
use crate::desk::Desk;
use crate::problem::Problem;

const NO_PHONE: (u16, &str, Body) = (502, "The phone cannot be reached, or does not do it.", REFUSED);
const HELD: (u16, &str, Body) = (409, "Somebody else holds the phone.", REFUSED);

/// What has to do with phones.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/api/devices",
        access: Access::Owner,
        summary: "Lists the phones that can be reached, and who holds them.",
        parameters: &[],
        body: None,
        answers: &[(200, "The phones.", Body::Json(action::schema::of::<Devices>)), NO_PHONE],
        handler: || get(list),
    },
    Route {
        method: "get",
        path: "/api/devices/{id}/screen",
        access: Access::Owner,
        summary: "Shows what stands on a phone's screen now, as a picture.",
        parameters: &[],
        body: None,
        answers: &[(200, "The picture.", Body::Other("image/png")), UNKNOWN, NO_PHONE],
        handler: || get(screen),
    },
    Route {
        method: "get",
        path: "/api/devices/{id}/tree",
        access: Access::Owner,
        summary: "Shows what stands on a phone's screen now, element by element.",
        parameters: &[],
        body: None,
        answers: &[(200, "The elements, and every node.", Body::Other("application/json")), UNKNOWN, NO_PHONE],
        handler: || get(tree),
    },
    Route {
        method: "post",
        path: "/api/devices/{id}/input",
        access: Access::Owner,
        summary: "Carries out an action of a person, who holds the phone from then on; it is read strictly.",
        parameters: &[],
        body: Some(action::schema::of::<action::phone::AgentAction>),
        answers: &[
            (200, "What the phone did.", Body::Other("application/json")),
            MALFORMED,
            (403, "The gate refuses it.", REFUSED),
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
        summary: "Takes a phone over: the task that holds it is interrupted, and can be resumed.",
        parameters: &[],
        body: None,
        answers: &[(204, "It is the person's.", Body::Nothing), UNKNOWN, NO_PHONE],
        handler: || post(take),
    },
    Route {
        method: "post",
        path: "/api/devices/{id}/release",
        access: Access::Owner,
        summary: "Gives a phone back; the next task in line goes on with it.",
        parameters: &[],
        body: None,
        answers: &[(204, "It is free.", Body::Nothing), MALFORMED, UNKNOWN, NO_PHONE],
        handler: || post(release),
    },
];

/// The phones that can be reached.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DeviceList")]
struct Devices {
    /// The phones.
    devices: Vec<PhoneView>,
}

async fn list(State(desk): State<Arc<Desk>>) -> Result<Json<Devices>, Problem> {
    let devices = desk.tasks()?.phones().await.map_err(refused)?;
    Ok(Json(Devices { devices }))
}

async fn screen(State(desk): State<Arc<Desk>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let shot = known(&desk, &id, desk.tasks()?.screen(Some(&id)).await).await?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")];
    let png = shot.picture.encoded().await.map_err(|error| refused(TaskError::Device(error.into())))?;
    Ok((headers, png).into_response())
}

async fn tree(State(desk): State<Arc<Desk>>, Path(id): Path<String>) -> Result<Json<Value>, Problem> {
    let tree = known(&desk, &id, desk.tasks()?.tree(Some(&id)).await).await?;
    let (elements, nodes) = (tree.elements(), &tree.nodes);
    Ok(Json(json!({ "elements": elements, "rotation": tree.rotation, "nodes": nodes, "cut": tree.cut })))
}

async fn input(
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Content,
) -> Result<Json<Value>, Problem> {
    let tasks = desk.tasks()?;
    let bytes = request::body(&desk, &headers, body, desk.config.body_bytes).await?;
    let action = {
        let value = request::json(&bytes)?;
        let first = |findings: Vec<action::Finding>| match findings.into_iter().next() {
            Some(finding) => Problem::bad(finding.code.as_str(), &finding.path, finding.message),
            None => Problem::bad("syntax", "", "this is no action"),
        };
        action::phone::strict(&value).map_err(first)?
    };
    let acted = known(&desk, &id, tasks.input(Some(&id), &action).await).await?;
    Ok(Json(json!({ "acted": acted })))
}

async fn take(State(desk): State<Arc<Desk>>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let taken = desk.tasks()?.take(Some(&id), &Taker::Person).await;
    known(&desk, &id, taken).await.map(|()| StatusCode::NO_CONTENT)
}

async fn release(State(desk): State<Arc<Desk>>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let released = desk.tasks()?.release(Some(&id), &Taker::Person).await;
    known(&desk, &id, released).await.map(|()| StatusCode::NO_CONTENT)
}

/// What came of it. A phone that cannot be reached and is in no list is none: that is the client's mistake, not the
/// phone's. One that is named by its address is in no list either.
async fn known<T>(desk: &Desk, id: &str, came: Result<T, TaskError>) -> Result<T, Problem> {
    let error = match came {
        Ok(came) => return Ok(came),
        Err(error) => error,
    };
    if matches!(error, TaskError::Unreachable(_))
        && !id.contains(':')
        && let Ok(phones) = desk.tasks()?.phones().await
        && phones.iter().all(|phone| phone.id != id)
    {
        return Err(Problem::not_found(error.to_string()));
    }
    Err(refused(error))
}
