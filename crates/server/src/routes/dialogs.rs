//! The answer to a dialog, for an agent that comes and asks.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::time::{Duration, Instant, timeout_at};

use super::request;
use crate::access::Who;
use crate::desk::Desk;
use crate::follow::DialogAnswer;
use crate::problem::Problem;

/// What is known of a dialog.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DialogState")]
pub(super) struct Answer {
    /// The dialog.
    id: String,
    /// Whether it was answered.
    answered: bool,
    /// How.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    answer: Option<DialogAnswer>,
}

/// `GET /api/dialogs/{id}`
pub(super) async fn answer(
    State(desk): State<Arc<Desk>>,
    Extension(who): Extension<Option<Who>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Json<Answer>, Problem> {
    let wait = request::wait(&desk, &uri, "wait_ms", Duration::ZERO)?;
    let until = Instant::now() + wait;
    let mine = |agent: &str| !matches!(&who, Some(Who::Agent(name)) if name != agent);
    let mut changes = desk.changes();
    loop {
        changes.borrow_and_update();
        let (asker, answer) = known(&desk, &id);
        let visible = asker.as_deref().or(answer.as_ref().map(|answer| answer.agent.as_str())).is_some_and(mine);
        if !visible {
            return Err(Problem::not_found("there is no such dialog of yours, or its answer is not kept any more"));
        }
        if asker.is_none() {
            return Ok(Json(Answer { id, answered: true, answer }));
        }
        let woken = tokio::select! {
            () = desk.stopped() => false,
            changed = timeout_at(until, changes.changed()) => matches!(changed, Ok(Ok(()))),
        };
        if !woken {
            return Ok(Json(Answer { id, answered: false, answer: None }));
        }
    }
}

/// Who asks, if the dialog is open, and the answer that is kept: at one moment, so that a dialog is never
/// neither.
fn known(desk: &Desk, id: &str) -> (Option<String>, Option<DialogAnswer>) {
    let _answering = desk.answering();
    let asker = desk.hub.look(|desktop, _| desktop.dialog(id).map(|dialog| dialog.from.clone()));
    (asker, desk.dialogs.get(id))
}
