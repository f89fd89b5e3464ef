//! The trait of operations: how one begins, and how it is checked. Each operation has its own file beside this one.

use std::time::Duration;

use async_trait::async_trait;

pub(crate) use super::problem::{Change, Problem};
use super::ways::Ways;
use super::work::Work;
use crate::deadline::Halt;

/// One operation.
#[async_trait]
pub(crate) trait Operation: Send + Sync {
    /// Checks the preconditions and returns the strategies. Called once a step, and again when a task is resumed: the
    /// values kept in [`Work`] the first time are still there, so "one more than before" keeps its meaning.
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt>;

    /// Whether it is done, by the phone's own state. Called after each strategy, for as long as [`Self::patience`]
    /// says, and before a task is resumed.
    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt>;

    /// How long the phone may take to show the result.
    fn patience(&self) -> Duration {
        Duration::from_secs(3)
    }

    /// Whether repeating it is harmless, so that the next strategy may be tried if the phone does not show that this
    /// one worked.
    fn repeats(&self) -> bool {
        false
    }

    /// Whether it starts from the screen that earlier steps left, so that they are repeated if that screen is gone.
    fn goes_on_from_screen(&self) -> bool {
        false
    }

    /// Whether the phone still shows the result later, on another screen. If not, only the run that did it knows.
    fn lasts(&self) -> bool {
        true
    }

    /// The problem to report if no strategy works; `None` for the general message.
    fn no_way(&self, work: &Work<'_>) -> Option<Problem> {
        let _ = work;
        None
    }

    /// Whether it is a question: it changes nothing but the screen that is shown.
    fn only_answers(&self) -> bool {
        false
    }

    /// Whether it needs an unlocked screen.
    fn needs_screen(&self) -> bool {
        true
    }
}

/// An operation that only answers: it reads the phone and changes nothing.
#[async_trait]
pub(crate) trait Answer: Send + Sync {
    /// Returns the answer.
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt>;
}

#[async_trait]
impl<T: Answer> Operation for T {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        self.answer(work).await
    }

    async fn check(&self, _: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(Check::NotYet)
    }

    fn only_answers(&self) -> bool {
        true
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

/// What there is to do.
#[derive(Debug)]
pub(crate) enum Begin {
    /// Try these strategies.
    Go(Ways),
    /// Nothing: it is already so, or it was a question; the message.
    Done(String),
    /// It cannot be done.
    Stop(Problem),
}

/// The result of a check.
#[derive(Debug)]
pub(crate) enum Check {
    /// It is done; the message.
    Done(String),
    /// Not yet, or not at all.
    NotYet,
    /// A part is done: the event is there, and does not ring yet. [`Operation::begin`] returns the strategies for the
    /// rest, which may be tried one after the other.
    Partly,
    /// The phone does not tell: it may be done. Anything that must not be done twice is not repeated without asking.
    Unclear,
    /// It failed in a way that a retry does not fix.
    Stop(Problem),
}

impl From<Problem> for Begin {
    fn from(problem: Problem) -> Self {
        Self::Stop(problem)
    }
}
