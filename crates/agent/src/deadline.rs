//! Waits that always end: with their result, or when the task is stopped, paused or out of time.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Clock;
use crate::control::{Control, PauseReason, StopReason};
use crate::error::AgentError;
use crate::summary::EndReason;

/// Why a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// For programs.
    pub reason: EndReason,
    /// The message for the person.
    pub message: String,
    /// What went wrong and what to do; `None` for a success.
    pub error: Option<String>,
}

/// Interrupts the loop at its current wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The task is over.
    End(End),
    /// The task must pause.
    Pause(PauseReason),
}

impl<E: Into<End>> From<E> for Halt {
    fn from(end: E) -> Self {
        Self::End(end.into())
    }
}

impl End {
    /// An end without success; the message is also its error.
    pub fn failed(reason: EndReason, message: impl Into<String>) -> Self {
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

/// Boxes a future and erases its type. The futures of a phone are tens of kilobytes; the whole loop as one type would
/// overflow a stack of two megabytes and take the compiler very long.
pub(crate) fn boxed<'f, T>(work: impl Future<Output = T> + Send + 'f) -> Pin<Box<dyn Future<Output = T> + Send + 'f>> {
    Box::pin(work)
}

/// The limits that every wait of a task obeys.
pub(crate) struct Deadline {
    pub(crate) control: Control,
    pub(crate) clock: Arc<dyn Clock>,
    /// When the time budget runs out.
    pub(crate) at: Option<Duration>,
    waits: AtomicU64,
}

impl Deadline {
    pub(crate) fn new(control: Control, clock: Arc<dyn Clock>, at: Option<Duration>) -> Self {
        Self { control, clock, at, waits: AtomicU64::new(0) }
    }

    /// How often the task has waited. The screen may have changed since the last wait.
    pub(crate) fn waits(&self) -> u64 {
        self.waits.load(Ordering::Relaxed)
    }

    /// Counts a wait that did not go through this type: a mind may think for any length of time.
    pub(crate) fn count_wait(&self) {
        self.waits.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns an error if the task must halt now.
    pub(crate) fn check(&self) -> Result<(), Halt> {
        if let Some(reason) = self.control.stop_reason() {
            return Err(End::stopped(reason).into());
        }
        if self.at.is_some_and(|at| self.clock.now() >= at) {
            return Err(out_of_time().into());
        }
        self.control.pause_reason().map_or(Ok(()), |reason| Err(Halt::Pause(reason)))
    }

    /// Resolves when the task is over: stopped, or out of time.
    pub(crate) async fn over(&self) -> End {
        let out = async {
            match self.at {
                Some(at) => self.clock.sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            reason = self.control.stop_requested() => End::stopped(reason),
            () = out => out_of_time(),
        }
    }

    /// Waits for `work`, unless the task is over or to be paused first.
    pub(crate) async fn wait<F: Future>(&self, work: F) -> Result<F::Output, Halt> {
        self.count_wait();
        tokio::select! {
            biased;
            end = self.over() => Err(end.into()),
            reason = self.control.pause_requested() => Err(Halt::Pause(reason)),
            output = work => Ok(output),
        }
    }

    /// Like [`Deadline::wait`], but for at most `most`; returns `None` after that.
    pub(crate) async fn wait_for<F: Future>(&self, work: F, most: Duration) -> Result<Option<F::Output>, Halt> {
        self.wait(self.at_most(work, most)).await
    }

    /// Waits for work that a pause must not leave half done: only the end of the task cuts it off.
    pub(crate) async fn finish_within<F: Future>(&self, work: F, most: Duration) -> Result<Option<F::Output>, End> {
        self.count_wait();
        tokio::select! {
            biased;
            end = self.over() => Err(end),
            output = self.at_most(work, most) => Ok(output),
        }
    }

    /// Waits for this long.
    pub(crate) async fn sleep(&self, time: Duration) -> Result<(), Halt> {
        if time.is_zero() {
            return self.check();
        }
        let until = self.clock.now().saturating_add(time);
        self.wait(self.clock.sleep_until(until)).await
    }

    async fn at_most<F: Future>(&self, work: F, most: Duration) -> Option<F::Output> {
        let until = self.clock.now().saturating_add(most);
        tokio::select! {
            biased;
            output = work => Some(output),
            () = self.clock.sleep_until(until) => None,
        }
    }
}

fn out_of_time() -> End {
    End::failed(EndReason::Seconds, "the time budget is used up; raise `budgets.seconds` to give the task more")
}
