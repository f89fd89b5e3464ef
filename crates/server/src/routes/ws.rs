//! Upgrades a request to a page's WebSocket.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{StatusCode, Uri};
use axum::response::Response;

use super::request;
use crate::app_state::AppState;
use crate::problem::Problem;
use crate::socket::{READ_BUFFER, serve};

/// The longest id that a page gives itself.
const LONGEST_ID: usize = 64;

/// `GET /ws`
pub(super) async fn upgrade(
    State(state): State<Arc<AppState>>,
    uri: Uri,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let since = request::number(&uri, "since")?;
    let epoch = request::text(&uri, "epoch")?;
    let client = request::text(&uri, "client")?;
    let plain = |id: &String| {
        (1..=LONGEST_ID).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    if client.as_ref().is_some_and(|id| !plain(id)) {
        let message = format!("`client` must be 1 to {LONGEST_ID} letters, digits, `-` or `_`");
        return Err(Problem::bad("out_of_range", "client", message));
    }
    let upgrade = upgrade.map_err(|error| Problem::bad("no_websocket", "", error.body_text()))?;
    if state.agents.pages().count() >= state.config.connections {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "full", "too many pages are open"));
    }
    let client = state.connected.clients.get_or_create(client.as_deref(), since.is_some());
    let most = state.config.picture_bytes;
    let upgrade = upgrade.read_buffer_size(READ_BUFFER).max_message_size(most).max_frame_size(most);
    Ok(upgrade.on_upgrade(move |socket| serve(state, client, since, epoch, socket)))
}
