//! Waiting that ends: for whatever is awaited, unless the task is stopped or out of time first.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;
use crate::error::AgentError;
use crate::stop::{Stop, StopReason};
use crate::summary::EndReason;

/// Why a task is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) reason: EndReason,
    /// What the person is told.
    pub(crate) message: String,
    /// What went wrong and what to do, unless it is a success.
    pub(crate) error: Option<String>,
}

impl End {
    /// An end that is no success; the message is its error too.
    pub(crate) fn failed(reason: EndReason, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { reason, error: Some(message.clone()), message }
    }

    pub(crate) fn panicked(message: &str) -> Self {
        Self::failed(EndReason::Panicked, format!("the runtime itself failed: {message}; please report it"))
    }

    pub(crate) fn stopped(reason: StopReason) -> Self {
        let (reason, message) = match reason {
            StopReason::Interrupt => (EndReason::Interrupt, "the task was interrupted"),
            StopReason::Cancel => (EndReason::Cancel, "the task was cancelled"),
            StopReason::Preempted => (EndReason::Preempted, "somebody else took the phone"),
        };
        Self::failed(reason, message)
    }
}

impl From<AgentError> for End {
    fn from(error: AgentError) -> Self {
        let reason = match &error {
            AgentError::Recorder(_) => EndReason::Recorder,
            AgentError::Model(_) => EndReason::Model,
            AgentError::Device(_) => EndReason::Device,
            AgentError::Disconnected { .. } => EndReason::Disconnected,
        };
        Self::failed(reason, error.to_string())
    }
}

/// A future on the heap whose type ends here. Those of a phone are tens of kilobytes, and the whole loop as one
/// type would be more than a stack of two megabytes and the compiler's patience can hold.
pub(crate) fn boxed<'f, T>(work: impl Future<Output = T> + Send + 'f) -> Pin<Box<dyn Future<Output = T> + Send + 'f>> {
    Box::pin(work)
}

/// What every wait of a task goes by.
#[derive(Clone)]
pub(crate) struct Patience {
    pub(crate) stop: Stop,
    pub(crate) clock: Arc<dyn Clock>,
    /// When the budget of time is used up.
    pub(crate) deadline: Option<Duration>,
}

impl Patience {
    /// The end, if it is there already.
    pub(crate) fn check(&self) -> Result<(), End> {
        if let Some(reason) = self.stop.reason() {
            return Err(End::stopped(reason));
        }
        match self.deadline {
            Some(deadline) if self.clock.now() >= deadline => Err(out_of_time()),
            _ => Ok(()),
        }
    }

    /// Resolves when the task is over: stopped, or out of time.
    pub(crate) async fn over(&self) -> End {
        let deadline = async {
            match self.deadline {
                Some(deadline) => self.clock.sleep_until(deadline).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            reason = self.stop.requested() => End::stopped(reason),
            () = deadline => out_of_time(),
        }
    }

    /// Waits for `work`, unless the task is over first.
    pub(crate) async fn wait<F: Future>(&self, work: F) -> Result<F::Output, End> {
        tokio::select! {
            biased;
            end = self.over() => Err(end),
            output = work => Ok(output),
        }
    }

    /// The same for so long at most; nothing when that was not enough.
    pub(crate) async fn wait_for<F: Future>(&self, work: F, most: Duration) -> Result<Option<F::Output>, End> {
        let until = self.clock.now().saturating_add(most);
        self.wait(async {
            tokio::select! {
                biased;
                output = work => Some(output),
                () = self.clock.sleep_until(until) => None,
            }
        })
        .await
    }

    /// Lets time pass.
    pub(crate) async fn sleep(&self, time: Duration) -> Result<(), End> {
        if time.is_zero() {
            return self.check();
        }
        let until = self.clock.now().saturating_add(time);
        self.wait(self.clock.sleep_until(until)).await
    }
}

fn out_of_time() -> End {
    End::failed(EndReason::Seconds, "the budget of time is used up; raise `budgets.seconds` to give the task more")
}
