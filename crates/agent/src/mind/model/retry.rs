//! Retries a model after a failure. The delay is recorded and reported before the wait begins.
//!
//! The client sends each request once and never waits, so this is the only place where a prediction is retried.

use std::future::pending;

use action::LoopEvent;
use model::ModelError;

use super::ModelMind;
use crate::context::Context;
use crate::deadline::Halt;
use crate::error::AgentError;
use crate::event::Event;
use crate::journal::{JournalEntry, Retry, RetryOf};

impl ModelMind {
    /// Waits before the same request is retried, or ends the task with the error if it is not.
    pub(super) async fn wait_before_retry(
        &self,
        context: &mut Context,
        failed: u32,
        error: ModelError,
    ) -> Result<(), Halt> {
        let own = self.model.traits().max_retries;
        let Some(after) = context.settings().before_asking_again(own, failed, &error) else {
            return Err(AgentError::Model(error).into());
        };
        let (step, why) = (context.step(), error.to_string());
        let retry = Retry { mark: context.mark(), of: RetryOf::Prediction, failed, why: why.clone(), delay: after };
        context.write(JournalEntry::Retry(retry)).await?;
        tracing::info!(step, failed, ?after, "asking the model again: {}", context.redactor().text(&why));
        context.emit(Event::Loop(LoopEvent::Retrying { step, why, after_sec: after.as_secs_f64() }));
        // Nothing else is awaited: only the end of the task or a pause cuts the wait short.
        context.wait_for(pending::<()>(), after).await?;
        Ok(())
    }
}
