//! The health check and the metrics.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::app_state::AppState;

/// `GET /healthz`
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// `GET /metrics`
pub(super) async fn metrics(State(state): State<Arc<AppState>>) -> impl IntoResponse {
    let (seq, windows) = state.hub.look(|desktop, seq| (seq, desktop.windows().count()));
    let mut page = state.measured.metrics.page(&[
        ("seq", "The number of the last change of the desktop.", seq),
        ("windows", "Windows on the desktop.", windows as u64),
        ("listeners", "Open streams of the desktop, pages and others.", state.hub.listeners() as u64),
        ("pages", "Open pages.", state.agents.pages().count() as u64),
        ("sessions", "Sessions of pages.", state.keys.sessions() as u64),
        ("agents", "Agents that were let in.", state.keys.agents().len() as u64),
        (
            "uptime_seconds",
            "How long the server has been running.",
            state.now().saturating_sub(state.measured.began_ms) / 1000,
        ),
    ]);
    if let Some(more) = &state.measured.more {
        more(&mut page);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], page)
}
