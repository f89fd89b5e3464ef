//! One call of a tool: who calls, the tasks it waits for, and how its progress is told.
//!
//! `phone` and `tasks` add what a call can do with a phone and with tasks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};

use super::clients::Client;
use super::shared::Shared;

/// One call of a tool.
pub(super) struct Call {
    pub(super) shared: Arc<Shared>,
    /// Who calls, as the credential says.
    pub(super) agent: String,
    pub(super) client: Arc<Client>,
    peer: Peer<RoleServer>,
    progress: Option<ProgressToken>,
    told: AtomicU64,
    /// The tasks that this call waits for.
    tasks: Mutex<Vec<String>>,
    /// Whether it ends with what a task wants to know, for the agent to answer.
    pub(super) returns_questions: AtomicBool,
}

impl Call {
    /// A call of this agent's that begins now.
    pub(super) fn new(shared: &Arc<Shared>, agent: String, context: &RequestContext<RoleServer>) -> Self {
        Self {
            client: shared.clients.of(&agent),
            shared: Arc::clone(shared),
            agent,
            peer: context.peer.clone(),
            progress: context.meta.get_progress_token(),
            told: AtomicU64::new(0),
            tasks: Mutex::default(),
            returns_questions: AtomicBool::new(false),
        }
    }

    /// Tells how far it is, to clients that want to know.
    pub(super) async fn progress(&self, message: impl Into<String>) {
        let Some(token) = &self.progress else { return };
        let told = self.told.fetch_add(1, Ordering::Relaxed) + 1;
        #[expect(clippy::cast_precision_loss, reason = "nobody counts that far")]
        let progress = ProgressNotificationParam::new(token.clone(), told as f64).with_message(message.into());
        // A client that is gone does not want to know.
        let _ = self.peer.notify_progress(progress).await;
    }

    /// From now on the questions of this task are this call's.
    pub(super) fn waits_for(&self, task: &str) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if !tasks.iter().any(|known| known == task) {
            tasks.push(task.to_owned());
        }
    }

    /// Whether this call waits for that task.
    pub(super) fn concerns(&self, task: &str) -> bool {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|known| known == task)
    }
}
