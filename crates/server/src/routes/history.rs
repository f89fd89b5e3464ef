//! Looking back on tasks: why one ended, what a step did, how two differ. For the owner.

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use ::history::{Comparison, Run, RunStep, StepFileError, Why, compare, why};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use task::agent::record::ReadError;
use task::retention::{PruneReport, Retention};

use super::devices::tree_json;
use super::request;
use super::tasks::refused;
use crate::access::Access;
use crate::app_state::AppState;
use crate::problem::Problem;
use crate::route::{Body, MALFORMED, Route, UNKNOWN};

/// The routes for looking back.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/api/tasks/{id}/why",
        access: Access::Owner,
        summary: "Says why a task ended, what went wrong first, and what to try.",
        parameters: &[],
        body: None,
        answers: &[(200, "The cause.", Body::Json(action::schema::of::<Why>)), UNKNOWN],
        handler: || get(explain),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}/steps/{number}",
        access: Access::Owner,
        summary: "Returns everything on record about a step: what was seen, said, judged, touched and done.",
        parameters: &[],
        body: None,
        answers: &[(200, "The step.", Body::Other("application/json")), UNKNOWN],
        handler: || get(step),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}/steps/{number}/tree",
        access: Access::Owner,
        summary: "Returns the elements of the screen that the mind saw in a step.",
        parameters: &[],
        body: None,
        answers: &[(200, "The elements, and the tree that they are from.", Body::Other("application/json")), UNKNOWN],
        handler: || get(tree),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}/steps/{number}/picture",
        access: Access::Owner,
        summary: "The picture that the mind saw in a step, with secrets painted over.",
        parameters: &[],
        body: None,
        answers: &[(200, "The picture.", Body::Other("image/png")), UNKNOWN],
        handler: || get(picture),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}/steps/{number}/prompt",
        access: Access::Owner,
        summary: "What models were asked in a step: a list of texts, with secrets masked.",
        parameters: &[],
        body: None,
        answers: &[(200, "The texts.", Body::Other("application/json")), UNKNOWN],
        handler: || get(prompt),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}/diff/{other}",
        access: Access::Owner,
        summary: "Compares two tasks: their steps aligned, and the first divergence.",
        parameters: &[],
        body: None,
        answers: &[(200, "The comparison.", Body::Json(action::schema::of::<Comparison>)), UNKNOWN],
        handler: || get(diff),
    },
    Route {
        method: "post",
        path: "/api/tasks/{id}/keep",
        access: Access::Owner,
        summary: "Keeps a task for good: it is never deleted for its age.",
        parameters: &[("query", "off", "`true` ends that.")],
        body: None,
        answers: &[(204, "It is kept.", Body::Nothing), MALFORMED, UNKNOWN],
        handler: || post(keep),
    },
    Route {
        method: "post",
        path: "/api/history/prune",
        access: Access::Owner,
        summary: "Deletes runs that are over a limit; what runs, waits, can be resumed or is pinned stays.",
        parameters: &[
            ("query", "keep_days", "How many days runs are kept; 0 or absent is no limit."),
            ("query", "keep_runs", "How many runs are kept."),
            ("query", "max_bytes", "How many bytes all runs may have."),
            ("query", "unfinished", "`true` also deletes tasks that failed or reached a limit."),
            ("query", "dry_run", "`true` deletes nothing and only lists the runs."),
        ],
        body: None,
        answers: &[(200, "What was deleted.", Body::Json(action::schema::of::<PruneReport>)), MALFORMED],
        handler: || post(prune),
    },
];

async fn prune(State(state): State<Arc<AppState>>, uri: Uri) -> Result<Json<PruneReport>, Problem> {
    let days = |name| Ok::<u32, Problem>(u32::try_from(request::number(&uri, name)?.unwrap_or(0)).unwrap_or(u32::MAX));
    let rules = Retention {
        keep_days: days("keep_days")?,
        keep_runs: days("keep_runs")?,
        max_bytes: request::number(&uri, "max_bytes")?.unwrap_or(0),
        unfinished: switch(&uri, "unfinished")?,
    };
    let dry_run = switch(&uri, "dry_run")?;
    state.tasks()?.prune(rules, dry_run).await.map(Json).map_err(refused)
}

