//! Requests and notifications from a server: nothing is granted. Sampling and roots are refused, a question to the
//! person is declined; progress and log messages are logged, bounded; changes of its tools are passed on.

#![expect(deprecated, reason = "servers of 2025 still ask for sampling and roots, and log")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rmcp::model::{
    ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams,
    ElicitResult, ElicitationAction, ErrorCode, Implementation, ListRootsResult, LoggingMessageNotificationParam,
    ProgressNotificationParam,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use tokio::sync::Notify;

use super::text::line;

/// How many notifications of one connection are logged.
const MOST_LOGGED: u32 = 1000;

/// Our side of one connection.
#[derive(Clone)]
pub(super) struct Handler {
    server: Arc<str>,
    changed: Arc<Notify>,
    logged: Arc<AtomicU32>,
}

impl Handler {
    /// Creates the handler for a server of this name; `changed` is notified when its tools change.
    pub(super) fn new(server: &str, changed: Arc<Notify>) -> Self {
        Self { server: server.into(), changed, logged: Arc::default() }
    }

    fn refuse(&self, what: &str) -> ErrorData {
        self.log(&format!("asked for {what}, which was refused"));
        ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("this client offers no {what}"), None)
    }

    fn log(&self, text: &str) {
        if self.logged.fetch_add(1, Ordering::Relaxed) < MOST_LOGGED {
            tracing::info!(server = &*self.server, "{}", line(text, 500));
        }
    }
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        // No capabilities: no sampling, no elicitation, no roots.
        let about = Implementation::new("fingertip", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), about)
    }

    async fn create_message(
        &self,
        _: CreateMessageRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        Err(self.refuse("sampling"))
    }

    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        Err(self.refuse("roots"))
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.log("wanted to ask the person something, which was declined");
        Ok(ElicitResult::new(ElicitationAction::Decline))
    }

    async fn on_progress(&self, progress: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let of = progress.total.map_or_else(String::new, |total| format!(" of {total}"));
        let words = progress.message.as_deref().unwrap_or_default();
        self.log(&format!("progress {}{of} {words}", progress.progress));
    }

    async fn on_logging_message(&self, message: LoggingMessageNotificationParam, _: NotificationContext<RoleClient>) {
        self.log(&format!("{:?}: {}", message.level, message.data));
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }
}
