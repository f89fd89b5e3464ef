//! The report of a task, and the comparison of two: one HTML document with everything in it, made while it is sent. For
//! the owner.
//!
//! It runs under the policy that it names for itself: its own script and styles by their hashes, no other, and no
//! request to anywhere, this server included.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body as Content;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use futures_util::stream;
use report::{Made, Options, ReportError, Source, Template};
use task::{Service, State as TaskState};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;

use super::tasks::refused;
use super::{page, request};
use crate::access::Access;
use crate::app_state::AppState;
use crate::guard::set_policy_text;
use crate::problem::Problem;
use crate::route::{Body, REFUSED, Route, UNKNOWN};

/// The page that shows a report, without data.
pub(super) const PAGE: &str = "report.html";

/// How much is sent at once.
const PIECE: usize = 64 << 10;
/// How many pieces wait for a slow reader.
const WAITING: usize = 4;

/// How long a reader may take for a piece.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Pictures are decoded and encoded again, so only this many reports are made at once.
static ROOM: Semaphore = Semaphore::const_new(2);

const BUSY: (u16, &str, Body) = (429, "Other reports are being made.", REFUSED);

const FULL: (&str, &str, &str) = ("query", "full", "If present, pictures and texts are kept as they are.");

/// The routes of reports.
pub(super) const TABLE: &[Route] = &[
    Route {
        method: "get",
        path: "/api/tasks/{id}/report",
        access: Access::Owner,
        summary: "The report of a task as one HTML document, also while the task runs.",
        parameters: &[FULL],
        body: None,
        answers: &[(200, "The report.", Body::Other("text/html")), UNKNOWN, BUSY],
        handler: || get(report),
    },
    Route {
        method: "get",
        path: "/api/tasks/{id}/diff/{other}/report",
        access: Access::Owner,
        summary: "Two tasks side by side as one HTML document: their steps aligned, with pictures, and the first divergence.",
        parameters: &[FULL],
        body: None,
        answers: &[
            (200, "The comparison.", Body::Other("text/html")),
            (400, "Both are the same task.", REFUSED),
            UNKNOWN,
            (422, "A record is damaged from its first line on.", REFUSED),
            BUSY,
        ],
        handler: || get(comparison),
    },
];

async fn report(State(state): State<Arc<AppState>>, Path(id): Path<String>, uri: Uri) -> Result<Response, Problem> {
    let full = is_full(&uri)?;
    let source = source(state.tasks()?, &id).await?;
    send(&state, full, move |template, options, out| report::write(&source, template, options, out)).await
}

async fn comparison(
    State(state): State<Arc<AppState>>,
    Path((id, other)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Problem> {
    let (full, tasks) = (is_full(&uri)?, state.tasks()?);
    let (a, b) = (source(tasks, &id).await?, source(tasks, &other).await?);
    send(&state, full, move |template, options, out| report::write_comparison([&a, &b], template, options, out)).await
}

/// Whether the query asks for everything in full.
fn is_full(uri: &Uri) -> Result<bool, Problem> {
    Ok(request::text(uri, "full")?.is_some())
}

async fn source(tasks: &Service, id: &str) -> Result<Source, Problem> {
    // The service knows which names are tasks: no other name becomes part of a path.
    let folder = tasks.task_folder(id).map_err(refused)?;
    let running = tasks.show(id).await.is_ok_and(|view| matches!(view.state, TaskState::Running | TaskState::Paused));
    Ok(Source { folder, running })
}

/// Sends a report while `write` makes it.
async fn send(
    state: &AppState,
    full: bool,
    write: impl FnOnce(&Template, &Options, &mut Pieces) -> Result<Made, ReportError> + Send + 'static,
) -> Result<Response, Problem> {
    let template = page::template(PAGE).await.ok_or(ReportError::Template).and_then(|html| Template::new(&html));
    let template = template.map_err(|error| unmade(&error))?;
    let room = ROOM.try_acquire().map_err(|_| {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "full", "other reports are being made; try again in a moment")
    })?;
    let policy = format!("{}; frame-ancestors 'none'", template.policy());
    let program = concat!("fingertip ", env!("CARGO_PKG_VERSION")).to_owned();
    let options = Options { full, program, now: i64::try_from(state.now()).unwrap_or_default() };
    let (pieces, mut made) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || {
        let _room = room;
        let mut out = Pieces { buffer: Vec::with_capacity(PIECE), pieces: pieces.clone() };
        if let Err(error) = write(&template, &options, &mut out) {
            // The reader may be gone; then the error does not matter.
            let _ = pieces.blocking_send(Err(error));
        }
    });
    let first = match made.recv().await {
        Some(Ok(first)) => first,
        Some(Err(error)) => return Err(unmade(&error)),
        None => return Err(Problem::ours(&io::Error::other("the report ended before it began"))),
    };
    // An error after the beginning cuts the document off, and its page says so.
    let rest = stream::unfold((Some(first), made), async |(first, mut made)| {
        let piece = match first {
            Some(first) => Ok(first),
            None => made.recv().await?.map_err(|error| io::Error::other(error.to_string())),
        };
        Some((piece, (None, made)))
    });
    let mut response =
        ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], Content::from_stream(rest)).into_response();
    set_policy_text(response.headers_mut(), &policy);
    Ok(response)
}

fn unmade(error: &ReportError) -> Problem {
    match error {
        ReportError::None { .. } => Problem::not_found("the record of this task is not on this machine"),
        ReportError::Newer { .. } | ReportError::Template => {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "no_report", error.to_string())
        }
        ReportError::Same { .. } => Problem::bad("same_task", "other", error.to_string()),
        ReportError::Damaged(_) => {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "damaged", "a record is damaged from its first line on")
        }
        ReportError::Record { .. } | ReportError::Output(_) => Problem::ours(error),
    }
}

/// Sends the written data in pieces.
struct Pieces {
    buffer: Vec<u8>,
    pieces: mpsc::Sender<Result<Bytes, ReportError>>,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let piece = std::mem::replace(&mut self.buffer, Vec::with_capacity(PIECE));
        // A reader that stopped reading would hold one of the few places for reports.
        let sending = timeout(LONGEST_WAIT, self.pieces.send(Ok(piece.into())));
        match Handle::current().block_on(sending) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(io::Error::new(io::ErrorKind::BrokenPipe, "the reader is gone")),
        }
    }
}