async fn keep(State(state): State<Arc<AppState>>, Path(id): Path<String>, uri: Uri) -> Result<StatusCode, Problem> {
    let off = switch(&uri, "off")?;
    state.tasks()?.keep(&id, !off).await.map(|()| StatusCode::NO_CONTENT).map_err(refused)
}

/// Returns a switch from the query; off if it is absent.
fn switch(uri: &Uri, name: &'static str) -> Result<bool, Problem> {
    match request::text(uri, name)?.as_deref() {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(Problem::bad("wrong_type", name, format!("`{name}` must be `true` or `false`"))),
    }
}

async fn explain(State(state): State<Arc<AppState>>, Path(id): Path<String>) -> Result<Json<Why>, Problem> {
    let tasks = state.tasks()?;
    let alive = !tasks.show(&id).await.map_err(refused)?.state.is_over();
    let run = read(tasks.task_folder(&id).map_err(refused)?).await?;
    Ok(Json(why(&run, alive)))
}

async fn step(State(state): State<Arc<AppState>>, Path(which): Path<(String, String)>) -> Result<Response, Problem> {
    of_step(&state, which, |_, step| Ok(Json(step).into_response())).await
}

async fn tree(State(state): State<Arc<AppState>>, Path(which): Path<(String, String)>) -> Result<Response, Problem> {
    of_step(&state, which, |folder, step| Ok(Json(tree_json(&step.tree(folder)?)).into_response())).await
}

async fn picture(State(state): State<Arc<AppState>>, Path(which): Path<(String, String)>) -> Result<Response, Problem> {
    let png = [(header::CONTENT_TYPE, "image/png")];
    of_step(&state, which, move |folder, step| Ok((png, step.picture(folder)?).into_response())).await
}

async fn prompt(State(state): State<Arc<AppState>>, Path(which): Path<(String, String)>) -> Result<Response, Problem> {
    of_step(&state, which, |folder, step| Ok(Json(step.prompts(folder)?).into_response())).await
}

/// Answers with something of a step, made on a thread that may wait for the disk.
async fn of_step(
    state: &AppState,
    (id, number): (String, String),
    make: impl FnOnce(&FilePath, &RunStep) -> Result<Response, StepFileError> + Send + 'static,
) -> Result<Response, Problem> {
    let folder = state.tasks()?.task_folder(&id).map_err(refused)?;
    let run = read(folder.clone()).await?;
    let made = request::blocking(move || {
        let step = number.parse().ok().and_then(|number| run.step(number));
        step.map(|step| make(&folder, step))
    });
    match made.await? {
        Some(Ok(response)) => Ok(response),
        Some(Err(error @ StepFileError::Unreadable { .. })) => Err(Problem::ours(&error)),
        Some(Err(error)) => Err(Problem::not_found(error.to_string())),
        None => Err(Problem::not_found("there is no such step")),
    }
}

async fn diff(
    State(state): State<Arc<AppState>>,
    Path((id, other)): Path<(String, String)>,
) -> Result<Json<Comparison>, Problem> {
    let tasks = state.tasks()?;
    let (a, b) = (tasks.task_folder(&id).map_err(refused)?, tasks.task_folder(&other).map_err(refused)?);
    let (a, b) = (read(a).await?, read(b).await?);
    // Two long runs take a moment to align.
    let compared = tokio::task::spawn_blocking(move || compare(&a, &b)).await;
    compared.map(Json).map_err(|error| Problem::ours(&error))
}

/// Reads a run on a thread that may wait for the disk.
async fn read(folder: PathBuf) -> Result<Run, Problem> {
    let read = tokio::task::spawn_blocking(move || Run::read(&folder)).await;
    let read = read.map_err(|error| Problem::ours(&error))?;
    read.map_err(|error| match error {
        ReadError::None { .. } => Problem::not_found("the record of this task is not on this machine"),
        error => Problem::ours(&error),
    })
}
