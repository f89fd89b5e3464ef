//! One call of a tool: its caller, the tasks it waits for, and its progress notifications.
//!
//! `phone` and `tasks` add what a call can do with phones and tasks.

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
    /// The caller, as identified by the credential.
    pub(super) agent: String,
    pub(super) client: Arc<Client>,
    peer: Peer<RoleServer>,
    progress: Option<ProgressToken>,
    told: AtomicU64,
    /// The tasks that this call waits for.
    tasks: Mutex<Vec<String>>,
    /// Whether it ends with a task's question, for the agent to answer.
    pub(super) returns_questions: AtomicBool,
}

impl Call {
    /// Begins a call of this agent.
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

    /// Sends progress to clients that asked for it.
    pub(super) async fn progress(&self, message: impl Into<String>) {
        let Some(token) = &self.progress else { return };
        let told = self.told.fetch_add(1, Ordering::Relaxed) + 1;
        #[expect(clippy::cast_precision_loss, reason = "nobody counts that far")]
        let progress = ProgressNotificationParam::new(token.clone(), told as f64).with_message(message.into());
        // A client that is gone does not need it.
        let _ = self.peer.notify_progress(progress).await;
    }

    /// From now on, questions of this task belong to this call.
    pub(super) fn waits_for(&self, task: &str) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if !tasks.iter().any(|known| known == task) {
            tasks.push(task.to_owned());
        }
    }

    /// Returns whether this call waits for that task.
    pub(super) fn concerns(&self, task: &str) -> bool {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|known| known == task)
    }
}
